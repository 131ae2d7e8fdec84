//! Patients who come under a non-disclosure restriction: what professionals see of them, and what ends for themselves.

use chassis::testkit::eventually;
use identity::demo::{RESIDENTS, care_team_id, service_area_id};
use jiff::SignedDuration;
use kajo_proto::{
    identity::v1::{
        ChooseCareTeamRequest, GetPatientRequest, Ground, ListProtectedOpeningsRequest, Patient, PatientInfo, ProtectedOpening, Realm,
        RefreshPatientRequest, ResolveSessionRequest, SavePatientInfoRequest, lookup_alert_service_client::LookupAlertServiceClient,
        patient_service_client::PatientServiceClient,
    },
    options::v1::Caller,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::{
    patient::look_up,
    world::{World, said, told},
};

type Client = PatientServiceClient<chassis::testkit::Calls>;

/// The clock of a test stands still, and what happens at one moment has no order.
const A_SECOND: SignedDuration = SignedDuration::from_secs(1);

fn ssn(hint: &str) -> &'static str {
    RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap().ssn
}

fn id(hint: &str) -> String {
    RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap().person.person_id().to_string()
}

async fn get(client: &mut Client, patient_id: &str) -> Patient {
    client.get_patient(GetPatientRequest { patient_id: patient_id.to_owned() }).await.unwrap().into_inner().patient.unwrap()
}

async fn save(client: &mut Client, known: &Patient, info: PatientInfo) -> Result<(), Status> {
    let request = SavePatientInfoRequest { patient_id: known.patient_id.clone(), info: Some(info), version: known.version };
    client.save_patient_info(request).await.map(drop)
}

impl World {
    async fn openings(&self, who: &str) -> Result<Vec<ProtectedOpening>, Status> {
        let secret = self.sign_in(Realm::Practitioner, who).await;
        let mut log = LookupAlertServiceClient::new(self.calls(Realm::Practitioner, &secret).await);
        Ok(log.list_protected_openings(ListProtectedOpeningsRequest { page: None }).await?.into_inner().openings)
    }

