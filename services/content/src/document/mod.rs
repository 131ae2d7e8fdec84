//! A document: what stands in the residents' app for everybody (CMS-01 to CMS-03, CMS-10). There is one of each kind, written or not, and none is
//! ever archived.
//!
//! Fields of a language that belong together are all filled or all empty: Finnish, Swedish and English together, a Sami language whole or not
//! at all. An announcement or the start page's words may be published with nothing in them, which is how they are taken away again; a legal page
//! always says something.

mod kind;
mod language;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{
    DecodeError, EventMeta, Id, Publication, PublicationBody, PublicationEvent, PublicationEvents, PublishedFact, Refusals, publication_events,
    stored::Reader,
};
use kajo_proto::content::{store::v1 as store, v1 as public};

pub use self::{
    kind::Kind,
    language::{DocumentWords, Languages},
    refusal::Refused,
};
use crate::languages::LanguageWords;

/// A document.
pub type Document = Publication<Body>;

/// The id of a document: made from the name of its kind.
pub type DocumentId = Id<Document>;

/// What is written of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// What it is. It never changes.
    pub kind: Kind,
    /// What readers see.
    pub languages: Languages,
}

impl Body {
    /// As long as nobody has written anything.
    pub fn unwritten(kind: Kind) -> Self {
        Self { kind, languages: Languages::default() }
    }

    /// Whether nothing is written in any language.
    pub fn is_empty(&self) -> bool {
        self.languages.all().into_iter().all(LanguageWords::is_empty)
    }
}

impl PublicationBody for Body {
    const CATEGORY: &'static str = "document";
    const EVENTS: PublicationEvents = publication_events!("document");
    const NOT_FOUND: Refused = Refused::NotFound;
    const UNCHANGED: Refused = Refused::Unchanged;
    type Refused = Refused;
    type Drafted = store::DocumentDrafted;
    type Published = store::DocumentPublished;

    fn name(&self) -> &str {
        self.kind.name()
    }

    fn kind(&self) -> u32 {
        self.kind.number()
    }

    fn kept_after(&self, before: Option<&Self>) -> Self {
        let kind = before.map_or(self.kind, |before| before.kind);
        let languages = self.languages.map(|words| words.of_kind(kind));
        Self { kind, languages: languages.kept_after(before.map(|before| &before.languages)) }
    }

    fn check(&self) -> Result<(), Refusals<Refused>> {
        if self.kind.may_be_empty() && self.is_empty() { Ok(()) } else { Refusals::of_broken(self.languages.broken(self.kind)) }
    }

    fn publish(event: &PublicationEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        Some(match event {
            PublicationEvent::Published { version, .. } => PublishedFact::to_everybody(
                "kajo.content.v1.DocumentPublished",
                &public::DocumentPublished { document_id: meta.aggregate_id.to_string(), published_version: *version },
            ),
            // What is being written is nobody else's matter, and no call archives a document.
            PublicationEvent::Drafted(_) | PublicationEvent::DraftDropped | PublicationEvent::Archived | PublicationEvent::Restored => return None,
        })
    }

    fn to_drafted(&self) -> store::DocumentDrafted {
        store::DocumentDrafted { body: Some(stored::of(self)) }
    }

    fn from_drafted(stored: store::DocumentDrafted, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        stored::body(reader.known(stored.body)?, reader)
    }

    fn to_published(&self, version: u32) -> store::DocumentPublished {
        store::DocumentPublished { version, body: Some(stored::of(self)) }
    }

    fn from_published(stored: store::DocumentPublished, reader: &Reader<'_>) -> Result<(u32, Self), DecodeError> {
        Ok((stored.version, stored::body(reader.known(stored.body)?, reader)?))
    }
}
