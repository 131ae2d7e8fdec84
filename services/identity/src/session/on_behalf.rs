//! Acting on behalf of another person within a session (IDN-07).
//!
//! ```text
//!   own --StartOnBehalf--> acting --narrowed--> acting --stopped, revoked, session over--> own
//! ```

use chassis_domain::{Mandates, PersonId, RetentionClass, Sealed, Timestamp};

use super::{Event, Refused, Session};

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
    pub matters: Mandates,
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
    pub matters: Mandates,
    /// On what it rests.
    pub basis: Basis,
    /// When the national service said so.
    pub checked_at: Timestamp,
}

impl Basis {
    chassis_domain::numbers!(pub(super) i32: Mandate = 1, Guardian = 2);
}

impl Stop {
    chassis_domain::numbers!(pub(super) i32: Stopped = 1, Revoked = 2, SessionOver = 3, Replaced = 4);
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
    pub(super) fn narrow(&self, principal: PersonId, allowed: Mandates) -> Vec<Event> {
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
