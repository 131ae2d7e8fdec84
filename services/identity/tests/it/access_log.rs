//! What a resident is not shown of who looked at their data, who decides that, and what they take along.

use chassis::testkit::{Calls, eventually};
use identity::demo::{RESIDENTS, location_id, role_id};
use jiff::SignedDuration;
use kajo_proto::{
    common::v1::WithholdingGround,
    identity::v1::{
        AccessLogEntry, ChooseWorkContextRequest, GetPatientRequest, Ground, ListMyAccessLogRequest, ListMyAccessLogResponse,
        ListPatientAccessLogRequest, NameAccessorsRequest, PatientAccessLogEntry, ProveMyAccessLogRequest, Realm, ShowAccessEntryRequest, Viewing,
        WithholdAccessEntryRequest, access_log_service_client::AccessLogServiceClient, patient_service_client::PatientServiceClient,
    },
};
use sqlx::Row;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    patient::look_up,
    world::{World, field, said, told},
};

type Log = AccessLogServiceClient<Calls>;

const AINO: &str = "290288-922S";
/// The clock of a test stands still, and what happens at one moment has no order.
const A_SECOND: SignedDuration = SignedDuration::from_secs(1);

impl World {
    /// A responsible user at work in Lehtola who has opened Aino, or has not.
    async fn ritva(&self, opens: bool) -> (PatientServiceClient<Calls>, Log) {
        let secret = self.sign_in(Realm::Practitioner, "ritva").await;
        let choice = ChooseWorkContextRequest { role_id: role_id("nurse").to_string(), location_id: location_id("lehtola").to_string() };
        self.work_contexts(&secret).await.choose_work_context(choice).await.unwrap();
        let mut patients = PatientServiceClient::new(self.calls(Realm::Practitioner, &secret).await);
        if opens {
            look_up(&mut patients, AINO, Ground::ClientWork).await.unwrap();
            self.clock().advance(A_SECOND);
        }
        (patients, AccessLogServiceClient::new(self.calls(Realm::Practitioner, &secret).await))
    }

    async fn own_log(&self, who: &str) -> Log {
        let secret = self.sign_in(Realm::Resident, who).await;
        AccessLogServiceClient::new(self.calls(Realm::Resident, &secret).await)
    }
}

fn aino() -> String {
    RESIDENTS[0].person.person_id().to_string()
}

async fn shown(log: &mut Log) -> ListMyAccessLogResponse {
    log.list_my_access_log(ListMyAccessLogRequest { page: None }).await.unwrap().into_inner()
}

async fn of_patient(log: &mut Log) -> Result<Vec<PatientAccessLogEntry>, Status> {
    Ok(log.list_patient_access_log(ListPatientAccessLogRequest { patient_id: aino(), page: None }).await?.into_inner().entries)
}

