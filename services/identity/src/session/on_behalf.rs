//! Acting on behalf of another person within a session (spec sections 3 "Session", 4 "Acting on behalf" and 6).
//!
//! ```text
//!   own --StartOnBehalf--> acting --narrowed--> acting --stopped, revoked, session over--> own
//! ```

use chassis_domain::{PersonId, RetentionClass, Sealed, Timestamp};
use kajo_proto::options::v1::Domain;

use super::{Event, Refused, Session};

/// Which matters an authorisation covers; health and social are separate mandates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matters {
    /// Matters of health.
    pub health: bool,
    /// Social matters.
    pub social: bool,
}

/// On what the right to act rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// An adult has given a mandate.
    Mandate,
    /// The represented person is a minor.
    Guardian,
}

/// Why a session acts for somebody no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The person stopped.
    Stopped,
    /// The national service knows of no authorisation any more.
    Revoked,
    /// The session is over.
    SessionOver,
    /// It acts for somebody else from now on.
    Replaced,
}

/// For whom a session acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acting {
    /// The represented person.
    pub principal: PersonId,
    /// In which matters.
    pub matters: Matters,
}

/// Somebody to act for, as the national service and the register tell.
#[derive(Clone, Debug)]
pub struct Principal {
    /// Who.
    pub person: PersonId,
    /// Given name.
    pub given: String,
    /// Family name.
    pub family: String,
    /// In which matters.
    pub matters: Matters,
    /// On what it rests.
    pub basis: Basis,
    /// When the national service said so.
    pub checked_at: Timestamp,
}

impl Matters {
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

impl Basis {
    /// Number in the store.
    pub(super) const fn number(self) -> i32 {
        match self {
            Self::Mandate => 1,
            Self::Guardian => 2,
        }
    }

    /// From its number.
    pub(super) const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Mandate),
            2 => Some(Self::Guardian),
            _ => None,
        }
    }
}

impl Stop {
    /// Number in the store.
    pub(super) const fn number(self) -> i32 {
        match self {
            Self::Stopped => 1,
            Self::Revoked => 2,
            Self::SessionOver => 3,
            Self::Replaced => 4,
        }
    }

    /// From its number.
    pub(super) const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Stopped),
            2 => Some(Self::Revoked),
            3 => Some(Self::SessionOver),
            4 => Some(Self::Replaced),
            _ => None,
        }
    }
}

impl Session {
    /// Residents alone act on behalf, of somebody else, and in some matter.
    pub(super) fn start_on_behalf(&self, principal: &Principal) -> Result<Vec<Event>, Refused> {
        let Self::Open { person, realm, acting, .. } = self else { return Err(Refused::Over) };
        if *realm != super::Realm::Resident {
            return Err(Refused::NotAResident);
        }
        if principal.person == *person || principal.matters.is_none() {
            return Err(Refused::MandateMissing);
        }
        let name = |name: &str| Sealed::new(principal.person, RetentionClass::Account, name.to_owned());
        let before = acting.map(|acting| Event::OnBehalfEnded { person: *person, principal: acting.principal, why: Stop::Replaced });
        let started = Event::OnBehalfStarted {
            person: *person,
            principal: principal.person,
            given: name(&principal.given),
            family: name(&principal.family),
            matters: principal.matters,
            basis: principal.basis,
            checked_at: principal.checked_at,
        };
        Ok(before.into_iter().chain([started]).collect())
    }

    /// An authorisation never grows while it is in use: for more matters the person begins anew.
    pub(super) fn narrow(&self, principal: PersonId, allowed: Matters) -> Vec<Event> {
        let Self::Open { person, acting: Some(acting), .. } = self else { return vec![] };
        let left = acting.matters.and(allowed);
        if acting.principal != principal || left == acting.matters {
            vec![]
        } else if left.is_none() {
            vec![Event::OnBehalfEnded { person: *person, principal, why: Stop::Revoked }]
        } else {
            vec![Event::MandateNarrowed { person: *person, principal, matters: left }]
        }
    }

    /// Stopping when one acts for nobody changes nothing.
    pub(super) fn stop(&self, why: Stop) -> Vec<Event> {
        match self {
            Self::Open { person, acting: Some(acting), .. } => vec![Event::OnBehalfEnded { person: *person, principal: acting.principal, why }],
            Self::Open { .. } | Self::NotStarted | Self::Ended => vec![],
        }
    }
}
