//! What is told of appointments, and when they are reminded of.

use chassis_domain::timestamp;

use super::*;

const APPOINTMENT: Uuid = Uuid::from_u128(7);
const PATIENT: Uuid = Uuid::from_u128(8);
const NOW: &str = "2026-03-02T10:00:00Z";
const IN_TWO_DAYS: &str = "2026-03-04T10:00:00Z";
/// Ten days later, and a day before that.
const STARTS: &str = "2026-03-12T06:00:00Z";
const DAY_BEFORE: &str = "2026-03-11T06:00:00Z";
/// It is moved to then.
const LATER: &str = "2026-03-20T06:00:00Z";
const DAY_BEFORE_LATER: &str = "2026-03-19T06:00:00Z";

const RESIDENT: AppointmentSide = AppointmentSide::Resident;
const PROFESSIONAL: AppointmentSide = AppointmentSide::Practitioner;

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn fact(starts_at: &str, revision: u64) -> Option<AppointmentFact> {
    let starts_at = Some(timestamp(at(starts_at)));
    Some(AppointmentFact { patient_id: PATIENT.to_string(), starts_at, revision, ..AppointmentFact::default() })
}

fn react(state: &mut State, input: &Input, now: &str) -> Vec<Effect> {
    assert_eq!(Appointments::correlate(input), PolicyKey(APPOINTMENT.to_string()));
    let effects = Appointments::react(state, input, at(now));
    assert_eq!(Appointments::decode(&Appointments::encode(state)).as_ref(), Some(&*state));
    effects
}

fn after(state: &mut State, message: &str, fact: &impl Message, now: &str) -> Vec<Effect> {
    let message = format!("kajo.scheduling.v1.{message}");
    let input = Appointments::read(&message, APPOINTMENT, &fact.encode_to_vec()).expect("readable").expect("ours");
    react(state, &input, now)
}

fn book(state: &mut State, starts_at: &str, side: AppointmentSide) -> Vec<Effect> {
    let booked = AppointmentBooked { appointment: fact(starts_at, 1), side: side.into(), ..AppointmentBooked::default() };
    after(state, "AppointmentBooked", &booked, NOW)
}

fn shift(state: &mut State, starts_at: &str, revision: u64, now: &str) -> Vec<Effect> {
    let moved = AppointmentMoved { appointment: fact(starts_at, revision), side: PROFESSIONAL.into(), ..AppointmentMoved::default() };
    after(state, "AppointmentMoved", &moved, now)
}

fn cancel(state: &mut State, starts_at: &str, revision: u64, now: &str) -> Vec<Effect> {
    let cancelled = AppointmentCancelled { appointment: fact(starts_at, revision), side: RESIDENT.into(), ..AppointmentCancelled::default() };
    after(state, "AppointmentCancelled", &cancelled, now)
}

/// The timer of the reminder of this time fires.
fn fire(state: &mut State, starts_at: &str, now: &str) -> Vec<Effect> {
    let input = Appointments::read("timer", Uuid::nil(), &reminder(starts_at).encode()).expect("readable").expect("ours");
    react(state, &input, now)
}

fn told(kind: Kind, starts_at: &str, revision: u64, until: &str) -> Telling {
    Telling {
        kind,
        object: APPOINTMENT,
        recipient: PersonId::from_uuid(PATIENT),
        occasion: revision.to_string(),
        starts_at: Some(at(starts_at)),
        until: at(until),
        at_once: false,
    }
}

fn booked() -> Telling {
    told(Kind::AppointmentBooked, STARTS, 1, IN_TWO_DAYS)
}

fn moved() -> Telling {
    told(Kind::AppointmentMoved, LATER, 2, IN_TWO_DAYS)
}

fn reminder(starts_at: &str) -> Telling {
    let occasion = at(starts_at).as_second().to_string();
    Telling { occasion, ..told(Kind::AppointmentReminder, starts_at, 0, starts_at) }
}

