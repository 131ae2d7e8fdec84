//! What is asked of a call.

use chassis_domain::{PersonId, Uuid};

use super::{Appointment, Attendee, Side};

/// Who is called together, and in which chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The chat.
    pub chat: Uuid,
    /// Who calls the other together.
    pub organiser: Attendee,
    /// Who is invited.
    pub invited: Attendee,
}

/// Why a call is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// One side wants it.
    Side(Side),
    /// The chat that it belongs to is over, or others' by now.
    ChatOver,
    /// The appointment that it belongs to is over, will not take place or has another time by now.
    AppointmentOver,
    /// Nobody has been there for a while.
    NobodyThere,
}

/// Who takes part in an appointment no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// This professional.
    Practitioner(PersonId),
    /// A guest, by which of the appointment's they are.
    Guest(Uuid),
}

impl Removed {
    /// Whether it is they who come as this.
    pub(super) fn is(self, attendee: Attendee) -> bool {
        match self {
            Self::Practitioner(person) => attendee == Attendee::practitioner(person),
            Self::Guest(guest) => attendee.side == Side::Guest(guest),
        }
    }
}

/// A request. People are named by what the others know them by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Calls somebody together.
    Invite(Invitation),
    /// Lets somebody come to the call of an appointment. The first one begins it, and a guest is there with the browser that asked last.
    Open {
        /// The appointment, as it stands now.
        appointment: Appointment,
        /// Who may come.
        attendee: Attendee,
    },
    /// Answers an invitation.
    Answer {
        /// Who was invited.
        by: Uuid,
        /// They come.
        accepted: bool,
    },
    /// Comes to it.
    Enter {
        /// Who.
        by: Uuid,
    },
    /// Lets somebody in who waits in the lobby.
    Admit {
        /// Who asks.
        by: Uuid,
        /// Who waits.
        participant: Uuid,
    },
    /// Is there no more.
    Leave {
        /// Who.
        participant: Uuid,
    },
    /// Lets somebody come to the call of an appointment no more.
    Remove {
        /// Who.
        who: Removed,
    },
    /// The time of the invitation is over.
    Lapse,
    /// Ends it for everybody.
    End {
        /// Why.
        ending: Ending,
    },
}
