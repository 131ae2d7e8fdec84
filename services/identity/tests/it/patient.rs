//! Patients, as professionals find them.

use chassis::testkit::Calls;
use identity::demo::{RESIDENTS, location_id, role_id};
use kajo_proto::{
    common::v1::PageRequest,
    identity::v1::{
        AccessLogEntry, ChooseWorkContextRequest, GetPatientRequest, Ground, ListMyAccessLogRequest, LookUpPatientRequest, PatientState, Realm,
        Viewing, access_log_service_client::AccessLogServiceClient, patient_service_client::PatientServiceClient,
    },
};
use sqlx::Row;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::world::{World, said, told};

type Client = PatientServiceClient<Calls>;

const AINO: &str = "290288-922S";
/// The clock of a test stands still, and what happens at one moment has no order.
const A_SECOND: jiff::SignedDuration = jiff::SignedDuration::from_secs(1);

impl World {
    /// A nurse at work in Lehtola.
    async fn nurse(&self, who: &str) -> Client {
        let secret = self.sign_in(Realm::Practitioner, who).await;
        let choice = ChooseWorkContextRequest { role_id: role_id("nurse").to_string(), location_id: location_id("lehtola").to_string() };
        self.work_contexts(&secret).await.choose_work_context(choice).await.unwrap();
        PatientServiceClient::new(self.calls(Realm::Practitioner, &secret).await)
    }

    /// Rows of the access log about lookups and views: method, subject, ground.
    async fn logged(&self) -> Vec<(String, Option<uuid::Uuid>, String)> {
        let rows = sqlx::query("select method, subject_id, ground from access_log where method like '%Patient%' order by at, entry_id")
            .fetch_all(&self.identity.kernel().pool)
            .await
            .unwrap();
        let method = |row: &sqlx::postgres::PgRow| row.get::<String, _>("method").rsplit('/').next().unwrap().to_owned();
        rows.iter().map(|row| (method(row), row.get("subject_id"), row.get("ground"))).collect()
    }
}

async fn look_up(client: &mut Client, ssn: &str, ground: Ground) -> Result<String, Status> {
    let asked = LookUpPatientRequest { ssn: ssn.to_owned(), ground: ground.into() };
    Ok(client.look_up_patient(asked).await?.into_inner().patient_id)
}

