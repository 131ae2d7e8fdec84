//! The rules of appointments: who may know of one, until when it can be changed, and what becomes of it.

mod chart;
mod meeting;
mod outside;
mod participants;
mod remote;

use chassis_domain::{
    Aggregate, Mandates, Matter, PersonId, Representative, RetentionClass, Sealed, Timestamp, Uuid,
    testing::{Given, given},
};

use super::{
    Appointment, Booking, Command, Event, EventKind, Left, Standing,
    changeable::{Bar, bar},
    value::{BookedTime, By, Doer, Terms},
};
use crate::{appointment::Phase, kind::AppointmentType};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const ANNA: PersonId = PersonId::from_uuid(Uuid::from_u128(4));
const SERVICE: Uuid = Uuid::from_u128(10);

/// Long before.
const EARLY: &str = "2027-03-01T08:00:00Z";
/// When it begins: at noon in Finland, on the day on which summer time begins.
const NOON: &str = "2027-03-28T09:00:00Z";
const LATER: &str = "2027-03-29T09:00:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn terms(late_hours: Option<u32>) -> Terms {
    Terms { cancelable: true, reschedulable: true, late_hours }
}

fn time(slot: u128, starts_at: &str) -> BookedTime {
    let starts_at = at(starts_at);
    BookedTime {
        search: Uuid::from_u128(20),
        slot: Uuid::from_u128(slot),
        schedule: Some(Uuid::from_u128(30)),
        service: SERVICE,
        role: None,
        location: None,
        practitioner: Some(LIISA),
        kind: AppointmentType::InPerson,
        starts_at,
        ends_at: starts_at.saturating_add(chassis_domain::SignedDuration::from_mins(30)).expect("in range"),
        civil_start: "2027-03-28T12:00".to_owned(),
        terms: terms(Some(24)),
        names_practitioner: true,
        contact_time: false,
    }
}

fn resident() -> By {
    By::Resident { person: AINO, name: "Aino".to_owned(), representative: None, teenager: false }
}

fn teenager() -> By {
    By::Resident { person: AINO, name: "Aino".to_owned(), representative: None, teenager: true }
}

fn acting(mandates: Mandates, of_teenager: bool) -> By {
    let representative = Some(Representative { person: EINO, name: "Eino".to_owned(), mandates, of_teenager });
    By::Resident { person: AINO, name: "Aino".to_owned(), representative, teenager: of_teenager }
}

fn guardian() -> By {
    acting(Mandates { health: true, social: false }, true)
}

fn stranger() -> By {
    By::Resident { person: EINO, name: "Eino".to_owned(), representative: None, teenager: false }
}

fn liisa() -> By {
    By::Practitioner { person: LIISA, name: "Liisa".to_owned(), patient_opened: false }
}

fn anna(patient_opened: bool) -> By {
    By::Practitioner { person: ANNA, name: "Anna".to_owned(), patient_opened }
}

fn booking(by: By) -> Booking {
    Booking {
        by,
        patient: AINO,
        patient_name: "Aino".to_owned(),
        matter: Matter::Health,
        time: time(1, NOON),
        recommendation: None,
        visible_to_guardians: false,
        cancelable: None,
        participants: Vec::new(),
    }
}

fn standing() -> Standing {
    Standing {
        patient: AINO,
        matter: Matter::Health,
        visible_to_guardians: false,
        time: time(1, NOON),
        booked_at: at(EARLY),
        recommendation: None,
        colleagues: Vec::new(),
        cancelable: None,
        outside: None,
    }
}

fn care_record(text: &str) -> Sealed<String> {
    Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned())
}

fn booked() -> Event {
    let (by, patient_name) = (Doer::of(&resident(), AINO), care_record("Aino"));
    Event { what: EventKind::Booked { by, patient_name, participants: Vec::new(), backfill: false }, standing: standing() }
}

fn shown() -> Event {
    Event { what: EventKind::ShownToGuardians, standing: Standing { visible_to_guardians: true, ..standing() } }
}

fn cancelled(by: Doer, reason: Option<&str>) -> Event {
    Event { what: EventKind::Cancelled { by, reason: reason.map(care_record) }, standing: standing() }
}

fn done() -> Event {
    Event { what: EventKind::Done { by: Doer::of(&liisa(), AINO) }, standing: standing() }
}

fn moved(slot: u128, starts_at: &str) -> Event {
    let what = EventKind::Moved { by: Doer::of(&resident(), AINO), previous_starts_at: at(NOON), left: Some(Left::of(&standing().time)) };
    Event { what, standing: Standing { time: time(slot, starts_at), ..standing() } }
}

