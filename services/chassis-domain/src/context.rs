//! What a decision may know beside the state: the time, who acts, and a source of ids that a retry repeats.

use jiff::Timestamp;
use uuid::Uuid;

use crate::{Id, PersonId};

/// Who gives a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// What kind of actor.
    pub kind: ActorKind,
    /// The person; `None` for the system itself.
    pub person: Option<PersonId>,
    /// Professional role in use, for professionals.
    pub role: Option<Uuid>,
    /// Work location in use, for professionals.
    pub location: Option<Uuid>,
}

impl Actor {
    /// The platform acting by itself: policies, timers, seeding.
    pub const fn system() -> Self {
        Self { kind: ActorKind::System, person: None, role: None, location: None }
    }

    /// A digital path: nobody acts, and what it does was laid down before.
    pub const fn path() -> Self {
        Self { kind: ActorKind::Path, person: None, role: None, location: None }
    }

    /// A resident.
    pub const fn resident(person: PersonId) -> Self {
        Self { kind: ActorKind::Resident, person: Some(person), role: None, location: None }
    }

    /// A professional in a role at a location.
    pub const fn practitioner(person: PersonId, role: Uuid, location: Uuid) -> Self {
        Self { kind: ActorKind::Practitioner, person: Some(person), role: Some(role), location: Some(location) }
    }
}

/// Kinds of actor: these and no others. A new one is known to every build before anybody stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorKind {
    /// A resident, or somebody acting on a resident's behalf.
    Resident,
    /// A professional.
    Practitioner,
    /// Somebody without an account, in a visit.
    Visitor,
    /// Somebody who was invited to one appointment.
    Guest,
    /// Another system, in its own name.
    Integrator,
    /// A digital path, by what its authors have laid down.
    Path,
    /// The platform.
    System,
}

/// The person at the screen when the actor is represented by somebody else (IDN-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnBehalfOf {
    /// Who really acts.
    pub impersonator: PersonId,
}

/// Everything a decision may know beside the state and the command.
#[derive(Clone, Debug)]
pub struct DecideContext {
    /// When the command is decided.
    pub now: Timestamp,
    /// Who gives it.
    pub actor: Actor,
    /// Set when somebody acts on the actor's behalf.
    pub on_behalf_of: Option<OnBehalfOf>,
    /// Names the command; the same for every retry of it.
    pub command_id: Uuid,
}

impl DecideContext {
    /// An id derived from the command: a retry of the command makes the same one. `purpose` keeps the ids of one
    /// command apart.
    pub fn new_id<T: ?Sized>(&self, purpose: &str) -> Id<T> {
        Id::from_uuid(Uuid::new_v5(&self.command_id, purpose.as_bytes()))
    }
}