fn key() -> TimerKey {
    TimerKey(format!("{APPOINTMENT}/reminder"))
}

fn set(starts_at: &str, day_before: &str) -> Effect {
    Effect::Schedule { key: key(), at: at(day_before), input: reminder(starts_at).encode() }
}

#[test]
fn cms_05_a_booked_appointment_is_told_and_reminded_of_a_day_before() {
    let mut state = State::default();
    assert_eq!(book(&mut state, STARTS, PROFESSIONAL), [booked().effect(), set(STARTS, DAY_BEFORE)]);
    assert_eq!(fire(&mut state, STARTS, DAY_BEFORE), [reminder(STARTS).effect()]);
    assert!(fire(&mut state, STARTS, DAY_BEFORE).is_empty(), "once");
}

#[test]
fn cms_05_what_the_resident_has_done_is_told_at_once() {
    for (side, at_once) in [(RESIDENT, true), (PROFESSIONAL, false), (AppointmentSide::System, false), (AppointmentSide::Unspecified, false)] {
        let effects = book(&mut State::default(), STARTS, side);
        assert_eq!(effects.first(), Some(&Telling { at_once, ..booked() }.effect()), "{side:?}");
        assert_eq!(effects.get(1), Some(&set(STARTS, DAY_BEFORE)), "a reminder waits for the morning");
    }
}

#[test]
fn cms_05_a_time_at_which_one_is_contacted_is_told_as_well() {
    let appointment = fact(STARTS, 1).map(|fact| AppointmentFact { contact_time: true, ..fact });
    let fact = AppointmentBooked { appointment, side: PROFESSIONAL.into(), ..AppointmentBooked::default() };
    assert_eq!(after(&mut State::default(), "AppointmentBooked", &fact, NOW), [booked().effect(), set(STARTS, DAY_BEFORE)]);
}

#[test]
fn cms_05_one_that_is_near_is_told_until_it_begins_and_not_reminded_of_and_one_that_has_begun_is_not_told() {
    for starts_at in ["2026-03-02T10:00:01Z", "2026-03-03T10:00:00Z"] {
        let mut state = State::default();
        let near = told(Kind::AppointmentBooked, starts_at, 1, starts_at);
        assert_eq!(book(&mut state, starts_at, PROFESSIONAL), [near.effect()]);
        assert!(fire(&mut state, starts_at, NOW).is_empty());
    }
    let mut state = State::default();
    let in_a_day = told(Kind::AppointmentBooked, "2026-03-03T10:00:01Z", 1, "2026-03-03T10:00:01Z");
    assert_eq!(book(&mut state, "2026-03-03T10:00:01Z", PROFESSIONAL), [in_a_day.effect(), set("2026-03-03T10:00:01Z", "2026-03-02T10:00:01Z")]);
    for starts_at in [NOW, "2026-03-01T10:00:00Z"] {
        assert!(book(&mut State::default(), starts_at, RESIDENT).is_empty(), "{starts_at}");
    }
}

#[test]
fn cms_05_a_moved_appointment_is_told_in_place_of_what_was_told_before_and_reminded_of_anew() {
    let mut state = State::default();
    book(&mut state, STARTS, PROFESSIONAL);
    assert_eq!(shift(&mut state, LATER, 2, NOW), [withdrawal(booked().id()), moved().effect(), set(LATER, DAY_BEFORE_LATER)]);
    assert!(fire(&mut state, STARTS, DAY_BEFORE).is_empty(), "of the time before");
    assert_eq!(fire(&mut state, LATER, DAY_BEFORE_LATER), [reminder(LATER).effect()]);
}

#[test]
fn cms_05_an_appointment_that_comes_back_to_its_first_time_is_reminded_of() {
    let mut state = State::default();
    book(&mut state, STARTS, PROFESSIONAL);
    shift(&mut state, LATER, 2, NOW);
    let back = told(Kind::AppointmentMoved, STARTS, 3, IN_TWO_DAYS);
    assert_eq!(shift(&mut state, STARTS, 3, NOW), [withdrawal(moved().id()), back.effect(), set(STARTS, DAY_BEFORE)]);
    assert_eq!(fire(&mut state, STARTS, DAY_BEFORE), [reminder(STARTS).effect()]);
}

