//! The book of all four systems: one list, of which each system shows what is its own.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use chassis_domain::in_helsinki;
use jiff::{SignedDuration, Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::{BASE, fault::BookingFault};

/// Bookings on a page of a list, unless another size is ordered.
const PAGE: usize = 20;
/// How long a booking lasts of which nobody says it.
const MINUTES: i64 = 30;
/// As finely as every protocol tells the time of a change.
const TICK: SignedDuration = SignedDuration::from_millis(1);

/// A system that keeps appointments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// Lifecare.
    Lifecare,
    /// Pegasos.
    Pegasos,
    /// Omni360.
    Omni360,
    /// Vihta.
    Vihta,
}

impl System {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Lifecare, Self::Pegasos, Self::Omni360, Self::Vihta];

    /// As in addresses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lifecare => "lifecare",
            Self::Pegasos => "pegasos",
            Self::Omni360 => "omni360",
            Self::Vihta => "vihta",
        }
    }

    /// The path below which it answers.
    pub(crate) fn base(self) -> String {
        format!("{BASE}/{}", self.name())
    }
}

/// How patient and professional meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Meeting {
    /// The professional comes to the patient.
    HomeVisit,
    /// The patient comes to the professional.
    #[default]
    InPerson,
    /// By phone.
    Phone,
    /// By video.
    Video,
}

/// What somebody books.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NewBooking {
    /// Where it is kept.
    pub system: System,
    /// The patient's personal identity code; empty: nobody's, as a lunch break is.
    pub ssn: String,
    /// What the patient is called there.
    pub patient_name: String,
    /// When it begins.
    pub starts_at: Timestamp,
    /// How long it lasts.
    #[serde(default = "minutes")]
    pub minutes: i64,
    /// How they meet.
    #[serde(default)]
    pub meeting: Meeting,
    /// Where, as the system calls the place; empty: it does not say so.
    #[serde(default)]
    pub location: String,
    /// With whom; empty: it does not say so.
    #[serde(default)]
    pub practitioner: String,
    /// What lists are asked by, by the names of the system's protocol.
    #[serde(default)]
    pub codes: BTreeMap<String, String>,
    /// Whether the patient may cancel it; `None`: it does not say so.
    #[serde(default)]
    pub cancellable: Option<bool>,
    /// Whether the patient may move it; `None`: it does not say so.
    #[serde(default)]
    pub reschedulable: Option<bool>,
    /// Whether guardians of a teenager may see it.
    #[serde(default)]
    pub shown_to_guardians: bool,
    /// When it was booked; `None`: now.
    #[serde(default)]
    pub booked_at: Option<Timestamp>,
}

fn minutes() -> i64 {
    MINUTES
}

/// What has become of a booking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// It takes place.
    Booked,
    /// It does not.
    Cancelled {
        /// Why not; empty: nobody says so.
        reason: String,
    },
    /// It has taken place.
    Done,
}

/// A booking, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Booking {
    /// What its system calls it. No two of the book have the same, also of different systems.
    pub(crate) reference: String,
    /// Grows by one with each change of it.
    pub(crate) version: u64,
    /// Grows by one with each change in the whole book: the number of its last one.
    pub(crate) changed: u64,
    /// When that was. No two changes of the book have the same time.
    pub(crate) changed_at: Timestamp,
    /// What is booked.
    pub(crate) new: NewBooking,
    /// When it was booked.
    pub(crate) booked_at: Timestamp,
    /// What has become of it.
    pub(crate) state: State,
}

/// What somebody asks a list for.
pub(crate) struct Wanted<'a> {
    /// Whose list.
    pub(crate) system: System,
    /// The first day, in Helsinki.
    pub(crate) from: Date,
    /// The last day.
    pub(crate) until: Date,
    /// What bookings have in common: of each name here one of the codes.
    pub(crate) codes: &'a BTreeMap<String, Vec<String>>,
    /// Only those that changed after the change of this number.
    pub(crate) changed_since: Option<u64>,
    /// Only those that changed at this time or later.
    pub(crate) changed_at_since: Option<Timestamp>,
}

