//! Appointments that another system keeps: what becomes of one by what is heard of it, and that it is changed in that system alone (SCH-14).

use chassis_domain::{
    Aggregate, AudienceKey, Blob, DecideContext, DomainEvent, EventMeta, Matter, PublishedFact, RetentionClass, Sealed, SignedDuration, Uuid,
    testing::NothingSealed,
};
use kajo_proto::scheduling::v1::{AppointmentBooked, AppointmentSide};
use prost::Message;

use super::{
    AINO, EARLY, LATER, LIISA, NOON, after, anna, at, booked, cancel, cancelled, care_record, context, guardian, liisa, moved,
    participants::{guest, jussi},
    put, resident, standing, teenager, terms, time,
};
use crate::{
    appointment::{
        Appointment, Command, Event, EventKind, Left, Phase, Refusal, Standing,
        changeable::{Bar, bar},
        outside::{KeptOutside, Outside, OutsideState, outside_id},
        value::{BookedTime, Doer, Terms},
    },
    appointment_search::BookingSystem,
    kind::AppointmentType,
};

/// When it was booked there.
const BEFORE: &str = "2027-02-01T08:00:00Z";
const LEHTOLA: Uuid = Uuid::from_u128(40);
const NIITTYRANTA: Uuid = Uuid::from_u128(41);
/// Another search that finds the same.
const OTHER_SEARCH: Uuid = Uuid::from_u128(21);

/// In no schedule, and with nobody of ours.
fn told(starts_at: &str) -> BookedTime {
    BookedTime { schedule: None, practitioner: None, location: Some(LEHTOLA), ..time(1, starts_at) }
}

/// Booked at noon, in its third version.
pub(super) fn heard() -> Outside {
    Outside {
        system: BookingSystem::Lifecare,
        reference: "A-1".to_owned(),
        version: 3,
        patient: AINO,
        patient_name: "Aino".to_owned(),
        matter: Matter::Health,
        time: told(NOON),
        practitioner_name: Some("Virtanen".to_owned()),
        visible_to_guardians: false,
        booked_at: Some(at(BEFORE)),
        backfill: false,
        state: OutsideState::Booked,
    }
}

/// The version after it.
fn next() -> Outside {
    Outside { version: 4, ..heard() }
}

fn off(reason: Option<&str>) -> OutsideState {
    OutsideState::Cancelled { reason: reason.map(str::to_owned) }
}

fn see(outside: Outside) -> Command {
    Command::SeeOutside(Box::new(outside))
}

/// As it stands in a version.
fn stands(version: u64, time: BookedTime) -> Standing {
    let practitioner_name = Some(care_record("Virtanen"));
    let outside = Some(KeptOutside { system: BookingSystem::Lifecare, reference: "A-1".to_owned(), version, practitioner_name });
    Standing { time, booked_at: at(BEFORE), outside, ..standing() }
}

fn with_name(version: u64, name: Option<Sealed<String>>) -> Standing {
    let mut standing = stands(version, told(NOON));
    standing.outside = standing.outside.map(|outside| KeptOutside { practitioner_name: name, ..outside });
    standing
}

fn booked_there(backfill: bool, standing: Standing) -> Event {
    let patient_name = care_record("Aino");
    Event { what: EventKind::Booked { by: Doer::system(), patient_name, participants: Vec::new(), backfill }, standing }
}

pub(super) fn new_here() -> Event {
    booked_there(false, stands(3, told(NOON)))
}

fn moved_there(standing: Standing) -> Event {
    let what = EventKind::Moved { by: Doer::system(), previous_starts_at: at(NOON), left: Some(Left::of(&told(NOON))) };
    Event { what, standing }
}

fn changed_there(standing: Standing) -> Event {
    Event { what: EventKind::Changed { by: Doer::system() }, standing }
}

pub(super) fn cancelled_there(reason: Option<&str>) -> Event {
    Event { standing: stands(3, told(NOON)), ..cancelled(Doer::system(), reason) }
}

