//! What another system books for a resident reaches them through the whole platform: they are told of it and a digital path begins with it, unless it
//! was booked before that system was asked (SCH-14).

use chassis::{Clock, testkit::eventually};
use chassis_domain::{SignedDuration, Timestamp, demo_id, timestamp};
use kajo_proto::{
    common::v1::PageRequest,
    digipath_engine::v1::{
        ConditionKind, ExecutionState, ListExecutionsOfPatientRequest, ListExecutionsOfPatientResponse, PathCondition, PathExecution,
    },
    identity::v1::ContactPoint,
    scheduling::v1::{
        Appointment, AppointmentSearchDetails, AppointmentState, BookingSystem, CareKind, ChangeSource, FetchAppointmentSearchRequest,
        FetchAppointmentSearchResponse, ListMyAppointmentsRequest, ListMyAppointmentsResponse, SaveAppointmentSearchRequest,
        SaveAppointmentSearchResponse, SyncStatus,
    },
};
use simulators::booking::{Meeting, NewBooking, System};

use crate::{
    browser::{Browser, code_and_reason},
    bus::carried,
    digital_paths::{content, execution, published, step, when},
    notifications::{MAIL, heard, sent, until_sent, verify},
    to_patient::{AINO, look_up},
    trace::Sink,
    world::World,
};

const SEARCHES: &str = "/kajo.scheduling.v1.AppointmentSearchService";
/// By what the search asks Lifecare, and those of the demo do not.
const CODE: &str = "koe";
const PATIENT: &str = "canary-patient";
const PRACTITIONER: &str = "canary-practitioner";
const REASON: &str = "canary-reason";
/// Longer than what has happened may wait before it is told.
const A_WHILE: SignedDuration = SignedDuration::from_mins(1);

/// Of the nurse's appointments, those that are in Lifecare.
async fn search(keeper: &Browser) -> String {
    let code = || vec![CODE.to_owned()];
    let details = AppointmentSearchDetails {
        administrative_name: "Hoitajan ajat Lifecaressa".to_owned(),
        system: BookingSystem::Lifecare.into(),
        booking_role_id: demo_id("booking-role", "nurse").to_string(),
        service_id: demo_id("service", "nurse-appointment").to_string(),
        location_id: demo_id("location", "lehtola").to_string(),
        lifecare_care_kind: CareKind::Primary.into(),
        lifecare_functions: code(),
        lifecare_locations: code(),
        lifecare_appointment_types: code(),
        cancelable_source: ChangeSource::Integration.into(),
        reschedulable_source: ChangeSource::Integration.into(),
        practitioner_name_shown: true,
        all_municipalities: true,
        real_appointment: true,
        only_booked: true,
        ..AppointmentSearchDetails::default()
    };
    let asked = SaveAppointmentSearchRequest { details: Some(details), ..SaveAppointmentSearchRequest::default() };
    keeper.call::<SaveAppointmentSearchResponse>(&format!("{SEARCHES}/SaveAppointmentSearch"), &asked).await.unwrap().appointment_search_id
}

/// Asks for what a search finds, as soon as nobody else does; nothing goes wrong.
async fn fetch(keeper: &Browser, search: &str) -> SyncStatus {
    let asked = FetchAppointmentSearchRequest { appointment_search_id: search.to_owned() };
    loop {
        match keeper.call::<FetchAppointmentSearchResponse>(&format!("{SEARCHES}/FetchAppointmentSearch"), &asked).await {
            Err(refused) if code_and_reason(&refused) == "FailedPrecondition/fetch_under_way" => tokio::task::yield_now().await,
            told => {
                let sync = told.unwrap().sync.unwrap();
                assert_eq!(sync.failure, None);
                return sync;
            }
        }
    }
}

/// An appointment of Aino in Lifecare; what it is called there.
fn book(world: &World, starts_at: Timestamp, booked_at: Timestamp) -> String {
    world.simulators.book(NewBooking {
        system: System::Lifecare,
        ssn: AINO.to_owned(),
        patient_name: PATIENT.to_owned(),
        starts_at,
        minutes: 30,
        meeting: Meeting::InPerson,
        location: String::new(),
        practitioner: PRACTITIONER.to_owned(),
        codes: ["function", "location", "appointmentType"].map(|name| (name.to_owned(), CODE.to_owned())).into(),
        cancellable: Some(true),
        reschedulable: None,
        shown_to_guardians: false,
        booked_at: Some(booked_at),
    })
}

/// What a resident has that begins then.
async fn at(resident: &Browser, starts_at: Timestamp, past: bool) -> Appointment {
    let asked = ListMyAppointmentsRequest { past, page: Some(PageRequest::default()) };
    let listed: ListMyAppointmentsResponse = resident.call("/kajo.scheduling.v1.BookingService/ListMyAppointments", &asked).await.unwrap();
    let begins = |appointment: &Appointment| appointment.span.as_ref().unwrap().starts_at == Some(timestamp(starts_at));
    listed.appointments.into_iter().find(begins).unwrap()
}

/// How often a path has begun for a patient.
async fn begun(nurse: &Browser, patient_id: &str, path_id: &str) -> usize {
    let mut found = Vec::new();
    for past in [false, true] {
        let asked = ListExecutionsOfPatientRequest { patient_id: patient_id.to_owned(), past, page: None };
        let path = "/kajo.digipath_engine.v1.ExecutionService/ListExecutionsOfPatient";
        found.extend(nurse.call::<ListExecutionsOfPatientResponse>(path, &asked).await.unwrap().executions);
    }
    found.iter().filter(|execution: &&PathExecution| execution.path_id == path_id).count()
}

