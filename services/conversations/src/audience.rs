//! Who may be told of something by live update. The keys stand in the header of every fact; the gateway hands a fact
//! to a browser when the caller holds one of its keys (`GetAudience`).

use std::collections::BTreeSet;

use chassis_domain::{Id, PersonId};
use kajo_proto::conversations::store::v1 as stored;

use crate::category::SubcategoryId;

/// People and queues that an event concerns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    /// Named people.
    pub people: BTreeSet<PersonId>,
    /// Everybody who works these queues.
    pub queues: BTreeSet<SubcategoryId>,
}

impl Audience {
    /// One person alone.
    pub fn of(person: PersonId) -> Self {
        Self { people: [person].into(), queues: BTreeSet::new() }
    }

    /// Adds another audience.
    pub fn extend(&mut self, other: Self) {
        self.people.extend(other.people);
        self.queues.extend(other.queues);
    }

    /// Keys as they stand in a fact's header.
    pub fn keys(&self) -> Vec<String> {
        self.people.iter().map(|person| format!("person:{person}")).chain(self.queues.iter().map(|queue| format!("queue:{queue}"))).collect()
    }

    pub(crate) fn to_stored(&self) -> Option<stored::Audience> {
        Some(stored::Audience {
            person_ids: self.people.iter().map(ToString::to_string).collect(),
            subcategory_ids: self.queues.iter().map(ToString::to_string).collect(),
        })
    }

    /// Reads what was stored; what is no id concerns nobody.
    pub(crate) fn from_stored(stored: Option<stored::Audience>) -> Self {
        let stored = stored.unwrap_or_default();
        Self {
            people: stored.person_ids.iter().filter_map(|id| Id::parse(id)).collect(),
            queues: stored.subcategory_ids.iter().filter_map(|id| Id::parse(id)).collect(),
        }
    }
}