pub(super) fn done_there() -> Event {
    Event { what: EventKind::Done { by: Doer::system() }, standing: stands(3, told(NOON)) }
}

fn by_video() -> BookedTime {
    BookedTime { kind: AppointmentType::Video, ..told(NOON) }
}

fn longer(time: BookedTime) -> BookedTime {
    let ends_at = time.ends_at.saturating_add(SignedDuration::from_mins(15)).expect("in range");
    BookedTime { ends_at, ..time }
}

fn fixed() -> Terms {
    Terms { cancelable: false, reschedulable: false, late_hours: None }
}

#[test]
fn sch_14_what_is_booked_in_another_system_is_taken_in_also_when_it_has_begun_and_what_is_over_there_is_not() {
    for now in [EARLY, LATER] {
        let state = after([], now).when(&see(heard())).then([new_here()]);
        assert_eq!((state.phase, state.moves), (Phase::Booked, 0));
    }
    let untold = Standing { booked_at: at(EARLY), ..stands(3, told(NOON)) };
    after([], EARLY).when(&see(Outside { booked_at: None, ..heard() })).then([booked_there(false, untold)]);
    let nameless = Outside { practitioner_name: None, ..heard() };
    after([], EARLY).when(&see(nameless)).then([booked_there(false, with_name(3, None))]);
    let long_known = Outside { backfill: true, visible_to_guardians: true, ..heard() };
    let shown = Standing { visible_to_guardians: true, ..stands(3, told(NOON)) };
    after([], EARLY).when(&see(long_known)).then([booked_there(true, shown)]);
    for state in [off(None), OutsideState::Done] {
        after([], EARLY).when(&see(Outside { state, ..heard() })).then_nothing();
    }
}

#[test]
fn sch_14_another_start_type_or_place_there_moves_it_here() {
    let elsewhere = BookedTime { location: Some(NIITTYRANTA), ..told(NOON) };
    let nowhere = BookedTime { location: None, ..told(NOON) };
    for time in [told(LATER), by_video(), elsewhere, nowhere, longer(told(LATER))] {
        let state = after([new_here()], EARLY).when(&see(Outside { time: time.clone(), ..next() })).then([moved_there(stands(4, time.clone()))]);
        assert_eq!((state.moves, state.standing.map(|standing| standing.time)), (1, Some(time)));
    }
    // Also one that has begun by now.
    after([new_here()], LATER).when(&see(Outside { time: told(LATER), ..next() })).then([moved_there(stands(4, told(LATER)))]);
}

#[test]
fn sch_14_whatever_else_differs_there_changes_it_and_a_new_version_alone_is_no_news() {
    for time in [longer(told(NOON)), BookedTime { terms: fixed(), ..told(NOON) }, BookedTime { terms: terms(None), ..told(NOON) }] {
        let state = after([new_here()], EARLY).when(&see(Outside { time: time.clone(), ..next() })).then([changed_there(stands(4, time))]);
        assert_eq!((state.phase, state.moves), (Phase::Booked, 0));
    }
    for name in [Some("Korhonen"), None] {
        let outside = Outside { practitioner_name: name.map(str::to_owned), ..next() };
        after([new_here()], EARLY).when(&see(outside)).then([changed_there(with_name(4, name.map(care_record)))]);
    }
    after([new_here()], EARLY).when(&see(heard())).then_nothing();
    after([new_here()], EARLY).when(&see(next())).then_nothing();
}