    /// The kind of caller, and for whom.
    async fn caller(&self, secret: &str, check: bool) -> Result<(Caller, String, String), Status> {
        let asked = ResolveSessionRequest { realm: Realm::Resident.into(), session_secret: secret.to_owned(), touch: true, check };
        let resolved = self.gateway().resolve_session(asked).await?.into_inner();
        let caller = resolved.caller.unwrap();
        Ok((caller.kind(), caller.person_id, resolved.revoked_principal_id))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_07_who_comes_under_non_disclosure_is_shown_without_where_they_are_and_keeps_it() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    let aino = look_up(&mut liisa, ssn("aino"), Ground::Care).await.unwrap();
    let shown = PatientInfo {
        first_name: "Aino".to_owned(),
        last_name: "Lehtonen".to_owned(),
        usual_name: String::new(),
        email: "aino@kajo.example".to_owned(),
        phone: "+358401234567".to_owned(),
        address: "Koivukuja 3 B 12".to_owned(),
        service_area_id: service_area_id("lehtola").to_string(),
    };
    let known = get(&mut liisa, &aino).await;
    save(&mut liisa, &known, shown.clone()).await.unwrap();
    let team = |care_team_id: String| ChooseCareTeamRequest { patient_id: aino.clone(), care_team_id };
    liisa.choose_care_team(team(care_team_id("koivu").to_string())).await.unwrap();
    let before = get(&mut liisa, &aino).await;
    assert!(!before.non_disclosure && before.care_team_name == "Tiimi Koivu");
    assert_eq!(before.info.clone().unwrap(), shown);

    // Found out when the page is looked at; no lookup is needed.
    world.realms.protect("aino", true);
    let hidden = get(&mut liisa, &aino).await;
    let names = PatientInfo { first_name: "Aino".to_owned(), last_name: "Lehtonen".to_owned(), ..PatientInfo::default() };
    assert!(hidden.non_disclosure);
    assert_eq!(hidden.info.clone().unwrap(), names);
    assert_eq!((hidden.care_team_id.as_str(), hidden.care_team_name.as_str(), hidden.ssn.as_str()), ("", "", ssn("aino")));

    // What is not shown is not changed, whatever is sent; nor does an answer tell which team it is.
    let sent = PatientInfo { usual_name: "Aikku".to_owned(), phone: "+358409999999".to_owned(), service_area_id: String::new(), ..names.clone() };
    save(&mut liisa, &hidden, sent).await.unwrap();
    let unknown = said(Code::FailedPrecondition, "patient_under_non_disclosure");
    for id in [care_team_id("koivu").to_string(), care_team_id("kuusi").to_string(), String::new()] {
        assert_eq!(told(&liisa.choose_care_team(team(id)).await.unwrap_err()), unknown);
    }
    liisa.refresh_patient(RefreshPatientRequest { patient_id: aino.clone() }).await.unwrap();
    let refreshed = get(&mut liisa, &aino).await;
    assert_eq!(refreshed.info.unwrap(), PatientInfo { usual_name: "Aikku".to_owned(), ..names });
    assert_eq!(refreshed.official_name, "Aino Maria Lehtonen");

    // While the record is away, what it said last holds; and once it says so, all is there as it was.
    world.realms.protect("aino", false);
    world.realms.fail(Fault::PatientRecordFails);
    assert!(get(&mut liisa, &aino).await.non_disclosure);
    world.realms.fail(Fault::None);
    let after = get(&mut liisa, &aino).await;
    assert!(!after.non_disclosure && after.care_team_name == "Tiimi Koivu");
    assert_eq!(after.info.unwrap(), PatientInfo { usual_name: "Aikku".to_owned(), ..shown });
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_05_who_is_under_non_disclosure_is_opened_like_everybody_and_each_opening_is_listed_for_administrators() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    look_up(&mut liisa, ssn("aino"), Ground::Care).await.unwrap();
    assert!(world.openings("paula").await.unwrap().is_empty(), "nobody is protected");
    world.clock().advance(A_SECOND);
    world.realms.protect("aino", true);
    let aino = look_up(&mut liisa, ssn("aino"), Ground::Call).await.unwrap();
    assert!(get(&mut liisa, &aino).await.non_disclosure);
    look_up(&mut liisa, ssn("eino"), Ground::Care).await.unwrap();
    world.clock().advance(A_SECOND);
    world.realms.protect("aino", false);
    look_up(&mut liisa, ssn("aino"), Ground::Care).await.unwrap();

    let listed = world.openings("paula").await.unwrap();
    assert_eq!(listed.len(), 1, "of the time in which she was, and of nobody else");
    let opening = &listed[0];
    assert_eq!((opening.practitioner_name.as_str(), opening.ground(), opening.patient_id.as_str()), ("Liisa Virtanen", Ground::Call, aino.as_str()));
    assert!(opening.at.is_some());
    for who in ["ritva", "liisa"] {
        assert_eq!(world.openings(who).await.unwrap_err().code(), Code::PermissionDenied, "{who}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_10_who_comes_under_non_disclosure_is_signed_out_and_represented_by_nobody() {
    let world = World::start().await;
    let (own, acting) = (world.sign_in(Realm::Resident, "maija").await, world.sign_in(Realm::Resident, "aino").await);
    world.act(&acting, "maija").await.unwrap();
    assert_eq!(world.caller(&own, false).await.unwrap().0, Caller::Resident);
    assert_eq!(world.caller(&acting, false).await.unwrap().1, id("maija"));

    // A professional opens her, and so it becomes known.
    world.realms.protect("maija", true);
    let mut liisa = world.nurse("liisa").await;
    look_up(&mut liisa, ssn("maija"), Ground::Care).await.unwrap();
    assert_eq!(told(&world.caller(&own, false).await.unwrap_err()), said(Code::Unauthenticated, "session_expired"), "no reason is told");
    assert_eq!(world.caller(&acting, false).await.unwrap(), (Caller::Resident, id("aino"), id("maija")));
    assert_eq!(told(&world.act(&acting, "maija").await.unwrap_err()), said(Code::PermissionDenied, "mandate_missing"));
    // The session is over for those as well who keep it in mind.
    world.clock().advance(SignedDuration::from_secs(10));
    let pool = &world.running.kernel().pool;
    eventually(|| async {
        let ended: i64 = sqlx::query_scalar("select count(*) from outbox where fact_type like '%SessionEnded'").fetch_one(pool).await.unwrap();
        (ended == 1).then_some(())
    })
    .await;

    // Signing in again leads to the page that offers to act for others, also while the record is away.
    for fault in [Fault::None, Fault::PatientRecordFails] {
        world.realms.fail(fault);
        let again = world.sign_in(Realm::Resident, "maija").await;
        assert_eq!(world.caller(&again, false).await.unwrap().0, Caller::Identified, "{fault:?}");
    }
    world.realms.fail(Fault::None);
    world.realms.protect("maija", false);
    let admitted = world.sign_in(Realm::Resident, "maija").await;
    assert_eq!(world.caller(&admitted, false).await.unwrap().0, Caller::Resident);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_10_the_register_is_asked_at_each_check_of_a_mandate_and_at_each_sign_in() {
    let world = World::start().await;
    let (own, acting) = (world.sign_in(Realm::Resident, "maija").await, world.sign_in(Realm::Resident, "aino").await);
    world.act(&acting, "maija").await.unwrap();
    world.realms.protect("maija", true);
    assert_eq!(world.caller(&acting, false).await.unwrap().1, id("maija"), "held for a while for reading");
    assert_eq!(world.caller(&acting, true).await.unwrap(), (Caller::Resident, id("aino"), id("maija")), "and never for a change");
    assert_eq!(told(&world.caller(&own, false).await.unwrap_err()), said(Code::Unauthenticated, "session_expired"), "what was learned holds for all");

    let elsewhere = world.sign_in(Realm::Resident, "nils").await;
    world.realms.protect("nils", true);
    let denied = world.sign_in(Realm::Resident, "nils").await;
    assert_eq!(world.caller(&denied, false).await.unwrap().0, Caller::Identified);
    assert_eq!(told(&world.caller(&elsewhere, false).await.unwrap_err()), said(Code::Unauthenticated, "session_expired"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_10_the_fact_of_it_names_nobody() {
    let world = World::start().await;
    let mut liisa = world.nurse("liisa").await;
    world.realms.protect("aino", true);
    look_up(&mut liisa, ssn("aino"), Ground::Care).await.unwrap();
    let facts: Vec<(String, Option<Vec<String>>)> =
        sqlx::query_as("select fact_type, audience from outbox where stream_id like 'patient%' and fact_type is not null order by seq")
            .fetch_all(&world.running.kernel().pool)
            .await
            .unwrap();
    assert_eq!(facts.len(), 1);
    assert_eq!(facts[0].0, "kajo.identity.v1.PatientProtectionChanged");
    assert!(facts[0].1.as_ref().is_none_or(|audience| audience.iter().all(String::is_empty)), "nobody is told by live update: {facts:?}");
    // Looked up again, nothing has changed.
    look_up(&mut liisa, ssn("aino"), Ground::Care).await.unwrap();
    let facts: i64 = sqlx::query_scalar("select count(*) from outbox where stream_id like 'patient%' and fact_type is not null")
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(facts, 1);
    world.end().await;
}
