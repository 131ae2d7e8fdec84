//! A chat queue: a line that residents and visitors wait in, or the way to one of an external provider (CHA-01).
//!
//! Its name is written in every language and is no other queue's in the same language, also when that one is archived; its description and
//! what those read who come too late are written in every language or in none. Professionals work through the queues that name their role
//! and their location; for others they do not exist (CHA-12). One in which symptoms are assessed first names the survey that asks (CHA-09).

mod refusal;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, Admission, DecodeError, EventMeta, Id, Mandates, Matter, PublishedFact, Refusals, Taken,
    Translated, TranslatedFields, Unique, Uses, Uuid, admin_events, stored::Reader, translated_fields,
};
use kajo_proto::chat_queue::{store::v1 as store, v1 as public};

pub use refusal::Refused;

use crate::hours::{Fault, OpeningHours, stored};

/// A chat queue.
pub type ChatQueue = AdminRecord<Details>;

/// The id of a chat queue.
pub type ChatQueueId = Id<ChatQueue>;

const NAME: TranslatedFields = translated_fields!("details.name");
const DESCRIPTION: TranslatedFields = translated_fields!("details.description");
const CLOSED_TEXT: TranslatedFields = translated_fields!("details.closed_text");

/// What is kept of a chat queue.
#[expect(clippy::struct_excessive_bools, reason = "switches of the editor, each on its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: Translated,
    /// Description; empty: none.
    pub description: Translated,
    /// Name of an icon; empty: none.
    pub icon: String,
    /// The service that it belongs to.
    pub service: Option<Uuid>,
    /// What it is about.
    pub matter: Matter,
    /// Where professionals work through it.
    pub locations: BTreeSet<Uuid>,
    /// In which roles.
    pub roles: BTreeSet<Uuid>,
    /// Residents who are signed in see it.
    pub visible_to_identified: bool,
    /// Visitors who are not see it.
    pub visible_to_unidentified: bool,
    /// Those who join assess their symptoms first.
    pub triage_required: bool,
    /// With which survey; kept also while they do not.
    pub assessment_survey: Option<Uuid>,
    /// Professionals may have a chat summarised.
    pub summary_enabled: bool,
    /// What those answer who wait.
    pub pre_chat_questionnaire: Option<Uuid>,
    /// What those answer who have chatted.
    pub post_chat_questionnaire: Option<Uuid>,
    /// Its hours are those of the default schedule.
    pub follows_schedule: bool,
    /// Its own hours.
    pub hours: OpeningHours,
    /// What those read who come while it is shut; empty: nothing.
    pub closed_text: Translated,
    /// The queue of an external chat provider; empty: it is one of ours.
    pub external_url: String,
}

/// How the service stands that a queue is to belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ServiceState {
    /// It is not there.
    #[default]
    Missing,
    /// Nothing new refers to it.
    Archived,
    /// Queues may belong to it.
    Open,
}

/// What is known around a queue when it is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Its service, where one is named.
    pub service: ServiceState,
    /// Hosts of external chat providers that queues may lead to.
    pub provider_hosts: Vec<String>,
    /// Its address leads to one of them.
    pub url_allowed: bool,
}

/// Who looks for a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeker {
    /// A resident in their own name.
    Resident,
    /// Somebody who acts for a resident, with these mandates.
    Representative(Mandates),
    /// Somebody who is not known.
    Visitor,
}

impl Details {
    /// Whether it exists for somebody (CHA-03).
    pub const fn is_visible_to(&self, seeker: Seeker) -> bool {
        match seeker {
            Seeker::Resident => self.visible_to_identified,
            Seeker::Representative(mandates) => self.visible_to_identified && mandates.cover(self.matter.needs()),
            Seeker::Visitor => self.visible_to_unidentified,
        }
    }

    /// Whether somebody who works in this role at this location works through it (CHA-12).
    pub fn admission(&self, role: Uuid, location: Uuid) -> Admission {
        Admission { role: self.roles.contains(&role), location: self.locations.contains(&location) }
    }

    /// Nobody waits here: it is the queue of another provider (CHA-11).
    pub const fn is_external(&self) -> bool {
        !self.external_url.is_empty()
    }

    /// The survey with which those who join assess their symptoms first (CHA-09); `None`: they assess nothing. What was kept before a survey could
    /// be named asks nothing.
    pub fn assessment(&self) -> Option<Uuid> {
        self.assessment_survey.filter(|_| self.triage_required && !self.is_external())
    }

    /// What is wrong with its own hours. While it follows the default schedule they may be missing, and have to be such as can be kept.
    fn hours_at_fault(&self) -> impl Iterator<Item = Refused> {
        let matters = |fault: &Fault| match fault {
            Fault::RuleMissing | Fault::Missing(_) | Fault::Overlap(_) => !self.follows_schedule,
            Fault::Unreadable(_) | Fault::Dates => true,
        };
        self.hours.faults().into_iter().filter(matters).map(Refused::from)
    }
}

impl AdminDetails for Details {
    const CATEGORY: &'static str = "chat_queue";
    const EVENTS: AdminEvents = admin_events!("chat_queue");
    const SCHEMA: u16 = 2;
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = Around;
    type Refused = Refused;
    type Stored = store::ChatQueueDefined;

    fn name(&self) -> &str {
        &self.name.fi
    }

    fn names(&self) -> Translated {
        self.name.clone()
    }

    fn refers(&self) -> Vec<Uuid> {
        self.service.into_iter().collect()
    }

    fn words(&self) -> String {
        [self.name.all(), self.description.all()].concat().join(" ")
    }

