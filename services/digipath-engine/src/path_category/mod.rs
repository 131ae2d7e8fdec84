//! A path category: under what digital paths stand in lists (DIG-02).
//!
//! Its name is written in every language and is no other category's in the same language, also when that one is archived. Nothing new is put
//! into one that is archived, and one that paths belong to is not removed.

#[cfg(test)]
mod tests;

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Translated, TranslatedFields,
    Unique, Uses, admin_events, stored::Reader, translated_fields,
};
use kajo_proto::digipath_engine::{store::v1 as store, v1 as public};

/// A path category.
pub type PathCategory = AdminRecord<Details>;

/// The id of a path category.
pub type PathCategoryId = Id<PathCategory>;

const NAME: TranslatedFields = translated_fields!("details.name");

/// What is kept of a path category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: Translated,
}

/// A refusal of a path category.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such category.
    #[error("there is no such path category")]
    NotFound,
    /// A name is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Another one has it in the same language.
    #[error("the name is taken")]
    NameTaken(&'static str),
    /// Paths belong to it.
    #[error("paths belong to the category")]
    HasPaths(Uses),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::NameTaken(field) => "path_category_name_taken", Input, field *field;
    Self::HasPaths(uses) => "category_has_paths", State, uses uses;
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "path_category";
    const EVENTS: AdminEvents = admin_events!("path_category");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::PathCategoryDefined;

    fn name(&self) -> &str {
        &self.name.fi
    }

    fn names(&self) -> Translated {
        self.name.clone()
    }

    fn words(&self) -> String {
        self.name.all().join(" ")
    }

    fn unique(&self) -> Vec<Unique> {
        NAME.into_iter().zip(self.name.all()).map(|(field, name)| Unique { field, value: name.to_owned() }).collect()
    }

    fn trimmed(&self) -> Self {
        Self { name: self.name.trimmed() }
    }

    fn check(&self, _: Option<&Self>, taken: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        let missing = self.name.missing(NAME).map(|(broken, field)| (broken, Refused::TranslationMissing(field)));
        let of_another = NAME.map(|field| (taken.has(field), Refused::NameTaken(field)));
        Refusals::of_broken(missing.chain(of_another))
    }

    fn in_use(uses: &Uses) -> Option<Refused> {
        Some(Refused::HasPaths(uses.clone()))
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let path_category_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => {
                PublishedFact::to_everybody("kajo.digipath_engine.v1.PathCategoryDefined", &public::PathCategoryDefined { path_category_id })
            }
            AdminEvent::Archived => {
                PublishedFact::to_everybody("kajo.digipath_engine.v1.PathCategoryArchived", &public::PathCategoryArchived { path_category_id })
            }
            AdminEvent::Restored => {
                PublishedFact::to_everybody("kajo.digipath_engine.v1.PathCategoryRestored", &public::PathCategoryRestored { path_category_id })
            }
            AdminEvent::Removed => {
                PublishedFact::to_everybody("kajo.digipath_engine.v1.PathCategoryRemoved", &public::PathCategoryRemoved { path_category_id })
            }
        })
    }

    fn to_stored(&self) -> store::PathCategoryDefined {
        let Self { name } = self.clone();
        store::PathCategoryDefined { name: Some(name.into()) }
    }

    fn from_stored(stored: store::PathCategoryDefined, _: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::PathCategoryDefined { name } = stored;
        Ok(Self { name: name.into() })
    }
}
