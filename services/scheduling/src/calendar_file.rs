//! An appointment as a file for a calendar (SCH-17). It keeps one name for life and counts its moves, so that a calendar that has taken it in
//! before moves its entry instead of making a second one. What it is about stands nowhere in it: others look into people's calendars.

use chassis_domain::Timestamp;
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property};

use crate::appointment::{Appointment, AppointmentId, Phase};

/// What the entry is called in every language.
const TITLE: &str = "Kajo";

/// The file, as of now; empty for what is not to come, and for a time at which one is only contacted. `place` is where one goes; empty: nowhere.
pub(crate) fn of(id: AppointmentId, appointment: &Appointment, place: &str, now: Timestamp) -> String {
    let booked = appointment.standing.as_ref().filter(|_| appointment.phase == Phase::Booked);
    let Some(time) = booked.map(|standing| &standing.time).filter(|time| time.ends_at > now && !time.contact_time) else { return String::new() };
    let utc = |at: Timestamp| at.strftime("%Y%m%dT%H%M%SZ").to_string();
    let mut event = Event::new();
    event
        .uid(&format!("{id}@kajo"))
        .sequence(appointment.moves)
        .add_property("DTSTAMP", utc(now))
        .add_property("DTSTART", utc(time.starts_at))
        .add_property("DTEND", utc(time.ends_at))
        .summary(TITLE)
        .status(EventStatus::Confirmed);
    if !place.is_empty() {
        event.location(place);
    }
    let mut calendar = Calendar::empty();
    // Nobody is invited by it: whoever fetched it puts it into their own calendar.
    for (name, value) in [("VERSION", "2.0"), ("PRODID", "-//Kajo//Kajo//FI"), ("METHOD", "PUBLISH")] {
        calendar.append_property(Property::new(name, value));
    }
    calendar.push(event).to_string()
}

#[cfg(test)]
mod tests {
    use chassis_domain::{Aggregate, Matter, PersonId, Uuid};

    use super::*;
    use crate::{
        appointment::{
            Event as Happened, EventKind, Standing,
            value::{BookedTime, Doer, Terms},
        },
        kind::AppointmentType,
    };

    const NOW: &str = "2027-03-01T08:00:00Z";

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn happened(what: EventKind, contact_time: bool) -> Happened {
        let time = BookedTime {
            search: Uuid::from_u128(1),
            slot: Uuid::from_u128(2),
            schedule: None,
            service: Uuid::from_u128(3),
            role: None,
            location: None,
            practitioner: None,
            kind: AppointmentType::InPerson,
            starts_at: at("2027-03-28T09:00:00Z"),
            ends_at: at("2027-03-28T09:30:00Z"),
            civil_start: "2027-03-28T12:00".to_owned(),
            terms: Terms { cancelable: true, reschedulable: true, late_hours: None },
            names_practitioner: false,
            contact_time,
        };
        let patient = PersonId::from_uuid(Uuid::from_u128(4));
        Happened {
            what,
            standing: Standing {
                patient,
                matter: Matter::Health,
                visible_to_guardians: false,
                time,
                booked_at: at(NOW),
                recommendation: None,
                colleagues: Vec::new(),
                cancelable: None,
                outside: None,
            },
        }
    }

    fn moved(contact_time: bool) -> Happened {
        happened(EventKind::Moved { by: Doer::system(), previous_starts_at: at(NOW), left: None }, contact_time)
    }

    /// After these, on top of having been booked.
    fn file(events: &[Happened], now: &str) -> String {
        let mut appointment = Appointment::replay(events);
        if appointment.phase == Phase::NotBooked {
            appointment.phase = Phase::Booked;
        }
        of(AppointmentId::from_uuid(Uuid::from_u128(9)), &appointment, "Lehtola, Terveystie 1", at(now))
    }

    #[test]
    fn sch_17_a_file_has_one_name_for_life_counts_moves_and_says_nothing_of_what_it_is_about() {
        let lines = file(&[moved(false), moved(false)], NOW);
        for line in [
            "METHOD:PUBLISH\r\n",
            "UID:00000000-0000-0000-0000-000000000009@kajo\r\n",
            "SEQUENCE:2\r\n",
            "DTSTAMP:20270301T080000Z\r\n",
            "DTSTART:20270328T090000Z\r\n",
            "DTEND:20270328T093000Z\r\n",
            "SUMMARY:Kajo\r\n",
            "LOCATION:Lehtola\\, Terveystie 1\r\n",
        ] {
            assert!(lines.contains(line), "{line} in {lines}");
        }
        assert!(lines.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && lines.ends_with("END:VCALENDAR\r\n"));
    }

    #[test]
    fn sch_17_there_is_no_file_of_what_is_not_to_come_or_no_appointment_at_which_one_appears() {
        assert!(!file(&[moved(false)], "2027-03-28T09:29:59Z").is_empty());
        assert!(file(&[moved(false)], "2027-03-28T09:30:00Z").is_empty());
        assert!(file(&[moved(true)], NOW).is_empty());
        assert!(file(&[happened(EventKind::Cancelled { by: Doer::system(), reason: None }, false)], NOW).is_empty());
        assert!(file(&[happened(EventKind::Done { by: Doer::system() }, false)], NOW).is_empty());
    }
}
