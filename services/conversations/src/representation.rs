//! Acting on behalf of a resident: which mandates a matter needs, and who may see what (spec section 6: health and social matters
//! apart; guardians of teenagers not without approval).

use chassis_domain::PersonId;

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
    /// Number in the store and in read models.
    pub const fn number(self) -> u32 {
        match self {
            Self::Unsaid => 0,
            Self::Health => 1,
            Self::Social => 2,
        }
    }

    /// From its number.
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Self::Unsaid),
            1 => Some(Self::Health),
            2 => Some(Self::Social),
            _ => None,
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

    const fn name(self) -> &'static str {
        match (self.health, self.social) {
            (true, true) => "both",
            (true, false) => "health",
            (false, true) => "social",
            (false, false) => "none",
        }
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
    pub fn keys(&self, resident: PersonId) -> Vec<String> {
        let possible = [(true, false), (false, true), (true, true)].map(|(health, social)| Mandates { health, social });
        let covered = possible.into_iter().filter(|needed| self.mandates.cover(*needed));
        covered.map(|needed| key(resident, needed, self.of_teenager)).collect()
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
    pub fn keys(&self) -> Vec<String> {
        [false, true]
            .into_iter()
            .filter(|of_teenager| self.guardians || !of_teenager)
            .map(|of_teenager| key(self.resident, self.needs, of_teenager))
            .collect()
    }
}

fn key(resident: PersonId, needed: Mandates, of_teenager: bool) -> String {
    let who = if of_teenager { "guardian" } else { "on-behalf" };
    format!("{who}:{resident}:{}", needed.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEALTH: Mandates = Mandates { health: true, social: false };
    const SOCIAL: Mandates = Mandates { health: false, social: true };
    const BOTH: Mandates = Mandates { health: true, social: true };

    fn representative(mandates: Mandates, of_teenager: bool) -> Representative {
        Representative { person: PersonId::from_uuid(chassis_domain::Uuid::from_u128(1)), name: String::new(), mandates, of_teenager }
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
        let resident = PersonId::from_uuid(chassis_domain::Uuid::from_u128(2));
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