#[test]
fn sch_14_what_the_first_search_said_of_it_and_what_was_true_when_it_came_stays() {
    let time = BookedTime {
        service: Uuid::from_u128(11),
        role: Some(Uuid::from_u128(12)),
        slot: Uuid::from_u128(13),
        names_practitioner: false,
        contact_time: true,
        ..told(NOON)
    };
    let otherwise = Outside {
        time,
        matter: Matter::Social,
        patient_name: "Aino Lehtonen".to_owned(),
        visible_to_guardians: true,
        booked_at: Some(at(EARLY)),
        backfill: true,
        ..next()
    };
    after([new_here()], EARLY).when(&see(otherwise.clone())).then_nothing();
    let put_off = Outside { time: BookedTime { service: Uuid::from_u128(11), contact_time: true, ..told(LATER) }, ..otherwise };
    after([new_here()], EARLY).when(&see(put_off)).then([moved_there(stands(4, told(LATER)))]);
}

#[test]
fn sch_14_two_searches_that_find_it_do_not_undo_one_another() {
    let other = |time: BookedTime| Outside {
        time: BookedTime { search: OTHER_SEARCH, location: Some(NIITTYRANTA), kind: AppointmentType::Phone, terms: fixed(), ..time },
        ..next()
    };
    after([new_here()], EARLY).when(&see(other(told(NOON)))).then_nothing();
    after([new_here()], EARLY).when(&see(other(told(LATER)))).then([moved_there(stands(4, told(LATER)))]);
    after([new_here()], EARLY).when(&see(other(longer(told(NOON))))).then([changed_there(stands(4, longer(told(NOON))))]);
    let renamed = Outside { practitioner_name: Some("Korhonen".to_owned()), ..other(told(NOON)) };
    after([new_here()], EARLY).when(&see(renamed)).then([changed_there(with_name(4, Some(care_record("Korhonen"))))]);
    let called_off = Outside { state: off(None), ..other(told(NOON)) };
    let gone = Event { standing: stands(4, told(NOON)), ..cancelled_there(None) };
    after([new_here()], EARLY).when(&see(called_off)).then([gone]);
}

#[test]
fn sch_14_it_is_cancelled_there_at_the_time_by_which_it_is_known_and_done_at_that_at_which_it_was() {
    for reason in [None, Some("Lääkäri on estynyt")] {
        let outside = Outside { state: off(reason), time: told(LATER), ..next() };
        let event = Event { standing: stands(4, told(NOON)), ..cancelled_there(reason) };
        let state = after([new_here()], EARLY).when(&see(outside)).then([event]);
        assert_eq!((state.phase, state.cancel_reason), (Phase::Cancelled, reason.map(care_record)));
    }
    let event = Event { standing: stands(4, told(LATER)), ..done_there() };
    let state = after([new_here()], LATER).when(&see(Outside { state: OutsideState::Done, time: told(LATER), ..next() })).then([event]);
    assert_eq!(state.phase, Phase::Done);
}

#[test]
fn sch_14_what_was_cancelled_there_may_take_place_after_all_and_what_is_done_stays_so() {
    let called_off = || [new_here(), cancelled_there(Some("Lääkäri on estynyt"))];
    // That it is long known there does not make it old news.
    let back = Outside { backfill: true, time: told(LATER), ..next() };
    let state = after(called_off(), EARLY).when(&see(back)).then([booked_there(false, stands(4, told(LATER)))]);
    assert_eq!((state.phase, state.cancel_reason, state.acknowledged), (Phase::Booked, None, false));
    for state in [off(None), off(Some("Muu syy")), OutsideState::Done] {
        after(called_off(), EARLY).when(&see(Outside { state, ..next() })).then_nothing();
    }
    for state in [OutsideState::Booked, off(None), OutsideState::Done] {
        after([new_here(), done_there()], LATER).when(&see(Outside { state, time: told(LATER), ..next() })).then_nothing();
    }
}

#[test]
fn sch_14_what_is_heard_after_something_newer_changes_nothing() {
    let old = Outside { version: 2, ..heard() };
    for state in [OutsideState::Booked, off(None), OutsideState::Done] {
        after([new_here()], EARLY).when(&see(Outside { state, time: told(LATER), ..old.clone() })).then_nothing();
    }
    after([new_here(), cancelled_there(None)], EARLY).when(&see(old)).then_nothing();
    // What our own search says may differ while the version is the same.
    let terms = BookedTime { terms: fixed(), ..told(NOON) };
    after([new_here()], EARLY).when(&see(Outside { time: terms.clone(), ..heard() })).then([changed_there(stands(3, terms))]);
}