fn after(events: impl IntoIterator<Item = Event>, now: &str) -> Given<Appointment> {
    given::<Appointment>(events).at(at(now))
}

fn cancel(by: By) -> Command {
    Command::Cancel { by, reason: " Esteen vuoksi ".to_owned(), phone: "+358 9 1".to_owned() }
}

fn put(by: By, time: BookedTime) -> Command {
    Command::Move { by, time: Box::new(time), phone: String::new() }
}

#[test]
fn sch_01_a_time_that_is_booked_tells_all_and_is_booked_once() {
    let book = Command::Book(Box::new(booking(resident())));
    after([], EARLY).when(&book).then([booked()]);
    after([booked()], EARLY).when(&book).then_refused("already_booked");
    after([], NOON).when(&book).then_refused("slot_taken");
}

#[test]
fn sch_03_it_is_cancelled_with_a_reason_until_the_threshold_and_twice_changes_nothing() {
    let by_aino = || cancelled(Doer::of(&resident(), AINO), Some("Esteen vuoksi"));
    after([booked()], EARLY).when(&cancel(resident())).then([by_aino()]);
    after([booked(), by_aino()], EARLY).when(&cancel(resident())).then_nothing();
    let blank = Command::Cancel { by: resident(), reason: "  ".to_owned(), phone: String::new() };
    after([booked()], EARLY).when(&blank).then_refused("required");
    // 24 hours before noon of the day that has 23 of them until then: at eleven.
    after([booked()], "2027-03-27T09:00:00Z").when(&cancel(resident())).then([by_aino()]);
    after([booked()], "2027-03-27T09:00:00.001Z").when(&cancel(resident())).then_refused("too_late");
    after([booked()], "2027-03-28T09:00:00.001Z").when(&cancel(resident())).then_refused("appointment_over");
    after([booked(), done()], LATER).when(&cancel(resident())).then_refused("appointment_over");
    let by_liisa = cancelled(Doer::of(&liisa(), AINO), Some("Esteen vuoksi"));
    after([booked()], "2027-03-28T08:59:00Z").when(&cancel(liisa())).then([by_liisa]);
    let fixed = Event {
        standing: Standing { time: BookedTime { terms: Terms { cancelable: false, ..terms(None) }, ..time(1, NOON) }, ..standing() },
        ..booked()
    };
    after([fixed], EARLY).when(&cancel(resident())).then_refused("not_cancelable");
}

#[test]
fn sch_03_a_threshold_is_in_exact_hours_also_over_a_change_of_the_clocks() {
    for (late_hours, starts_at, until) in [
        (Some(24), "2027-03-28T09:00:00Z", "2027-03-27T09:00:00Z"),
        (Some(24), "2027-10-31T10:00:00Z", "2027-10-30T10:00:00Z"),
        (Some(0), "2027-03-28T09:00:00Z", "2027-03-28T09:00:00Z"),
        (None, "2027-03-28T09:00:00Z", "2027-03-28T09:00:00Z"),
        (Some(2), "2027-10-31T01:30:00Z", "2027-10-30T23:30:00Z"),
    ] {
        let time = BookedTime { terms: terms(late_hours), ..time(1, starts_at) };
        assert_eq!(time.terms.until(time.starts_at), at(until), "{late_hours:?} {starts_at}");
        assert_eq!(bar(Phase::Booked, &resident(), true, &Standing { time, ..standing() }, at(until)), None);
    }
}

#[test]
fn sch_03_it_is_moved_with_its_id_to_a_time_of_the_same_service() {
    after([booked()], EARLY).when(&put(resident(), time(2, LATER))).then([moved(2, LATER)]);
    let twice = after([booked(), moved(2, LATER)], EARLY);
    assert_eq!(twice.state().moves, 1);
    twice.when(&put(resident(), time(2, LATER))).then_nothing();
    after([booked()], EARLY).when(&put(resident(), BookedTime { service: Uuid::from_u128(11), ..time(2, LATER) })).then_refused("other_service");
    after([booked()], EARLY).when(&put(resident(), time(2, "2027-02-28T08:00:00Z"))).then_refused("slot_taken");
    after([booked()], "2027-03-28T08:00:00Z").when(&put(resident(), time(2, LATER))).then_refused("too_late");
    let by_account = cancelled(Doer::system(), None);
    after([booked(), by_account], EARLY).when(&put(resident(), time(2, LATER))).then_refused("appointment_cancelled");
    after([booked(), done()], LATER).when(&put(resident(), time(2, LATER))).then_refused("appointment_over");
    let fixed = Event {
        standing: Standing { time: BookedTime { terms: Terms { reschedulable: false, ..terms(None) }, ..time(1, NOON) }, ..standing() },
        ..booked()
    };
    after([fixed], EARLY).when(&put(resident(), time(2, LATER))).then_refused("not_reschedulable");
}