impl Wanted<'_> {
    /// Whoever asks for changes hears of what was cancelled, too.
    fn with_cancelled(&self) -> bool {
        self.changed_since.is_some() || self.changed_at_since.is_some()
    }

    fn takes(&self, booking: &Booking) -> bool {
        let is_later = self.changed_since.is_none_or(|since| booking.changed > since);
        let is_later = is_later && self.changed_at_since.is_none_or(|since| booking.changed_at >= since);
        is_later && (self.with_cancelled() || !matches!(booking.state, State::Cancelled { .. }))
    }
}

/// A page of a list.
pub(crate) struct Page {
    /// What stands on it.
    pub(crate) bookings: Vec<Booking>,
    /// How many the whole list has.
    pub(crate) total: usize,
    /// How many pages that is: one at the least.
    pub(crate) pages: usize,
    /// The number of the newest change that the list knows of.
    pub(crate) newest: u64,
}

/// The changes of the book so far.
#[derive(Default)]
struct Changes {
    number: u64,
    at: Timestamp,
}

impl Changes {
    /// Number and time of one more.
    fn next(&mut self, now: Timestamp) -> (u64, Timestamp) {
        let now = Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now);
        self.number += 1;
        self.at = now.max(self.at.saturating_add(TICK).unwrap_or(Timestamp::MAX));
        (self.number, self.at)
    }
}

#[derive(Default)]
struct Kept {
    /// Changes and versions are numbered from the next number on.
    after: u64,
    /// In the order in which they were booked.
    bookings: Vec<Booking>,
    changes: Changes,
    faults: BTreeMap<System, BookingFault>,
    /// Whose list has shifted since its first page was asked for.
    shifted: BTreeSet<System>,
    /// How often a first page was asked for.
    asked: BTreeMap<System, u64>,
    /// How many stand on a page.
    size: usize,
}

impl Kept {
    fn put(&mut self, reference: String, new: NewBooking, now: Timestamp) {
        let (changed, changed_at) = self.changes.next(now);
        let booked_at = new.booked_at.unwrap_or(now);
        self.bookings.push(Booking { reference, version: self.after + 1, changed, changed_at, new, booked_at, state: State::Booked });
    }
}

/// The book.
pub(crate) struct Book(Mutex<Kept>);