#[test]
fn sch_14_nothing_is_heard_of_what_is_kept_here_or_is_another_appointment() {
    after([booked()], EARLY).when(&see(next())).then_refused("not_found");
    for other in
        [Outside { reference: "A-2".to_owned(), ..next() }, Outside { system: BookingSystem::Vihta, ..next() }, Outside { patient: LIISA, ..next() }]
    {
        after([new_here()], EARLY).when(&see(other)).then_refused("not_found");
    }
    let id = outside_id;
    assert_eq!(id(BookingSystem::Lifecare, "A-1", AINO), id(BookingSystem::Lifecare, "A-1", AINO));
    assert_ne!(id(BookingSystem::Lifecare, "A-1", AINO), id(BookingSystem::Vihta, "A-1", AINO));
    assert_ne!(id(BookingSystem::Lifecare, "A-1", AINO), id(BookingSystem::Lifecare, "A-1", LIISA));
}

#[test]
fn sch_14_whether_anything_would_be_said_is_known_before() {
    let is_news = |events: &[Event], outside: &Outside| Appointment::replay(events).is_news(outside, at(EARLY));
    assert!(is_news(&[], &heard()));
    assert!(!is_news(&[], &Outside { state: off(None), ..heard() }));
    assert!(!is_news(&[new_here()], &next()));
    assert!(is_news(&[new_here()], &Outside { time: told(LATER), ..next() }));
    assert!(is_news(&[new_here()], &Outside { state: off(None), ..next() }));
    assert!(!is_news(&[new_here(), cancelled_there(None)], &Outside { state: off(None), ..next() }));
    assert!(is_news(&[new_here(), cancelled_there(None)], &next()));
    // A name that nobody can open any more is not asked about again and again.
    let blob = Blob { subject: AINO, class: RetentionClass::CareRecord, nonce: Vec::new(), ciphertext: Vec::new() };
    let unopenable = booked_there(false, with_name(3, Some(Sealed::from_blob(blob, &NothingSealed))));
    assert!(!is_news(&[unopenable], &next()));
}

#[test]
fn sch_14_residents_and_professionals_change_it_in_that_system_alone() {
    let there = |now: &str| after([new_here()], now);
    there(EARLY).when(&cancel(resident())).then_refused("not_cancelable");
    there(EARLY).when(&put(resident(), time(2, LATER))).then_refused("not_reschedulable");
    after([new_here(), cancelled_there(None)], EARLY).when(&cancel(resident())).then_nothing();
    there(LATER).when(&cancel(resident())).then_refused("appointment_over");
    let by = || anna(true);
    let commands = [
        cancel(by()),
        put(by(), time(2, LATER)),
        Command::MarkDone { by: by() },
        Command::AcknowledgeCancellation { by: by() },
        Command::AddParticipant { by: by(), participant: jussi() },
        Command::ChangeGuest { by: by(), guest: guest() },
        Command::DeactivateParticipant { by: by(), participant: guest().id },
    ];
    for command in &commands {
        for events in [vec![new_here()], vec![new_here(), cancelled_there(None)], vec![new_here(), done_there()]] {
            after(events, NOON).when(command).then_refused("kept_elsewhere");
        }
    }
    // Who may not know of it is told nothing.
    there(EARLY).when(&cancel(liisa())).then_refused("not_found");
    for by in [resident(), by()] {
        assert_eq!(bar(Phase::Booked, &by, true, &stands(3, told(NOON)), at(EARLY)), Some(Bar::NotHere), "{by:?}");
        assert_eq!(bar(Phase::Booked, &by, true, &stands(3, told(NOON)), at(LATER)), Some(Bar::Over), "{by:?}");
        assert_eq!(bar(Phase::Cancelled, &by, true, &stands(3, told(NOON)), at(EARLY)), Some(Bar::Cancelled), "{by:?}");
    }
    assert!(!there(EARLY).state().may_change_participants(at(EARLY)));
    let cx = DecideContext { now: at(EARLY), ..context() };
    assert_eq!(there(EARLY).state().link_for(&by(), guest().id, &cx).err(), Some(Refusal::KeptElsewhere));
}