#[test]
fn what_stands_in_the_way_is_told_in_this_order() {
    for (phase, by, allowed, now, expected) in [
        (Phase::Cancelled, resident(), true, EARLY, Some(Bar::Cancelled)),
        (Phase::Done, resident(), true, EARLY, Some(Bar::Over)),
        (Phase::NotBooked, resident(), true, EARLY, Some(Bar::Over)),
        (Phase::Booked, resident(), false, EARLY, Some(Bar::NotHere)),
        (Phase::Booked, resident(), true, EARLY, None),
        (Phase::Booked, resident(), true, "2027-03-28T08:00:00Z", Some(Bar::TooLate { until: at("2027-03-27T09:00:00Z") })),
        (Phase::Booked, resident(), false, LATER, Some(Bar::Over)),
        (Phase::Booked, liisa(), false, "2027-03-28T08:59:59Z", None),
        (Phase::Booked, liisa(), true, LATER, Some(Bar::Over)),
    ] {
        assert_eq!(bar(phase, &by, allowed, &standing(), at(now)), expected, "{phase:?} {by:?} {now}");
    }
}

#[test]
fn sch_06_a_professional_with_whom_it_is_marks_it_done_once_it_has_begun() {
    let mark = |by: By| Command::MarkDone { by };
    after([booked()], NOON).when(&mark(liisa())).then([done()]);
    after([booked(), done()], NOON).when(&mark(liisa())).then_nothing();
    after([booked()], "2027-03-28T08:59:59Z").when(&mark(liisa())).then_refused("appointment_not_begun");
    after([booked()], NOON).when(&mark(anna(false))).then_refused("not_found");
    after([booked()], NOON).when(&mark(resident())).then_refused("not_found");
    after([booked(), cancelled(Doer::system(), None)], NOON).when(&mark(liisa())).then_refused("appointment_cancelled");
    after([], NOON).when(&mark(liisa())).then_refused("not_found");
}

#[test]
fn an_appointment_to_come_is_cancelled_with_the_account_and_one_that_is_over_stays() {
    after([booked()], EARLY).when(&Command::CancelWithAccount).then([cancelled(Doer::system(), None)]);
    after([booked()], LATER).when(&Command::CancelWithAccount).then_nothing();
    after([booked(), done()], LATER).when(&Command::CancelWithAccount).then_nothing();
    after([], EARLY).when(&Command::CancelWithAccount).then_nothing();
}

#[test]
fn idn_09_what_teenagers_book_is_hidden_from_guardians_until_they_show_it_and_nobody_else_decides() {
    let show = |by: By, visible| Command::ShowToGuardians { by, visible };
    let hidden = after([booked()], EARLY);
    assert!(hidden.state().open_to(&guardian()).is_none());
    // Once there are no guardians, and before there is a teenager, who acts has the mandate.
    assert!(hidden.state().open_to(&acting(Mandates { health: true, social: false }, false)).is_some());
    hidden.when(&show(teenager(), true)).then([shown()]);
    let visible = after([booked(), shown()], EARLY);
    assert!(visible.state().open_to(&guardian()).is_some());
    visible.when(&show(teenager(), true)).then_nothing();
    after([booked(), shown()], EARLY).when(&show(guardian(), false)).then_refused("not_the_teenager");
    after([booked()], EARLY).when(&show(resident(), true)).then_refused("not_the_teenager");
    after([booked()], EARLY).when(&show(guardian(), true)).then_refused("not_found");
    // A guardian's own booking they see.
    let decided = Appointment::default().decide(&Command::Book(Box::new(booking(guardian()))), &context());
    assert!(decided.expect("booked").iter().all(|event| event.standing.visible_to_guardians));
}

fn context() -> chassis_domain::DecideContext {
    chassis_domain::DecideContext { now: at(EARLY), actor: chassis_domain::Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) }
}

#[test]
fn it_is_open_to_its_patient_who_acts_in_its_matter_and_professionals_who_have_to_do_with_it() {
    let state = after([booked()], EARLY);
    for (by, open) in [
        (resident(), true),
        (stranger(), false),
        (acting(Mandates { health: true, social: true }, false), true),
        (acting(Mandates { health: false, social: true }, false), false),
        (liisa(), true),
        (anna(false), false),
        (anna(true), true),
    ] {
        assert_eq!(state.state().open_to(&by).is_some(), open, "{by:?}");
        let refused = state.state().decide(&cancel(by.clone()), &context()).err();
        assert_eq!(refused == Some(super::Refusal::NotFound), !open, "{by:?}");
    }
}