fn withhold(entry_id: &str) -> WithholdAccessEntryRequest {
    WithholdAccessEntryRequest {
        patient_id: aino(),
        entry_id: entry_id.to_owned(),
        ground: WithholdingGround::Health.into(),
        reason: " Canary reason ".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_is_withheld_on_a_ground_for_a_reason_and_the_resident_is_told_that_and_not_what() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    look_up(&mut liisa, AINO, Ground::Call).await.unwrap();
    world.clock().advance(A_SECOND);
    let (_, mut ritva) = world.ritva(true).await;
    let listed = of_patient(&mut ritva).await.unwrap();
    let of_liisa = listed.iter().find(|found| found.entry.as_ref().unwrap().professional_name == "Liisa Virtanen").unwrap();
    let entry_id = of_liisa.entry.as_ref().unwrap().entry_id.clone();
    assert!(of_liisa.withheld.is_none() && of_liisa.reason.is_empty());
    // What is offered is what is taken: everything but her own doing.
    for found in &listed {
        let is_own = found.entry.as_ref().unwrap().professional_name == "Ritva Vastuu";
        assert_eq!(found.may_withhold, !is_own);
    }
    assert!(listed.iter().any(|found| !found.may_withhold));
    world.clock().advance(A_SECOND);

    // A ground and a reason are asked for.
    let refused = ritva.withhold_access_entry(WithholdAccessEntryRequest { ground: 0, ..withhold(&entry_id) }).await.unwrap_err();
    assert_eq!((refused.code(), field(&refused).as_str()), (Code::InvalidArgument, "ground"));
    let refused = ritva.withhold_access_entry(WithholdAccessEntryRequest { reason: " ".to_owned(), ..withhold(&entry_id) }).await.unwrap_err();
    assert_eq!((refused.code(), field(&refused).as_str()), (Code::InvalidArgument, "reason"));

    let mut own = world.own_log("aino").await;
    assert!(shown(&mut own).await.entries.iter().any(|entry| entry.entry_id == entry_id));
    ritva.withhold_access_entry(withhold(&entry_id)).await.unwrap();
    let after = shown(&mut own).await;
    assert!(after.entries.iter().all(|entry| entry.entry_id != entry_id && entry.professional_name != "Liisa Virtanen"));
    assert_eq!(after.withheld.len(), 1);
    assert_eq!(after.withheld[0].ground(), WithholdingGround::Health);
    // That the log was looked at and decided about stands in it as well.
    assert!(after.entries.iter().any(|entry| entry.viewing() == Viewing::AccessLog && entry.professional_name == "Ritva Vastuu"), "{after:?}");
    let told_to_ritva = of_patient(&mut ritva).await.unwrap().into_iter().find(|found| found.entry.as_ref().unwrap().entry_id == entry_id).unwrap();
    assert_eq!(told_to_ritva.reason, "Canary reason");
    assert!(told_to_ritva.withheld.is_some());

    // The decision stands in the log with who made it, about what and on what right; its reason nowhere in the clear.
    let pool = &world.running.kernel().pool;
    let row = sqlx::query(
        "select actor_id, l.subject_id, object_kind, l.ground from access_log l join access_withholdings w on decision_id = object_id
             where method like '%/WithholdAccessEntry' and w.entry_id = $1::uuid",
    )
    .bind(&entry_id)
    .fetch_one(pool)
    .await
    .unwrap();
    assert_eq!(row.get::<Uuid, _>("subject_id").to_string(), aino());
    assert_eq!((row.get::<String, _>("object_kind").as_str(), row.get::<String, _>("ground").as_str()), ("access_withholding", "client_work"));
    for table in ["access_withholdings", "access_log", "command_log", "events"] {
        let text: Option<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select string_agg(t::text, ' ') from {table} t"))).fetch_one(pool).await.unwrap();
        let text = text.unwrap_or_default();
        assert!(!text.contains("Canary") && !text.contains(&hex::encode("Canary")), "{table}");
    }

    world.clock().advance(A_SECOND);
    ritva.show_access_entry(ShowAccessEntryRequest { patient_id: aino(), entry_id: entry_id.clone() }).await.unwrap();
    let again = shown(&mut own).await;
    assert!(again.withheld.is_empty() && again.entries.iter().any(|entry| entry.entry_id == entry_id));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_responsible_user_who_has_opened_the_patient_withholds_and_nobody_their_own_doing() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    look_up(&mut liisa, AINO, Ground::Call).await.unwrap();
    look_up(&mut liisa, RESIDENTS[1].ssn, Ground::Call).await.unwrap();
    world.clock().advance(A_SECOND);
    let hidden = said(Code::NotFound, "not_found");
    let (mut patients, mut ritva) = world.ritva(false).await;
    assert_eq!(told(&of_patient(&mut ritva).await.unwrap_err()), hidden, "not opened");
    let rows: Vec<(Uuid, Uuid)> =
        sqlx::query_as("select entry_id, subject_id from access_log where method like '%/LookUpPatient' and subject_id is not null")
            .fetch_all(&world.running.kernel().pool)
            .await
            .unwrap();
    let of = |person: String| rows.iter().find(|(_, subject)| subject.to_string() == person).unwrap().0.to_string();
    let (mine, anothers) = (of(aino()), of(RESIDENTS[1].person.person_id().to_string()));
    assert_eq!(told(&ritva.withhold_access_entry(withhold(&mine)).await.unwrap_err()), hidden, "not opened");
    look_up(&mut patients, AINO, Ground::Care).await.unwrap();
    world.clock().advance(A_SECOND);
    // An entry of another person, under the one who is open; one that is none; a row that is not shown.
    for foreign in [anothers, Uuid::now_v7().to_string()] {
        assert_eq!(told(&ritva.withhold_access_entry(withhold(&foreign)).await.unwrap_err()), hidden);
    }
    let own = of_patient(&mut ritva)
        .await
        .unwrap()
        .into_iter()
        .map(|found| found.entry.unwrap())
        .find(|entry| entry.professional_name != "Liisa Virtanen")
        .unwrap();
    let refused = ritva.withhold_access_entry(withhold(&own.entry_id)).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::PermissionDenied, "own_access_entry"));
    ritva.withhold_access_entry(withhold(&mine)).await.unwrap();
    // Who only looks patients up, administrators and residents do not decide.
    let (nurse, admin) = (world.sign_in(Realm::Practitioner, "pekka").await, world.sign_in(Realm::Practitioner, "paula").await);
    let resident = world.sign_in(Realm::Resident, "aino").await;
    for (realm, secret) in [(Realm::Practitioner, nurse), (Realm::Practitioner, admin), (Realm::Resident, resident)] {
        let mut log = AccessLogServiceClient::new(world.calls(realm, &secret).await);
        assert_eq!(log.withhold_access_entry(withhold(&mine)).await.unwrap_err().code(), Code::PermissionDenied);
        assert_eq!(of_patient(&mut log).await.unwrap_err().code(), Code::PermissionDenied);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_goes_back_two_years_and_the_file_of_a_resident_holds() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    look_up(&mut liisa, AINO, Ground::Call).await.unwrap();
    let mut own = world.own_log("aino").await;
    assert_eq!(shown(&mut own).await.entries.len(), 1);
    // The realms do not sign anybody in so much later: the row is made old.
    let pool = &world.running.kernel().pool;
    sqlx::query("update access_log set at = at - interval '732 days' where subject_id is not null").execute(pool).await.unwrap();
    world.clock().advance(A_SECOND);
    look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    liisa.get_patient(GetPatientRequest { patient_id: aino() }).await.unwrap();
    let entries = shown(&mut own).await.entries;
    assert_eq!(entries.iter().map(AccessLogEntry::ground).collect::<Vec<_>>(), [Ground::Care, Ground::Care], "the old one is not shown");

    eventually(|| async {
        let (rows, size): (i64, i64) =
            sqlx::query_as("select (select count(*) from access_log), (select size from access_head)").fetch_one(pool).await.unwrap();
        (rows == size).then_some(())
    })
    .await;
    let proof = own.prove_my_access_log(ProveMyAccessLogRequest::default()).await.unwrap().into_inner().proof.unwrap();
    let file = format!(r#"{{"format": "kajo-access-log/1", "logs": [{}]}}"#, proof.document);
    let checked = verify_access_log::check(&file, &[world.running.kernel().settings.access_log_key.public()].into()).unwrap();
    assert_eq!(checked.person, aino());
    assert!(checked.logs["identity"].rows.first_key_value().unwrap().0 > &1, "what is older than two years is counted, and not in the file");
    assert!(entries.iter().all(|entry| file.contains(&entry.entry_id)));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_given_of_professionals_and_of_those_alone_who_have_acted_for_the_caller() {
    let world = World::start().await;
    let mut own = world.own_log("aino").await;
    world.own_log("eino").await;
    let liisa = world.sign_in(Realm::Practitioner, "liisa").await;
    let liisa = world.resolve(Realm::Practitioner, &liisa, false).await.unwrap().caller.unwrap().person_id;
    let eino = RESIDENTS[1].person.person_id().to_string();
    let asked = NameAccessorsRequest {
        professional_ids: vec![liisa.clone(), eino.clone()],
        representative_ids: vec![eino],
        role_ids: vec![role_id("nurse").to_string()],
        location_ids: vec![location_id("lehtola").to_string()],
    };
    let names = own.name_accessors(asked).await.unwrap().into_inner();
    assert_eq!(names.professionals.into_iter().collect::<Vec<_>>(), [(liisa, "Liisa Virtanen".to_owned())]);
    assert!(names.representatives.is_empty());
    assert_eq!(names.locations.into_values().collect::<Vec<_>>(), ["Lehtolan terveysasema"]);
    assert_eq!(names.roles.into_values().next().unwrap().texts["fi"], "Sairaanhoitaja");
    world.end().await;
}
