//! A main category with its subcategories: what residents can write about, and what else professionals work (CON-18, CON-19). A subcategory is
//! at the same time the queue that professionals work, and says which roles at which locations do.
//!
//! ```text
//!   Active --archive--> Archived --restore--> Active        a queue likewise, on its own or with its category
//! ```
//!
//! Archived: nothing new is accepted, what exists stays (CON-27).

pub mod details;
mod event;
mod kind;
mod refusal;
mod stored;
pub mod tail;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chassis_domain::{Aggregate, DecideContext, Id, Matter, Refusals, Uuid};

pub use details::{CategoryDetails, Due, LinkState, Links, Module, QueueDetails, Texts, over, written};
pub use event::Event;
pub use kind::{Has, QueueKind};
pub use refusal::Refused;

use crate::conversation::value::ServiceAreaId;

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
    /// What is kept of it; `None`: it was never defined.
    pub details: Option<CategoryDetails>,
    /// Nothing new is accepted.
    pub archived: bool,
    /// Its queues.
    pub subcategories: BTreeMap<SubcategoryId, Subcategory>,
    /// How many events there were when it was changed last, not counting those of its queues: the version that a save must have seen.
    pub version: u64,
    events: u64,
}

/// A subcategory.
#[derive(Clone, Debug, PartialEq)]
pub struct Subcategory {
    /// Nothing new is accepted.
    pub archived: bool,
    /// As it was last added.
    pub details: QueueDetails,
    /// How many events there were when it was changed last: the version that a save must have seen.
    pub version: u64,
}

/// A request to a category.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Defines the category, or defines it anew.
    Define(Box<CategoryDetails>),
    /// Adds a queue, or defines it anew.
    AddSubcategory {
        /// Names the queue.
        subcategory: SubcategoryId,
        /// What is to be kept of it.
        details: Box<QueueDetails>,
        /// Another form has the tail of its address.
        tail_taken: bool,
        /// How its service and its content stand.
        links: Links,
    },
    /// Archives one queue, or all of the category.
    Archive {
        /// `None`: all of it.
        subcategory: Option<SubcategoryId>,
    },
    /// Takes that back.
    Restore {
        /// `None`: of the category itself.
        subcategory: Option<SubcategoryId>,
    },
    /// Puts it elsewhere in lists.
    Place {
        /// Where.
        place: u32,
    },
    /// Puts its queues into an order.
    OrderQueues {
        /// The order; those that are not named come behind.
        order: Vec<SubcategoryId>,
    },
}

impl Aggregate for Category {
    const CATEGORY: &'static str = "category";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusals<Refused>;

    /// What is as asked already changes nothing, so that seeding and saving again are harmless.
    fn decide(&self, command: &Command, _cx: &DecideContext) -> Result<Vec<Event>, Refusals<Refused>> {
        match command {
            Command::Define(details) => {
                let details = CategoryDetails::clone(details).fitting();
                details.check()?;
                Ok(if self.details.as_ref() == Some(&details) { vec![] } else { vec![Event::Defined(details)] })
            }
            Command::AddSubcategory { subcategory, details, tail_taken, links } => self.add(*subcategory, details, *tail_taken, *links),
            Command::Archive { subcategory } => {
                Ok(if self.is_archived(*subcategory)? { vec![] } else { vec![Event::Archived { subcategory: *subcategory }] })
            }
            Command::Restore { subcategory } => {
                if !self.is_archived(*subcategory)? {
                    return Ok(vec![]);
                }
                if subcategory.is_some() && self.archived {
                    return Err(Refused::CategoryArchived.into());
                }
                Ok(vec![Event::Restored { subcategory: *subcategory }])
            }
            Command::Place { place } => {
                let details = self.details.as_ref().ok_or(Refused::NotFound)?;
                Ok(if details.place == *place { vec![] } else { vec![Event::Placed { place: *place }] })
            }
            Command::OrderQueues { order } => self.order(order),
        }
    }

    fn evolve(&mut self, event: &Event) {
        self.events += 1;
        match event {
            Event::Defined(details) => {
                self.details = Some(details.clone());
                self.version = self.events;
            }
            Event::SubcategoryAdded { subcategory, details } => {
                let archived = self.subcategories.get(subcategory).is_some_and(|kept| kept.archived);
                self.subcategories.insert(*subcategory, Subcategory { archived, details: details.clone(), version: self.events });
            }
            Event::Archived { subcategory } => self.set_archived(*subcategory, true),
            Event::Restored { subcategory } => self.set_archived(*subcategory, false),
            // The order is no part of what editors save: nobody's work is stale for it.
            Event::Placed { place } => {
                if let Some(details) = &mut self.details {
                    details.place = *place;
                }
            }
            Event::QueuesOrdered { order } => {
                let places = places(order, self.subcategories.iter().map(|(id, queue)| (*id, queue.details.place)));
                for (id, place) in places {
                    if let Some(queue) = self.subcategories.get_mut(&id) {
                        queue.details.place = place;
                    }
                }
            }
        }
    }
}