fn fields(status: &Status) -> Vec<(String, String)> {
    let violations = status.get_details_bad_request().map(|bad| bad.field_violations).unwrap_or_default();
    violations.into_iter().map(|found| (found.field, found.reason)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_05_a_patient_is_found_by_personal_identity_code_and_each_no_has_its_reason() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    let aino = RESIDENTS[0].person.person_id();
    for typed in [AINO, " 290288-922s "] {
        assert_eq!(look_up(&mut liisa, typed, Ground::Care).await.unwrap(), aino.to_string(), "{typed}");
    }
    let read = liisa.get_patient(GetPatientRequest { patient_id: aino.to_string() }).await.unwrap().into_inner().patient.unwrap();
    assert_eq!((read.ssn.as_str(), read.first_name.as_str(), read.last_name.as_str()), (AINO, "Aino", "Lehtonen"));
    assert_eq!(read.state(), PatientState::ConsentGiven);

    let before = world.logged().await.len();
    for malformed in ["290288-922T", "290288922S", "300288-922S", "290288G922S", "x"] {
        let refused = look_up(&mut liisa, malformed, Ground::Care).await.unwrap_err();
        assert_eq!((refused.code(), fields(&refused)), (Code::InvalidArgument, vec![("ssn".to_owned(), "ssn_malformed".to_owned())]));
    }
    let refused = look_up(&mut liisa, AINO, Ground::Unspecified).await.unwrap_err();
    assert_eq!((refused.code(), fields(&refused)[0].0.as_str()), (Code::InvalidArgument, "ground"));
    assert_eq!(world.logged().await.len(), before, "nobody was looked up");

    // Unknown, protected, and a code that differs from a patient's by the separator of 2023 alone.
    for nobody in ["010594Y9032", "170560-966M", "061201A955L", "290288Y922S"] {
        let refused = look_up(&mut liisa, nobody, Ground::Call).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::NotFound, "patient_not_found"), "{nobody}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_lookup_and_view_is_logged_with_its_ground_and_opens_the_patient_to_that_session_alone() {
    let world = World::start().await;
    let (mut liisa, mut pekka) = (world.nurse("liisa").await, world.nurse("pekka").await);
    let aino = RESIDENTS[0].person.person_id();
    let view = || GetPatientRequest { patient_id: aino.to_string() };
    let hidden = said(Code::NotFound, "not_found");
    assert_eq!(told(&liisa.get_patient(view()).await.unwrap_err()), hidden, "not opened yet");
    look_up(&mut liisa, AINO, Ground::ClientWork).await.unwrap();
    world.clock().advance(A_SECOND);
    liisa.get_patient(view()).await.unwrap();
    world.clock().advance(A_SECOND);
    assert_eq!(told(&pekka.get_patient(view()).await.unwrap_err()), hidden, "opened by another");
    look_up(&mut liisa, "010594Y9032", Ground::Consultation).await.unwrap_err();
    let mut again = world.nurse("liisa").await;
    assert_eq!(told(&again.get_patient(view()).await.unwrap_err()), hidden, "opened in another session");
    let row = |method: &str, subject, ground: &str| (method.to_owned(), subject, ground.to_owned());
    assert_eq!(
        world.logged().await,
        [
            row("LookUpPatient", Some(aino.uuid()), "client_work"),
            row("GetPatient", Some(aino.uuid()), "client_work"),
            row("LookUpPatient", None, "consultation"),
        ]
    );
    // The code itself stands nowhere in the clear.
    for table in ["patients", "patient_ssns", "access_log", "events", "command_log"] {
        let text: Option<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select string_agg(t::text, ' ') from {table} t")))
            .fetch_one(&world.identity.kernel().pool)
            .await
            .unwrap();
        let text = text.unwrap_or_default();
        assert!(!text.contains(AINO) && !text.contains(&hex::encode(AINO)), "{table}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_professionals_at_work_look_patients_up() {
    let world = World::start().await;
    let choosing = world.sign_in(Realm::Practitioner, "pekka").await;
    let admin = world.sign_in(Realm::Practitioner, "paula").await;
    let resident = world.sign_in(Realm::Resident, "aino").await;
    for (realm, secret) in [(Realm::Practitioner, choosing), (Realm::Practitioner, admin), (Realm::Resident, resident)] {
        let mut client = PatientServiceClient::new(world.calls(realm, &secret).await);
        assert_eq!(look_up(&mut client, AINO, Ground::Care).await.unwrap_err().code(), Code::PermissionDenied);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_in_for_the_first_time_is_a_patient_from_then_on_and_keeps_the_id_by_which_professionals_know_them() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let person = world.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap().person_id;
    assert_eq!(person, RESIDENTS[0].person.person_id().to_string());
    // Registered under another id before: that one counts, whatever the realm calls the person.
    let other = uuid::Uuid::from_u128(77);
    sqlx::query("update patient_ssns set patient_id = $1 where patient_id = $2")
        .bind(other)
        .bind(RESIDENTS[0].person.person_id().uuid())
        .execute(&world.identity.kernel().pool)
        .await
        .unwrap();
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let person = world.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap().person_id;
    assert_eq!(person, other.to_string());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_06_a_resident_reads_who_looked_when_in_which_role_where_and_why_and_nobody_elses() {
    let world = World::start().await;
    let (mut liisa, mut pekka) = (world.nurse("liisa").await, world.nurse("pekka").await);
    let aino = look_up(&mut liisa, AINO, Ground::Call).await.unwrap();
    world.clock().advance(A_SECOND);
    liisa.get_patient(GetPatientRequest { patient_id: aino.clone() }).await.unwrap();
    world.clock().advance(A_SECOND);
    look_up(&mut pekka, AINO, Ground::Consultation).await.unwrap();
    look_up(&mut pekka, RESIDENTS[1].ssn, Ground::Care).await.unwrap();

    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut log = AccessLogServiceClient::new(world.calls(Realm::Resident, &secret).await);
    let (mut all, mut token): (Vec<AccessLogEntry>, _) = (Vec::new(), String::new());
    loop {
        let page = Some(PageRequest { size: 2, token });
        let answer = log.list_my_access_log(ListMyAccessLogRequest { page }).await.unwrap().into_inner();
        all.extend(answer.entries);
        token = answer.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    let told: Vec<_> = all
        .iter()
        .map(|entry| {
            let role = entry.role_name.as_ref().unwrap().texts["fi"].as_str();
            (entry.professional_name.as_str(), role, entry.location_name.as_str(), entry.ground(), entry.viewing())
        })
        .collect();
    let (nurse, lehtola) = ("Sairaanhoitaja", "Lehtolan terveysasema");
    assert_eq!(
        told,
        [
            ("Pekka Rantala", nurse, lehtola, Ground::Consultation, Viewing::Lookup),
            ("Liisa Virtanen", nurse, lehtola, Ground::Call, Viewing::BasicInfo),
            ("Liisa Virtanen", nurse, lehtola, Ground::Call, Viewing::Lookup),
        ]
    );
    assert!(all.iter().all(|entry| entry.at.is_some()));
    // No professional reads it.
    let mut theirs = AccessLogServiceClient::new(world.calls(Realm::Practitioner, &world.sign_in(Realm::Practitioner, "ritva").await).await);
    let refused = theirs.list_my_access_log(ListMyAccessLogRequest { page: None }).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    world.end().await;
}
