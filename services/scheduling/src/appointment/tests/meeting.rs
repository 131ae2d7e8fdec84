//! Guests of remote appointments: what they are told and when, and when they may come to the call (SCH-09).

use chassis_domain::{Aggregate, Uuid};

use super::{
    AINO, LATER, LIISA, NOON, at, booked, care_record, done, liisa, moved,
    participants::{colleague, kaisa},
    remote::{by_video, cancelled_by_aino, event},
    resident, standing,
};
use crate::appointment::{
    Appointment, Event, EventKind, Refusal, Standing,
    meeting::{Details, Meeting},
    participant::Participant,
    remote::JoinWindow,
    value::Doer,
};

/// Aino's at noon, for half an hour, with Kaisa as a guest and Jussi as a colleague.
fn with(kaisa: Participant, standing: Standing) -> Event {
    let patient_name = care_record(" Aino Maria Lehtonen");
    let participants = vec![kaisa, colleague()];
    let what = EventKind::Booked { by: Doer::of(&resident(), AINO), patient_name, participants, backfill: false };
    Event { what, standing }
}

fn of(events: &[Event]) -> Appointment {
    Appointment::replay([&with(kaisa(), by_video(NOON))].into_iter().chain(events))
}

/// What Kaisa is told at a time, in a word.
fn told(appointment: &Appointment, now: &str) -> &'static str {
    match appointment.meeting(kaisa().id, at(now)) {
        Ok(Meeting::Ahead(ahead)) if ahead.details.is_some() => "details",
        Ok(Meeting::Ahead(_)) => "time",
        Ok(Meeting::Cancelled) => "cancelled",
        Ok(Meeting::Over) => "over",
        Err(_) => "nothing",
    }
}

/// What she is told who comes at a time; nothing: she is let in.
fn joins(appointment: &Appointment, now: &str) -> Option<Refusal> {
    appointment.join_as_guest(kaisa().id, at(now)).err()
}

#[test]
fn sch_09_guests_are_told_details_from_fifteen_minutes_before_and_come_from_five_until_half_an_hour_after() {
    let too_early = || Some(Refusal::JoinNotYet { opens_at: at("2027-03-28T08:55:00Z") });
    let appointment = of(&[]);
    for (now, expected, joined) in [
        ("2027-03-28T08:44:59.999Z", "time", too_early()),
        ("2027-03-28T08:45:00Z", "details", too_early()),
        ("2027-03-28T08:54:59.999Z", "details", too_early()),
        ("2027-03-28T08:55:00Z", "details", None),
        ("2027-03-28T10:00:00Z", "details", None),
        ("2027-03-28T10:00:00.001Z", "over", Some(Refusal::JoinOver)),
    ] {
        assert_eq!((told(&appointment, now), joins(&appointment, now)), (expected, joined), "{now}");
    }
}

#[test]
fn sch_09_guests_are_told_when_it_is_who_they_are_and_the_patients_given_name_alone() {
    let appointment = of(&[]);
    let Ok(Meeting::Ahead(ahead)) = appointment.meeting(kaisa().id, at(NOON)) else { panic!("it goes on") };
    assert_eq!(*ahead.time, by_video(NOON).time);
    assert_eq!(ahead.joining, JoinWindow { opens_at: at("2027-03-28T08:55:00Z"), closes_at: at("2027-03-28T10:00:00Z") });
    assert_eq!(ahead.details_from, at("2027-03-28T08:45:00Z"));
    let (guest_name, patient_given_name) = ("Kaisa Koski".to_owned(), "Aino".to_owned());
    assert_eq!(ahead.details, Some(Details { guest_name, patient_given_name }));
}

#[test]
fn sch_09_what_is_cancelled_done_or_moved_is_so_for_its_guests() {
    let called_off = of(&[cancelled_by_aino()]);
    let over = of(&[event(done().what)]);
    let put_off = of(&[Event { standing: by_video(LATER), ..moved(2, LATER) }]);
    for (appointment, now, expected, joined) in [
        (&called_off, NOON, "cancelled", Some(Refusal::JoinCancelled)),
        (&called_off, LATER, "cancelled", Some(Refusal::JoinCancelled)),
        (&over, NOON, "over", Some(Refusal::JoinOver)),
        (&put_off, NOON, "time", Some(Refusal::JoinNotYet { opens_at: at("2027-03-29T08:55:00Z") })),
        (&put_off, LATER, "details", None),
    ] {
        assert_eq!((told(appointment, now), joins(appointment, now)), (expected, joined), "{now}");
    }
}

#[test]
fn sch_09_there_is_no_meeting_for_whom_is_no_guest_any_more_or_never_was_or_where_it_is_not_remote() {
    let gone = EventKind::ParticipantDeactivated { by: Doer::of(&liisa(), AINO), participant: kaisa().id, colleague: None };
    let in_person = Appointment::replay(&[with(kaisa(), standing())]);
    let colleague = colleague().id;
    for (appointment, guest) in [
        (of(&[event(gone)]), kaisa().id),
        (of(&[]), colleague),
        (of(&[]), LIISA.uuid()),
        (of(&[]), Uuid::nil()),
        (in_person, kaisa().id),
        (Appointment::replay(&[booked()]), kaisa().id),
        (Appointment::default(), kaisa().id),
    ] {
        assert_eq!(appointment.meeting(guest, at(NOON)), Err(Refusal::NotFound));
        assert_eq!(appointment.join_as_guest(guest, at(NOON)), Err(Refusal::NotFound));
    }
}