    fn unique(&self) -> Vec<Unique> {
        NAME.into_iter().zip(self.name.all()).map(|(field, name)| Unique { field, value: name.to_owned() }).collect()
    }

    fn trimmed(&self) -> Self {
        Self {
            name: self.name.trimmed(),
            description: self.description.trimmed(),
            icon: self.icon.trim().to_owned(),
            hours: self.hours.trimmed(),
            closed_text: self.closed_text.trimmed(),
            external_url: self.external_url.trim().to_owned(),
            ..self.clone()
        }
    }

    fn check(&self, kept: Option<&Self>, taken: &Taken, around: &Around) -> Result<(), Refusals<Refused>> {
        let missing = self.name.missing(NAME).map(|(broken, field)| (broken, Refused::TranslationMissing(field)));
        let of_another = NAME.map(|field| (taken.has(field), Refused::NameTaken(field)));
        let incomplete = |text: &Translated, fields| text.incomplete(fields).map(|(broken, field)| (broken, Refused::AllOrNothing(field))).collect();
        let (description, closed_text): (Vec<_>, Vec<_>) = (incomplete(&self.description, DESCRIPTION), incomplete(&self.closed_text, CLOSED_TEXT));
        // What it belongs to already stays, whatever has become of that since.
        let is_new = self.service.is_some() && kept.is_none_or(|kept| kept.service != self.service);
        let is_ours = !self.is_external();
        Refusals::of_broken(
            missing
                .chain(of_another)
                .chain(description)
                .chain([
                    (is_new && around.service == ServiceState::Missing, Refused::ServiceMissing),
                    (is_new && around.service == ServiceState::Archived, Refused::ServiceArchived),
                    (self.matter == Matter::Unsaid, Refused::MatterMissing),
                    (is_ours && self.locations.is_empty(), Refused::LocationsMissing),
                    (is_ours && self.roles.is_empty(), Refused::RolesMissing),
                    (is_ours && self.triage_required && self.assessment_survey.is_none(), Refused::AssessmentMissing),
                ])
                .chain(self.hours_at_fault().map(|fault| (true, fault)))
                .chain(closed_text)
                .chain([(self.is_external() && !around.url_allowed, Refused::UrlNotAllowed { hosts: around.provider_hosts.join(", ") })]),
        )
    }

    fn in_use(uses: &Uses) -> Option<Refused> {
        Some(Refused::InUse(uses.clone()))
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let chat_queue_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => PublishedFact::to_everybody("kajo.chat_queue.v1.ChatQueueDefined", &public::ChatQueueDefined { chat_queue_id }),
            AdminEvent::Archived => PublishedFact::to_everybody("kajo.chat_queue.v1.ChatQueueArchived", &public::ChatQueueArchived { chat_queue_id }),
            AdminEvent::Restored => PublishedFact::to_everybody("kajo.chat_queue.v1.ChatQueueRestored", &public::ChatQueueRestored { chat_queue_id }),
            AdminEvent::Removed => PublishedFact::to_everybody("kajo.chat_queue.v1.ChatQueueRemoved", &public::ChatQueueRemoved { chat_queue_id }),
        })
    }

    fn to_stored(&self) -> store::ChatQueueDefined {
        let Self {
            name,
            description,
            icon,
            service,
            matter,
            locations,
            roles,
            visible_to_identified,
            visible_to_unidentified,
            triage_required,
            assessment_survey,
            summary_enabled,
            pre_chat_questionnaire,
            post_chat_questionnaire,
            follows_schedule,
            hours,
            closed_text,
            external_url,
        } = self.clone();
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let texts = |ids: BTreeSet<Uuid>| ids.iter().map(ToString::to_string).collect();
        store::ChatQueueDefined {
            name: Some(name.into()),
            description: Some(description.into()),
            icon,
            service_id: text(service),
            matter: matter.number(),
            location_ids: texts(locations),
            role_ids: texts(roles),
            visible_to_identified,
            visible_to_unidentified,
            triage_required,
            assessment_survey_id: text(assessment_survey),
            summary_enabled,
            pre_chat_questionnaire_id: text(pre_chat_questionnaire),
            post_chat_questionnaire_id: text(post_chat_questionnaire),
            follows_schedule,
            hours: Some(stored::hours(&hours)),
            closed_text: Some(closed_text.into()),
            external_url,
        }
    }

    fn from_stored(stored: store::ChatQueueDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::ChatQueueDefined {
            name,
            description,
            icon,
            service_id,
            matter,
            location_ids,
            role_ids,
            visible_to_identified,
            visible_to_unidentified,
            triage_required,
            assessment_survey_id,
            summary_enabled,
            pre_chat_questionnaire_id,
            post_chat_questionnaire_id,
            follows_schedule,
            hours,
            closed_text,
            external_url,
        } = stored;
        let ids = |texts: &[String]| texts.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        Ok(Self {
            name: name.into(),
            description: description.into(),
            icon,
            service: Uuid::try_parse(&service_id).ok(),
            matter: reader.known(Matter::from_number(matter))?,
            locations: ids(&location_ids),
            roles: ids(&role_ids),
            visible_to_identified,
            visible_to_unidentified,
            triage_required,
            assessment_survey: Uuid::try_parse(&assessment_survey_id).ok(),
            summary_enabled,
            pre_chat_questionnaire: Uuid::try_parse(&pre_chat_questionnaire_id).ok(),
            post_chat_questionnaire: Uuid::try_parse(&post_chat_questionnaire_id).ok(),
            follows_schedule,
            hours: stored::read_hours(hours.unwrap_or_default(), reader)?,
            closed_text: closed_text.into(),
            external_url,
        })
    }
}
