//! Lists of other systems leave out what is there, shift while they are read, tell what cannot be read, and tell the same twice.

use chassis::testkit::refusals::reason;
use chassis_domain::{SignedDuration, demo_id};
use futures::future::join_all;
use kajo_proto::{
    content::v1::Availability,
    scheduling::v1::{AppointmentSearchDetails, AppointmentState, ChangeSource},
};
use simulators::booking::{BookingFault, NewBooking, System};

use super::{A_DAY, CODES, DAY, SYSTEMS, failure, new_booking, search_of};
use crate::town::Town;

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_what_a_list_leaves_out_is_looked_for_before_it_counts_as_gone() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    let aino = town.known("Aino Lehtonen", CODES[0]).await;

    // Each answer of Pegasos is a whole one.
    let search = town.search(search_of(System::Pegasos, &service)).await;
    let reference = town.books_there(System::Pegasos, CODES[0], 7 * DAY);
    assert_eq!(town.fetches(&search).await, 1);
    let id = aino.only().await.appointment_id;
    town.simulators.fail_booking(System::Pegasos, Some(BookingFault::StaleList));
    for _ in 0..3 {
        assert_eq!(town.fetches(&search).await, 1, "it is there when it is asked for");
    }
    town.simulators.fail_booking(System::Pegasos, None);
    assert_eq!(town.fetches(&search).await, 1);
    assert_eq!(town.told_of(&id).await, ["AppointmentBooked"]);
    town.simulators.forget_booking(&reference);
    assert_eq!(town.fetches(&search).await, 1, "one answer may be wrong");
    assert_eq!(aino.see(&id).await.unwrap().state(), AppointmentState::Booked);
    assert_eq!(town.fetches(&search).await, 0);
    let gone = aino.see(&id).await.unwrap();
    assert_eq!((gone.state(), gone.cancel_reason.as_str()), (AppointmentState::Cancelled, ""));

    // Of the others one answer a day is.
    for (hours, system) in [(8 * DAY, System::Lifecare), (9 * DAY, System::Omni360), (10 * DAY, System::Vihta)] {
        let search = town.search(search_of(system, &service)).await;
        let reference = town.books_there(system, CODES[0], hours);
        // Omni360 tells of no moment from which on it could tell changes while it has nothing to tell.
        town.books_there(system, CODES[1], hours);
        assert_eq!(town.fetches(&search).await, 1, "{system:?}");
        let id = aino.at(town.in_hours(hours)).await.appointment_id;
        town.simulators.forget_booking(&reference);
        for (left, state) in [(1, AppointmentState::Booked), (0, AppointmentState::Cancelled)] {
            // As often as changes alone are told, nothing is said of it.
            assert_eq!((town.fetches(&search).await, town.fetches(&search).await), (1, 1), "{system:?}");
            town.passes(A_DAY).await;
            assert_eq!((town.search_stands(&search).await.booked_count, aino.see(&id).await.unwrap().state()), (left, state), "{system:?}");
        }
        assert_eq!(town.told_of(&id).await, ["AppointmentBooked", "AppointmentCancelled"], "{system:?}");
    }
    town.claims_equal_events().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_pages_that_shift_lose_nothing() {
    let town = Town::with_booking_systems().await;
    town.simulators.booking_page_size(2);
    let service = town.service("Hammastarkastus", Availability::All).await;
    for (system, ssn) in SYSTEMS.into_iter().zip(CODES) {
        let resident = town.known("Aino Lehtonen", ssn).await;
        for days in 7..12 {
            town.books_there(system, ssn, days * DAY);
        }
        let search = town.search(search_of(system, &service)).await;
        if system == System::Pegasos {
            town.simulators.fail_booking(system, Some(BookingFault::PageShiftOnce));
        }
        assert_eq!(town.fetches(&search).await, 5, "{system:?}");
        assert_eq!(resident.list(false).await.len(), 5, "{system:?}");

        if system == System::Pegasos {
            let happened = town.happened().await;
            town.simulators.fail_booking(system, Some(BookingFault::PageShift));
            let sync = town.fetch(&search).await;
            assert_eq!(sync.failure, failure("booking_system_changing", town.clock().now(), 1));
            assert_eq!((sync.booked_count, town.happened().await), (5, happened), "nothing is taken of a list that nobody could read");
            town.simulators.fail_booking(system, None);
            assert_eq!(town.fetches(&search).await, 5);
            assert_eq!(town.happened().await, happened);
        }
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_bad_items_do_not_spoil_the_others() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    for (system, ssn) in SYSTEMS.into_iter().zip(CODES) {
        let resident = town.known("Aino Lehtonen", ssn).await;
        let search = town.search(search_of(system, &service)).await;
        let times = (town.in_hours(7 * DAY), town.clock().now());
        let endless = town.simulators.book(NewBooking { minutes: 0, ..new_booking(system, ssn, times) });
        town.books_there(system, ssn, 8 * DAY);
        let sync = town.fetch(&search).await;
        assert_eq!((sync.booked_count, sync.unreadable_count, sync.unknown_patient_count, sync.failure), (1, 1, 0, None), "{system:?}");
        assert_eq!(resident.only().await.span.unwrap().civil_start, "2026-11-28T12:00");
        town.simulators.change_booking(&endless, |new| new.minutes = 45);
        assert_eq!(town.fetches(&search).await, 2, "{system:?}");
        assert_eq!(resident.at(town.in_hours(7 * DAY)).await.span.unwrap().minutes, 45);
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_two_searches_that_find_the_same_do_not_undo_one_another() {
    let town = Town::with_booking_systems().await;
    let (service, other) = (town.service("Hammastarkastus", Availability::All).await, town.service("Suuhygienia", Availability::All).await);
    for (system, ssn) in SYSTEMS.into_iter().zip(CODES) {
        let resident = town.known("Aino Lehtonen", ssn).await;
        let first = town.search(search_of(system, &service)).await;
        let otherwise = AppointmentSearchDetails {
            location_id: demo_id("location", "niittyranta").to_string(),
            cancelable_source: ChangeSource::ServiceInformation.into(),
            late_cancel_hours: Some(48),
            practitioner_name_shown: false,
            real_appointment: false,
            ..search_of(system, &other)
        };
        let second = town.search(otherwise).await;
        let reference = town.books_there(system, ssn, 7 * DAY);
        for search in [&first, &second, &first, &second] {
            town.fetches(search).await;
        }
        let seen = resident.only().await;
        let id = seen.appointment_id.clone();
        assert_eq!(town.told_of(&id).await, ["AppointmentBooked"], "{system:?}");

        // Whichever is asked first follows it; it stays what it was said to be first.
        town.simulators.rebook(&reference, town.in_hours(8 * DAY));
        for search in [&second, &first, &second] {
            town.fetches(search).await;
        }
        assert_eq!(town.told_of(&id).await, ["AppointmentBooked", "AppointmentMoved"], "{system:?}");
        let moved = resident.only().await;
        assert_eq!((&moved.appointment_id, moved.span.as_ref().unwrap().civil_start.as_str()), (&id, "2026-11-28T12:00"));
        assert_eq!((&moved.service, &moved.place, &moved.practitioner_name), (&seen.service, &seen.place, &seen.practitioner_name));
        assert!(!moved.contact_time);
        town.simulators.cancel_booking(&reference, "Hammaslääkäri sairastunut");
        for search in [&second, &first, &second] {
            assert_eq!(town.fetch(search).await.failure, None);
        }
        assert_eq!(resident.see(&id).await.unwrap().state(), AppointmentState::Cancelled, "{system:?}");
        assert_eq!(town.told_of(&id).await, ["AppointmentBooked", "AppointmentMoved", "AppointmentCancelled"], "{system:?}");
    }
    town.claims_equal_events().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_fetched_by_two_at_once_it_is_booked_once() {
    const ASKED: usize = 8;
    let town = Town::with_booking_systems().await;
    let (service, other) = (town.service("Hammastarkastus", Availability::All).await, town.service("Suuhygienia", Availability::All).await);
    let mut kept = Vec::new();
    for (system, ssn) in SYSTEMS.into_iter().zip(CODES) {
        let resident = town.known("Aino Lehtonen", ssn).await;
        let searches = [town.search(search_of(system, &service)).await, town.search(search_of(system, &other)).await];
        for days in 7..10 {
            town.books_there(system, ssn, days * DAY);
        }
        let asked = searches.iter().cycle().take(ASKED).map(|search| town.asks_for(search));
        let mut answered = 0;
        for answer in join_all(asked).await {
            match answer {
                Ok(sync) => {
                    assert_eq!(sync.failure, None, "{system:?}");
                    answered += 1;
                }
                Err(refused) => assert_eq!(reason(&refused), "fetch_under_way", "{system:?}"),
            }
        }
        assert!(answered > 0, "nobody is kept from it by the others");
        for search in &searches {
            town.fetch(search).await;
        }
        let booked = resident.list(false).await;
        assert_eq!(booked.len(), 3, "{system:?}");
        for appointment in &booked {
            assert_eq!(town.told_of(&appointment.appointment_id).await, ["AppointmentBooked"], "{system:?}");
        }
        kept.extend(searches);
    }
    // Nor when they are asked by themselves at that moment.
    let happened = town.happened().await;
    tokio::join!(town.passes(SignedDuration::from_mins(20)), join_all(kept.iter().map(|search| town.fetch(search))));
    assert_eq!(town.happened().await, happened);
    town.claims_equal_events().await;
    town.end().await;
}
