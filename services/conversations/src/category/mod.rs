//! A main category with its subcategories: what residents can write about. A subcategory is at the same time the
//! queue that professionals work, and says which roles at which locations do (spec section 3, Topic category).
//!
//! ```text
//!   Active --archive--> Archived        a subcategory likewise, on its own or with its category
//! ```
//!
//! Archived: nothing new is accepted, what exists stays (spec section 4, Task queue or service category).

mod event;
mod stored;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{Aggregate, DecideContext, Id, RefusalKind, Uuid};

pub use event::{Event, Texts};

use crate::{conversation::value::ServiceAreaId, representation::Matter};

/// The id of a main category.
pub type CategoryId = Id<Category>;

/// Marks ids of subcategories.
#[derive(Debug)]
pub enum SubcategoryTag {}

/// The id of a subcategory, which is a queue.
pub type SubcategoryId = Id<SubcategoryTag>;

/// A main category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Category {
    /// Set by the first event.
    pub defined: bool,
    /// Nothing new is accepted.
    pub archived: bool,
    /// Areas whose residents may choose it.
    pub service_areas: BTreeSet<ServiceAreaId>,
    /// What it is about.
    pub matter: Matter,
    /// Its queues.
    pub subcategories: BTreeMap<SubcategoryId, Subcategory>,
    last: Option<Event>,
}

/// A subcategory.
#[derive(Clone, Debug, PartialEq)]
pub struct Subcategory {
    /// Nothing new is accepted.
    pub archived: bool,
    /// As it was last added.
    pub added: Event,
}

/// Why a queue is open to a professional, or is not: the chosen role must be among those that work it, and the chosen location among those
/// where it is worked (spec section 6, Role and location access).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    /// The role works the queue.
    pub role: bool,
    /// It is worked at the location.
    pub location: bool,
}

impl Admission {
    /// Whether the queue is open.
    pub const fn is_given(self) -> bool {
        self.role && self.location
    }
}

/// A request to a category.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Defines the category, or defines it anew.
    Define {
        /// Names by language.
        name: Texts,
        /// Descriptions by language.
        description: Texts,
        /// Name of an icon.
        icon: String,
        /// Areas whose residents may choose it, with their names.
        service_areas: BTreeMap<ServiceAreaId, String>,
        /// Place in lists.
        place: u32,
        /// What it is about: which mandate somebody needs who acts for a resident.
        matter: Matter,
    },
    /// Adds a queue, or defines it anew.
    AddSubcategory {
        /// Names the queue.
        subcategory: SubcategoryId,
        /// Names by language.
        name: Texts,
        /// Descriptions by language.
        description: Texts,
        /// Roles that work the queue ..
        roles: BTreeSet<Uuid>,
        /// .. at these locations.
        locations: BTreeSet<Uuid>,
        /// Place in lists.
        place: u32,
    },
    /// Archives one queue, or all of the category.
    Archive {
        /// `None`: all of it.
        subcategory: Option<SubcategoryId>,
    },
}

/// A business no of a category.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such category or subcategory.
    #[error("there is no such category")]
    NotFound,
    /// An archived category takes no new subcategories.
    #[error("the category is archived")]
    CategoryArchived,
    /// A queue without a role or without a location would be nobody's.
    #[error("the queue has no role or no location")]
    QueueWithoutAccess,
    /// A category without a name cannot be shown.
    #[error("the Finnish name is missing")]
    NameMissing,
}

impl chassis_domain::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::CategoryArchived => "category_archived",
            Self::QueueWithoutAccess => "queue_without_access",
            Self::NameMissing => "name_missing",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::NameMissing => Some("name"),
            Self::QueueWithoutAccess => Some("role_ids"),
            Self::NotFound | Self::CategoryArchived => None,
        }
    }

    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotFound => RefusalKind::Hidden,
            Self::CategoryArchived => RefusalKind::State,
            Self::QueueWithoutAccess | Self::NameMissing => RefusalKind::Input,
        }
    }
}

impl Aggregate for Category {
    const CATEGORY: &'static str = "category";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    /// What is as asked already changes nothing, so that seeding and saving again are harmless.
    fn decide(&self, command: &Command, _cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Define { name, description, icon, service_areas, place, matter } => {
                named(name)?;
                let event = Event::Defined {
                    name: name.clone(),
                    description: description.clone(),
                    icon: icon.clone(),
                    service_areas: service_areas.clone(),
                    place: *place,
                    matter: *matter,
                };
                Ok(if self.last.as_ref() == Some(&event) { vec![] } else { vec![event] })
            }
            Command::AddSubcategory { subcategory, name, description, roles, locations, place } => {
                self.active()?;
                named(name)?;
                if roles.is_empty() || locations.is_empty() {
                    return Err(Refusal::QueueWithoutAccess);
                }
                let event = Event::SubcategoryAdded {
                    subcategory: *subcategory,
                    name: name.clone(),
                    description: description.clone(),
                    roles: roles.clone(),
                    locations: locations.clone(),
                    place: *place,
                };
                let same = self.subcategories.get(subcategory).is_some_and(|existing| existing.added == event);
                Ok(if same { vec![] } else { vec![event] })
            }
            Command::Archive { subcategory } => self.archive(*subcategory),
        }
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Defined { service_areas, matter, .. } => {
                self.defined = true;
                self.matter = *matter;
                self.service_areas = service_areas.keys().copied().collect();
                self.last = Some(event.clone());
            }
            Event::SubcategoryAdded { subcategory, .. } => {
                self.subcategories.insert(*subcategory, Subcategory { archived: false, added: event.clone() });
            }
            Event::Archived { subcategory: None } => self.archived = true,
            Event::Archived { subcategory: Some(subcategory) } => {
                if let Some(existing) = self.subcategories.get_mut(subcategory) {
                    existing.archived = true;
                }
            }
        }
    }
}

impl Category {
    /// Whether something new may be put into this queue.
    pub fn accepts(&self, subcategory: SubcategoryId) -> bool {
        self.defined && !self.archived && self.subcategories.get(&subcategory).is_some_and(|existing| !existing.archived)
    }

    /// Whether a resident of this area may write to this queue.
    pub fn accepts_from(&self, subcategory: SubcategoryId, area: ServiceAreaId) -> bool {
        self.accepts(subcategory) && self.service_areas.contains(&area)
    }

    fn active(&self) -> Result<(), Refusal> {
        match (self.defined, self.archived) {
            (false, _) => Err(Refusal::NotFound),
            (true, true) => Err(Refusal::CategoryArchived),
            (true, false) => Ok(()),
        }
    }

    fn archive(&self, subcategory: Option<SubcategoryId>) -> Result<Vec<Event>, Refusal> {
        let archived = match subcategory {
            None if self.defined => self.archived,
            None => return Err(Refusal::NotFound),
            Some(id) => self.subcategories.get(&id).ok_or(Refusal::NotFound)?.archived,
        };
        Ok(if archived { vec![] } else { vec![Event::Archived { subcategory }] })
    }
}

fn named(name: &Texts) -> Result<(), Refusal> {
    if name.get("fi").is_some_and(|text| !text.trim().is_empty()) { Ok(()) } else { Err(Refusal::NameMissing) }
}
