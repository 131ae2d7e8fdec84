//! Asking other systems for what a search finds there (SCH-21): when it is time, what is asked anew, what is no news, and how it goes. The rules
//! alone; the asking stands in `fetching.rs` beside this folder, the table in `fetch_table.rs`, and when it is done by itself in `fetch_jobs.rs`.
//!
//! A system that tells changes is asked for all it has once a day, so that what it forgot to tell is heard of; one that tells none is always asked
//! for all. What a whole answer lacks is looked for by its name before it is given up: a list that is behind cancels nothing.
//!
//! | Room | What is in it |
//! |---|---|
//! | `failed`, `refused` | why a system was asked in vain, and why it is not asked |
//! | `mapping` | from what a system tells to what an appointment hears |

mod failed;
pub(crate) mod mapping;
mod refused;
#[cfg(test)]
mod tests;

use chassis_domain::{AdminDetails, SignedDuration, Timestamp, Uuid};
use prost::Message;

pub use failed::FetchFailed;
pub use refused::NotFetched;

use crate::appointment_search::Details;

/// After so many failures in a row those who run the platform are told.
const ALERTS_AT: u32 = 3;
/// What failed is tried again after this time, however seldom it is fetched.
const RETRY: SignedDuration = SignedDuration::from_mins(5);
/// So long after it was asked for all it has, a system is asked for that again.
const WHOLE: SignedDuration = SignedDuration::from_hours(24);
/// What was booked so long before the last fetch was left out of that for another reason than being new.
const LATE: SignedDuration = SignedDuration::from_hours(1);
/// So many are looked for by their names in one fetch.
const MOST_LOOKED_FOR: usize = 50;

/// How the fetching of one search goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchState {
    /// When its system was asked last; `None`: never.
    pub tried_at: Option<Timestamp>,
    /// When that succeeded last; `None`: never.
    pub fetched_at: Option<Timestamp>,
    /// When it told all it has; `None`: never.
    pub whole_at: Option<Timestamp>,
    /// Where the next answer goes on; `None`: it tells no changes.
    pub cursor: Option<String>,
    /// Appointments of its last whole answer whose patients nobody here knows.
    pub unknown_patients: u32,
    /// Those that could not be read.
    pub unreadable: u32,
    /// `None`: the last one did not fail.
    pub failing: Option<FailingSince>,
    /// What was neither in its last whole answer nor found by its name.
    pub missing: Vec<String>,
}

/// A row of failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingSince {
    /// Of the newest, as the codes of refusals.
    pub reason: String,
    /// The first.
    pub since: Timestamp,
    /// How many.
    pub in_a_row: u32,
}

/// What was taken in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// It was all that there is, and no changes alone.
    pub whole: bool,
    /// Where the next answer goes on.
    pub cursor: Option<String>,
    /// How many are of people whom nobody here knows.
    pub unknown_patients: u32,
    /// How many could not be read.
    pub unreadable: u32,
    /// What was to be there and was not, nor found by its name.
    pub missing: Vec<String>,
}

impl FetchState {
    /// After a fetch that succeeded. What whole answers alone tell stays as the last of them told it.
    #[must_use]
    pub fn succeeded(self, fetched: Fetched, now: Timestamp) -> Self {
        let Fetched { whole, cursor, unknown_patients, unreadable, missing } = fetched;
        let state = Self { tried_at: Some(now), fetched_at: Some(now), cursor, failing: None, ..self };
        if whole { Self { whole_at: Some(now), unknown_patients, unreadable, missing, ..state } } else { state }
    }

    /// After one that failed: what was heard of is heard of again by the next one.
    #[must_use]
    pub fn failed(self, reason: &str, now: Timestamp) -> Self {
        let (since, before) = self.failing.as_ref().map_or((now, 0), |failing| (failing.since, failing.in_a_row));
        let failing = FailingSince { reason: reason.to_owned(), since, in_a_row: before.saturating_add(1) };
        Self { tried_at: Some(now), failing: Some(failing), ..self }
    }

    /// When it is time again; `None`: it is, and was never done.
    pub fn due_at(&self, interval: SignedDuration) -> Option<Timestamp> {
        let pause = if self.failing.is_some() { interval.min(RETRY) } else { interval };
        self.tried_at.map(|tried_at| tried_at.saturating_add(pause).unwrap_or(Timestamp::MAX))
    }

    /// Whether it is time.
    pub fn is_due(&self, interval: SignedDuration, now: Timestamp) -> bool {
        self.due_at(interval).is_none_or(|due_at| due_at <= now)
    }

    /// Whether its system is to tell all it has.
    pub fn is_whole_due(&self, now: Timestamp) -> bool {
        self.whole_at.is_none_or(|whole_at| now.duration_since(whole_at) >= WHOLE)
    }

    /// Whether an appointment that is new here is no news for its patient: it was there before anybody here asked.
    pub fn is_backfill(&self, booked_at: Option<Timestamp>) -> bool {
        let is_old = |fetched_at: Timestamp| booked_at.is_some_and(|booked_at| fetched_at.duration_since(booked_at) > LATE);
        self.fetched_at.is_none_or(is_old)
    }

    /// Whether the failure with this number is the one of its row that is told aloud.
    pub fn alerts_at(in_a_row: u32) -> bool {
        in_a_row == ALERTS_AT
    }
}

/// What decides what a search is answered, in bytes: when this is another, nothing that was heard of before counts. What only its appointments are
/// told with is not among it.
pub fn parameters_of(details: &Details) -> Vec<u8> {
    Details { system: details.system, parameters: details.parameters.clone(), ..Details::default() }.to_stored().encode_to_vec()
}

/// Which of those that a whole answer left out are looked for by their names: first those that were missing the last time, as these are decided on
/// now. `chance` says with which of the others it begins, so that each has its turn where there are many.
pub fn looked_for(left_out: Vec<(Uuid, String)>, missing: &[String], chance: u32) -> Vec<(Uuid, String)> {
    let (mut asked, mut others): (Vec<_>, Vec<_>) = left_out.into_iter().partition(|(_, reference)| missing.contains(reference));
    let first = usize::try_from(chance).unwrap_or_default().checked_rem(others.len()).unwrap_or_default();
    others.rotate_left(first);
    asked.append(&mut others);
    asked.truncate(MOST_LOOKED_FOR);
    asked
}
