//! A booking role: with whom a time is booked, as residents read it (SVC-05). It is no role of identity, and gives no rights.
//!
//! Its name is written in every language and is no other role's in the same language. One role is the default and stays: what names no role,
//! or one that was removed, is read as naming that one, and nothing is written anew.

#[cfg(test)]
mod tests;

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Translated, TranslatedFields,
    Unique, Uses, Uuid, admin_events, stored::Reader, translated_fields,
};
use kajo_proto::scheduling::{store::v1 as store, v1 as public};

/// A booking role.
pub type BookingRole = AdminRecord<Details>;

/// The id of a booking role.
pub type BookingRoleId = Id<BookingRole>;

/// The one that stays.
pub const DEFAULT: Uuid = Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_d0fa_0175);

/// Among the uses of a role: searches that name it.
pub const BY_SEARCHES: &str = "searches";

/// Among the uses of a role: that it is the default one.
pub const BY_DEFAULT: &str = "default";

const NAME: TranslatedFields = translated_fields!("details.name");

/// What is kept of a booking role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: Translated,
}

/// A refusal of a booking role.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such role.
    #[error("there is no such booking role")]
    NotFound,
    /// A name is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Another one has it in the same language.
    #[error("the name is taken")]
    NameTaken(&'static str),
    /// It is the one that all else falls back to.
    #[error("the default role stays")]
    IsDefault,
    /// Searches name it, and nobody said that they may show the default one.
    #[error("searches name the role")]
    InUse(Uses),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::NameTaken(field) => "booking_role_name_taken", Input, field *field;
    Self::IsDefault => "booking_role_is_default", State;
    Self::InUse(uses) => "booking_role_in_use", State, uses uses;
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "booking_role";
    const EVENTS: AdminEvents = admin_events!("booking_role");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::BookingRoleDefined;

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
        Some(if uses.of(BY_DEFAULT) > 0 { Refused::IsDefault } else { Refused::InUse(uses.clone()) })
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let booking_role_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => {
                PublishedFact::to_everybody("kajo.scheduling.v1.BookingRoleDefined", &public::BookingRoleDefined { booking_role_id })
            }
            AdminEvent::Archived => {
                PublishedFact::to_everybody("kajo.scheduling.v1.BookingRoleArchived", &public::BookingRoleArchived { booking_role_id })
            }
            AdminEvent::Restored => {
                PublishedFact::to_everybody("kajo.scheduling.v1.BookingRoleRestored", &public::BookingRoleRestored { booking_role_id })
            }
            AdminEvent::Removed => {
                PublishedFact::to_everybody("kajo.scheduling.v1.BookingRoleRemoved", &public::BookingRoleRemoved { booking_role_id })
            }
        })
    }

    fn to_stored(&self) -> store::BookingRoleDefined {
        let Self { name } = self.clone();
        store::BookingRoleDefined { name: Some(name.into()) }
    }

    fn from_stored(stored: store::BookingRoleDefined, _: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::BookingRoleDefined { name } = stored;
        Ok(Self { name: name.into() })
    }
}
