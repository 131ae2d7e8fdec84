//! A service: what residents and professionals find, book and are asked about (SVC-02).
//!
//! Its name is written in every language; another service may have the same, once whoever writes it has said that this is meant. Other texts
//! are written in every language or in none. It belongs to a category that is there, and comes into none that is archived. Its administrative
//! name is for those who keep it (SVC-06): no fact and no name that others are told has it.

mod admission;
mod refusal;
#[cfg(test)]
mod tests;
mod value;

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Translated, TranslatedFields,
    Unique, Uuid, admin_events, stored::Reader, translated_fields,
};
use kajo_proto::content::{store::v1 as store, v1 as public};

pub use admission::{Admission, Someone};
pub use refusal::Refused;
pub use value::{Availability, SexFilter};

use crate::service_category::ServiceCategoryId;

/// A service.
pub type Service = AdminRecord<Details>;

/// The id of a service.
pub type ServiceId = Id<Service>;

const NAME: TranslatedFields = translated_fields!("details.name");
const DESCRIPTION: TranslatedFields = translated_fields!("details.description");
const PREPARATION: TranslatedFields = translated_fields!("details.preparation_instructions");
const APPOINTMENT_NAME: TranslatedFields = translated_fields!("details.default_appointment_name");
const ROLE_NAME: TranslatedFields = translated_fields!("details.default_role_name");
/// In full years.
const AGES: RangeInclusive<u32> = 0..=120;
/// From five minutes to a week.
const FETCH_MINUTES: RangeInclusive<u32> = 5..=10_080;

/// What is kept of a service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: Translated,
    /// Description; empty: none.
    pub description: Translated,
    /// How to prepare for an appointment; empty: nothing is to be done.
    pub preparation_instructions: Translated,
    /// What those call it who keep it; empty: nothing else.
    pub administrative_name: String,
    /// The category that it belongs to.
    pub category: Option<ServiceCategoryId>,
    /// Whose residents it is for; `None`: those of every area.
    pub area: Option<Uuid>,
    /// From which age on, in full years.
    pub age_min: Option<u32>,
    /// Up to which age, that year included.
    pub age_max: Option<u32>,
    /// For whom of them.
    pub sex: SexFilter,
    /// Who finds it.
    pub availability: Availability,
    /// The professionals who find it; none: all of them.
    pub roles: BTreeSet<Uuid>,
    /// What is told of it, in this order.
    pub contents: Vec<Uuid>,
    /// What its appointments are called when nothing else is said; empty: as the service.
    pub default_appointment_name: Translated,
    /// With whom they are when nothing else is said; empty: it is not told.
    pub default_role_name: Translated,
    /// How often what comes from elsewhere is fetched; `None`: as often as its source is.
    pub fetch_interval_minutes: Option<u32>,
}

/// How the category of a service stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CategoryState {
    /// It is not there.
    #[default]
    Missing,
    /// Nothing new is put into it.
    Archived,
    /// Services are put into it.
    Open,
}

/// What is known around a service when it is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Its category.
    pub category: CategoryState,
    /// Of the contents that it names: those that are in force, and whether they are archived.
    pub contents: BTreeMap<Uuid, bool>,
    /// Whoever saves knows that another one has the name.
    pub same_name_confirmed: bool,
}

impl AdminDetails for Details {
    const CATEGORY: &'static str = "service";
    const EVENTS: AdminEvents = admin_events!("service");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = Around;
    type Refused = Refused;
    type Stored = store::ServiceDefined;

    fn name(&self) -> &str {
        &self.name.fi
    }

    fn names(&self) -> Translated {
        self.name.clone()
    }

    fn refers(&self) -> Vec<Uuid> {
        self.category.map(Id::uuid).into_iter().chain(self.contents.iter().copied()).collect()
    }

    fn words(&self) -> String {
        [&self.name.all()[..], &[&self.administrative_name], &self.description.all()].concat().join(" ")
    }

    /// Not refused when another one has it, but asked about.
    fn unique(&self) -> Vec<Unique> {
        NAME.into_iter().zip(self.name.all()).map(|(field, name)| Unique { field, value: name.to_owned() }).collect()
    }

    fn trimmed(&self) -> Self {
        let mut contents = Vec::new();
        for content in &self.contents {
            if !contents.contains(content) {
                contents.push(*content);
            }
        }
        Self {
            name: self.name.trimmed(),
            description: self.description.trimmed(),
            preparation_instructions: self.preparation_instructions.trimmed(),
            administrative_name: self.administrative_name.trim().to_owned(),
            contents,
            default_appointment_name: self.default_appointment_name.trimmed(),
            default_role_name: self.default_role_name.trimmed(),
            ..self.clone()
        }
    }