#[test]
fn sch_14_a_teenager_shows_it_to_guardians_or_does_not_any_more() {
    let show = |visible| Command::ShowToGuardians { by: teenager(), visible };
    let shown = || Event { what: EventKind::ShownToGuardians, standing: Standing { visible_to_guardians: true, ..stands(3, told(NOON)) } };
    assert!(after([new_here()], EARLY).state().open_to(&guardian()).is_none());
    after([new_here()], EARLY).when(&show(true)).then([shown()]);
    assert!(after([new_here(), shown()], EARLY).state().open_to(&guardian()).is_some());
    // The system says it once: from then on it is the teenager's.
    let put_off = Standing { visible_to_guardians: true, ..stands(4, told(LATER)) };
    after([new_here(), shown()], EARLY).when(&see(Outside { time: told(LATER), ..next() })).then([moved_there(put_off)]);
}

#[test]
fn sch_14_one_by_video_has_no_call_here() {
    let there = Appointment::replay(&[booked_there(false, stands(3, by_video()))]);
    for by in [resident(), anna(true)] {
        assert_eq!(there.joining(&by, at(NOON)), None, "{by:?}");
        assert_eq!(there.join(&by, at(NOON)).err(), Some(Refusal::NotFound), "{by:?}");
    }
    assert_eq!(there.meeting(guest().id, at(NOON)).err(), Some(Refusal::NotFound));
    assert_eq!(there.guests_by_link().count(), 0);
}

#[test]
fn sch_14_it_takes_place_in_that_system_though_the_account_is_deleted() {
    after([new_here()], EARLY).when(&Command::CancelWithAccount).then_nothing();
}

fn fact(event: &Event) -> PublishedFact {
    let meta = EventMeta {
        event_id: Uuid::from_u128(1),
        aggregate_id: Uuid::from_u128(2),
        version: 1,
        actor: context().actor,
        on_behalf_of: None,
        command_id: Uuid::from_u128(3),
        recorded_at: at(EARLY),
    };
    event.publish(&meta).expect("a fact")
}

#[test]
fn sch_14_the_world_is_told_that_it_comes_from_a_system_and_whether_it_is_news() {
    for backfill in [true, false] {
        let told = fact(&booked_there(backfill, stands(3, told(NOON))));
        let told = AppointmentBooked::decode(told.payload.as_slice()).expect("the fact");
        assert_eq!((told.side(), told.backfill), (AppointmentSide::System, backfill));
    }
    let changed = fact(&changed_there(stands(4, longer(told(NOON)))));
    assert_eq!(changed.message, "kajo.scheduling.v1.AppointmentChanged");
    assert!(changed.audience.contains(&AudienceKey::person(AINO)));
    assert_eq!(changed.audience, fact(&new_here()).audience);
}

#[test]
fn sch_14_what_is_kept_here_is_stored_as_before() {
    let schema = |event: &Event| event.encode(&mut NothingSealed).schema;
    assert_eq!([booked(), moved(2, LATER), cancelled(Doer::system(), None)].map(|event| schema(&event)), [2, 3, 2]);
    let outside = [new_here(), moved_there(stands(4, told(LATER))), changed_there(stands(4, told(NOON))), cancelled_there(None), done_there()];
    assert_eq!(outside.map(|event| schema(&event)), [3, 4, 1, 3, 3]);
}
