//! What is booked, moved, changed and cancelled in another system is so here as well.

use chassis::testkit::{
    rebuilds_to_the_same,
    refusals::{reason, said, told},
};
use chassis_domain::{demo_id, timestamp};
use kajo_proto::{
    content::v1::Availability,
    scheduling::v1::{
        Appointment, AppointmentSide, AppointmentState, AppointmentStep, AppointmentStepKind, AppointmentType, BookingSystem,
        CancelAppointmentRequest, ChangeBar, SyncStatus,
    },
};
use simulators::booking::{Meeting, NewBooking, System};
use tonic::Code;

use super::{A_DAY, CODES, DAY, PATIENT, PRACTITIONER, SYSTEMS, USUAL, kept_in, new_booking, search_of};
use crate::{
    patient_booking::kaisa,
    professional::Professional,
    town::{Town, WOMAN},
};

/// Whose appointment is booked in which system, and at which time of the own calendar it would be put.
struct Case {
    system: System,
    ssn: &'static str,
    meeting: Meeting,
    kind: AppointmentType,
    own_time: &'static str,
}

/// What all of them have in common.
struct Around {
    town: Town,
    liisa: Professional,
    service: String,
    place: String,
}

fn cases() -> [Case; 4] {
    let case = |system, ssn, (meeting, kind), own_time| Case { system, ssn, meeting, kind, own_time };
    [
        case(System::Lifecare, CODES[0], (Meeting::InPerson, AppointmentType::InPerson), "2026-11-23T08:00"),
        case(System::Pegasos, CODES[1], (Meeting::Phone, AppointmentType::Phone), "2026-11-23T08:30"),
        case(System::Omni360, CODES[2], (Meeting::Video, AppointmentType::Video), "2026-11-23T09:00"),
        case(System::Vihta, CODES[3], (Meeting::HomeVisit, AppointmentType::HomeVisit), "2026-11-23T09:30"),
    ]
}

