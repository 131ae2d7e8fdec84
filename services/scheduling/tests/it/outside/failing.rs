//! What goes wrong with another system is told, and since when; nothing is lost by it, and the other systems go on.

use chassis_domain::{SignedDuration, timestamp};
use kajo_proto::content::v1::{Availability, ServiceDetails};
use simulators::booking::{BookingFault, System};

use super::{CODES, DAY, SYSTEMS, failure, search_of};
use crate::town::{Resident, Town, service_details};

/// A system that is asked, with somebody who books there.
struct Asked {
    system: System,
    ssn: &'static str,
    search: String,
    resident: Resident,
}

impl Asked {
    /// All four, each asked once.
    async fn all(town: &Town) -> Vec<Self> {
        let service = town.service("Hammastarkastus", Availability::All).await;
        let mut all = Vec::new();
        for (system, ssn) in SYSTEMS.into_iter().zip(CODES) {
            let resident = town.known("Aino Lehtonen", ssn).await;
            let search = town.search(search_of(system, &service)).await;
            town.books_there(system, ssn, 7 * DAY);
            assert_eq!(town.fetches(&search).await, 1);
            all.push(Self { system, ssn, search, resident });
        }
        all
    }

    /// It fails twice in a row, and somebody books there meanwhile in so many hours: that is here once it answers again, and is news. Until then
    /// what was booked is here as before.
    async fn fails(&self, town: &Town, (fault, reason): (BookingFault, &str), other: &Self, hours: i64) {
        let Self { system, ssn, search, resident } = self;
        let before = resident.list(false).await;
        town.simulators.fail_booking(*system, Some(fault));
        town.books_there(*system, ssn, hours);
        let (since, booked) = (town.clock().now(), town.in_hours(hours));
        let synced_at = town.search_stands(search).await.synced_at;
        for in_a_row in [1, 2] {
            let sync = town.fetch(search).await;
            assert_eq!(sync.failure, failure(reason, since, in_a_row), "{system:?}, {reason}");
            assert_eq!((sync.synced_at, sync.next_at), (synced_at, Some(timestamp(town.in_minutes(5)))), "{system:?}, {reason}");
            town.passes(SignedDuration::from_millis(500)).await;
        }
        assert_eq!(resident.list(false).await, before, "{system:?}, {reason}");
        assert_eq!(town.fetch(&other.search).await.failure, None, "{system:?}, {reason}: the others go on");

        town.simulators.fail_booking(*system, None);
        let sync = town.fetch(search).await;
        assert_eq!((sync.failure, resident.list(false).await.len()), (None, before.len() + 1), "{system:?}, {reason}");
        let id = resident.at(booked).await.appointment_id;
        assert!(!town.booked_facts(&id).await.first().unwrap().backfill, "{system:?}, {reason}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_what_goes_wrong_is_told_and_since_when_and_nothing_is_lost() {
    let town = Town::with_booking_systems().await;
    let all = Asked::all(&town).await;
    for (asked, other) in all.iter().zip(all.iter().cycle().skip(1)) {
        let faults = [
            (BookingFault::Fails, "booking_system_unavailable"),
            (BookingFault::Malformed, "booking_system_malformed"),
            (BookingFault::Busy, "booking_system_busy"),
            (BookingFault::Unauthorized, "booking_system_unauthorized"),
            (BookingFault::CutOff, "booking_system_unavailable"),
        ];
        for (days, fault) in (8..).zip(faults) {
            asked.fails(&town, fault, other, days * DAY).await;
        }
    }
    town.claims_equal_events().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_a_system_that_never_answers_is_not_waited_for() {
    let town = Town::with_booking_systems_and(|settings| settings.with("booking_patience_seconds", "2")).await;
    let all = Asked::all(&town).await;
    for (asked, other) in all.iter().zip(all.iter().cycle().skip(1)) {
        asked.fails(&town, (BookingFault::Silent, "booking_system_unavailable"), other, 8 * DAY).await;
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_a_system_that_failed_is_asked_again_before_its_interval_is_over() {
    let town = Town::with_booking_systems().await;
    let service = town.service_of(ServiceDetails { fetch_interval_minutes: Some(600), ..service_details("Hammastarkastus") }).await;
    let aino = town.known("Aino Lehtonen", CODES[0]).await;
    let search = town.search(search_of(System::Lifecare, &service)).await;
    town.books_there(System::Lifecare, CODES[0], 7 * DAY);
    town.simulators.fail_booking(System::Lifecare, Some(BookingFault::Fails));
    town.fetch(&search).await;
    town.passes(SignedDuration::from_mins(6)).await;
    assert_eq!(town.search_stands(&search).await.failure.unwrap().in_a_row, 2);
    assert!(aino.list(false).await.is_empty());
    town.simulators.fail_booking(System::Lifecare, None);
    town.passes(SignedDuration::from_mins(6)).await;
    let sync = town.search_stands(&search).await;
    assert_eq!((sync.failure, sync.booked_count, sync.interval_minutes), (None, 1, 600));
    let id = aino.only().await.appointment_id;
    assert!(town.booked_facts(&id).await.first().unwrap().backfill, "it has not been asked with success before");
    town.end().await;
}