/// Where residents see an appointment, as they are told.
fn link_to(appointment_id: &str) -> String {
    format!("https://kajo.example/appointment/{appointment_id}")
}

/// Content has heard of everything that has become of an appointment, and whatever may wait has waited.
async fn is_heard_of(world: &World, appointment_id: &str) {
    heard(world, "scheduling", &format!("appointment-{appointment_id}")).await;
    world.pass(A_WHILE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sch_14_cms_05_dig_10_what_another_system_books_is_told_and_begins_a_path_and_what_it_had_before_is_reminded_of_alone() {
    let world = World::with_booking_systems(None).await;
    // A Monday, eleven in the morning in Finland.
    world.until("2030-05-20T08:00:00Z");
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let aino = world.resident("aino").await;
    verify(&world, &aino, ContactPoint::Email, MAIL).await;
    let nurse = vec![demo_id("service", "nurse-appointment").to_string()];
    let elsewhere = PathCondition { service_ids: nurse, ..when(ConditionKind::BookedIntegration) };
    let path_id = published(&paula, "Varattu muualla", vec![step(elsewhere, content())]).await;
    let search = search(&paula).await;
    let time = |time: &str| time.parse::<Timestamp>().unwrap();

    let first = time("2030-05-28T08:00:00Z");
    book(&world, first, time("2030-05-10T08:00:00Z"));
    assert_eq!(fetch(&paula, &search).await.booked_count, 1);
    let before = at(&aino, first, false).await.appointment_id;
    is_heard_of(&world, &before).await;

    let second = time("2030-05-29T08:00:00Z");
    let reference = book(&world, second, world.environment.clock.now());
    assert_eq!(fetch(&paula, &search).await.booked_count, 2);
    let new = at(&aino, second, false).await;
    assert_eq!(new.practitioner_name, PRACTITIONER);
    let new = new.appointment_id;
    is_heard_of(&world, &new).await;
    let mail = until_sent(&world, MAIL, &link_to(&new), 1).await.remove(0);
    for canary in [PATIENT, PRACTITIONER, AINO] {
        assert!(!mail.text.contains(canary) && !mail.subject.contains(canary), "{mail:?}");
    }
    let patient_id = look_up(&liisa, AINO).await;
    let begins = execution(&liisa, &patient_id, &path_id, |found| found.state() == ExecutionState::Completed).await;
    assert_eq!(begins.started_by(), ConditionKind::BookedIntegration);
    assert_eq!(begun(&liisa, &patient_id, &path_id).await, 1, "by what is new alone");

    world.simulators.cancel_booking(&reference, REASON);
    assert_eq!(fetch(&paula, &search).await.booked_count, 1);
    let cancelled = at(&aino, second, true).await;
    assert_eq!((cancelled.appointment_id.as_str(), cancelled.state()), (new.as_str(), AppointmentState::Cancelled));
    is_heard_of(&world, &new).await;
    until_sent(&world, MAIL, &link_to(&new), 2).await;

    // A day before, what was there before is reminded of; nothing was told of it until then.
    assert!(sent(&world, MAIL, &link_to(&before)).is_empty());
    world.until("2030-05-27T08:30:00Z");
    until_sent(&world, MAIL, &link_to(&before), 1).await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_sch_14_nothing_of_a_person_whom_another_system_names_is_on_the_bus_or_in_a_trace() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::with_booking_systems(Some(Clock::system())).await;
    let (paula, aino) = (world.practitioner("paula").await, world.resident("aino").await);
    let search = search(&paula).await;
    let now = world.environment.clock.now();
    let starts_at = Timestamp::from_second(now.as_second() + 7 * 24 * 60 * 60).unwrap();
    let reference = book(&world, starts_at, now);
    assert_eq!(fetch(&paula, &search).await.booked_count, 1);
    let appointment_id = at(&aino, starts_at, false).await.appointment_id;
    world.simulators.cancel_booking(&reference, REASON);
    assert_eq!(fetch(&paula, &search).await.booked_count, 0);
    assert_eq!(at(&aino, starts_at, true).await.cancel_reason, REASON);

    let wanted = ["AppointmentBooked", "AppointmentCancelled"];
    let facts = eventually(|| async {
        let found = carried(&world).await;
        let is_there = |name: &&str| {
            let kind = format!("kajo.scheduling.v1.{name}");
            found.iter().any(|fact| fact.kind == kind && fact.whole.contains(&appointment_id))
        };
        wanted.iter().all(is_there).then_some(found)
    })
    .await;
    for fact in &facts {
        assert!(!fact.whole.contains("canary") && !fact.whole.contains(AINO), "{}", fact.whole);
    }
    let wanted = ["FetchAppointmentSearch", "FindPersons"];
    let spans = eventually(|| async {
        let spans = sink.told();
        wanted.iter().all(|method| spans.iter().any(|span| span.contains(method))).then_some(spans)
    })
    .await;
    for span in &spans {
        assert!(!span.contains("canary") && !span.contains(AINO), "{span}");
    }
    world.end().await;
}