#[test]
fn cms_05_moved_after_its_reminder_withdraws_that_too_and_moved_near_has_none() {
    let mut state = State::default();
    book(&mut state, STARTS, PROFESSIONAL);
    fire(&mut state, STARTS, DAY_BEFORE);
    let then = "2026-03-13T06:00:00Z";
    let moved = told(Kind::AppointmentMoved, LATER, 2, then);
    let withdrawn = [withdrawal(booked().id()), withdrawal(reminder(STARTS).id())];
    let effects = shift(&mut state, LATER, 2, DAY_BEFORE);
    assert_eq!(effects, [&withdrawn[..], &[moved.effect(), set(LATER, DAY_BEFORE_LATER)]].concat());

    let near = "2026-03-11T18:00:00Z";
    let nearer = told(Kind::AppointmentMoved, near, 3, near);
    assert_eq!(shift(&mut state, near, 3, DAY_BEFORE), [withdrawal(moved.id()), nearer.effect(), Effect::Cancel(key())]);
    assert!(fire(&mut state, LATER, DAY_BEFORE_LATER).is_empty());
}

#[test]
fn cms_05_a_cancelled_appointment_is_told_and_not_reminded_of() {
    let mut state = State::default();
    book(&mut state, STARTS, PROFESSIONAL);
    let cancelled = Telling { at_once: true, ..told(Kind::AppointmentCancelled, STARTS, 2, IN_TWO_DAYS) };
    assert_eq!(cancel(&mut state, STARTS, 2, NOW), [withdrawal(booked().id()), cancelled.effect(), Effect::Cancel(key())]);
    assert!(fire(&mut state, STARTS, DAY_BEFORE).is_empty());

    let mut begun = State::default();
    book(&mut begun, STARTS, PROFESSIONAL);
    fire(&mut begun, STARTS, DAY_BEFORE);
    assert_eq!(cancel(&mut begun, STARTS, 2, STARTS), [withdrawal(booked().id()), withdrawal(reminder(STARTS).id())], "nobody is told any more");
}

#[test]
fn cms_05_one_that_has_taken_place_is_not_reminded_of() {
    let mut state = State::default();
    book(&mut state, STARTS, PROFESSIONAL);
    let done = AppointmentDone { appointment: fact(STARTS, 2), ..AppointmentDone::default() };
    assert_eq!(after(&mut state, "AppointmentDone", &done, STARTS), [Effect::Cancel(key())]);
    assert!(fire(&mut state, STARTS, STARTS).is_empty());
    let again = AppointmentDone { appointment: fact(STARTS, 3), ..AppointmentDone::default() };
    assert!(after(&mut state, "AppointmentDone", &again, STARTS).is_empty());
}

#[test]
fn cms_05_a_reminder_that_comes_when_it_has_begun_is_not_told() {
    let mut state = State::default();
    book(&mut state, STARTS, PROFESSIONAL);
    assert!(fire(&mut state, STARTS, STARTS).is_empty());
}

#[test]
fn cms_05_only_the_highest_revision_of_an_appointment_counts() {
    let mut state = State::default();
    assert_eq!(shift(&mut state, LATER, 2, NOW), [moved().effect(), set(LATER, DAY_BEFORE_LATER)]);
    assert!(book(&mut state, STARTS, PROFESSIONAL).is_empty());
    assert!(shift(&mut state, LATER, 2, NOW).is_empty());
    assert_eq!(fire(&mut state, LATER, DAY_BEFORE_LATER), [reminder(LATER).effect()]);
}

