//! Whose appointments these are: what is told of them and to whom, and what becomes of them when an account is deleted.

use chassis::{
    store::CommandMeta,
    testkit::{
        caller, eventually,
        refusals::{said, told},
    },
};
use chassis_domain::Uuid;
use identity::account::{Account, AccountId};
use kajo_proto::{
    caller::v1::CallerContext,
    content::v1::Availability,
    options::v1::{Caller, Domain},
    scheduling::v1::{AppointmentState, PreviewDeletionRequest, ShowAppointmentToGuardiansRequest, deletion_service_client::DeletionServiceClient},
};
use simulators::booking::{NewBooking, System};
use tonic::{Code, Status};

use super::{CODES, DAY, GIRL, PATIENT, PRACTITIONER, SYSTEMS, new_booking, search_of};
use crate::town::{Resident, Town};

/// Why an appointment was cancelled there.
const REASON: &str = "Hilma on sairastunut";

impl Town {
    /// Whether this lies anywhere in clear.
    async fn is_in_clear(&self, text: &str) -> bool {
        sqlx::query_scalar(
            "with word as (select convert_to($1, 'UTF8') as bytes)
             select exists (select from events e, word where position(bytes in e.payload) > 0 or position($1 in e.meta::text) > 0)
                 or exists (select from outbox o, word where position(bytes in o.fact) > 0)
                 or exists (select from command_log c, word where position(bytes in c.outcome) > 0)
                 or exists (select from search_fetches s where position($1 in s::text) > 0)
                 or exists (select from my_appointments a where position($1 in a::text) > 0)
                 or exists (select from calendar c where position($1 in c::text) > 0)",
        )
        .bind(text)
        .fetch_one(&self.running.kernel().pool)
        .await
        .unwrap()
    }
}

impl Resident {
    async fn shows(&self, id: &str, visible: bool) -> Result<(), Status> {
        let asked = ShowAppointmentToGuardiansRequest { appointment_id: id.to_owned(), visible };
        self.booking().show_appointment_to_guardians(asked).await.map(drop)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ops_02_sch_14_nothing_of_a_person_whom_another_system_names_is_in_a_fact_or_in_clear() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    for (system, ssn) in SYSTEMS.into_iter().zip(CODES) {
        let aino = town.known("Aino Lehtonen", ssn).await;
        let search = town.search(search_of(system, &service)).await;
        let reference = town.books_there(system, ssn, 7 * DAY);
        assert_eq!(town.fetches(&search).await, 1);
        let id = aino.only().await.appointment_id;
        town.simulators.rebook(&reference, town.in_hours(8 * DAY));
        town.fetches(&search).await;
        town.simulators.cancel_booking(&reference, REASON);
        town.fetches(&search).await;
        let seen = aino.see(&id).await.unwrap();
        assert_eq!((seen.parties[0].name.as_str(), seen.practitioner_name.as_str()), (PATIENT, PRACTITIONER), "it is here, for whose it is");
        assert_eq!(town.told_of(&id).await, ["AppointmentBooked", "AppointmentMoved", "AppointmentCancelled"], "{system:?}");
    }
    for text in CODES.into_iter().chain([PATIENT, PRACTITIONER, REASON]) {
        assert!(!town.is_in_clear(text).await, "{text}");
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_deleted_leaves_what_other_systems_keep_as_it_is() {
    let town = Town::with_booking_systems().await;
    let service = town.mondays("Hammastarkastus").await;
    let aino = town.known("Aino Lehtonen", CODES[0]).await;
    let own = aino.book(&service, "2026-11-23T08:30").await.unwrap();
    let search = town.search(search_of(System::Lifecare, &service)).await;
    let reference = town.books_there(System::Lifecare, CODES[0], 7 * DAY);
    assert_eq!(town.fetches(&search).await, 1);
    let id = aino.at(town.in_hours(7 * DAY)).await.appointment_id;

    let mut deletion = DeletionServiceClient::new(aino.calls.clone());
    let preview = deletion.preview_deletion(PreviewDeletionRequest {}).await.unwrap().into_inner().preview.unwrap();
    assert_eq!((preview.kept.len(), preview.kept[0].count, preview.vetoes.len()), (1, 2, 0));
    let store = &town.identity.kernel().store;
    for command in town.deletion() {
        store.execute::<Account>(AccountId::from_uuid(aino.id), command, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
    eventually(|| async { (aino.see(&own).await.unwrap().state() == AppointmentState::Cancelled).then_some(()) }).await;
    assert_eq!(aino.see(&id).await.unwrap().state(), AppointmentState::Booked);

    // It is followed as before: it belongs to the care of a person whom the client register knows.
    town.simulators.rebook(&reference, town.in_hours(8 * DAY));
    assert_eq!(town.fetches(&search).await, 1);
    assert_eq!(aino.only().await.span.unwrap().civil_start, "2026-11-28T12:00");
    assert_eq!(town.told_of(&id).await, ["AppointmentBooked", "AppointmentMoved"]);
    town.claims_equal_events().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_sch_14_what_a_system_does_not_show_to_guardians_is_hidden_until_the_teenager_shows_it() {
    let town = Town::with_booking_systems().await;
    let service = town.service("Hammastarkastus", Availability::All).await;
    let girl = town.known("Venla Kuusela", GIRL).await;
    let context = CallerContext { teenager: true, ..caller(Caller::Resident, girl.id, "Venla Kuusela") };
    let girl = Resident { calls: town.calls_by(context), ..girl };
    let guardian = town.for_resident(&girl, &[Domain::Health, Domain::Social], true);
    for system in SYSTEMS {
        let search = town.search(search_of(system, &service)).await;
        let reference = town.books_there(system, GIRL, 7 * DAY);
        assert_eq!(town.fetches(&search).await, 1);
        let seen = girl.only().await;
        assert!(seen.may_show_to_guardians && !seen.visible_to_guardians, "{system:?}");
        let id = seen.appointment_id;
        assert!(guardian.list(false).await.is_empty(), "{system:?}");
        assert_eq!(told(&guardian.see(&id).await.unwrap_err()), said(Code::NotFound, "not_found"));

        // What she decides stays, whatever becomes of it there.
        girl.shows(&id, true).await.unwrap();
        assert_eq!(guardian.only().await.appointment_id, id);
        town.simulators.rebook(&reference, town.in_hours(8 * DAY));
        assert_eq!(town.fetches(&search).await, 1);
        assert_eq!(guardian.only().await.moves, 1, "{system:?}");
        girl.shows(&id, false).await.unwrap();
        town.simulators.change_booking(&reference, |new| new.shown_to_guardians = true);
        assert_eq!(town.fetches(&search).await, 1);
        assert!(guardian.list(false).await.is_empty(), "{system:?}");
        town.simulators.finish_booking(&reference);
        assert_eq!(town.fetches(&search).await, 0);

        // Two of the four say to whom theirs are shown.
        let shown = new_booking(system, GIRL, (town.in_hours(9 * DAY), town.clock().now()));
        let shown = town.simulators.book(NewBooking { shown_to_guardians: true, ..shown });
        assert_eq!(town.fetches(&search).await, 1);
        let says_so = matches!(system, System::Lifecare | System::Omni360);
        assert_eq!(girl.only().await.visible_to_guardians, says_so, "{system:?}");
        assert_eq!(guardian.list(false).await.len(), usize::from(says_so), "{system:?}");
        town.simulators.finish_booking(&shown);
        assert_eq!(town.fetches(&search).await, 0);
    }
    town.end().await;
}
