//! A chat, from the place in the line before a queue to its end (CHA-04, CHA-05, CHA-06), and what is said of it afterwards (CHA-08).
//!
//! Who joins draws a ticket; lower ones come first, and a ticket stays until its holder is out of the line: also when a professional puts
//! them back. A chat is between the person at the screen and the professional who accepted them; for everybody else it does not exist.
//!
//! Who is not signed in joins in a visit, which has an id and nothing else; once they sign in, what they began there becomes theirs.

mod call;
mod command;
mod decide;
mod event;
mod rating;
mod refusal;
mod stored;
mod take_over;
#[cfg(test)]
mod tests;
pub mod thread;
pub mod visit;

use chassis_domain::{Aggregate, DecideContext, Id, Sealed};

pub use command::{Command, Customer, Joining, Practitioner, Who};
pub use event::{Event, EventKind, LeaveReason, Side, Standing};
pub use rating::Rating;
pub use refusal::Refused;

/// The id of a chat.
pub type ChatId = Id<Chat>;

/// How long a message may be, in characters.
pub const MESSAGE_MAX_CHARS: usize = 4_000;
/// How many messages a chat may have.
pub const MESSAGES_MAX: u32 = 1_000;

/// Where a chat is on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Nobody has joined.
    #[default]
    NotJoined,
    /// In the line.
    Waiting,
    /// With a professional.
    Active,
    /// It was with a professional and is over.
    Ended,
    /// Out of the line before anybody accepted.
    Left,
}

/// A chat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chat {
    /// Where it is on its way.
    pub phase: Phase,
    /// Who takes part, and where; `None`: nobody has joined.
    pub standing: Option<Standing>,
    /// What the professional is called who has accepted, or had before it was over.
    pub practitioner_name: Option<Sealed<String>>,
    /// How many messages were written.
    pub messages: u32,
    /// Why they are out of the line.
    pub left: Option<LeaveReason>,
    /// Who ended it.
    pub ended_by: Option<Side>,
    /// What the person at the screen has said of it.
    pub rating: Option<Rating>,
    /// It goes on, and the professional has not been heard of for a while.
    pub unattended: bool,
    /// A colleague has taken it over since the professional vanished.
    pub taken_over: bool,
}

impl Chat {
    /// On which side somebody takes part, or may come to: the person at the screen; the professional who has accepted, and while they wait
    /// everybody who works through the queue.
    pub fn side_of(&self, who: &Who) -> Option<Side> {
        let standing = self.standing.as_ref()?;
        match who {
            Who::Customer(customer) => standing.is_of(customer).then_some(Side::Customer),
            Who::Practitioner(practitioner) => {
                let may = match standing.practitioner {
                    Some(owner) => owner == practitioner.person,
                    None => self.phase == Phase::Waiting && practitioner.works_through,
                };
                may.then_some(Side::Practitioner)
            }
        }
    }
}

impl Chat {
    /// Whether a command would be refused as the chat stands.
    ///
    /// # Errors
    /// As the command would be.
    pub fn would_accept(&self, command: &Command) -> Result<(), Refused> {
        decide::decide(self, command).map(drop)
    }
}

impl Aggregate for Chat {
    const CATEGORY: &'static str = "chat";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        decide::decide(self, command)
    }

    fn evolve(&mut self, event: &Event) {
        self.standing = Some(event.standing.clone());
        match &event.what {
            EventKind::Joined => self.phase = Phase::Waiting,
            EventKind::Accepted { practitioner_name, .. } => {
                self.phase = Phase::Active;
                self.practitioner_name = Some(practitioner_name.clone());
                self.taken_over = false;
            }
            EventKind::PassedOver => {}
            EventKind::Unattended => {
                self.unattended = true;
                self.taken_over = false;
            }
            EventKind::Attended => self.unattended = false,
            EventKind::TakenOver { practitioner_name, .. } => {
                self.practitioner_name = Some(practitioner_name.clone());
                self.unattended = false;
                self.taken_over = true;
            }
            EventKind::Returned { .. } => {
                self.phase = Phase::Waiting;
                self.unattended = false;
                self.practitioner_name = None;
            }
            EventKind::Left { reason, .. } => {
                self.phase = Phase::Left;
                self.left = Some(*reason);
            }
            EventKind::MessageWritten { number, .. } => self.messages = *number,
            EventKind::Rated { rating } => self.rating = Some(*rating),
            EventKind::Ended { side } => {
                self.phase = Phase::Ended;
                self.unattended = false;
                self.ended_by = Some(*side);
            }
            // Where it is on its way stays.
            EventKind::Claimed { .. } => {}
        }
    }
}