#[test]
fn sch_14_of_a_booking_that_another_system_had_kept_before_nothing_is_told_but_its_reminder() {
    let mut state = State::default();
    let side = AppointmentSide::System.into();
    let booked = AppointmentBooked { appointment: fact(STARTS, 1), side, backfill: true, ..AppointmentBooked::default() };
    assert_eq!(after(&mut state, "AppointmentBooked", &booked, NOW), [set(STARTS, DAY_BEFORE)]);
    assert!(after(&mut state, "AppointmentBooked", &booked, NOW).is_empty(), "once");
    assert_eq!(fire(&mut state, STARTS, DAY_BEFORE), [reminder(STARTS).effect()]);

    // What becomes of it is told as of any other.
    let moved = told(Kind::AppointmentMoved, LATER, 2, "2026-03-13T06:00:00Z");
    let effects = shift(&mut state, LATER, 2, DAY_BEFORE);
    assert_eq!(effects, [withdrawal(reminder(STARTS).id()), moved.effect(), set(LATER, DAY_BEFORE_LATER)]);
}

#[test]
fn sch_14_one_that_takes_place_after_all_is_told_as_booked_in_place_of_its_cancelling_and_reminded_of() {
    let mut state = State::default();
    book(&mut state, STARTS, AppointmentSide::System);
    cancel(&mut state, STARTS, 2, NOW);
    let cancelled = told(Kind::AppointmentCancelled, STARTS, 2, IN_TWO_DAYS);
    let again = AppointmentBooked { appointment: fact(STARTS, 3), side: AppointmentSide::System.into(), ..AppointmentBooked::default() };
    let booked_again = told(Kind::AppointmentBooked, STARTS, 3, IN_TWO_DAYS);
    assert_ne!(booked_again.id(), booked().id(), "what was withdrawn is not told again");
    let effects = after(&mut state, "AppointmentBooked", &again, NOW);
    assert_eq!(effects, [withdrawal(cancelled.id()), booked_again.effect(), set(STARTS, DAY_BEFORE)]);
    assert_eq!(fire(&mut state, STARTS, DAY_BEFORE), [reminder(STARTS).effect()]);
}

#[test]
fn sch_14_one_that_is_in_another_place_at_the_same_time_is_told_as_moved_and_keeps_its_reminder() {
    let mut state = State::default();
    book(&mut state, STARTS, AppointmentSide::System);
    let moved = told(Kind::AppointmentMoved, STARTS, 2, IN_TWO_DAYS);
    assert_eq!(shift(&mut state, STARTS, 2, NOW), [withdrawal(booked().id()), moved.effect(), set(STARTS, DAY_BEFORE)]);
    assert_eq!(fire(&mut state, STARTS, DAY_BEFORE), [reminder(STARTS).effect()]);
}

#[test]
fn cms_05_facts_about_appointments_that_cannot_be_read_are_parked_and_others_are_left_alone() {
    let read = |message: &str, payload: &[u8]| Appointments::read(&format!("kajo.scheduling.v1.{message}"), APPOINTMENT, payload);
    assert!(read("AppointmentBooked", b"nonsense").is_err());
    assert!(read("AppointmentMoved", &AppointmentMoved::default().encode_to_vec()).is_err());
    let of_nobody = fact(STARTS, 1).map(|fact| AppointmentFact { patient_id: String::new(), ..fact });
    assert!(
        read("AppointmentCancelled", &AppointmentCancelled { appointment: of_nobody, ..AppointmentCancelled::default() }.encode_to_vec()).is_err()
    );
    assert!(read("AppointmentDone", &AppointmentDone::default().encode_to_vec()).is_err());
    assert_eq!(read("AppointmentParticipantsChanged", b"nonsense"), Ok(None));
    assert_eq!(read("AppointmentChanged", b"nonsense"), Ok(None));
    assert!(Appointments::read("timer", Uuid::nil(), b"nonsense").is_err());
    assert!(Appointments::read("timer", Uuid::nil(), &[]).is_err());
    assert_eq!(Appointments::decode(b"nonsense"), None);
}
