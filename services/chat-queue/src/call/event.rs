//! What happens to a call, as it is stored.

use chassis_domain::{AudienceKey, PersonId, Timestamp, Uuid};
use kajo_proto::chat_queue::v1 as public;

use super::{Appointment, BelongsTo};

/// Something that happened to a call, and how it stands from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Whole, since the public fact is made from the event alone and says who may be told: who is removed among them.
    pub standing: Standing,
}

/// What a call belongs to, and who may take part in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// A chat or an appointment.
    pub belongs_to: BelongsTo,
    /// In a chat the first one has called the others together; in an appointment every professional has.
    pub parties: Vec<Party>,
}

impl Standing {
    /// Somebody who may take part.
    pub fn party(&self, participant: Uuid) -> Option<&Party> {
        self.parties.iter().find(|party| party.participant == participant)
    }

    /// The appointment that it belongs to.
    pub fn appointment(&self) -> Option<&Appointment> {
        match &self.belongs_to {
            BelongsTo::Chat(_) => None,
            BelongsTo::Appointment(appointment) => Some(appointment),
        }
    }

    /// Whether somebody lets others in.
    pub fn is_organiser(&self, participant: Uuid) -> bool {
        match &self.belongs_to {
            BelongsTo::Chat(_) => self.parties.first().is_some_and(|party| party.participant == participant),
            BelongsTo::Appointment(_) => self.party(participant).is_some_and(|party| party.attendee.side == Side::Practitioner),
        }
    }

    /// Whom it concerns: those who may take part, and of an appointment those whose lists show it.
    pub fn audience(&self) -> Vec<AudienceKey> {
        let of_appointment = self.appointment().into_iter().flat_map(Appointment::keys);
        self.parties.iter().map(Party::key).chain(of_appointment).collect()
    }

    /// Whether a guest may take part.
    pub fn has_guests(&self) -> bool {
        self.parties.iter().any(|party| party.attendee.is_guest())
    }

    /// The first who may take part on a side.
    pub fn of_side(&self, side: Side) -> Option<&Party> {
        self.parties.iter().find(|party| party.attendee.side == side)
    }
}

/// Somebody who may take part in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// What the others know them by: means nothing outside this call.
    pub participant: Uuid,
    /// Who they are.
    pub attendee: Attendee,
}

impl Party {
    /// By which they are told.
    pub fn key(&self) -> AudienceKey {
        let Attendee { side, person, at_screen, .. } = self.attendee;
        match side {
            Side::Customer | Side::Guest(_) => AudienceKey::at_screen(person, at_screen),
            Side::Practitioner => AudienceKey::person(person),
        }
    }
}

/// A person, as a call knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attendee {
    /// On which side.
    pub side: Side,
    /// Whose matter it is; of a professional, who they are; of a guest, as whom they call.
    pub person: PersonId,
    /// Who is at the screen.
    pub at_screen: PersonId,
    /// They are not signed in: both ids are the visit's.
    pub visitor: bool,
}

impl Attendee {
    /// A professional.
    pub const fn practitioner(person: PersonId) -> Self {
        Self { side: Side::Practitioner, person, at_screen: person, visitor: false }
    }

    /// Whether they were invited to an appointment.
    pub const fn is_guest(self) -> bool {
        matches!(self.side, Side::Guest(_))
    }

    /// Whether both are the same person at the same screen, whatever they come as.
    pub(super) fn is_at_screen_of(self, other: Self) -> bool {
        (self.person, self.at_screen, self.visitor) == (other.person, other.at_screen, other.visitor)
    }
}

/// The sides of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who joined the chat; of an appointment the patient, and who acts for them.
    Customer,
    /// The professional.
    Practitioner,
    /// Somebody else who was invited to an appointment: which of its guests. They are no browser, and come with another one when they like.
    Guest(Uuid),
}

/// Where somebody is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// Not there.
    #[default]
    Away,
    /// They wait to be let in.
    Lobby,
    /// In the call.
    In,
}

impl Presence {
    chassis_domain::numbers!(pub i16: Away = 1, Lobby = 2, In = 3);

    /// As the contract has it.
    pub const fn public(self) -> public::CallPresence {
        match self {
            Self::Away => public::CallPresence::Away,
            Self::Lobby => public::CallPresence::Lobby,
            Self::In => public::CallPresence::In,
        }
    }
}

/// Something that happened to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The person at the screen was asked to come.
    Invited {
        /// Who.
        participant: Uuid,
        /// Until when they answer.
        lapses_at: Timestamp,
    },
    /// Somebody may come to the call of an appointment, or a guest with another browser than before.
    Opened {
        /// Who.
        participant: Uuid,
    },
    /// Somebody may come to the call of an appointment no more, and is there no more.
    PartyRemoved {
        /// Who.
        participant: Uuid,
    },
    /// They come.
    Accepted {
        /// Who.
        participant: Uuid,
    },
    /// They wait to be let in.
    LobbyEntered {
        /// Who.
        participant: Uuid,
    },
    /// They are in it.
    Entered {
        /// Who.
        participant: Uuid,
    },
    /// They are there no more.
    Left {
        /// Who.
        participant: Uuid,
    },
    /// It is over.
    Ended {
        /// How.
        end: End,
    },
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The invitation was declined.
    Declined,
    /// Nobody answered in time.
    Lapsed,
    /// The professional took the invitation back.
    Withdrawn,
    /// Who joined the chat ended it.
    Customer,
    /// The professional ended it.
    Practitioner,
    /// Nobody was there any more.
    Left,
    /// The chat that it belonged to is over.
    ChatOver,
    /// The appointment that it belonged to is over, will not take place or has another time.
    AppointmentOver,
}

impl End {
    chassis_domain::numbers!(
        pub u32: Declined = 1, Lapsed = 2, Withdrawn = 3, Customer = 4, Practitioner = 5, Left = 6, ChatOver = 7, AppointmentOver = 8
    );

    /// As the contract has it.
    pub const fn public(self) -> public::CallEnd {
        match self {
            Self::Declined => public::CallEnd::Declined,
            Self::Lapsed => public::CallEnd::Lapsed,
            Self::Withdrawn => public::CallEnd::Withdrawn,
            Self::Customer => public::CallEnd::Customer,
            Self::Practitioner => public::CallEnd::Practitioner,
            Self::Left => public::CallEnd::Left,
            Self::ChatOver => public::CallEnd::ChatOver,
            Self::AppointmentOver => public::CallEnd::AppointmentOver,
        }
    }
}
