//! Acting on behalf of a resident: which mandates a matter needs, and who may see what (IDN-07: health and social matters
//! apart; guardians of teenagers not without approval).

use kajo_proto::{common::v1 as common, options::v1::Domain};

use crate::{AudienceKey, PersonId};

/// What a queue is about. Nothing is assumed of what has not been told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Matter {
    /// Not told.
    #[default]
    Unsaid,
    /// A matter of health.
    Health,
    /// A social matter.
    Social,
}

impl Matter {
    crate::numbers!(pub u32: Unsaid = 0, Health = 1, Social = 2);

    /// As the contract has it.
    pub const fn public(self) -> common::Matter {
        match self {
            Self::Unsaid => common::Matter::Unspecified,
            Self::Health => common::Matter::Health,
            Self::Social => common::Matter::Social,
        }
    }

    /// From the contract.
    pub const fn from_public(matter: common::Matter) -> Self {
        match matter {
            common::Matter::Unspecified => Self::Unsaid,
            common::Matter::Health => Self::Health,
            common::Matter::Social => Self::Social,
        }
    }

    /// What somebody needs for it who acts on behalf: for what is not told, everything.
    pub const fn needs(self) -> Mandates {
        Mandates { health: !matches!(self, Self::Social), social: !matches!(self, Self::Health) }
    }
}

/// Mandates that somebody has, or that something needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mandates {
    /// For matters of health.
    pub health: bool,
    /// For social matters.
    pub social: bool,
}

impl Mandates {
    /// Whether these mandates are enough for what is needed.
    pub const fn cover(self, needed: Self) -> bool {
        (self.health || !needed.health) && (self.social || !needed.social)
    }

    /// What both need together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self { health: self.health || other.health, social: self.social || other.social }
    }

    /// Whether nothing is covered.
    pub const fn is_none(self) -> bool {
        !self.health && !self.social
    }

    /// What both cover.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { health: self.health && other.health, social: self.social && other.social }
    }

    /// As the contract names them.
    pub fn domains(self) -> Vec<Domain> {
        [(self.health, Domain::Health), (self.social, Domain::Social)].into_iter().filter_map(|(covered, domain)| covered.then_some(domain)).collect()
    }
}

/// The person at the screen, who acts for a resident.
#[derive(Clone, Debug, PartialEq)]
pub struct Representative {
    /// Who.
    pub person: PersonId,
    /// How others see them.
    pub name: String,
    /// In which matters they may act.
    pub mandates: Mandates,
    /// The resident is 12 to 17 today: what is theirs is seen with their approval alone.
    pub of_teenager: bool,
}

impl Representative {
    /// Whether something that needs these mandates, and that guardians may see or not, is open to this person.
    pub const fn may_see(&self, needed: Mandates, visible_to_guardians: bool) -> bool {
        self.mandates.cover(needed) && (visible_to_guardians || !self.of_teenager)
    }

    /// The keys under which this person is told of what concerns the resident.
    pub fn keys(&self, resident: PersonId) -> Vec<AudienceKey> {
        let possible = [(true, false), (false, true), (true, true)].map(|(health, social)| Mandates { health, social });
        let covered = possible.into_iter().filter(|needed| self.mandates.cover(*needed));
        covered.map(|needed| AudienceKey::on_behalf(resident, needed, self.of_teenager)).collect()
    }
}

/// The resident of something, for the representatives who may be told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Represented {
    /// The resident.
    pub resident: PersonId,
    /// What it needs.
    pub needs: Mandates,
    /// Guardians of a teenager may see it.
    pub guardians: bool,
}

impl Represented {
    /// Keys as they stand in a fact's header.
    pub fn keys(&self) -> Vec<AudienceKey> {
        [false, true]
            .into_iter()
            .filter(|of_teenager| self.guardians || !of_teenager)
            .map(|of_teenager| AudienceKey::on_behalf(self.resident, self.needs, of_teenager))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEALTH: Mandates = Mandates { health: true, social: false };
    const SOCIAL: Mandates = Mandates { health: false, social: true };
    const BOTH: Mandates = Mandates { health: true, social: true };

    fn representative(mandates: Mandates, of_teenager: bool) -> Representative {
        Representative { person: PersonId::from_uuid(crate::Uuid::from_u128(1)), name: String::new(), mandates, of_teenager }
    }

    #[test]
    fn idn_07_health_and_social_mandates_are_apart_and_what_is_not_told_needs_both() {
        for (matter, health, social) in [(Matter::Health, true, false), (Matter::Social, false, true), (Matter::Unsaid, false, false)] {
            assert_eq!((HEALTH.cover(matter.needs()), SOCIAL.cover(matter.needs())), (health, social), "{matter:?}");
            assert!(BOTH.cover(matter.needs()));
            assert!(!Mandates::default().cover(matter.needs()));
        }
        // What went from one to the other needs both.
        assert_eq!(Matter::Health.needs().with(Matter::Social.needs()), BOTH);
    }

    #[test]
    fn who_is_told_of_something_is_who_may_see_it() {
        let resident = PersonId::from_uuid(crate::Uuid::from_u128(2));
        for needs in [HEALTH, SOCIAL, BOTH] {
            for mandates in [HEALTH, SOCIAL, BOTH, Mandates::default()] {
                for (guardians, of_teenager) in [(false, false), (false, true), (true, false), (true, true)] {
                    let somebody = representative(mandates, of_teenager);
                    let told = Represented { resident, needs, guardians }.keys();
                    let is_told = somebody.keys(resident).iter().any(|key| told.contains(key));
                    assert_eq!(is_told, somebody.may_see(needs, guardians), "{needs:?} {mandates:?} {guardians} {of_teenager}");
                }
            }
        }
    }
}
