//! Patients, as professionals find them.

use chassis::testkit::Calls;
use identity::demo::{RESIDENTS, location_id, role_id, service_area_id};
use kajo_proto::{
    common::v1::PageRequest,
    identity::v1::{
        AccessLogEntry, AddPatientRequest, ChooseWorkContextRequest, GetPatientRequest, Ground, ListMyAccessLogRequest, LookUpPatientRequest,
        Messaging, Patient, PatientInfo, PatientState, Realm, RefreshPatientRequest, SavePatientInfoRequest, Viewing,
        access_log_service_client::AccessLogServiceClient, patient_service_client::PatientServiceClient,
    },
};
use simulators::Fault;
use sqlx::Row;
use tonic::{Code, Status};

use crate::world::{World, field, fields, said, told};

type Client = PatientServiceClient<Calls>;

const AINO: &str = "290288-922S";
/// The clock of a test stands still, and what happens at one moment has no order.
const A_SECOND: jiff::SignedDuration = jiff::SignedDuration::from_secs(1);

impl World {
    /// A nurse at work in Lehtola.
    pub(crate) async fn nurse(&self, who: &str) -> Client {
        let secret = self.nurses_session(who).await;
        PatientServiceClient::new(self.calls(Realm::Practitioner, &secret).await)
    }

    /// The session of a nurse at work in Lehtola.
    pub(crate) async fn nurses_session(&self, who: &str) -> String {
        let secret = self.sign_in(Realm::Practitioner, who).await;
        let choice = ChooseWorkContextRequest { role_id: role_id("nurse").to_string(), location_id: location_id("lehtola").to_string() };
        self.work_contexts(&secret).await.choose_work_context(choice).await.unwrap();
        secret
    }

    /// Rows of the access log about lookups and views: method, subject, ground.
    async fn logged(&self) -> Vec<(String, Option<uuid::Uuid>, String)> {
        let rows = sqlx::query("select method, subject_id, ground from access_log where method like '%Patient%' order by at, entry_id")
            .fetch_all(&self.running.kernel().pool)
            .await
            .unwrap();
        let method = |row: &sqlx::postgres::PgRow| row.get::<String, _>("method").rsplit('/').next().unwrap().to_owned();
        rows.iter().map(|row| (method(row), row.get("subject_id"), row.get("ground"))).collect()
    }
}

