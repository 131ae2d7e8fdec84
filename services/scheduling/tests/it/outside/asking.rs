//! How often another system is asked, and what cannot be asked at all.

use chassis::testkit::refusals::{reason, said, told};
use chassis_domain::{SignedDuration, Uuid, timestamp};
use kajo_proto::{
    content::v1::{Availability, ServiceDetails},
    options::v1::Caller,
    scheduling::v1::{
        AppointmentSearchDetails, ArchiveAppointmentSearchRequest, FetchAppointmentSearchRequest, RestoreAppointmentSearchRequest,
        SaveAppointmentSearchRequest, SyncStatus, appointment_search_service_client::AppointmentSearchServiceClient,
    },
};
use simulators::booking::System;
use tonic::Code;

use super::{CODES, DAY, SYSTEMS, USUAL, search_of};
use crate::{
    town::{Town, mondays, search, service_details},
    world::by,
};

impl Town {
    /// How often the lists of these systems were asked for.
    fn asked(&self, systems: [System; 3]) -> [u64; 3] {
        systems.map(|system| self.simulators.booking_asked(system))
    }

    async fn archives(&self, search: &str) {
        let asked = ArchiveAppointmentSearchRequest { appointment_search_id: search.to_owned() };
        self.keeper().archive_appointment_search(asked).await.unwrap();
    }
}

fn minutes(minutes: u32) -> SignedDuration {
    SignedDuration::from_mins(minutes.into())
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_each_search_is_asked_at_the_interval_of_its_service() {
    const ASKED: [System; 3] = [System::Lifecare, System::Vihta, System::Omni360];
    let town = Town::with_booking_systems().await;
    let hourly = ServiceDetails { fetch_interval_minutes: Some(60), ..service_details("Hammastarkastus") };
    let (hourly, usual) = (town.service_of(hourly).await, town.service("Fysioterapia", Availability::All).await);
    let slow = town.search(search_of(System::Lifecare, &hourly)).await;
    let often = town.search(search_of(System::Vihta, &usual)).await;
    let archived = town.search(search_of(System::Omni360, &usual)).await;
    town.archives(&archived).await;
    assert_eq!(town.asked(ASKED), [0, 0, 0]);
    assert_eq!(town.search_stands(&slow).await.synced_at, None);

    // What was never asked for is asked for at once; and then when it is due, whoever else is.
    for (pass, asked) in [(1, [1, 1, 0]), (USUAL + 1, [1, 2, 0]), (USUAL + 1, [1, 3, 0]), (30, [2, 4, 0])] {
        town.passes(minutes(pass)).await;
        assert_eq!(town.asked(ASKED), asked, "{pass} minutes later");
    }
    let now = town.clock().now();
    let told_of = |interval| SyncStatus {
        synced_at: Some(timestamp(now)),
        next_at: Some(timestamp(now.saturating_add(minutes(interval)).unwrap())),
        interval_minutes: interval,
        ..SyncStatus::default()
    };
    assert_eq!([town.search_stands(&slow).await, town.search_stands(&often).await], [told_of(60), told_of(USUAL)]);
    assert_eq!(town.search_stands(&archived).await, SyncStatus::default(), "it is never asked for");

    // Whoever asks in between waits for nothing, and the time goes on from there.
    town.passes(minutes(5)).await;
    assert_eq!(town.fetch(&slow).await.next_at, Some(timestamp(town.in_minutes(60))));
    assert_eq!(town.asked(ASKED), [3, 4, 0]);
    town.passes(minutes(58)).await;
    assert_eq!(town.asked(ASKED), [3, 5, 0]);

    let restored = RestoreAppointmentSearchRequest { appointment_search_id: archived.clone() };
    town.keeper().restore_appointment_search(restored).await.unwrap();
    town.passes(minutes(1)).await;
    assert_eq!(town.asked(ASKED), [3, 5, 1]);
    assert_eq!(town.search_stands(&archived).await.interval_minutes, USUAL);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_the_interval_of_the_settings_holds_where_a_service_says_none() {
    const ASKED: [System; 3] = [System::Pegasos, System::Lifecare, System::Vihta];
    let town = Town::with_booking_systems_and(|settings| settings.with("booking_fetch_minutes", "120")).await;
    let service = town.service("Fysioterapia", Availability::All).await;
    let search = town.search(search_of(System::Pegasos, &service)).await;
    let sync = town.fetch(&search).await;
    assert_eq!((sync.interval_minutes, sync.next_at), (120, Some(timestamp(town.in_minutes(120)))));
    for (pass, asked) in [(61, [1, 0, 0]), (60, [2, 0, 0])] {
        town.passes(minutes(pass)).await;
        assert_eq!(town.asked(ASKED), asked, "{pass} minutes later");
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_what_a_search_asks_for_otherwise_is_asked_for_wholly_and_is_no_news() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    let aino = town.known("Aino Lehtonen", CODES[0]).await;
    let elsewhere = AppointmentSearchDetails { lifecare_locations: vec!["satama".to_owned()], ..search_of(System::Lifecare, &service) };
    let id = town.search(elsewhere).await;
    assert_eq!(town.fetches(&id).await, 0);
    town.books_there(System::Lifecare, CODES[0], 7 * DAY);
    assert_eq!(town.fetches(&id).await, 0, "it is for others");
    let asked = SaveAppointmentSearchRequest {
        appointment_search_id: id.clone(),
        details: Some(search_of(System::Lifecare, &service)),
        fields: vec!["lifecare_locations".to_owned()],
        version: 1,
        overlap_confirmed: true,
    };
    town.keeper().save_appointment_search(asked).await.unwrap();
    assert_eq!(town.fetches(&id).await, 1);
    let found = aino.only().await.appointment_id;
    assert!(town.booked_facts(&found).await.first().unwrap().backfill, "the search has not been asked with these words before");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_what_cannot_be_asked_for_is_refused() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    let schedule = town.schedule(mondays(&service)).await;
    let own = town.search(search(&service, &schedule)).await;
    assert_eq!(told(&town.asks_for(&own).await.unwrap_err()), said(Code::FailedPrecondition, "own_calendar_not_fetched"));
    let sync = town.search_stands(&own).await;
    assert_eq!((sync.interval_minutes, sync.next_at, sync.failure, sync.not_connected), (0, None, None, false));

    let archived = town.search(search_of(System::Vihta, &service)).await;
    town.archives(&archived).await;
    assert_eq!(town.asks_for(&archived).await.unwrap_err().code(), Code::FailedPrecondition);
    assert_eq!(town.simulators.booking_asked(System::Vihta), 0);
    let missing = Uuid::now_v7().to_string();
    assert_eq!(told(&town.asks_for(&missing).await.unwrap_err()), said(Code::NotFound, "not_found"));
    for kind in [Caller::Practitioner, Caller::Resident] {
        let asked = FetchAppointmentSearchRequest { appointment_search_id: archived.clone() };
        let refused = AppointmentSearchServiceClient::new(by(&town, kind)).fetch_appointment_search(asked).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_a_system_that_is_not_connected_is_not_asked_and_that_is_told() {
    let town = Town::start().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    for system in SYSTEMS {
        let search = town.search(search_of(system, &service)).await;
        assert_eq!(reason(&town.asks_for(&search).await.unwrap_err()), "booking_system_not_connected", "{system:?}");
        assert_eq!(town.search_stands(&search).await, SyncStatus { not_connected: true, ..SyncStatus::default() }, "{system:?}");
    }
    town.passes(minutes(USUAL)).await;
    for system in SYSTEMS {
        assert_eq!(town.simulators.booking_asked(system), 0, "{system:?}");
    }
    town.end().await;
}
