//! A service content: what residents read about a service (SVC-03), in up to six languages.
//!
//! Finnish, Swedish and English are published together, each with title and text; a Sami language whole or not at all, and who reads in it
//! reads Finnish then; when Finnish words change, translations are marked ([`crate::languages`]). The texts are Markdown of which little is
//! allowed (`rich_text` of chassis-domain).

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
    language::{LanguageVersion, Languages},
    refusal::Refused,
};

/// A service content.
pub type ServiceContent = Publication<Body>;

/// The id of a service content.
pub type ServiceContentId = Id<ServiceContent>;

/// What a content is; `Unspecified` is a type of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContentType {
    /// None of the others.
    #[default]
    Unspecified,
    /// An information kit.
    InformationKit,
    /// A message.
    Message,
    /// How to use something.
    OperatingInstructions,
    /// How to prepare for an appointment.
    PreparationInstructions,
    /// How to care for oneself.
    SelfCareInstructions,
}

impl ContentType {
    chassis_domain::numbers!(pub u32: Unspecified = 0, InformationKit = 1, Message = 2, OperatingInstructions = 3, PreparationInstructions = 4, SelfCareInstructions = 5);

    /// As the contract has it.
    pub const fn public(self) -> public::ServiceContentType {
        match self {
            Self::Unspecified => public::ServiceContentType::Unspecified,
            Self::InformationKit => public::ServiceContentType::InformationKit,
            Self::Message => public::ServiceContentType::Message,
            Self::OperatingInstructions => public::ServiceContentType::OperatingInstructions,
            Self::PreparationInstructions => public::ServiceContentType::PreparationInstructions,
            Self::SelfCareInstructions => public::ServiceContentType::SelfCareInstructions,
        }
    }

    /// From the contract.
    pub const fn from_public(content_type: public::ServiceContentType) -> Self {
        match content_type {
            public::ServiceContentType::Unspecified => Self::Unspecified,
            public::ServiceContentType::InformationKit => Self::InformationKit,
            public::ServiceContentType::Message => Self::Message,
            public::ServiceContentType::OperatingInstructions => Self::OperatingInstructions,
            public::ServiceContentType::PreparationInstructions => Self::PreparationInstructions,
            public::ServiceContentType::SelfCareInstructions => Self::SelfCareInstructions,
        }
    }
}

/// What is written of a content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// Administrative name, seen in the admin panel alone.
    pub name: String,
    /// What it is.
    pub content_type: ContentType,
    /// What readers see.
    pub languages: Languages,
}

impl PublicationBody for Body {
    const CATEGORY: &'static str = "service_content";
    const EVENTS: PublicationEvents = publication_events!("service_content");
    const NOT_FOUND: Refused = Refused::NotFound;
    const UNCHANGED: Refused = Refused::Unchanged;
    type Refused = Refused;
    type Drafted = store::ServiceContentDrafted;
    type Published = store::ServiceContentPublished;

    fn name(&self) -> &str {
        &self.name
    }

    /// On the first line the titles alone, the Finnish one first: by them professionals find it who do not know the administrative name.
    fn words(&self) -> String {
        let titles: Vec<_> = self.languages.all().into_iter().flat_map(|version| version.title.split_whitespace()).collect();
        let texts = self.languages.all().into_iter().map(|version| version.text.as_str());
        let rest: Vec<_> = [self.name.as_str()].into_iter().chain(texts).filter(|text| !text.is_empty()).collect();
        [titles.join(" "), rest.join(" ")].join("\n")
    }

    fn kind(&self) -> u32 {
        self.content_type.number()
    }

    fn kept_after(&self, before: Option<&Self>) -> Self {
        Self {
            name: self.name.trim().to_owned(),
            content_type: self.content_type,
            languages: self.languages.kept_after(before.map(|before| &before.languages)),
        }
    }

    fn check(&self) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken(self.languages.broken())
    }

    fn publish(event: &PublicationEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let service_content_id = meta.aggregate_id.to_string();
        Some(match event {
            // What is being written is nobody else's matter.
            PublicationEvent::Drafted(_) | PublicationEvent::DraftDropped => return None,
            PublicationEvent::Published { version, .. } => PublishedFact::to_everybody(
                "kajo.content.v1.ContentPublished",
                &public::ContentPublished { service_content_id, published_version: *version },
            ),
            PublicationEvent::Archived => {
                PublishedFact::to_everybody("kajo.content.v1.ContentArchived", &public::ContentArchived { service_content_id })
            }
            PublicationEvent::Restored => {
                PublishedFact::to_everybody("kajo.content.v1.ContentRestored", &public::ContentRestored { service_content_id })
            }
        })
    }

    fn to_drafted(&self) -> store::ServiceContentDrafted {
        store::ServiceContentDrafted { body: Some(stored::of(self)) }
    }

    fn from_drafted(stored: store::ServiceContentDrafted, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        stored::body(reader.known(stored.body)?, reader)
    }

    fn to_published(&self, version: u32) -> store::ServiceContentPublished {
        store::ServiceContentPublished { version, body: Some(stored::of(self)) }
    }

    fn from_published(stored: store::ServiceContentPublished, reader: &Reader<'_>) -> Result<(u32, Self), DecodeError> {
        Ok((stored.version, stored::body(reader.known(stored.body)?, reader)?))
    }
}
