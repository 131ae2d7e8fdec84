//! What is asked of a call.

use chassis_domain::Uuid;

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

/// A request. People are named by what the others know them by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Calls somebody together.
    Invite(Invitation),
    /// Lets somebody come to the call of an appointment. The first one begins it.
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
    /// The time of the invitation is over.
    Lapse,
    /// Ends it for everybody.
    End {
        /// Why.
        ending: Ending,
    },
}