impl Category {
    /// What it is about.
    pub fn matter(&self) -> Matter {
        self.details.as_ref().map(|details| details.matter).unwrap_or_default()
    }

    /// An area whose residents may choose it.
    pub fn first_service_area(&self) -> Option<ServiceAreaId> {
        self.details.as_ref().and_then(|details| details.service_areas.keys().next().copied())
    }

    /// The kind of a queue into which something new may be put; `None`: nothing may.
    pub fn open_kind(&self, subcategory: SubcategoryId) -> Option<QueueKind> {
        let queue = self.subcategories.get(&subcategory)?;
        (self.details.is_some() && !self.archived && !queue.archived).then_some(queue.details.kind)
    }

    /// A queue that takes forms of residents in now, and what is filled in for it; `None`: it takes none.
    pub fn open_form(&self, subcategory: SubcategoryId) -> Option<(&QueueDetails, Uuid)> {
        let takes_forms = self.open_kind(subcategory) == Some(QueueKind::Form);
        let details = &self.subcategories.get(&subcategory).filter(|_| takes_forms)?.details;
        Some((details, details.survey?))
    }

    /// Whether a resident of this area may write to this queue.
    pub fn accepts_from(&self, subcategory: SubcategoryId, area: ServiceAreaId) -> bool {
        let chosen = self.details.as_ref().is_some_and(|details| details.module == Module::Inbox && details.service_areas.contains_key(&area));
        chosen && self.open_kind(subcategory) == Some(QueueKind::Message)
    }

    /// Whether a professional may begin a conversation with a patient in this queue.
    pub fn accepts_begun(&self, subcategory: SubcategoryId) -> bool {
        self.open_kind(subcategory).is_some_and(QueueKind::takes_begun)
    }

    fn add(&self, subcategory: SubcategoryId, details: &QueueDetails, tail_taken: bool, links: Links) -> Result<Vec<Event>, Refusals<Refused>> {
        let module = self.details.as_ref().ok_or(Refused::NotFound)?.module;
        let kept = self.subcategories.get(&subcategory).map(|queue| &queue.details);
        if kept.is_none() && self.archived {
            return Err(Refused::CategoryArchived.into());
        }
        let details = details.clone().fitting();
        details.check(kept, module, tail_taken, links)?;
        Ok(if kept == Some(&details) { vec![] } else { vec![Event::SubcategoryAdded { subcategory, details }] })
    }

    fn is_archived(&self, subcategory: Option<SubcategoryId>) -> Result<bool, Refused> {
        match subcategory {
            None if self.details.is_some() => Ok(self.archived),
            None => Err(Refused::NotFound),
            Some(id) => self.subcategories.get(&id).map(|queue| queue.archived).ok_or(Refused::NotFound),
        }
    }

    fn set_archived(&mut self, subcategory: Option<SubcategoryId>, archived: bool) {
        match subcategory {
            None => {
                self.archived = archived;
                self.version = self.events;
            }
            Some(id) => {
                if let Some(queue) = self.subcategories.get_mut(&id) {
                    (queue.archived, queue.version) = (archived, self.events);
                }
            }
        }
    }

    fn order(&self, order: &[SubcategoryId]) -> Result<Vec<Event>, Refusals<Refused>> {
        if self.details.is_none() || order.iter().any(|id| !self.subcategories.contains_key(id)) {
            return Err(Refused::NotFound.into());
        }
        let now: Vec<_> = self.subcategories.iter().map(|(id, queue)| (*id, queue.details.place)).collect();
        let changes = places(order, now.iter().copied()).into_iter().any(|place| !now.contains(&place));
        Ok(if changes { vec![Event::QueuesOrdered { order: order.to_vec() }] } else { vec![] })
    }
}

/// The places of things that are put into an order: those that are not named come behind, as they were.
pub fn places<I: Copy + Ord>(order: &[I], now: impl Iterator<Item = (I, u32)>) -> Vec<(I, u32)> {
    let mut ranked: Vec<_> = now.map(|(id, place)| (order.iter().position(|named| *named == id).unwrap_or(order.len()), place, id)).collect();
    ranked.sort_unstable();
    (0..).zip(ranked).map(|(place, (_, _, id))| (id, place)).collect()
}