impl Book {
    /// An empty one, whose numbers come after this one: who has read an earlier book hears of everything in this one as newer.
    pub(crate) fn new(after: u64) -> Self {
        let changes = Changes { number: after, ..Changes::default() };
        Self(Mutex::new(Kept { after, changes, size: PAGE, ..Kept::default() }))
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Books, and answers with the reference.
    pub(crate) fn book(&self, new: NewBooking, now: Timestamp) -> String {
        let mut kept = self.kept();
        let reference = format!("{}-{}", new.system.name(), kept.changes.number + 1);
        kept.put(reference.clone(), new, now);
        reference
    }

    /// Books under a reference that nothing has yet.
    pub(crate) fn book_as(&self, reference: &str, new: NewBooking, now: Timestamp) {
        self.kept().put(reference.to_owned(), new, now);
    }

    /// Changes a booking; `false`: there is none under this reference.
    pub(crate) fn change(&self, reference: &str, now: Timestamp, change: impl FnOnce(&mut Booking)) -> bool {
        let mut kept = self.kept();
        let Kept { bookings, changes, .. } = &mut *kept;
        let Some(booking) = bookings.iter_mut().find(|booking| booking.reference == reference) else { return false };
        change(booking);
        booking.version += 1;
        (booking.changed, booking.changed_at) = changes.next(now);
        true
    }

    /// A booking vanishes as if it had never been; `false`: there is none under this reference.
    pub(crate) fn forget(&self, reference: &str) -> bool {
        let mut kept = self.kept();
        let before = kept.bookings.len();
        kept.bookings.retain(|booking| booking.reference != reference);
        kept.bookings.len() < before
    }

    /// One of a system, whatever has become of it.
    pub(crate) fn one(&self, system: System, reference: &str) -> Option<Booking> {
        let kept = self.kept();
        kept.bookings.iter().find(|booking| booking.new.system == system && booking.reference == reference).cloned()
    }

    /// Everything, by start.
    pub(crate) fn all(&self) -> Vec<Booking> {
        let mut all = self.kept().bookings.clone();
        sort(&mut all);
        all
    }

    /// Those of a system that begin on these days and have of each name one of its codes, by start. Cancelled ones are among them.
    pub(crate) fn matching(&self, system: System, from: Date, until: Date, codes: &BTreeMap<String, Vec<String>>) -> Vec<Booking> {
        let has = |new: &NewBooking, name: &String, wanted: &[String]| new.codes.get(name).is_some_and(|code| wanted.contains(code));
        let is_wanted = |new: &NewBooking| {
            let is_then = (from..=until).contains(&day(new.starts_at));
            new.system == system && is_then && codes.iter().all(|(name, wanted)| has(new, name, wanted))
        };
        let mut found: Vec<_> = self.kept().bookings.iter().filter(|booking| is_wanted(&booking.new)).cloned().collect();
        sort(&mut found);
        found
    }

    /// A page of what is asked for; the first one is 1. To ask for the first one is to read the list anew.
    pub(crate) fn page(&self, wanted: &Wanted<'_>, number: usize) -> Page {
        let fault = self.ask(wanted.system, number);
        // Read before the list: what changes in between is told again the next time, and not left out.
        let mut newest = self.now_at();
        let mut found = self.matching(wanted.system, wanted.from, wanted.until, wanted.codes);
        found.retain(|booking| wanted.takes(booking));
        match fault {
            Some(BookingFault::StaleList) => {
                if let Some(unknown) = self.latest(wanted.system) {
                    found.retain(|booking| booking.reference != unknown.reference);
                    newest = newest.min(unknown.changed.saturating_sub(1));
                }
            }
            Some(BookingFault::PageShift | BookingFault::PageShiftOnce) if number > 1 => {
                if let Some(gone) = found.iter().position(|booking| booking.state == State::Booked) {
                    found.remove(gone);
                }
            }
            _ => {}
        }
        let (total, size) = (found.len(), self.kept().size);
        let before = number.saturating_sub(1).saturating_mul(size);
        Page { bookings: found.into_iter().skip(before).take(size).collect(), total, pages: total.div_ceil(size).max(1), newest }
    }

    /// Counts a page that is asked for, and says what goes wrong with it.
    fn ask(&self, system: System, number: usize) -> Option<BookingFault> {
        let mut kept = self.kept();
        let fault = kept.faults.get(&system).copied();
        if number > 1 {
            kept.shifted.insert(system);
            return fault;
        }
        *kept.asked.entry(system).or_default() += 1;
        if kept.shifted.remove(&system) && fault == Some(BookingFault::PageShiftOnce) {
            kept.faults.remove(&system);
            return None;
        }
        fault
    }

    /// What was booked last in a system.
    fn latest(&self, system: System) -> Option<Booking> {
        self.kept().bookings.iter().rfind(|booking| booking.new.system == system).cloned()
    }

    /// The number of the newest change.
    pub(crate) fn now_at(&self) -> u64 {
        self.kept().changes.number
    }

    /// What goes wrong with a system.
    pub(crate) fn fault(&self, system: System) -> Option<BookingFault> {
        self.kept().faults.get(&system).copied()
    }

    /// What goes wrong with a system from now on; `None`: nothing any more.
    pub(crate) fn fail(&self, system: System, fault: Option<BookingFault>) {
        let mut kept = self.kept();
        kept.shifted.remove(&system);
        match fault {
            Some(fault) => kept.faults.insert(system, fault),
            None => kept.faults.remove(&system),
        };
    }

    /// How often a list was asked for, its pages after the first not counted.
    pub(crate) fn asked(&self, system: System) -> u64 {
        self.kept().asked.get(&system).copied().unwrap_or_default()
    }

    /// So many stand on a page from now on: one at the least.
    pub(crate) fn page_size(&self, size: usize) {
        self.kept().size = size.max(1);
    }
}

fn sort(bookings: &mut [Booking]) {
    bookings.sort_by(|one, other| (one.new.starts_at, &one.reference).cmp(&(other.new.starts_at, &other.reference)));
}

/// The day it is then in Helsinki.
pub(crate) fn day(at: Timestamp) -> Date {
    in_helsinki(at).date()
}

/// What a query says under these names, once or again, and with commas in between.
pub(crate) fn codes_of(query: &[(String, String)], names: &[&str]) -> BTreeMap<String, Vec<String>> {
    let mut codes = BTreeMap::<String, Vec<String>>::new();
    for (name, value) in query.iter().filter(|(name, _)| names.contains(&name.as_str())) {
        for code in value.split(',').filter(|code| !code.is_empty()) {
            codes.entry(name.clone()).or_default().push(code.to_owned());
        }
    }
    codes
}