/// What a resident is told of it in their list.
fn is_listed(listed: &Appointment, around: &Around, case: &Case) {
    let system = case.system;
    assert_eq!((listed.state(), listed.r#type()), (AppointmentState::Booked, case.kind), "{system:?}");
    assert_eq!(listed.service.as_ref().unwrap().id, around.service);
    assert_eq!(listed.place.as_ref().unwrap().location_id, around.place);
    let span = listed.span.as_ref().unwrap();
    assert_eq!((span.civil_start.as_str(), span.minutes), ("2026-11-27T12:00", 30), "{system:?}");
    assert_eq!(listed.practitioner_name, PRACTITIONER);
    assert_eq!(listed.booked_at, Some(timestamp(around.town.in_hours(-2 * DAY))), "{system:?}");
    assert_eq!((listed.kept_in(), &listed.joining), (BookingSystem::Unspecified, &None));
    assert!(!listed.contact_time && !listed.visible_to_guardians);
    for changing in [&listed.cancelling, &listed.moving] {
        assert_eq!(changing.as_ref().unwrap().bar(), ChangeBar::NotHere, "whatever the system says, it is not changed here");
    }
    assert_eq!(listed.phone, "+358 16 000 0001");
}

async fn follows(around: &Around, case: &Case) {
    let Around { town, liisa, service, .. } = around;
    let Case { system, ssn, meeting, .. } = *case;
    let search = town.search(search_of(system, service)).await;
    let aino = town.known("Aino Lehtonen", ssn).await;
    liisa.opens(town, &aino).await;
    let booked = new_booking(system, ssn, (town.in_hours(7 * DAY), town.in_hours(-2 * DAY)));
    let reference = town.simulators.book(NewBooking { meeting, location: "HAM-1".to_owned(), ..booked });

    let sync = town.fetch(&search).await;
    let expected = SyncStatus {
        synced_at: Some(timestamp(town.clock().now())),
        booked_count: 1,
        next_at: Some(timestamp(town.in_minutes(USUAL))),
        interval_minutes: USUAL,
        ..SyncStatus::default()
    };
    assert_eq!(sync, expected, "{system:?}");
    assert_eq!(town.search_stands(&search).await, sync);
    let listed = aino.only().await;
    is_listed(&listed, around, case);
    let id = listed.appointment_id;
    let whole = aino.see(&id).await.unwrap();
    assert_eq!(whole.steps.iter().map(AppointmentStep::side).collect::<Vec<_>>(), [AppointmentSide::System]);
    assert_eq!(whole.parties.first().unwrap().name, PATIENT, "as that system calls the patient");

    // It is changed there alone; professionals are told where.
    let asked = CancelAppointmentRequest { appointment_id: id.clone(), reason: "Olen matkoilla".to_owned() };
    assert_eq!(reason(&aino.booking().cancel_appointment(asked).await.unwrap_err()), "not_cancelable");
    assert_eq!(reason(&aino.put(&id, service, case.own_time).await.unwrap_err()), "not_reschedulable");
    let [of_patient] = <[Appointment; 1]>::try_from(liisa.appointments_of(&aino, false).await.unwrap()).unwrap();
    assert_eq!((of_patient.appointment_id.as_str(), of_patient.kept_in()), (id.as_str(), kept_in(system)));
    assert_eq!(of_patient.practitioner_name, PRACTITIONER);
    assert_eq!(liisa.looks_at(&id).await.unwrap().appointment.unwrap().kept_in(), kept_in(system));
    for refused in [
        liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap_err(),
        liisa.marks_done(&id).await.unwrap_err(),
        liisa.saves(&id, "", kaisa()).await.unwrap_err(),
    ] {
        assert_eq!(told(&refused), said(Code::FailedPrecondition, "kept_elsewhere"), "{system:?}");
    }

    // What is booked once the system was asked is news.
    town.books_there(system, ssn, 9 * DAY);
    assert_eq!(town.fetches(&search).await, 2);
    let newer = aino.at(town.in_hours(9 * DAY)).await.appointment_id;
    let news = town.booked_facts(&newer).await;
    assert_eq!(news.iter().map(|fact| (fact.side(), fact.backfill)).collect::<Vec<_>>(), [(AppointmentSide::System, false)], "{system:?}");

    town.simulators.rebook(&reference, town.in_hours(8 * DAY));
    assert_eq!(town.fetches(&search).await, 2);
    let moved = aino.see(&id).await.unwrap();
    assert_eq!((moved.state(), moved.moves, moved.span.unwrap().civil_start.as_str()), (AppointmentState::Booked, 1, "2026-11-28T12:00"));
    let step = moved.steps.last().unwrap();
    assert_eq!((step.kind(), step.side()), (AppointmentStepKind::Moved, AppointmentSide::System));
    assert_eq!(step.before.as_ref().unwrap().civil_start, "2026-11-27T12:00");
    town.simulators.change_booking(&reference, |new| "Sirkka Sijainen".clone_into(&mut new.practitioner));
    assert_eq!(town.fetches(&search).await, 2);
    assert_eq!(aino.see(&id).await.unwrap().practitioner_name, "Sirkka Sijainen", "{system:?}");

    town.simulators.cancel_booking(&reference, "Hammaslääkäri sairastunut");
    assert_eq!(town.fetches(&search).await, 1);
    let cancelled = aino.see(&id).await.unwrap();
    // Pegasos knows no reasons.
    let why = if system == System::Pegasos { "" } else { "Hammaslääkäri sairastunut" };
    assert_eq!((cancelled.state(), cancelled.cancel_reason.as_str()), (AppointmentState::Cancelled, why), "{system:?}");
    assert_eq!(aino.only().await.appointment_id, newer);
    assert_eq!(aino.list(true).await.iter().map(|over| over.appointment_id.as_str()).collect::<Vec<_>>(), [id.as_str()]);
    town.simulators.reinstate_booking(&reference);
    assert_eq!(town.fetches(&search).await, 2);
    let again = aino.see(&id).await.unwrap();
    assert_eq!((again.state(), again.cancel_reason.as_str()), (AppointmentState::Booked, ""), "{system:?}");
    town.simulators.finish_booking(&reference);
    assert_eq!(town.fetches(&search).await, 1);
    assert_eq!(aino.see(&id).await.unwrap().state(), AppointmentState::Done, "{system:?}");

    let happened = ["AppointmentBooked", "AppointmentMoved", "AppointmentChanged", "AppointmentCancelled", "AppointmentBooked", "AppointmentDone"];
    assert_eq!(town.told_of(&id).await, happened, "{system:?}");
    let facts = town.booked_facts(&id).await;
    let told: Vec<_> = facts.iter().map(|fact| (fact.side(), fact.backfill)).collect();
    assert_eq!(told, [(AppointmentSide::System, true), (AppointmentSide::System, false)], "that it takes place after all is news");
    let fact = facts.first().unwrap().appointment.as_ref().unwrap();
    assert_eq!((fact.patient_id.as_str(), fact.service_id.as_str()), (aino.id.to_string().as_str(), service.as_str()));
    assert_eq!((fact.location_id.as_str(), fact.r#type()), (around.place.as_str(), case.kind));

    // What is known already is not written again.
    let happened = town.happened().await;
    assert_eq!(town.fetches(&search).await, 1);
    assert_eq!(town.happened().await, happened, "{system:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_what_is_booked_moved_and_cancelled_in_each_of_four_systems_arrives_here() {
    let town = Town::with_booking_systems().await;
    let place = town.location("Keskustan hammashoitola", ("HAM-1", "")).await;
    let service = town.mondays("Hammastarkastus").await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    // What is kept here stays beside what others keep.
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    aino.book(&service, "2026-11-30T08:00").await.unwrap();
    liisa.opens(&town, &aino).await;
    liisa.recommends(&aino, &service).await.unwrap();
    let around = Around { town, liisa, service, place };
    for case in cases() {
        Box::pin(follows(&around, &case)).await;
    }
    let Around { town, .. } = around;
    rebuilds_to_the_same(&town.running).await.unwrap();
    town.claims_equal_events().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_a_place_of_another_system_by_the_same_id_is_another_place() {
    let town = Town::with_booking_systems().await;
    let of_lifecare = town.location("Lehtolan hammashoitola", ("17", "LIFECARE")).await;
    town.location("Tunturin vastaanotto", ("18", "Pegasos")).await;
    let service = town.mondays("Hammastarkastus").await;
    let aino = town.known("Aino Lehtonen", CODES[0]).await;
    for (hours, location) in [(7 * DAY, "17"), (8 * DAY, "18"), (9 * DAY, "19"), (10 * DAY, "")] {
        let booking = new_booking(System::Lifecare, CODES[0], (town.in_hours(hours), town.clock().now()));
        town.simulators.book(NewBooking { location: location.to_owned(), ..booking });
    }
    let search = town.search(search_of(System::Lifecare, &service)).await;
    assert_eq!(town.fetches(&search).await, 4);
    let places: Vec<_> = aino.list(false).await.into_iter().map(|appointment| appointment.place.unwrap().location_id).collect();
    let of_search = demo_id("location", "lehtola").to_string();
    assert_eq!(places, [of_lifecare, of_search.clone(), of_search.clone(), of_search]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_people_whom_nobody_knows_are_not_kept_and_arrive_once_they_are_known() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    let aino = town.known("Aino Lehtonen", CODES[0]).await;
    let search = town.search(search_of(System::Lifecare, &service)).await;
    for ssn in [CODES[0], CODES[1]] {
        town.simulators.book(new_booking(System::Lifecare, ssn, (town.in_hours(7 * DAY), town.in_hours(-2 * DAY))));
    }
    let sync = town.fetch(&search).await;
    assert_eq!((sync.booked_count, sync.unknown_patient_count, sync.unreadable_count, sync.failure), (1, 1, 0, None));
    assert_eq!((aino.list(false).await.len(), town.happened().await), (1, 1));

    // Of what has not changed there nothing is told, until all of it is asked for once more, a day later.
    let elli = town.known("Elli Fofonoff", CODES[1]).await;
    let sync = town.fetch(&search).await;
    assert_eq!((sync.booked_count, sync.unknown_patient_count), (1, 1));
    assert!(elli.list(false).await.is_empty());
    town.passes(A_DAY).await;
    let id = elli.only().await.appointment_id;
    let sync = town.search_stands(&search).await;
    assert_eq!((sync.booked_count, sync.unknown_patient_count, sync.failure), (2, 0, None));
    assert!(town.booked_facts(&id).await.first().unwrap().backfill, "it was booked days ago: that is no news");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_an_appointment_that_turns_out_to_be_another_patients_leaves_the_first_one() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    let (aino, elli) = (town.known("Aino Lehtonen", CODES[0]).await, town.known("Elli Fofonoff", CODES[1]).await);
    let missing = said(Code::NotFound, "not_found");
    for (hours, system) in (7_i64..).zip(SYSTEMS).map(|(days, system)| (days * DAY, system)) {
        let search = town.search(search_of(system, &service)).await;
        let reference = town.books_there(system, CODES[0], hours);
        town.fetches(&search).await;
        let first = aino.only().await.appointment_id;

        town.simulators.change_booking(&reference, |new| CODES[1].clone_into(&mut new.ssn));
        assert_eq!(town.fetches(&search).await, 1, "{system:?}");
        assert!(aino.list(false).await.is_empty(), "{system:?}");
        assert_eq!(aino.see(&first).await.unwrap().state(), AppointmentState::Cancelled);
        let second = elli.at(town.in_hours(hours)).await.appointment_id;
        assert_ne!(second, first, "nobody sees what was another's");
        assert_eq!(told(&elli.see(&first).await.unwrap_err()), missing);
        assert_eq!(told(&aino.see(&second).await.unwrap_err()), missing);
        assert_eq!(town.told_of(&first).await, ["AppointmentBooked", "AppointmentCancelled"]);

        // And when it is somebody's whom nobody knows, it is nobody's here.
        town.simulators.change_booking(&reference, |new| CODES[2].clone_into(&mut new.ssn));
        assert_eq!(town.fetches(&search).await, 0, "{system:?}");
        assert_eq!(elli.see(&second).await.unwrap().state(), AppointmentState::Cancelled, "{system:?}");

        // It may turn out to have been the first one's after all.
        town.simulators.change_booking(&reference, |new| CODES[0].clone_into(&mut new.ssn));
        assert_eq!(town.fetches(&search).await, 1, "{system:?}");
        assert_eq!(aino.only().await.appointment_id, first);
        town.simulators.finish_booking(&reference);
        assert_eq!(town.fetches(&search).await, 0, "{system:?}");
    }
    town.claims_equal_events().await;
    town.end().await;
}
