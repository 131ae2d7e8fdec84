//! Who may be told of something by live update. The keys stand in the header of every fact; the gateway hands a fact
//! to a browser when the caller holds one of its keys (`GetAudience`).

use std::collections::BTreeSet;

use chassis_domain::{AudienceKey, Id, Mandates, PersonId, Represented};
use kajo_proto::conversations::store::v1 as stored;

use crate::category::SubcategoryId;

/// People and queues that an event concerns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    /// Named people.
    pub people: BTreeSet<PersonId>,
    /// Everybody who works these queues.
    pub queues: BTreeSet<SubcategoryId>,
    /// The resident whose representatives may be told as well.
    pub represented: Option<Represented>,
    /// People at a screen, each with the resident for whom: others who act for the same resident are not told.
    pub at_screens: BTreeSet<(PersonId, PersonId)>,
}

impl Audience {
    /// One person alone.
    pub fn of(person: PersonId) -> Self {
        Self { people: [person].into(), ..Self::default() }
    }

    /// Adds another audience.
    pub fn extend(&mut self, other: Self) {
        self.people.extend(other.people);
        self.queues.extend(other.queues);
        self.at_screens.extend(other.at_screens);
        // What it needs by now counts: a conversation needs more as it goes on, never less.
        self.represented = match (self.represented, other.represented) {
            // Guardians who see it no more are told so.
            (Some(before), Some(after)) => Some(Represented { guardians: before.guardians || after.guardians, ..after }),
            (before, after) => after.or(before),
        };
    }

    /// Keys as they stand in a fact's header.
    pub fn keys(&self) -> Vec<AudienceKey> {
        let people = self.people.iter().map(AudienceKey::person);
        let queues = self.queues.iter().map(|queue| AudienceKey::queue(queue.uuid()));
        let at_screens = self.at_screens.iter().map(|(resident, at_screen)| AudienceKey::at_screen(*resident, *at_screen));
        people.chain(queues).chain(self.represented.iter().flat_map(Represented::keys)).chain(at_screens).collect()
    }

    pub(crate) fn to_stored(&self) -> Option<stored::Audience> {
        Some(stored::Audience {
            person_ids: self.people.iter().map(ToString::to_string).collect(),
            subcategory_ids: self.queues.iter().map(ToString::to_string).collect(),
            represented: self.represented.map(|represented| stored::Represented {
                person_id: represented.resident.to_string(),
                health: represented.needs.health,
                social: represented.needs.social,
                guardians: represented.guardians,
            }),
            at_screens: self.at_screens.iter().map(to_stored).collect(),
        })
    }

    /// Reads what was stored; what is no id concerns nobody.
    pub(crate) fn from_stored(stored: Option<stored::Audience>) -> Self {
        let stored = stored.unwrap_or_default();
        Self {
            people: stored.person_ids.iter().filter_map(|id| Id::parse(id)).collect(),
            queues: stored.subcategory_ids.iter().filter_map(|id| Id::parse(id)).collect(),
            represented: stored.represented.and_then(|found| {
                let needs = Mandates { health: found.health, social: found.social };
                Some(Represented { resident: Id::parse(&found.person_id)?, needs, guardians: found.guardians })
            }),
            at_screens: stored
                .at_screens
                .iter()
                .filter_map(|found| Some((Id::parse(&found.resident_id)?, Id::parse(&found.at_screen_id)?)))
                .collect(),
        }
    }
}

fn to_stored((resident, at_screen): &(PersonId, PersonId)) -> stored::AtScreen {
    stored::AtScreen { resident_id: resident.to_string(), at_screen_id: at_screen.to_string() }
}