    fn check(&self, kept: Option<&Self>, taken: &Taken, around: &Around) -> Result<(), Refusals<Refused>> {
        let optional = [
            (&self.description, DESCRIPTION),
            (&self.preparation_instructions, PREPARATION),
            (&self.default_appointment_name, APPOINTMENT_NAME),
            (&self.default_role_name, ROLE_NAME),
        ];
        let stays = kept.is_some_and(|kept| kept.category == self.category);
        // What it tells already stays, whatever has become of that.
        let new_contents: Vec<_> = self.contents.iter().filter(|content| kept.is_none_or(|kept| !kept.contents.contains(content))).collect();
        let is_unknown = new_contents.iter().any(|content| !around.contents.contains_key(content));
        let is_archived = new_contents.iter().any(|content| around.contents.get(content) == Some(&true));
        let is_too_old = |age: Option<u32>| age.is_some_and(|age| !AGES.contains(&age));
        let is_nobody = matches!((self.age_min, self.age_max), (Some(min), Some(max)) if min > max);
        let missing = self.name.missing(NAME).map(|(broken, field)| (broken, Refused::TranslationMissing(field)));
        let incomplete = optional.into_iter().flat_map(|(text, fields)| text.incomplete(fields));
        Refusals::of_broken(missing.chain(incomplete.map(|(broken, field)| (broken, Refused::AllOrNothing(field)))).chain([
            (around.category == CategoryState::Missing, Refused::CategoryMissing),
            (around.category == CategoryState::Archived && !stays, Refused::CategoryArchived),
            (is_unknown, Refused::ContentUnknown),
            (is_archived, Refused::ContentArchived),
            (is_too_old(self.age_min), Refused::AgeOutOfRange("details.age_min")),
            (is_too_old(self.age_max), Refused::AgeOutOfRange("details.age_max")),
            (is_nobody, Refused::AgeMinAboveMax),
            (is_nobody, Refused::AgeMaxBelowMin),
            (self.fetch_interval_minutes.is_some_and(|minutes| !FETCH_MINUTES.contains(&minutes)), Refused::FetchIntervalOutOfRange),
        ]))?;
        // Asked about last, when nothing else is wrong: it is no fault.
        let names = self.existing(kept, taken);
        if names.is_empty() || around.same_name_confirmed { Ok(()) } else { Err(Refused::NameExists { names: names.join(", ") }.into()) }
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let service_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => PublishedFact::to_everybody("kajo.content.v1.ServiceDefined", &public::ServiceDefined { service_id }),
            AdminEvent::Archived => PublishedFact::to_everybody("kajo.content.v1.ServiceArchived", &public::ServiceArchived { service_id }),
            AdminEvent::Restored => PublishedFact::to_everybody("kajo.content.v1.ServiceRestored", &public::ServiceRestored { service_id }),
            AdminEvent::Removed => PublishedFact::to_everybody("kajo.content.v1.ServiceRemoved", &public::ServiceRemoved { service_id }),
        })
    }

    fn to_stored(&self) -> store::ServiceDefined {
        let Self {
            name,
            description,
            preparation_instructions,
            administrative_name,
            category,
            area,
            age_min,
            age_max,
            sex,
            availability,
            roles,
            contents,
            default_appointment_name,
            default_role_name,
            fetch_interval_minutes,
        } = self.clone();
        store::ServiceDefined {
            name: Some(name.into()),
            description: Some(description.into()),
            preparation_instructions: Some(preparation_instructions.into()),
            administrative_name,
            service_category_id: category.map(|category| category.to_string()).unwrap_or_default(),
            service_area_id: area.map(|area| area.to_string()).unwrap_or_default(),
            age_min,
            age_max,
            sex: sex.number(),
            availability: availability.number(),
            role_ids: roles.iter().map(ToString::to_string).collect(),
            content_ids: contents.iter().map(ToString::to_string).collect(),
            default_appointment_name: Some(default_appointment_name.into()),
            default_role_name: Some(default_role_name.into()),
            fetch_interval_minutes,
        }
    }

    fn from_stored(stored: store::ServiceDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::ServiceDefined {
            name,
            description,
            preparation_instructions,
            administrative_name,
            service_category_id,
            service_area_id,
            age_min,
            age_max,
            sex,
            availability,
            role_ids,
            content_ids,
            default_appointment_name,
            default_role_name,
            fetch_interval_minutes,
        } = stored;
        Ok(Self {
            name: name.into(),
            description: description.into(),
            preparation_instructions: preparation_instructions.into(),
            administrative_name,
            category: Some(reader.id(&service_category_id)?),
            area: Uuid::try_parse(&service_area_id).ok(),
            age_min,
            age_max,
            sex: reader.known(SexFilter::from_number(sex))?,
            availability: reader.known(Availability::from_number(availability))?,
            roles: uuids(&role_ids),
            contents: uuids(&content_ids),
            default_appointment_name: default_appointment_name.into(),
            default_role_name: default_role_name.into(),
            fetch_interval_minutes,
        })
    }
}

impl Details {
    /// Those of its names that another service has, and that it did not have before itself: each once.
    fn existing(&self, kept: Option<&Self>, taken: &Taken) -> Vec<&str> {
        let had: Vec<_> = kept.map(AdminDetails::unique).unwrap_or_default().iter().map(Unique::key).collect();
        let mut names = Vec::new();
        for (unique, name) in self.unique().iter().zip(self.name.all()) {
            if taken.has(unique.field) && !had.contains(&unique.key()) && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// What of these texts is an id.
pub fn uuids<C: FromIterator<Uuid>>(texts: &[String]) -> C {
    texts.iter().filter_map(|text| Uuid::try_parse(text).ok()).collect()
}
