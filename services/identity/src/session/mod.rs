//! A session: from signing in until it is over (IDN-01, IDN-13).
//!
//! Started -> work context chosen, and chosen again -> Ended. Who may choose what is decided here from what the practitioner's
//! record allows; when it ends by time is decided by whoever resolves it. A resident's session may act on behalf of another person
//! for a while (`on_behalf`).

mod denial;
mod entry;
mod event;
mod ground;
mod on_behalf;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use chassis_domain::{Aggregate, DecideContext, Id, Mandates, PersonId, RetentionClass, Sealed, Timestamp};

pub use denial::{Denial, Identified, Registered, denial};
pub use entry::{Entry, entry};
pub use event::Event;
pub use ground::Ground;
pub use on_behalf::{Acting, Basis, Principal, Stop};

use crate::{location::LocationId, patient::PatientId, role::RoleId};

/// The id of a session.
pub type SessionId = Id<Session>;

/// One of the two realms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realm {
    /// Residents.
    Resident,
    /// Professionals.
    Practitioner,
}

/// Why a session is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The person signed out.
    SignedOut,
    /// Nobody used it for too long.
    Idle,
    /// It reached its greatest age.
    Age,
    /// The account is no more.
    AccountDeleted,
    /// The person ended it from another one.
    FromElsewhere,
    /// The person came under a non-disclosure restriction.
    NonDisclosure,
    /// An administrator or those who run the platform ended it.
    ByAdministrator,
    /// The realm told that the person signed out there.
    AtRealm,
}

/// By whose word a session may do what it does (IDN-01, IDN-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthProvider {
    /// The realm's, in one's own name.
    Default,
    /// The national authorisation service's as well, for somebody else.
    OnBehalf,
}

/// The state of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Session {
    /// Nobody has signed in under this id.
    #[default]
    NotStarted,
    /// Somebody is signed in.
    Open {
        /// Who.
        person: PersonId,
        /// Through which realm.
        realm: Realm,
        /// What a professional chose.
        work_context: Option<WorkContext>,
        /// For whom a resident acts.
        acting: Option<Acting>,
    },
    /// Over.
    Ended,
}

/// Professional role and work location, chosen together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkContext {
    /// The role.
    pub role: RoleId,
    /// The location.
    pub location: LocationId,
}

/// A request to a session.
#[derive(Clone, Debug)]
pub enum Command {
    /// Somebody signed in at a realm.
    Start {
        /// Who.
        person: PersonId,
        /// Where.
        realm: Realm,
        /// Given name.
        given: String,
        /// Family name.
        family: String,
        /// When it is over at the latest.
        absolute_ends_at: Timestamp,
        /// Why a resident is not admitted; `None`: they are.
        denial: Option<Denial>,
    },
    /// A professional chooses role and location out of what the record allows.
    ChooseWorkContext {
        /// The choice.
        choice: WorkContext,
        /// Roles that may be chosen.
        roles: BTreeSet<RoleId>,
        /// Locations that may be chosen.
        locations: BTreeSet<LocationId>,
    },
    /// A professional confirms a legitimate right to view a patient.
    OpenPatient {
        /// Whom.
        patient: PatientId,
        /// On what ground.
        ground: Ground,
    },
    /// A resident acts on behalf of somebody from now on.
    StartOnBehalf(Box<Principal>),
    /// The national service was asked again.
    NarrowMandate {
        /// Whose matters.
        principal: PersonId,
        /// In which of them there is an authorisation.
        allowed: Mandates,
    },
    /// Back to one's own matters.
    StopOnBehalf,
    /// It is over.
    End {
        /// Why.
        why: End,
    },
}

/// A refusal of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The id is taken.
    #[error("the session has started already")]
    AlreadyStarted,
    /// Nobody is signed in.
    #[error("the session is over")]
    Over,
    /// Residents have no work context.
    #[error("only professionals choose a work context")]
    NotAPractitioner,
    /// Professionals act on nobody's behalf.
    #[error("only residents act on behalf of another person")]
    NotAResident,
    /// There is nothing that this person may do for that one.
    #[error("there is no authorisation")]
    MandateMissing,
    /// The role is not among those of this person.
    #[error("the role may not be chosen")]
    RoleNotAllowed,
    /// The location is not among those of this person.
    #[error("the location may not be chosen")]
    LocationNotAllowed,
}

