//! What is drafted and published, whatever it is: a draft that may be incomplete, versions that everybody reads, and a way back.
//!
//! ```text
//!   (new) --SaveDraft--> draft --Publish--> version 1 --SaveDraft--> draft beside version 1 --Publish--> version 2 ..
//!                        --Archive--> archived --Restore--> (as before)
//! ```
//!
//! Rolling back publishes old words as the next version; words that break a rule of today become the draft instead. A kind of
//! publication says what it consists of and what stands against publishing it ([`PublicationBody`]); its life is the same for all of them.
//! Every command is held against the version that was read, by whoever executes it.

mod event;
#[cfg(test)]
mod tests;

use std::fmt;

pub use event::{PublicationEvent, PublicationEvents};
use prost::Message;

use crate::{Aggregate, DecideContext, DecodeError, EventMeta, PublishedFact, Refusal, Refusals, stored::Reader};

/// What is written of one kind of publication.
pub trait PublicationBody: Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Stable name of the kind.
    const CATEGORY: &'static str;
    /// Stable names of what happens to it: `publication_events!("<category>")`.
    const EVENTS: PublicationEvents;
    /// Newest version of the payload; older ones left out fields.
    const SCHEMA: u16 = 1;
    /// There is no such publication.
    const NOT_FOUND: Self::Refused;
    /// The words are those in force.
    const UNCHANGED: Self::Refused;
    /// A refusal.
    type Refused: Refusal;
    /// A draft, as it is stored.
    type Drafted: Message + Default;
    /// A version in force, as it is stored.
    type Published: Message + Default;

    /// By what it stands in lists.
    fn name(&self) -> &str;

    /// In what a search looks for its words.
    fn words(&self) -> String {
        self.name().to_owned()
    }

    /// What lists may be narrowed by.
    fn kind(&self) -> u32 {
        0
    }

    /// As it is kept and compared: without blanks around anything, and with what only the server can say beside the words before.
    #[must_use]
    fn kept_after(&self, before: Option<&Self>) -> Self;

    /// What stands against publishing it. A draft may break any rule.
    fn check(&self) -> Result<(), Refusals<Self::Refused>>;

    /// The public fact of what happened to it; `None` when it stays private.
    fn publish(_: &PublicationEvent<Self>, _: &EventMeta) -> Option<PublishedFact> {
        None
    }

    /// A draft, for the store.
    fn to_drafted(&self) -> Self::Drafted;

    /// A draft, from the store.
    fn from_drafted(stored: Self::Drafted, reader: &Reader<'_>) -> Result<Self, DecodeError>;

    /// A version in force, for the store.
    fn to_published(&self, version: u32) -> Self::Published;

    /// A version in force, from the store.
    fn from_published(stored: Self::Published, reader: &Reader<'_>) -> Result<(u32, Self), DecodeError>;
}

/// The state of one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Publication<B> {
    draft: Option<B>,
    published: Option<B>,
    version: u32,
    is_archived: bool,
}

impl<B> Default for Publication<B> {
    fn default() -> Self {
        Self { draft: None, published: None, version: 0, is_archived: false }
    }
}

/// A request to one of them.
#[derive(Clone, Debug)]
pub enum PublicationCommand<B> {
    /// Keeps what is being written.
    SaveDraft {
        /// All of it.
        body: B,
    },
    /// Puts words in force.
    Publish {
        /// All of them.
        body: B,
    },
    /// Puts the words of an earlier version in force again.
    RollBack {
        /// As they were published.
        body: B,
    },
    /// Nothing new uses it.
    Archive,
    /// It may be used again.
    Restore,
}

impl<B: PublicationBody> Aggregate for Publication<B> {
    const CATEGORY: &'static str = B::CATEGORY;
    type Command = PublicationCommand<B>;
    type Event = PublicationEvent<B>;
    type Refusal = Refusals<B::Refused>;

    fn decide(&self, command: &PublicationCommand<B>, _: &DecideContext) -> Result<Vec<PublicationEvent<B>>, Refusals<B::Refused>> {
        match command {
            PublicationCommand::SaveDraft { body } => Ok(self.drafted(body.kept_after(self.body()))),
            PublicationCommand::Publish { body } => self.put_in_force(body.kept_after(self.body())).map(Vec::from_iter),
            PublicationCommand::RollBack { body } => self.rolled_back(body),
            PublicationCommand::Archive | PublicationCommand::Restore if self.body().is_none() => Err(B::NOT_FOUND.into()),
            PublicationCommand::Archive => Ok(Vec::from_iter((!self.is_archived).then_some(PublicationEvent::Archived))),
            PublicationCommand::Restore => Ok(Vec::from_iter(self.is_archived.then_some(PublicationEvent::Restored))),
        }
    }

    fn evolve(&mut self, event: &PublicationEvent<B>) {
        match event {
            PublicationEvent::Drafted(body) => self.draft = Some(body.clone()),
            PublicationEvent::DraftDropped => self.draft = None,
            PublicationEvent::Published { version, body } => {
                self.draft = None;
                self.published = Some(body.clone());
                self.version = *version;
            }
            PublicationEvent::Archived => self.is_archived = true,
            PublicationEvent::Restored => self.is_archived = false,
        }
    }
}

impl<B: PublicationBody> Publication<B> {
    /// A draft of the words in force is none.
    fn drafted(&self, body: B) -> Vec<PublicationEvent<B>> {
        if self.body() == Some(&body) {
            vec![]
        } else if self.published.as_ref() == Some(&body) {
            vec![PublicationEvent::DraftDropped]
        } else {
            vec![PublicationEvent::Drafted(body)]
        }
    }

    /// As the next version. Rules first: whoever publishes what is wrong learns what is.
    fn put_in_force(&self, body: B) -> Result<[PublicationEvent<B>; 1], Refusals<B::Refused>> {
        body.check()?;
        if self.published.as_ref() == Some(&body) {
            return Err(B::UNCHANGED.into());
        }
        Ok([PublicationEvent::Published { version: self.version + 1, body }])
    }

    fn rolled_back(&self, body: &B) -> Result<Vec<PublicationEvent<B>>, Refusals<B::Refused>> {
        if self.published.is_none() {
            return Err(B::NOT_FOUND.into());
        }
        if self.published.as_ref() == Some(body) {
            // To what is in force: only a draft can stand in the way.
            return if self.draft.is_some() { Ok(vec![PublicationEvent::DraftDropped]) } else { Err(B::UNCHANGED.into()) };
        }
        if body.check().is_err() {
            return Ok(self.drafted(body.clone()));
        }
        // Nobody's draft is lost by somebody's way back.
        let beside = self.draft.clone().filter(|draft| draft != body).map(PublicationEvent::Drafted);
        Ok(self.put_in_force(body.clone())?.into_iter().chain(beside).collect())
    }
}

impl<B> Publication<B> {
    /// What is written: the draft where there is one, otherwise what is in force; `None` when there is no such publication.
    pub fn body(&self) -> Option<&B> {
        self.draft.as_ref().or(self.published.as_ref())
    }

    /// What is in force.
    pub fn published(&self) -> Option<&B> {
        self.published.as_ref()
    }

    /// The version in force; 0: none yet.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether something is written that is not in force.
    pub fn has_draft(&self) -> bool {
        self.draft.is_some()
    }

    /// Whether nothing new uses it.
    pub fn is_archived(&self) -> bool {
        self.is_archived
    }
}
