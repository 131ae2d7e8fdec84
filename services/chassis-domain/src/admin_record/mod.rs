//! What the admin panel keeps, whatever it is: saved as a whole, saved again when it changes, archived when nothing new shall use it and
//! restored, and removed when nothing uses it at all.
//!
//! ```text
//!   (new) --Save--> Kept --Save--> Kept --Archive--> Archived --Restore--> Kept
//!                                  Kept, Archived --Remove--> Removed
//! ```
//!
//! A kind of record says what it consists of and what may be wrong with it ([`AdminDetails`]); its life is the same for all of them. What
//! other records have, and what uses it, is looked up under a lock and handed in.

mod around;
mod event;
#[cfg(test)]
mod tests;

use std::fmt;

pub use around::{Taken, Unique, Uses};
pub use event::{AdminEvent, AdminEvents};
use prost::Message;
use uuid::Uuid;

use crate::{Aggregate, DecideContext, DecodeError, EventMeta, PublishedFact, Refusal, Refusals, Translated, stored::Reader};

/// What is kept of one kind of record.
pub trait AdminDetails: Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Stable name of the kind.
    const CATEGORY: &'static str;
    /// Stable names of what happens to it: `admin_events!("<category>")`.
    const EVENTS: AdminEvents;
    /// Newest version of the payload; older ones left out fields.
    const SCHEMA: u16 = 1;
    /// There is no such record any more.
    const NOT_FOUND: Self::Refused;
    /// What else is known around it when it is saved.
    type Around: Clone + Default + fmt::Debug + Send + Sync + 'static;
    /// A refusal.
    type Refused: Refusal;
    /// As it is stored.
    type Stored: Message + Default;

    /// By what it stands in lists.
    fn name(&self) -> &str;

    /// What it is called, for those who refer to it and do not keep it.
    fn names(&self) -> Translated {
        Translated { fi: self.name().to_owned(), ..Translated::default() }
    }

    /// Records that it refers to, which it then is a use of.
    fn refers(&self) -> Vec<Uuid> {
        Vec::new()
    }

    /// In what a search looks for its words.
    fn words(&self) -> String {
        self.name().to_owned()
    }

    /// What no other record of the kind may have, capital letters or not.
    fn unique(&self) -> Vec<Unique> {
        Vec::new()
    }

    /// Without blanks around anything, as it is kept and compared.
    #[must_use]
    fn trimmed(&self) -> Self;

    /// What is wrong with it, beside what was kept so far; `taken` says what of it another record has.
    fn check(&self, kept: Option<&Self>, taken: &Taken, around: &Self::Around) -> Result<(), Refusals<Self::Refused>>;

    /// Why one is not removed that has these uses; `None`: it is removed all the same.
    fn in_use(_: &Uses) -> Option<Self::Refused> {
        None
    }

    /// The public fact of what happened to it; `None` when it stays private.
    fn publish(_: &AdminEvent<Self>, _: &EventMeta) -> Option<PublishedFact> {
        None
    }

    /// For the store.
    fn to_stored(&self) -> Self::Stored;

    /// From the store.
    fn from_stored(stored: Self::Stored, reader: &Reader<'_>) -> Result<Self, DecodeError>;
}

/// The state of one of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum AdminRecord<D> {
    /// Never saved.
    #[default]
    Unknown,
    /// As it was saved last.
    Kept(D),
    /// The same, and nothing new uses it.
    Archived(D),
    /// No more.
    Removed,
}

/// A request to one of them.
#[derive(Clone, Debug)]
pub enum AdminCommand<D: AdminDetails> {
    /// Adds it or changes it.
    Save {
        /// As it should be.
        details: D,
        /// What of it another record has.
        taken: Taken,
        /// What else is known around it.
        around: D::Around,
    },
    /// Nothing new shall use it.
    Archive,
    /// It may be used again.
    Restore,
    /// It is no more.
    Remove {
        /// What uses it.
        uses: Uses,
    },
}

impl<D: AdminDetails> Aggregate for AdminRecord<D> {
    const CATEGORY: &'static str = D::CATEGORY;
    type Command = AdminCommand<D>;
    type Event = AdminEvent<D>;
    type Refusal = Refusals<D::Refused>;

    fn decide(&self, command: &AdminCommand<D>, _: &DecideContext) -> Result<Vec<AdminEvent<D>>, Refusals<D::Refused>> {
        match (self, command) {
            (Self::Removed, _) | (Self::Unknown, AdminCommand::Archive | AdminCommand::Restore | AdminCommand::Remove { .. }) => {
                Err(D::NOT_FOUND.into())
            }
            (_, AdminCommand::Save { details, taken, around }) => {
                let details = details.trimmed();
                details.check(self.details(), taken, around)?;
                if self.details() == Some(&details) { Ok(vec![]) } else { Ok(vec![AdminEvent::Defined(details)]) }
            }
            (Self::Kept(_), AdminCommand::Archive) => Ok(vec![AdminEvent::Archived]),
            (Self::Archived(_), AdminCommand::Restore) => Ok(vec![AdminEvent::Restored]),
            (Self::Archived(_), AdminCommand::Archive) | (Self::Kept(_), AdminCommand::Restore) => Ok(vec![]),
            (Self::Kept(_) | Self::Archived(_), AdminCommand::Remove { uses }) => match D::in_use(uses).filter(|_| !uses.is_none()) {
                Some(refused) => Err(refused.into()),
                None => Ok(vec![AdminEvent::Removed]),
            },
        }
    }

    fn evolve(&mut self, event: &AdminEvent<D>) {
        *self = match (std::mem::take(self), event) {
            (Self::Archived(_), AdminEvent::Defined(details)) => Self::Archived(details.clone()),
            (_, AdminEvent::Defined(details)) => Self::Kept(details.clone()),
            (Self::Kept(details), AdminEvent::Archived) => Self::Archived(details),
            (Self::Archived(details), AdminEvent::Restored) => Self::Kept(details),
            (same, AdminEvent::Archived | AdminEvent::Restored) => same,
            (_, AdminEvent::Removed) => Self::Removed,
        };
    }
}

impl<D> AdminRecord<D> {
    /// As it was saved last; `None` when there is no such record.
    pub fn details(&self) -> Option<&D> {
        match self {
            Self::Kept(details) | Self::Archived(details) => Some(details),
            Self::Unknown | Self::Removed => None,
        }
    }
}
