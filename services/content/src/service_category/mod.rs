//! A service category: under what residents and professionals find services (SVC-01).
//!
//! Its name is written in every language and is no other category's in the same language, also when that one is archived; its description
//! is written in every language or in none. Nothing new is put into one that is archived, and one that services belong to is not removed.

#[cfg(test)]
mod tests;

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, Matter, PublishedFact, Refusals, Taken, Translated,
    TranslatedFields, Unique, Uses, admin_events, stored::Reader, translated_fields,
};
use kajo_proto::content::{store::v1 as store, v1 as public};

/// A service category.
pub type ServiceCategory = AdminRecord<Details>;

/// The id of a service category.
pub type ServiceCategoryId = Id<ServiceCategory>;

const NAME: TranslatedFields = translated_fields!("details.name");
const DESCRIPTION: TranslatedFields = translated_fields!("details.description");

/// What is kept of a service category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: Translated,
    /// Description; empty: none.
    pub description: Translated,
    /// Name of an icon; empty: none.
    pub icon: String,
    /// What it is about.
    pub matter: Matter,
}

/// A refusal of a service category.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such category.
    #[error("there is no such service category")]
    NotFound,
    /// A name is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Written in one language, it is written in all.
    #[error("a text is written in some languages only")]
    AllOrNothing(&'static str),
    /// Another one has it in the same language.
    #[error("the name is taken")]
    NameTaken(&'static str),
    /// Nobody said what it is about.
    #[error("the matter is missing")]
    MatterMissing,
    /// Services belong to it.
    #[error("services belong to the category")]
    HasServices(Uses),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::NameTaken(field) => "service_category_name_taken", Input, field *field;
    Self::MatterMissing => "matter_missing", Input, field "details.matter";
    Self::HasServices(uses) => "category_has_services", State, uses uses;
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "service_category";
    const EVENTS: AdminEvents = admin_events!("service_category");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::ServiceCategoryDefined;

    fn name(&self) -> &str {
        &self.name.fi
    }

    fn names(&self) -> Translated {
        self.name.clone()
    }

    fn words(&self) -> String {
        [self.name.all(), self.description.all()].concat().join(" ")
    }

    fn unique(&self) -> Vec<Unique> {
        NAME.into_iter().zip(self.name.all()).map(|(field, name)| Unique { field, value: name.to_owned() }).collect()
    }

    fn trimmed(&self) -> Self {
        Self { name: self.name.trimmed(), description: self.description.trimmed(), icon: self.icon.trim().to_owned(), matter: self.matter }
    }

    fn check(&self, _: Option<&Self>, taken: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        let missing = self.name.missing(NAME).map(|(broken, field)| (broken, Refused::TranslationMissing(field)));
        let of_another = NAME.map(|field| (taken.has(field), Refused::NameTaken(field)));
        let incomplete = self.description.incomplete(DESCRIPTION).map(|(broken, field)| (broken, Refused::AllOrNothing(field)));
        Refusals::of_broken(missing.chain(of_another).chain(incomplete).chain([(self.matter == Matter::Unsaid, Refused::MatterMissing)]))
    }

    fn in_use(uses: &Uses) -> Option<Refused> {
        Some(Refused::HasServices(uses.clone()))
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let service_category_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => {
                PublishedFact::to_everybody("kajo.content.v1.ServiceCategoryDefined", &public::ServiceCategoryDefined { service_category_id })
            }
            AdminEvent::Archived => {
                PublishedFact::to_everybody("kajo.content.v1.ServiceCategoryArchived", &public::ServiceCategoryArchived { service_category_id })
            }
            AdminEvent::Restored => {
                PublishedFact::to_everybody("kajo.content.v1.ServiceCategoryRestored", &public::ServiceCategoryRestored { service_category_id })
            }
            AdminEvent::Removed => {
                PublishedFact::to_everybody("kajo.content.v1.ServiceCategoryRemoved", &public::ServiceCategoryRemoved { service_category_id })
            }
        })
    }

    fn to_stored(&self) -> store::ServiceCategoryDefined {
        let Self { name, description, icon, matter } = self.clone();
        store::ServiceCategoryDefined { name: Some(name.into()), description: Some(description.into()), icon, matter: matter.number() }
    }

    fn from_stored(stored: store::ServiceCategoryDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::ServiceCategoryDefined { name, description, icon, matter } = stored;
        Ok(Self { name: name.into(), description: description.into(), icon, matter: reader.known(Matter::from_number(matter))? })
    }
}
