//! A notification template: what residents are told by e-mail, text message and on their devices when something waits for them (CMS-04). There is one
//! of each kind of notification, written or not, and none is ever archived. Until one is published, built-in words stand in.
//!
//! A notification always says something: Finnish, Swedish and English are published whole, a Sami language whole or not at all. An e-mail and a text
//! message lead to the app, by a placeholder that has to stand in each of them.

mod built_in;
pub(crate) mod filling;
mod language;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{
    DecodeError, EventMeta, Id, Publication, PublicationBody, PublicationEvent, PublicationEvents, PublishedFact, Refusals, Uuid, publication_events,
    stored::Reader,
};
use kajo_proto::content::{store::v1 as store, v1 as public};

pub use self::{
    language::{Languages, Words},
    refusal::Refused,
};
use crate::notification::Kind;

/// Ids of templates are made in it.
const NAMESPACE: Uuid = Uuid::from_u128(0x0190_f5a0_0000_7000_8000_0000_0000_d0f2);

/// A notification template.
pub type NotificationTemplate = Publication<Body>;

/// The id of a template: made from the name of its kind.
pub type NotificationTemplateId = Id<NotificationTemplate>;

/// The id of the template of a kind.
pub fn template_id(kind: Kind) -> NotificationTemplateId {
    Id::from_uuid(Uuid::new_v5(&NAMESPACE, kind.name().as_bytes()))
}

/// Of which kind the template of this id is.
pub fn kind_of_id(id: Uuid) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| template_id(*kind).uuid() == id)
}

/// What is written of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// What residents are told of. It never changes.
    pub kind: Kind,
    /// What they read.
    pub languages: Languages,
}

impl Body {
    /// The words that stand in until some are published, and from which whoever is the first to write starts.
    pub fn built_in(kind: Kind) -> Self {
        let [fi, sv, en, sme, smn, sms] = built_in::words(kind).map(|(subject, email, sms, push)| Words {
            subject: subject.to_owned(),
            email: email.to_owned(),
            sms: sms.to_owned(),
            push: push.to_owned(),
            stale: false,
        });
        Self { kind, languages: Languages { fi, sv, en, sme, smn, sms } }
    }
}

impl PublicationBody for Body {
    const CATEGORY: &'static str = "notification_template";
    const EVENTS: PublicationEvents = publication_events!("notification_template");
    const SCHEMA: u16 = 2;
    const NOT_FOUND: Refused = Refused::NotFound;
    const UNCHANGED: Refused = Refused::Unchanged;
    type Refused = Refused;
    type Drafted = store::NotificationTemplateDrafted;
    type Published = store::NotificationTemplatePublished;

    fn name(&self) -> &str {
        self.kind.name()
    }

    fn kind(&self) -> u32 {
        self.kind.number()
    }

    fn kept_after(&self, before: Option<&Self>) -> Self {
        // Whoever is the first to write has changed what stood in.
        let before = before.cloned().unwrap_or_else(|| Self::built_in(self.kind));
        Self { kind: before.kind, languages: self.languages.kept_after(Some(&before.languages)) }
    }

    fn check(&self) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken(self.languages.broken(self.kind))
    }

    fn publish(event: &PublicationEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        Some(match event {
            PublicationEvent::Published { version, .. } => PublishedFact::to_everybody(
                "kajo.content.v1.NotificationTemplatePublished",
                &public::NotificationTemplatePublished { notification_template_id: meta.aggregate_id.to_string(), published_version: *version },
            ),
            // What is being written is nobody else's matter, and no call archives a template.
            PublicationEvent::Drafted(_) | PublicationEvent::DraftDropped | PublicationEvent::Archived | PublicationEvent::Restored => return None,
        })
    }

    fn to_drafted(&self) -> store::NotificationTemplateDrafted {
        store::NotificationTemplateDrafted { body: Some(stored::of(self)) }
    }

    fn from_drafted(stored: store::NotificationTemplateDrafted, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        stored::body(reader.known(stored.body)?, reader)
    }

    fn to_published(&self, version: u32) -> store::NotificationTemplatePublished {
        store::NotificationTemplatePublished { version, body: Some(stored::of(self)) }
    }

    fn from_published(stored: store::NotificationTemplatePublished, reader: &Reader<'_>) -> Result<(u32, Self), DecodeError> {
        Ok((stored.version, stored::body(reader.known(stored.body)?, reader)?))
    }
}
