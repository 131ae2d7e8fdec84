//! How many patients a professional may look up, and who is told when it was too many.

use chassis::testkit::Calls;
use identity::demo::RESIDENTS;
use jiff::SignedDuration;
use kajo_proto::identity::v1::{
    AcknowledgeLookupAlertRequest, AddPatientRequest, Ground, ListLookupAlertsRequest, LookupAlert, LookupAlertKind, LookupPeriod, PatientInfo,
    Realm, lookup_alert_service_client::LookupAlertServiceClient, patient_service_client::PatientServiceClient,
};
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::{
    patient::look_up,
    world::{World, said, told},
};

const AINO: &str = "290288-922S";
const NOBODY: &str = "010594Y9032";

/// Five in an hour, eight in a day, told from four in five on.
async fn limited() -> World {
    World::with(|settings| settings.with("lookups_per_hour", "5").with("lookups_per_day", "8")).await
}

fn wait(refused: &Status) -> (String, String) {
    let params = refused.get_details_error_info().unwrap().metadata;
    (params["hours"].clone(), params["minutes"].clone())
}

impl World {
    async fn alerts_of(&self, who: &str) -> LookupAlertServiceClient<Calls> {
        let secret = self.nurses_session(who).await;
        LookupAlertServiceClient::new(self.calls(Realm::Practitioner, &secret).await)
    }
}

async fn alerts(admin: &mut LookupAlertServiceClient<Calls>) -> Vec<LookupAlert> {
    admin.list_lookup_alerts(ListLookupAlertsRequest::default()).await.unwrap().into_inner().alerts
}

