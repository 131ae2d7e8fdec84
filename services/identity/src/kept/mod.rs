//! What administrators keep, whatever it is: saved as a whole, saved again when it changes, and removed when nobody uses it.
//!
//! ```text
//!   (new) --Save--> Kept --Save--> Kept --Remove--> Removed
//! ```
//!
//! A kind of thing says what it consists of and what may be wrong with it ([`Details`]); its life is the same for all of them. What
//! other things have is looked up under a lock and handed in.

mod event;

use std::fmt;

use chassis_domain::{Aggregate, DecideContext, DecodeError, EventType, Refusal, Refusals, stored::Reader};
use prost::Message;

pub use event::Event;

/// What is kept of one kind of thing.
pub trait Details: Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Stable name of the kind.
    const CATEGORY: &'static str;
    /// It is as follows from now on.
    const DEFINED: EventType;
    /// It is no more.
    const REMOVED: EventType;
    /// Newest version of the payload; older ones left out fields.
    const SCHEMA: u16 = 1;
    /// There is no such thing any more.
    const NOT_FOUND: Self::Refused;
    /// It is used; `None`: nothing uses such a thing.
    const IN_USE: Option<Self::Refused> = None;
    /// What is known around it when it is saved.
    type Around: Clone + fmt::Debug + Send + Sync + 'static;
    /// A business no.
    type Refused: Refusal;
    /// As it is stored.
    type Stored: Message + Default;
    /// The payload of its removal.
    type StoredRemoval: Message + Default;

    /// By what it stands in lists.
    fn name(&self) -> &str;

    /// Without blanks around anything, as it is kept and compared.
    #[must_use]
    fn trimmed(&self) -> Self;

    /// What is wrong with it, beside what was kept so far.
    fn check(&self, kept: Option<&Self>, around: &Self::Around) -> Result<(), Refusals<Self::Refused>>;

    /// For the store.
    fn to_stored(&self) -> Self::Stored;

    /// From the store.
    fn from_stored(stored: Self::Stored, reader: &Reader<'_>) -> Result<Self, DecodeError>;
}

/// The state of one of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Keeping<D> {
    /// Never saved.
    #[default]
    Unknown,
    /// As it was saved last.
    Kept(D),
    /// No more.
    Removed,
}

/// A request to one of them.
#[derive(Clone, Debug)]
pub enum Command<D: Details> {
    /// Adds it or changes it.
    Save {
        /// As it should be.
        details: D,
        /// What is known around it.
        around: D::Around,
    },
    /// It is no more.
    Remove {
        /// Whether something uses it.
        in_use: bool,
    },
}

impl<D: Details> Aggregate for Keeping<D> {
    const CATEGORY: &'static str = D::CATEGORY;
    type Command = Command<D>;
    type Event = Event<D>;
    type Refusal = Refusals<D::Refused>;

    fn decide(&self, command: &Command<D>, _: &DecideContext) -> Result<Vec<Event<D>>, Refusals<D::Refused>> {
        match (self, command) {
            (Self::Removed, _) | (Self::Unknown, Command::Remove { .. }) => Err(D::NOT_FOUND.into()),
            (Self::Kept(_), Command::Remove { in_use }) => match D::IN_USE.filter(|_| *in_use) {
                Some(refused) => Err(refused.into()),
                None => Ok(vec![Event::Removed]),
            },
            (_, Command::Save { details, around }) => {
                let details = details.trimmed();
                details.check(self.kept(), around)?;
                if self.kept() == Some(&details) { Ok(vec![]) } else { Ok(vec![Event::Defined(details)]) }
            }
        }
    }

    fn evolve(&mut self, event: &Event<D>) {
        *self = match event {
            Event::Defined(details) => Self::Kept(details.clone()),
            Event::Removed => Self::Removed,
        };
    }
}

impl<D> Keeping<D> {
    /// As it was saved last; `None` when there is no such thing.
    pub fn kept(&self) -> Option<&D> {
        if let Self::Kept(details) = self { Some(details) } else { None }
    }
}
