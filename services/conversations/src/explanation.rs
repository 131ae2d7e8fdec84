//! Why a professional sees something, or does not. Nothing is decided here: the access layer says who may call ([`Method::admits`]), a
//! queue whom it lets in ([`Admission`]), a conversation who may read it ([`Reading`]), and this puts what they say side by side.

use chassis_domain::Admission;
use kajo_proto::{conversations::v1::AccessConditionKind as Condition, methods::Method};

use crate::{adapters::standings::Standing, conversation::Reading};

/// How far a professional comes with a call before anything is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one flag per condition")]
pub struct Door {
    /// The call is open to them.
    pub open: bool,
    /// It is open to their level, once they work.
    pub level: bool,
    /// They have chosen a role of their own.
    pub role: bool,
    /// They have chosen a location of their own.
    pub location: bool,
}

/// A condition, and whether it holds.
pub type Held = (Condition, bool);

/// The conditions of a rule, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What the rule says.
    pub allowed: bool,
    /// All of these are needed ..
    pub needed: Vec<Held>,
    /// .. and of these all of one.
    pub ways: Vec<Vec<Held>>,
}

impl Door {
    /// With what a professional has chosen.
    pub fn of(method: &Method, standing: &Standing) -> Self {
        Self {
            open: method.admits(standing.stands_as, standing.role_held && standing.location_held),
            level: method.admits(standing.works_as, true),
            role: standing.role_held,
            location: standing.location_held,
        }
    }

    /// With a role and a location of their own.
    pub fn at_work(method: &Method, standing: &Standing) -> Self {
        let open = method.admits(standing.works_as, true);
        Self { open, level: open, role: true, location: true }
    }

    fn needed(self) -> Vec<Held> {
        vec![(Condition::Level, self.level), (Condition::Role, self.role), (Condition::Location, self.location)]
    }
}

impl Trace {
    /// Whether the tasks of a queue are shown.
    pub fn of_queue(door: Door, admission: Admission) -> Self {
        Self { allowed: door.open && admission.is_given(), needed: door.needed(), ways: vec![by_queue(admission)] }
    }

    /// Whether a conversation is.
    pub fn of_conversation(door: Door, admission: Admission, reading: Reading) -> Self {
        let takes_part = matches!(reading, Reading::Practitioner { part: Some(part), .. } if part.is_kept());
        Self {
            allowed: door.open && reading.is_allowed(),
            needed: door.needed(),
            ways: vec![by_queue(admission), vec![(Condition::Part, takes_part)]],
        }
    }

    /// What the conditions come to by themselves: what `allowed` says, or else a condition is missing from the list.
    pub fn adds_up(&self) -> bool {
        let all = |conditions: &[Held]| conditions.iter().all(|(_, held)| *held);
        self.allowed == (all(&self.needed) && self.ways.iter().any(|way| all(way)))
    }
}

fn by_queue(admission: Admission) -> Vec<Held> {
    vec![(Condition::QueueRole, admission.role), (Condition::QueueLocation, admission.location)]
}