fn facts(alerts: &[LookupAlert]) -> Vec<(&str, LookupAlertKind, LookupPeriod, u32, u32)> {
    alerts.iter().map(|alert| (alert.practitioner_name.as_str(), alert.kind(), alert.period(), alert.made, alert.allowed)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_limit_nobody_is_looked_up_whether_there_is_such_a_patient_or_not_until_the_time_that_was_told() {
    let world = limited().await;
    // Signed in first: the tokens of the realms carry the machine's time, and the test's clock moves on below.
    let (mut liisa, mut pekka) = (world.nurse("liisa").await, world.nurse("pekka").await);
    look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    world.clock().advance(SignedDuration::from_mins(10));
    // Codes that are nobody's count like all others, and so does adding a patient, which tells that there is one.
    for _ in 0..3 {
        assert_eq!(told(&look_up(&mut liisa, NOBODY, Ground::Care).await.unwrap_err()), said(Code::NotFound, "patient_not_found"));
    }
    let info = PatientInfo { first_name: "Aino".to_owned(), last_name: "Lehtonen".to_owned(), ..PatientInfo::default() };
    let known = AddPatientRequest { ssn: AINO.to_owned(), ground: Ground::Care.into(), info: Some(info.clone()) };
    assert_eq!(told(&liisa.add_patient(known.clone()).await.unwrap_err()).1, "patient_exists");
    // What is no code counts for nothing.
    assert_eq!(look_up(&mut liisa, "290288-922T", Ground::Care).await.unwrap_err().code(), Code::InvalidArgument);

    let logged = async || {
        let count = sqlx::query_scalar::<_, i64>("select count(*) from access_log where method like '%PatientService/%'");
        count.fetch_one(&world.running.kernel().pool).await.unwrap()
    };
    let before = logged().await;
    let too_many = said(Code::ResourceExhausted, "too_many_lookups");
    let (there, nowhere) = (look_up(&mut liisa, AINO, Ground::Care).await.unwrap_err(), look_up(&mut liisa, NOBODY, Ground::Care).await.unwrap_err());
    assert_eq!((told(&there), wait(&there)), (too_many.clone(), ("0".to_owned(), "50".to_owned())));
    assert_eq!((there.message(), told(&there), wait(&there)), (nowhere.message(), told(&nowhere), wait(&nowhere)), "nothing is told of the person");
    assert_eq!(told(&liisa.add_patient(known).await.unwrap_err()), too_many);
    assert_eq!(logged().await, before, "nobody was looked up");
    // A colleague has a limit of their own.
    look_up(&mut pekka, AINO, Ground::Care).await.unwrap();

    world.clock().advance(SignedDuration::from_mins(49));
    assert_eq!(told(&look_up(&mut liisa, AINO, Ground::Care).await.unwrap_err()), too_many);
    world.clock().advance(SignedDuration::from_mins(1));
    let again = look_up(&mut liisa, NOBODY, Ground::Care).await.unwrap_err();
    assert_eq!(told(&again).1, "patient_not_found", "possible when it was said to be, and refused ones did not count");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn administrators_are_told_near_the_limit_and_beyond_it_once_in_its_time_and_see_to_it() {
    let world = limited().await;
    let (mut liisa, mut first, mut second) = (world.nurse("liisa").await, world.alerts_of("paula").await, world.alerts_of("paula").await);
    for _ in 0..3 {
        look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    }
    assert!(alerts(&mut first).await.is_empty());
    for _ in 0..2 {
        look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    }
    world.clock().advance(SignedDuration::from_mins(1));
    for _ in 0..3 {
        look_up(&mut liisa, AINO, Ground::Care).await.unwrap_err();
    }
    let raised = alerts(&mut first).await;
    let near = ("Liisa Virtanen", LookupAlertKind::Near, LookupPeriod::Hour, 4, 5);
    let refused = ("Liisa Virtanen", LookupAlertKind::Refused, LookupPeriod::Hour, 5, 5);
    assert_eq!(facts(&raised), [refused, near], "the newest first, each once");

    // The facts say who and what, and nothing of anybody who was looked up.
    let published: Vec<Vec<u8>> = sqlx::query_scalar("select fact from outbox where fact_type = 'kajo.identity.v1.LookupAlertRaised'")
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(published.len(), 2);
    let aino = RESIDENTS[0].person.person_id().to_string();
    assert!(published.iter().all(|fact| !String::from_utf8_lossy(fact).contains(&aino)));
    let metrics = chassis::telemetry::metrics::render();
    assert!(metrics.contains(r#"kajo_lookup_alerts_total{service="identity",kind="refused"}"#), "{metrics}");

    let acknowledge = |alert: &str| AcknowledgeLookupAlertRequest { lookup_alert_id: alert.to_owned() };
    let id = &raised[0].lookup_alert_id;
    let (one, two) = tokio::join!(first.acknowledge_lookup_alert(acknowledge(id)), second.acknowledge_lookup_alert(acknowledge(id)));
    one.unwrap();
    two.unwrap();
    let seen = alerts(&mut first).await;
    assert!(seen[0].acknowledged_at.is_some() && seen[1].acknowledged_at.is_none());
    assert!(!seen[0].acknowledged_by_name.is_empty());
    let missing = first.acknowledge_lookup_alert(acknowledge("0198c0de-0000-7000-8000-000000000099")).await.unwrap_err();
    assert_eq!(told(&missing), said(Code::NotFound, "not_found"));

    // In the next hour it is told anew; the day has a limit of its own.
    world.clock().advance(SignedDuration::from_mins(61));
    for _ in 0..3 {
        assert_eq!(look_up(&mut liisa, NOBODY, Ground::Care).await.unwrap_err().code(), Code::NotFound);
    }
    let late = look_up(&mut liisa, NOBODY, Ground::Care).await.unwrap_err();
    assert_eq!(wait(&late).0, "23");
    let kinds: Vec<_> = alerts(&mut first).await.iter().map(|alert| (alert.kind(), alert.period())).collect();
    assert!(
        kinds.contains(&(LookupAlertKind::Refused, LookupPeriod::Day)) && kinds.contains(&(LookupAlertKind::Near, LookupPeriod::Day)),
        "{kinds:?}"
    );
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_see_alerts_and_see_to_them() {
    let world = limited().await;
    let mut liisa = world.nurse("liisa").await;
    for _ in 0..4 {
        look_up(&mut liisa, AINO, Ground::Care).await.unwrap();
    }
    let alert = alerts(&mut world.alerts_of("paula").await).await.remove(0);
    assert!(!alert.own);
    for other in ["liisa", "ritva"] {
        let mut other = world.alerts_of(other).await;
        let asked = AcknowledgeLookupAlertRequest { lookup_alert_id: alert.lookup_alert_id.clone() };
        assert_eq!(other.acknowledge_lookup_alert(asked).await.unwrap_err().code(), Code::PermissionDenied);
        assert_eq!(other.list_lookup_alerts(ListLookupAlertsRequest::default()).await.unwrap_err().code(), Code::PermissionDenied);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_lookups_at_once_in_two_processes_never_pass_the_limit_and_a_restart_forgets_none() {
    let world = limited().await;
    let other = world.another().await.unwrap();
    let secret = world.nurses_session("liisa").await;
    let here = PatientServiceClient::new(world.calls(Realm::Practitioner, &secret).await);
    let there = PatientServiceClient::new(world.calls_to(&other, Realm::Practitioner, &secret).await);
    let tries = (0..24).map(|number| {
        let mut client = if number % 2 == 0 { here.clone() } else { there.clone() };
        async move { look_up(&mut client, if number % 3 == 0 { AINO } else { NOBODY }, Ground::Care).await.map_err(|refused| refused.code()) }
    });
    let answers = futures::future::join_all(tries).await;
    let refused = answers.iter().filter(|answer| **answer == Err(Code::ResourceExhausted)).count();
    assert_eq!((answers.len() - refused, refused), (5, 19), "{answers:?}");
    let raised = alerts(&mut world.alerts_of("paula").await).await;
    assert_eq!(raised.len(), 2, "told once near it and once beyond it: {raised:?}");

    other.stop().await;
    let again = world.another().await.unwrap();
    let mut after = PatientServiceClient::new(world.calls_to(&again, Realm::Practitioner, &secret).await);
    assert_eq!(look_up(&mut after, NOBODY, Ground::Care).await.unwrap_err().code(), Code::ResourceExhausted);
    again.stop().await;
    world.end().await;
}
