//! A content integration: what fills a service or a service content with the words of another system (SVC-04).
//!
//! One target has one integration: two that write the same words would undo each other. What is fetched, and how that goes, is no part of
//! it: see `sync`.

mod refusal;
#[cfg(test)]
mod tests;
mod value;

use std::ops::RangeInclusive;

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Unique, Uuid, admin_events,
    stored::Reader,
};
use kajo_proto::content::{store::v1 as store, v1 as public};

pub use self::{
    refusal::Refused,
    value::{Mode, Source, Target},
};

/// A content integration.
pub type ContentIntegration = AdminRecord<Details>;

/// The id of a content integration.
pub type ContentIntegrationId = Id<ContentIntegration>;

/// From an hour to thirty days.
const INTERVAL_HOURS: RangeInclusive<u32> = 1..=720;

/// What is kept of a content integration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// What those call it who keep it.
    pub name: String,
    /// What is filled.
    pub target: Target,
    /// Where the words come from.
    pub source: Source,
    /// How the source calls it.
    pub source_id: String,
    /// How often it is fetched.
    pub interval_hours: u32,
    /// What becomes of words that are new.
    pub mode: Mode,
}

/// How the target of an integration stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TargetState {
    /// It is not there.
    #[default]
    Missing,
    /// It is.
    There,
}

impl Details {
    /// The id at the source, where it is one.
    pub fn guid(&self) -> Option<Uuid> {
        // Written as the register writes it: other ways of writing the same would make two of one.
        Uuid::try_parse(&self.source_id).ok().filter(|guid| guid.to_string() == self.source_id)
    }
}

impl AdminDetails for Details {
    const CATEGORY: &'static str = "content_integration";
    const EVENTS: AdminEvents = admin_events!("content_integration");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = TargetState;
    type Refused = Refused;
    type Stored = store::ContentIntegrationDefined;

    fn name(&self) -> &str {
        &self.name
    }

    fn refers(&self) -> Vec<Uuid> {
        self.target.id().into_iter().collect()
    }

    fn words(&self) -> String {
        [self.name.as_str(), &self.source_id].join(" ")
    }

    fn unique(&self) -> Vec<Unique> {
        self.target.id().map(|id| Unique { field: self.target.field(), value: id.to_string() }).into_iter().collect()
    }

    fn trimmed(&self) -> Self {
        Self { name: self.name.trim().to_owned(), source_id: self.source_id.trim().to_lowercase(), ..self.clone() }
    }

    fn check(&self, kept: Option<&Self>, taken: &Taken, around: &TargetState) -> Result<(), Refusals<Refused>> {
        let field = self.target.field();
        // What it fills already may be gone since: the integration can be changed all the same, and says so.
        let stays = kept.is_some_and(|kept| kept.target == self.target);
        Refusals::of_broken([
            (self.target.id().is_none(), Refused::Required(field)),
            (*around == TargetState::Missing && !stays, Refused::TargetMissing(field)),
            (taken.has(field), Refused::TargetTaken(field)),
            (self.guid().is_none(), Refused::SourceIdMalformed),
            (!INTERVAL_HOURS.contains(&self.interval_hours), Refused::IntervalOutOfRange),
        ])
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let content_integration_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => PublishedFact::to_everybody(
                "kajo.content.v1.ContentIntegrationDefined",
                &public::ContentIntegrationDefined { content_integration_id },
            ),
            AdminEvent::Archived => PublishedFact::to_everybody(
                "kajo.content.v1.ContentIntegrationArchived",
                &public::ContentIntegrationArchived { content_integration_id },
            ),
            AdminEvent::Restored => PublishedFact::to_everybody(
                "kajo.content.v1.ContentIntegrationRestored",
                &public::ContentIntegrationRestored { content_integration_id },
            ),
            AdminEvent::Removed => PublishedFact::to_everybody(
                "kajo.content.v1.ContentIntegrationRemoved",
                &public::ContentIntegrationRemoved { content_integration_id },
            ),
        })
    }

    fn to_stored(&self) -> store::ContentIntegrationDefined {
        let Self { name, target, source, source_id, interval_hours, mode } = self.clone();
        store::ContentIntegrationDefined {
            name,
            target: target.number(),
            target_id: target.id().map(|id| id.to_string()).unwrap_or_default(),
            source: source.number(),
            source_id,
            interval_hours,
            mode: mode.number(),
        }
    }

    fn from_stored(stored: store::ContentIntegrationDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::ContentIntegrationDefined { name, target, target_id, source, source_id, interval_hours, mode } = stored;
        let target = match target {
            1 => Target::Service(Some(reader.id(&target_id)?)),
            2 => Target::ServiceContent(Some(reader.id(&target_id)?)),
            _ => return reader.known(None),
        };
        Ok(Self {
            name,
            target,
            source: reader.known(Source::from_number(source))?,
            source_id,
            interval_hours,
            mode: reader.known(Mode::from_number(mode))?,
        })
    }
}