pub(crate) async fn look_up(client: &mut Client, ssn: &str, ground: Ground) -> Result<String, Status> {
    let asked = LookUpPatientRequest { ssn: ssn.to_owned(), ground: ground.into() };
    Ok(client.look_up_patient(asked).await?.into_inner().patient_id)
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
            .fetch_one(&world.running.kernel().pool)
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
        .execute(&world.running.kernel().pool)
        .await
        .unwrap();
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let person = world.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap().person_id;
    assert_eq!(person, other.to_string());
    // While the register is away, it is remembered of whoever has the code, not of whom the realm names.
    sqlx::query("delete from sessions where person_id = $1")
        .bind(RESIDENTS[0].person.person_id().uuid())
        .execute(&world.running.kernel().pool)
        .await
        .unwrap();
    world.realms.fail(simulators::Fault::PatientRecordFails);
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

fn info() -> PatientInfo {
    PatientInfo {
        first_name: "Kerttu".to_owned(),
        last_name: "Uusitalo".to_owned(),
        usual_name: "Kerttu".to_owned(),
        email: "kerttu@example.fi".to_owned(),
        phone: "+358401112233".to_owned(),
        address: "Esimerkkitie 1, 00000 Lehtola".to_owned(),
        service_area_id: service_area_id("lehtola").to_string(),
    }
}

/// A code that is nobody's in the demo.
const KERTTU: &str = "010594Y9032";

async fn get(client: &mut Client, patient_id: &str) -> Patient {
    client.get_patient(GetPatientRequest { patient_id: patient_id.to_owned() }).await.unwrap().into_inner().patient.unwrap()
}

async fn add(client: &mut Client, ssn: &str, info: PatientInfo) -> Result<String, Status> {
    let asked = AddPatientRequest { ssn: ssn.to_owned(), ground: Ground::Care.into(), info: Some(info) };
    Ok(client.add_patient(asked).await?.into_inner().patient_id)
}

#[tokio::test(flavor = "multi_thread")]
async fn r_16_a_patient_with_one_name_alone_is_added_and_called_so() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    let only = PatientInfo { first_name: String::new(), last_name: "Kerttu".to_owned(), ..info() };
    let added = add(&mut liisa, KERTTU, only.clone()).await.unwrap();
    let read = get(&mut liisa, &added).await;
    assert_eq!((read.first_name.as_str(), read.last_name.as_str()), ("", "Kerttu"));
    assert_eq!(read.info.unwrap(), only);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_07_a_patient_is_added_by_hand_with_a_confirmed_right_once_and_is_open_to_who_added_them() {
    let world = World::start().await;
    let (mut liisa, mut pekka) = (world.nurse("liisa").await, world.nurse("pekka").await);
    for (wrong, reason, at) in [
        (PatientInfo { email: "kerttu".to_owned(), ..info() }, "email_malformed", "info.email"),
        (PatientInfo { phone: "0401112233".to_owned(), ..info() }, "phone_malformed", "info.phone"),
        (PatientInfo { service_area_id: service_area_id("kaukola").to_string(), ..info() }, "service_area_unknown", "info.service_area_id"),
    ] {
        let refused = add(&mut liisa, KERTTU, wrong).await.unwrap_err();
        assert_eq!((told(&refused), field(&refused)), (said(Code::InvalidArgument, reason), at.to_owned()));
    }
    // All of it at once, field by field.
    let nameless = PatientInfo { first_name: " ".to_owned(), last_name: String::new(), ..info() };
    let several = PatientInfo { email: "kerttu".to_owned(), phone: "040".to_owned(), ..nameless };
    let refused = add(&mut liisa, KERTTU, several).await.unwrap_err();
    let each = [
        ("info.first_name", "first_name_missing"),
        ("info.last_name", "last_name_missing"),
        ("info.email", "email_malformed"),
        ("info.phone", "phone_malformed"),
    ];
    assert_eq!(
        (told(&refused), fields(&refused)),
        (said(Code::InvalidArgument, "fields_wrong"), each.map(|(field, code)| (field.to_owned(), code.to_owned())).to_vec())
    );
    let refused = add(&mut liisa, "010594Y903X", info()).await.unwrap_err();
    assert_eq!((refused.code(), fields(&refused)), (Code::InvalidArgument, vec![("ssn".to_owned(), "ssn_malformed".to_owned())]));
    // Nothing of it was kept.
    assert_eq!(told(&look_up(&mut liisa, KERTTU, Ground::Care).await.unwrap_err()), said(Code::NotFound, "patient_not_found"));

    // Ten at once: one patient.
    world.clock().advance(A_SECOND);
    let tries = (0..10).map(|_| {
        let mut client = liisa.clone();
        async move { add(&mut client, KERTTU, info()).await }
    });
    let done = futures::future::join_all(tries).await;
    let added: Vec<_> = done.iter().filter_map(|done| done.as_ref().ok()).collect();
    assert_eq!(added.len(), 1);
    assert!(done.iter().filter_map(|done| done.as_ref().err()).all(|refused| told(refused) == said(Code::InvalidArgument, "patient_exists")));
    let read = get(&mut liisa, added[0]).await;
    assert_eq!((read.ssn.as_str(), read.info.clone().unwrap()), (KERTTU, info()));
    assert_eq!((read.state(), read.messaging()), (PatientState::ManuallyAdded, Messaging::ManuallyAdded));
    assert_eq!(pekka.get_patient(GetPatientRequest { patient_id: added[0].clone() }).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(&look_up(&mut pekka, KERTTU, Ground::Care).await.unwrap(), added[0]);
    // Adding is in the log, with its ground, and trying to add for what it came to: a lookup.
    let id: uuid::Uuid = added[0].parse().unwrap();
    assert!(world.logged().await.contains(&("AddPatient".to_owned(), Some(id), "care".to_owned())));
    let aino = RESIDENTS[0].person.person_id().uuid();
    assert_eq!(told(&add(&mut pekka, AINO, info()).await.unwrap_err()), said(Code::InvalidArgument, "patient_exists"));
    let logged = world.logged().await;
    assert!(logged.contains(&("LookUpPatient".to_owned(), Some(aino), "care".to_owned())));
    assert!(!logged.contains(&("AddPatient".to_owned(), Some(aino), "care".to_owned())), "nothing of them was changed");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_07_basic_info_is_edited_by_who_opened_the_patient_over_what_they_saw_and_the_code_stays() {
    let world = World::start().await;
    let (mut liisa, mut pekka) = (world.nurse("liisa").await, world.nurse("pekka").await);
    let aino = look_up(&mut liisa, AINO, Ground::ClientWork).await.unwrap();
    let before = get(&mut liisa, &aino).await;
    assert_eq!((before.state(), before.messaging()), (PatientState::ConsentGiven, Messaging::Allowed));
    let edited = PatientInfo { first_name: "Aino".to_owned(), last_name: "Lehtonen".to_owned(), usual_name: "Aikku".to_owned(), ..info() };
    let save = |info: PatientInfo, version| SavePatientInfoRequest { patient_id: aino.clone(), info: Some(info), version };
    let hidden = said(Code::NotFound, "not_found");
    assert_eq!(told(&pekka.save_patient_info(save(edited.clone(), before.version)).await.unwrap_err()), hidden, "not opened");
    liisa.save_patient_info(save(edited.clone(), before.version)).await.unwrap();
    let after = get(&mut liisa, &aino).await;
    assert_eq!((after.info.clone().unwrap(), after.ssn.as_str()), (edited.clone(), AINO));
    // Over what is old nothing is saved.
    look_up(&mut pekka, AINO, Ground::Care).await.unwrap();
    let late = PatientInfo { usual_name: "Anni".to_owned(), ..edited.clone() };
    assert_eq!(told(&pekka.save_patient_info(save(late, before.version)).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    assert_eq!(get(&mut liisa, &aino).await.info.unwrap(), edited);
    // Nothing of it stands anywhere in the clear.
    for table in ["patients", "access_log", "events", "command_log"] {
        let text: Option<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select string_agg(t::text, ' ') from {table} t")))
            .fetch_one(&world.running.kernel().pool)
            .await
            .unwrap();
        let text = text.unwrap_or_default();
        assert!(!text.contains("Aikku") && !text.contains(&hex::encode("Aikku")), "{table}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_07_pro_09_the_record_refreshes_the_info_and_gives_the_link_and_its_failure_changes_nothing() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    let aino = look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    let refresh = |patient_id: &str| RefreshPatientRequest { patient_id: patient_id.to_owned() };
    assert_eq!(get(&mut liisa, &aino).await.record_url, "");

    world.realms.fail(Fault::PatientRecordFails);
    assert_eq!(told(&liisa.refresh_patient(refresh(&aino)).await.unwrap_err()), said(Code::Unavailable, "patient_record_unavailable"));
    assert_eq!(get(&mut liisa, &aino).await.official_name, "");
    world.realms.fail(Fault::None);
    // Whom the record has not told of yet is called as the national identification says.
    world.sign_in(Realm::Resident, "aino").await;
    assert_eq!(get(&mut liisa, &aino).await.official_name, "Aino Lehtonen");

    liisa.refresh_patient(refresh(&aino)).await.unwrap();
    let read = get(&mut liisa, &aino).await;
    let fetched = read.info.clone().unwrap();
    assert_eq!((read.official_name.as_str(), fetched.email.as_str()), ("Aino Maria Lehtonen", "aino@example.fi"));
    assert_eq!((fetched.phone.as_str(), fetched.address.as_str()), ("+358400000001", "Koivukuja 3 B 12, 00000 Lehtola"));
    assert!(read.record_url.ends_with(&format!("/patient-record/patient/{aino}")), "{}", read.record_url);
    assert!(world.logged().await.contains(&("RefreshPatient".to_owned(), Some(aino.parse().unwrap()), "care".to_owned())));

    // Whom the record does not know keeps what was told here.
    let kerttu = add(&mut liisa, KERTTU, info()).await.unwrap();
    assert_eq!(told(&liisa.refresh_patient(refresh(&kerttu)).await.unwrap_err()), said(Code::FailedPrecondition, "patient_not_in_record"));
    assert_eq!(get(&mut liisa, &kerttu).await.info.unwrap(), info());
    // Whom one has not opened one does not refresh.
    let mut pekka = world.nurse("pekka").await;
    assert_eq!(told(&pekka.refresh_patient(refresh(&aino)).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_04_nothing_of_anybody_else_in_the_answer_gets_into_a_patient() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    let aino = look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    let refresh = RefreshPatientRequest { patient_id: aino.clone() };
    let before = get(&mut liisa, &aino).await;
    world.realms.fail(Fault::PatientRecordAnswersOutcome);
    assert_eq!(told(&liisa.refresh_patient(refresh.clone()).await.unwrap_err()), said(Code::FailedPrecondition, "patient_not_in_record"));
    world.realms.fail(Fault::PatientRecordAnswersTwo);
    assert_eq!(told(&liisa.refresh_patient(refresh.clone()).await.unwrap_err()), said(Code::Unavailable, "patient_record_unavailable"));
    assert_eq!(get(&mut liisa, &aino).await, before);
    // Among everybody, whom it was asked of is found.
    world.realms.fail(Fault::PatientRecordIgnoresSearch);
    liisa.refresh_patient(refresh).await.unwrap();
    let read = get(&mut liisa, &aino).await;
    assert_eq!((read.official_name.as_str(), read.info.unwrap().email.as_str()), ("Aino Maria Lehtonen", "aino@example.fi"));
    assert!(read.record_url.ends_with(&format!("/patient-record/patient/{aino}")), "{}", read.record_url);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_database_is_away_reads_and_changes_say_that_a_moment_later_they_may_succeed() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    let aino = look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    let pool = world.running.kernel().pool.clone();
    // Those who hold a connection keep it: nobody gets another one.
    let closing = tokio::spawn(async move { pool.close().await });
    world.running.kernel().pool.closing().await;
    let away = said(Code::Unavailable, "unavailable");
    assert_eq!(told(&look_up(&mut liisa, AINO, Ground::Care).await.unwrap_err()), away);
    assert_eq!(told(&liisa.get_patient(GetPatientRequest { patient_id: aino.clone() }).await.unwrap_err()), away);
    let refresh = RefreshPatientRequest { patient_id: aino };
    assert_eq!(told(&liisa.refresh_patient(refresh).await.unwrap_err()), away);
    closing.abort();
    world.end().await;
}
