//! A video call, from its beginning to its end (CHA-07, SCH-09, SCH-10): who may take part, who is in it and who waits in its lobby. It knows people
//! by their ids; by what their browsers find one another, and what they are called, is no part of it.
//!
//! In a chat whoever has called the others together comes at once and lets the others in. Those were invited, accept, and wait in the lobby;
//! once let in they need not wait again. In an appointment nobody is invited: those who may come are named one by one, and the first
//! professional who comes lets everybody in. From then on nobody waits, also when the professional has dropped out. What a call belongs to
//! says who may come and when it is over. Guests of an appointment come as its patient does; who takes part no more is removed.

mod belongs_to;
mod command;
mod decide;
mod event;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{Aggregate, AudienceKey, DecideContext, Id, PersonId, SignedDuration, Timestamp, Uuid};
use kajo_proto::chat_queue::v1 as public;

pub use belongs_to::{Appointment, BelongsTo};
pub use command::{Command, Ending, Invitation, Removed};
pub use event::{Attendee, End, Event, EventKind, Party, Presence, Side, Standing};
pub use refusal::Refused;

/// The id of a call.
pub type CallId = Id<Call>;

/// How many are in a call or in its lobby at once: each browser is connected to every other.
pub const TAKING_PART_MAX: usize = 4;
/// For so long an invitation stands.
pub const INVITED_FOR: SignedDuration = SignedDuration::from_secs(60);

/// Where a call is on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Nobody was invited, and nobody may come.
    #[default]
    NotInvited,
    /// Somebody was, and has not answered.
    Invited,
    /// The invitation was accepted; of an appointment: somebody may come.
    On,
    /// It is over, or nothing has become of it.
    Ended,
}

impl Phase {
    /// As the contract has it.
    pub const fn public(self) -> public::CallState {
        match self {
            Self::NotInvited => public::CallState::Unspecified,
            Self::Invited => public::CallState::Invited,
            Self::On => public::CallState::On,
            Self::Ended => public::CallState::Ended,
        }
    }
}

/// A call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// Where it is on its way.
    pub phase: Phase,
    /// Who may take part, and what it belongs to; `None`: nobody yet.
    pub standing: Option<Standing>,
    /// When the invitation lapses.
    pub lapses_at: Option<Timestamp>,
    /// Where those are who are there.
    pub present: BTreeMap<Uuid, Presence>,
    /// Who was in it once.
    pub admitted: BTreeSet<Uuid>,
    /// A professional of the appointment was in it, whoever of them may come still.
    pub nobody_waits: bool,
    /// How it ended.
    pub end: Option<End>,
}

impl Call {
    /// As what somebody may take part; `None`: for them there is no such call. Who is no party of their own side may be a guest.
    pub fn party_of(&self, attendee: Attendee) -> Option<&Party> {
        let own = self.parties().iter().find(|party| party.attendee == attendee);
        own.or_else(|| self.guest_at_screen_of(attendee).filter(|_| attendee.side == Side::Customer))
    }

    /// The guest as whom somebody may come at this screen: of several, as whom they have asked last.
    fn guest_at_screen_of(&self, attendee: Attendee) -> Option<&Party> {
        self.parties().iter().rfind(|party| party.attendee.is_guest() && party.attendee.is_at_screen_of(attendee))
    }

    /// All who may take part.
    pub fn parties(&self) -> &[Party] {
        self.standing.as_ref().map(|standing| standing.parties.as_slice()).unwrap_or_default()
    }

    /// Where somebody is.
    pub fn presence_of(&self, participant: Uuid) -> Presence {
        self.present.get(&participant).copied().unwrap_or_default()
    }

    /// Whether somebody is in it.
    pub fn is_in(&self, participant: Uuid) -> bool {
        self.presence_of(participant) == Presence::In
    }

    /// Whether somebody is a guest.
    pub fn is_guest(&self, participant: Uuid) -> bool {
        self.parties().iter().any(|party| party.participant == participant && party.attendee.is_guest())
    }

    /// Whether somebody lets others in.
    pub fn is_organiser(&self, participant: Uuid) -> bool {
        self.standing.as_ref().is_some_and(|standing| standing.is_organiser(participant))
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Ended
    }

    /// By which these participants are told.
    pub fn keys_of(&self, participants: &BTreeSet<Uuid>) -> Vec<AudienceKey> {
        self.parties().iter().filter(|party| participants.contains(&party.participant)).map(Party::key).collect()
    }

    /// For the access log: whose data it is; `None`: a visitor's, of whom nothing is known.
    pub fn subject(&self) -> Option<PersonId> {
        let standing = self.standing.as_ref()?;
        match &standing.belongs_to {
            BelongsTo::Chat(_) => {
                let customer = standing.of_side(Side::Customer)?.attendee;
                (!customer.visitor).then_some(customer.person)
            }
            BelongsTo::Appointment(appointment) => Some(appointment.patient),
        }
    }
}

impl Aggregate for Call {
    const CATEGORY: &'static str = "call";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refused> {
        decide::decide(self, command, cx)
    }

    fn evolve(&mut self, event: &Event) {
        self.standing = Some(event.standing.clone());
        match &event.what {
            EventKind::Invited { lapses_at, .. } => {
                self.phase = Phase::Invited;
                self.lapses_at = Some(*lapses_at);
            }
            EventKind::Opened { .. } | EventKind::Accepted { .. } => self.phase = Phase::On,
            EventKind::LobbyEntered { participant } => {
                self.present.insert(*participant, Presence::Lobby);
            }
            EventKind::Entered { participant } => {
                self.present.insert(*participant, Presence::In);
                self.admitted.insert(*participant);
                self.nobody_waits |= event.standing.appointment().is_some() && event.standing.is_organiser(*participant);
            }
            EventKind::Left { participant } => {
                self.present.remove(participant);
            }
            EventKind::PartyRemoved { participant } => {
                self.present.remove(participant);
                self.admitted.remove(participant);
                if let Some(standing) = &mut self.standing {
                    standing.parties.retain(|party| party.participant != *participant);
                }
            }
            EventKind::Ended { end } => {
                self.phase = Phase::Ended;
                self.end = Some(*end);
                self.present.clear();
            }
        }
    }
}