chassis_domain::refusals! { Refused {
    Self::AlreadyStarted => "session_already_started", State;
    Self::Over => "session_over", State;
    Self::NotAPractitioner => "not_a_practitioner", Forbidden;
    Self::NotAResident => "not_a_resident", Forbidden;
    Self::MandateMissing => "mandate_missing", Forbidden;
    Self::RoleNotAllowed => "role_not_allowed", Input, field "role_id";
    Self::LocationNotAllowed => "location_not_allowed", Input, field "location_id";
} }

impl Aggregate for Session {
    const CATEGORY: &'static str = "session";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        match command {
            Command::Start { person, realm, given, family, absolute_ends_at, denial } => match self {
                Self::NotStarted => Ok(vec![Event::Started {
                    person: *person,
                    realm: *realm,
                    given: Sealed::new(*person, realm.retention(), given.clone()),
                    family: Sealed::new(*person, realm.retention(), family.clone()),
                    absolute_ends_at: *absolute_ends_at,
                    denial: *denial,
                }]),
                Self::Open { .. } | Self::Ended => Err(Refused::AlreadyStarted),
            },
            Command::ChooseWorkContext { choice, roles, locations } => self.choose(*choice, roles, locations),
            Command::OpenPatient { patient, ground } => match self {
                // Each time anew: a lookup is a lookup.
                Self::Open { realm: Realm::Practitioner, person, work_context: Some(_), .. } => {
                    Ok(vec![Event::PatientOpened { person: *person, patient: *patient, ground: *ground }])
                }
                Self::Open { .. } => Err(Refused::NotAPractitioner),
                Self::NotStarted | Self::Ended => Err(Refused::Over),
            },
            Command::StartOnBehalf(principal) => self.start_on_behalf(principal),
            Command::NarrowMandate { principal, allowed } => Ok(self.narrow(*principal, *allowed)),
            Command::StopOnBehalf => Ok(self.stop(Stop::Stopped)),
            Command::End { why } => match self {
                Self::Open { person, .. } => {
                    let stopped = self.stop(Stop::SessionOver);
                    Ok(stopped.into_iter().chain([Event::Ended { person: *person, why: *why }]).collect())
                }
                Self::NotStarted | Self::Ended => Ok(vec![]),
            },
        }
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Started { person, realm, .. } => *self = Self::Open { person: *person, realm: *realm, work_context: None, acting: None },
            Event::WorkContextChosen { choice, .. } => {
                if let Self::Open { work_context, .. } = self {
                    *work_context = Some(*choice);
                }
            }
            Event::OnBehalfStarted { principal, matters, .. } | Event::MandateNarrowed { principal, matters, .. } => {
                if let Self::Open { acting, .. } = self {
                    *acting = Some(Acting { principal: *principal, matters: *matters });
                }
            }
            Event::OnBehalfEnded { .. } => {
                if let Self::Open { acting, .. } = self {
                    *acting = None;
                }
            }
            Event::PatientOpened { .. } => {}
            Event::Ended { .. } => *self = Self::Ended,
        }
    }
}

impl AuthProvider {
    /// Of a session that acts for somebody, or for nobody else.
    pub const fn of(acts_on_behalf: bool) -> Self {
        if acts_on_behalf { Self::OnBehalf } else { Self::Default }
    }

    /// As the specification spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::OnBehalf => "onbehalf",
        }
    }
}

impl Session {
    /// Both are required and both must be allowed; the same choice again changes nothing.
    fn choose(&self, choice: WorkContext, roles: &BTreeSet<RoleId>, locations: &BTreeSet<LocationId>) -> Result<Vec<Event>, Refused> {
        let Self::Open { person, realm, work_context, .. } = self else { return Err(Refused::Over) };
        if *realm != Realm::Practitioner {
            return Err(Refused::NotAPractitioner);
        }
        if !roles.contains(&choice.role) {
            return Err(Refused::RoleNotAllowed);
        }
        if !locations.contains(&choice.location) {
            return Err(Refused::LocationNotAllowed);
        }
        if *work_context == Some(choice) {
            return Ok(vec![]);
        }
        Ok(vec![Event::WorkContextChosen { person: *person, choice }])
    }
}

impl Realm {
    chassis_domain::numbers!(pub i32: Resident = 1, Practitioner = 2);

    /// The name that a browser may know, and the ending of the issuer.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resident => "resident",
            Self::Practitioner => "practitioner",
        }
    }

    /// Why the name of somebody of this realm is kept.
    pub const fn retention(self) -> RetentionClass {
        match self {
            Self::Resident => RetentionClass::Account,
            Self::Practitioner => RetentionClass::Professional,
        }
    }
}
