//! What is booked in the other systems when the program starts: some appointments of demo residents on the next working days, as the searches of
//! the demo find them.

use std::{collections::BTreeMap, iter};

use chassis_domain::{helsinki, is_public_holiday};
use identity::demo::RESIDENTS;
use jiff::{
    Timestamp,
    civil::{Date, Weekday},
};

use super::book::{Book, Meeting, NewBooking, System, day};
use crate::site::now;

/// A booking of the demo.
struct DemoBooking {
    /// Whose, by login hint.
    of: &'static str,
    system: System,
    /// On which working day after today; the next one is 0.
    ahead: usize,
    /// Hour and minute in Helsinki.
    at: (i8, i8),
    minutes: i64,
    meeting: Meeting,
    location: &'static str,
    practitioner: &'static str,
    /// Whether the patient may cancel and move it.
    terms: (Option<bool>, Option<bool>),
}

/// The bookings. What they are called does not change from one start to the next, so a place in this list is not given to another one.
const BOOKINGS: [DemoBooking; 8] = [
    DemoBooking {
        of: "elli",
        system: System::Lifecare,
        ahead: 3,
        at: (9, 15),
        minutes: 45,
        meeting: Meeting::InPerson,
        location: "lehtola",
        practitioner: "Helka Ahola",
        terms: (Some(true), Some(true)),
    },
    DemoBooking {
        of: "elli",
        system: System::Pegasos,
        ahead: 6,
        at: (12, 30),
        minutes: 30,
        meeting: Meeting::HomeVisit,
        location: "tunturi",
        practitioner: "Aslak Pieski",
        terms: (None, None),
    },
    DemoBooking {
        of: "elli",
        system: System::Omni360,
        ahead: 12,
        at: (10, 0),
        minutes: 20,
        meeting: Meeting::Phone,
        location: "Niittyranta",
        practitioner: "Kirsi Laakso",
        terms: (Some(true), Some(false)),
    },
    DemoBooking {
        of: "salme",
        system: System::Lifecare,
        ahead: 4,
        at: (14, 0),
        minutes: 30,
        meeting: Meeting::InPerson,
        location: "lehtola",
        practitioner: "Helka Ahola",
        terms: (Some(false), Some(false)),
    },
    DemoBooking {
        of: "salme",
        system: System::Vihta,
        ahead: 8,
        at: (8, 30),
        minutes: 45,
        meeting: Meeting::InPerson,
        location: "",
        practitioner: "Joonas Vainio",
        terms: (Some(true), None),
    },
    DemoBooking {
        of: "sanna",
        system: System::Pegasos,
        ahead: 2,
        at: (13, 45),
        minutes: 30,
        meeting: Meeting::InPerson,
        location: "tunturi",
        practitioner: "Aslak Pieski",
        terms: (None, None),
    },
    DemoBooking {
        of: "sanna",
        system: System::Omni360,
        ahead: 5,
        at: (9, 0),
        minutes: 30,
        meeting: Meeting::InPerson,
        location: "Niittyranta",
        practitioner: "Kirsi Laakso",
        terms: (Some(true), Some(true)),
    },
    DemoBooking {
        of: "sanna",
        system: System::Vihta,
        ahead: 10,
        at: (15, 15),
        minutes: 30,
        meeting: Meeting::Video,
        location: "",
        practitioner: "Joonas Vainio",
        terms: (Some(true), None),
    },
];

/// A book: the program's with the bookings of the demo, and one that is empty without them.
pub(crate) fn opened(with_demo: bool) -> Book {
    if !with_demo {
        return Book::new(0);
    }
    let now = now();
    // The platform remembers what an earlier start told it: all numbers of this one are higher.
    let book = Book::new(u64::try_from(now.as_second()).unwrap_or_default());
    for (place, demo) in BOOKINGS.iter().enumerate() {
        if let Some(new) = booked(demo, now) {
            book.book_as(&format!("{}-demo-{}", demo.system.name(), place + 1), new, now);
        }
    }
    book
}

fn booked(demo: &DemoBooking, now: Timestamp) -> Option<NewBooking> {
    let resident = RESIDENTS.iter().find(|resident| resident.person.login_hint == demo.of)?;
    let (cancellable, reschedulable) = demo.terms;
    Some(NewBooking {
        system: demo.system,
        ssn: resident.ssn.to_owned(),
        patient_name: format!("{} {}", resident.person.given, resident.person.family),
        starts_at: on_working_day(now, demo.ahead, demo.at)?,
        minutes: demo.minutes,
        meeting: demo.meeting,
        location: demo.location.to_owned(),
        practitioner: demo.practitioner.to_owned(),
        codes: codes(demo.system),
        cancellable,
        reschedulable,
        shown_to_guardians: false,
        booked_at: None,
    })
}

/// By what the search of the demo asks a system.
pub(super) fn codes(system: System) -> BTreeMap<String, String> {
    let codes: &[(&str, &str)] = match system {
        System::Lifecare => &[("function", "suunhoito"), ("location", "lehtola"), ("appointmentType", "tarkastus")],
        System::Pegasos => &[("yksikko", "tunturi")],
        System::Omni360 => &[("location.name", "Niittyranta")],
        System::Vihta => &[("serviceIds", "fysio-1")],
    };
    codes.iter().map(|(name, code)| ((*name).to_owned(), (*code).to_owned())).collect()
}

/// Hour and minute in Helsinki, on a working day after today; the next one is 0.
pub(super) fn on_working_day(now: Timestamp, ahead: usize, (hour, minute): (i8, i8)) -> Option<Timestamp> {
    let days = iter::successors(day(now).tomorrow().ok(), |day| day.tomorrow().ok());
    let day = days.filter(|day| is_working_day(*day)).nth(ahead)?;
    helsinki().to_timestamp(day.at(hour, minute, 0, 0)).ok()
}

fn is_working_day(day: Date) -> bool {
    !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && !is_public_holiday(day)
}
