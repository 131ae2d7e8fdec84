//! Other systems that keep appointments, as scheduling asks them: one interface in front of all of them (SCH-13). What they call a patient, a
//! place or a state is said in our words here; who and where that is, whoever asks finds out.

use std::fmt;

use chassis_domain::Timestamp;
use futures::future::BoxFuture;
use jiff::civil::Date;

use crate::{appointment::outside::OutsideState, appointment_search::Parameters, fetch::FetchFailed, kind::AppointmentType};

/// What a system is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// What its appointments have in common.
    pub(crate) parameters: &'a Parameters,
    /// The first day, in Finland.
    pub(crate) from: Date,
    /// The last day.
    pub(crate) until: Date,
    /// What has changed since then, in the words of its last answer; `None`: all there are. A system that tells no changes answers with all.
    pub(crate) since: Option<&'a str>,
}

/// What a system answers, all pages of it.
#[derive(Debug, Default)]
pub(crate) struct Answered {
    /// What it keeps, or what of it has changed. Whatever it left out that is no appointment of a person is left out here.
    pub(crate) appointments: Vec<Told>,
    /// How many more there were of which nobody could say what they are.
    pub(crate) unreadable: u32,
    /// Where the next answer is to go on; `None`: it tells no changes.
    pub(crate) cursor: Option<String>,
    /// These are all that there are in those days, and no changes alone.
    pub(crate) whole: bool,
}

/// An appointment, as its system tells it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Told {
    /// What it is called there.
    pub(crate) reference: String,
    /// Of two that are told the later one has the higher number; `None`: the later told is the later.
    pub(crate) version: Option<u64>,
    /// The personal identity code of the patient.
    pub(crate) national_id: String,
    /// What the patient is called there.
    pub(crate) patient_name: String,
    /// When it begins.
    pub(crate) starts_at: Timestamp,
    /// When it ends: later than it begins.
    pub(crate) ends_at: Timestamp,
    /// How people meet; `None`: it does not say so.
    pub(crate) kind: Option<AppointmentType>,
    /// Where, as it calls the place; `None`: it does not say so.
    pub(crate) location: Option<String>,
    /// With whom; `None`: it does not say so.
    pub(crate) practitioner_name: Option<String>,
    /// Whether the patient may cancel it; `None`: it does not say so.
    pub(crate) cancelable: Option<bool>,
    /// Whether the patient may move it; `None`: it does not say so.
    pub(crate) reschedulable: Option<bool>,
    /// Guardians of a teenager may see it. What is not said is not shown.
    pub(crate) visible_to_guardians: bool,
    /// When it was booked; `None`: it does not say so.
    pub(crate) booked_at: Option<Timestamp>,
    /// What has become of it.
    pub(crate) state: OutsideState,
}

/// Nothing of a person is printed.
impl fmt::Debug for Told {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Told").field("reference", &self.reference).field("version", &self.version).finish_non_exhaustive()
    }
}

/// A system that keeps appointments. Nothing is changed there by asking.
pub(crate) trait BookingSystemClient: Send + Sync {
    /// Its appointments.
    fn booked<'a>(&'a self, asked: Asked<'a>) -> BoxFuture<'a, Result<Answered, FetchFailed>>;

    /// One of them, whatever has become of it; `None`: it knows of none.
    fn find<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Option<Told>, FetchFailed>>;
}
