//! What can be asked of an appointment.

use chassis_domain::{Matter, PersonId, Uuid};

use super::{
    outside::Outside,
    participant::Asked,
    value::{BookedTime, By},
};

/// A request to an appointment.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Books it.
    Book(Box<Booking>),
    /// Puts it to another time, which whoever asks has claimed.
    Move {
        /// Who.
        by: By,
        /// To when.
        time: Box<BookedTime>,
        /// Whom to call when it cannot be moved here; empty: nobody is named.
        phone: String,
    },
    /// Cancels it.
    Cancel {
        /// Who.
        by: By,
        /// Why, within its limit.
        reason: String,
        /// Whom to call when it cannot be cancelled here; empty: nobody is named.
        phone: String,
    },
    /// Cancels it since the patient's account is deleted.
    CancelWithAccount,
    /// It has taken place.
    MarkDone {
        /// The professional.
        by: By,
    },
    /// Takes note of it being cancelled: a remote one is listed until somebody has.
    AcknowledgeCancellation {
        /// The professional.
        by: By,
    },
    /// Has somebody else take part; of a colleague whoever asks has claimed the time.
    AddParticipant {
        /// The professional.
        by: By,
        /// Whom.
        participant: Asked,
    },
    /// A guest is called otherwise, or reached elsewhere.
    ChangeGuest {
        /// The professional.
        by: By,
        /// The guest, as they are from now on.
        guest: Asked,
    },
    /// A colleague or a guest takes part no more.
    DeactivateParticipant {
        /// The professional.
        by: By,
        /// Who.
        participant: Uuid,
    },
    /// A resident of 12 to 17 lets guardians see it, or does so no more.
    ShowToGuardians {
        /// Who.
        by: By,
        /// Whether they see it.
        visible: bool,
    },
    /// Follows what is heard of it from the system that keeps it (SCH-14).
    SeeOutside(Box<Outside>),
}

/// What an appointment is booked with.
#[derive(Clone, Debug, PartialEq)]
pub struct Booking {
    /// Who books.
    pub by: By,
    /// For whom.
    pub patient: PersonId,
    /// As the patient is called.
    pub patient_name: String,
    /// What it is about.
    pub matter: Matter,
    /// The time, which whoever books has claimed.
    pub time: BookedTime,
    /// The recommendation with which it is booked.
    pub recommendation: Option<Uuid>,
    /// Guardians of a teenager may see it: the teenager says so.
    pub visible_to_guardians: bool,
    /// Whether the patient may cancel it, where whoever books says so; `None`: as the search says.
    pub cancelable: Option<bool>,
    /// Who else takes part.
    pub participants: Vec<Asked>,
}
