//! A laboratory result or a prescription, as its source sent it last (EVT-02, EVT-03). Its id follows from who sent it and from its identifier
//! there: the same sent again, also twice at once, is one record.
//!
//! ```text
//!   (new) --Take--> Current --Take--> Corrected --Take--> Corrected
//!                   Current, Corrected --Take(entered in error)--> Withdrawn --Take--> Corrected
//! ```
//!
//! Whatever is older at its source than what is kept changes nothing; of what its source does not date, the time of arrival counts. The resource is
//! sealed whole, as it came: what it says is read when somebody looks at it, and stands nowhere in clear.

mod event;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Mandates, Matter, PersonId, Representative, Sealed, Timestamp, Uuid};
use kajo_proto::content::v1::{HealthRecordKind, HealthRecordState};

pub use event::{Digest, Event, EventKind, Head};
pub use refusal::Refusal;

/// The id of a health record.
pub type HealthRecordId = Id<HealthRecord>;

/// Guardians of a resident of 12 to 17 see none of it, and nobody shows it to them (IDN-09).
const VISIBLE_TO_GUARDIANS: bool = false;

/// What somebody needs who acts for the resident.
const fn needs() -> Mandates {
    Matter::Health.needs()
}

/// Whether somebody who acts for a resident reads the resident's records.
pub const fn is_open_to(representative: &Representative) -> bool {
    representative.may_see(needs(), VISIBLE_TO_GUARDIANS)
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A laboratory result.
    LabResult,
    /// A prescription.
    Prescription,
}

impl Kind {
    chassis_domain::numbers!(pub u32: LabResult = 1, Prescription = 2);

    /// As the contract has it.
    pub const fn public(self) -> HealthRecordKind {
        match self {
            Self::LabResult => HealthRecordKind::LabResult,
            Self::Prescription => HealthRecordKind::Prescription,
        }
    }

    /// As FHIR calls it.
    pub const fn resource_type(self) -> &'static str {
        match self {
            Self::LabResult => "Observation",
            Self::Prescription => "MedicationRequest",
        }
    }
}

/// The record of what an integrator calls so: the same for ever.
pub fn id_of(integrator: Uuid, kind: Kind, system: &str, value: &str) -> HealthRecordId {
    let name = format!("{}\n{system}\n{value}", kind.resource_type());
    HealthRecordId::from_uuid(Uuid::new_v5(&integrator, name.as_bytes()))
}

/// Where a record is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotArrived,
    /// As it came first.
    Current,
    /// Its source has corrected it.
    Corrected,
    /// Its source says that it was entered in error.
    Withdrawn,
}

impl Phase {
    chassis_domain::numbers!(pub i16: NotArrived = 0, Current = 1, Corrected = 2, Withdrawn = 3);

    /// As the contract has it.
    pub const fn public(self) -> HealthRecordState {
        match self {
            Self::NotArrived => HealthRecordState::Unspecified,
            Self::Current => HealthRecordState::Current,
            Self::Corrected => HealthRecordState::Corrected,
            Self::Withdrawn => HealthRecordState::Withdrawn,
        }
    }

    /// Nothing of it is told but that it was withdrawn.
    pub const fn is_withdrawn(self) -> bool {
        matches!(self, Self::Withdrawn)
    }
}

/// A laboratory result or a prescription.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HealthRecord {
    /// What is known of what came last; `None`: nothing has.
    pub head: Option<Head>,
    /// Where it is in its life.
    pub phase: Phase,
}

/// A request to a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Takes in what its source sends.
    Take(Box<Taking>),
}

/// What a source sends.
#[derive(Clone, Debug, PartialEq)]
pub struct Taking {
    /// Whose it is.
    pub patient: PersonId,
    /// What it is.
    pub kind: Kind,
    /// Who sends it.
    pub integrator: Uuid,
    /// When the sample was taken, or the prescription was written.
    pub at: Timestamp,
    /// When its source changed it last; `None`: it does not say.
    pub source_updated_at: Option<Timestamp>,
    /// Its source says that it was entered in error.
    pub entered_in_error: bool,
    /// Of the resource.
    pub digest: Digest,
    /// The resource whole, under the patient's care record.
    pub resource: Sealed<String>,
}

impl Taking {
    fn head(&self, now: Timestamp) -> Head {
        Head {
            patient: self.patient,
            kind: self.kind,
            integrator: self.integrator,
            at: self.at,
            source_updated_at: self.source_updated_at.unwrap_or(now),
            digest: self.digest,
        }
    }
}

impl Aggregate for HealthRecord {
    const CATEGORY: &'static str = "health_record";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let Command::Take(taking) = command;
        Ok(self.take(taking, cx.now)?.into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        self.head = Some(event.head);
        self.phase = match &event.what {
            EventKind::Arrived { .. } => Phase::Current,
            EventKind::Corrected { .. } => Phase::Corrected,
            EventKind::Withdrawn => Phase::Withdrawn,
        };
    }
}

impl HealthRecord {
    /// The same once more changes nothing, and neither does what is older. A record never becomes another patient's.
    fn take(&self, taking: &Taking, now: Timestamp) -> Result<Option<Event>, Refusal> {
        let head = taking.head(now);
        let event = |what| Some(Event { what, head });
        let resource = || taking.resource.clone();
        let Some(kept) = &self.head else {
            // What nobody has seen need not be taken back.
            return Ok(if taking.entered_in_error { None } else { event(EventKind::Arrived { resource: resource() }) });
        };
        if kept.digest == head.digest {
            return Ok(None);
        }
        if kept.patient != head.patient {
            return Err(Refusal::OtherPatient);
        }
        if head.source_updated_at < kept.source_updated_at {
            return Ok(None);
        }
        Ok(match (taking.entered_in_error, self.phase.is_withdrawn()) {
            (true, true) => None,
            (true, false) => event(EventKind::Withdrawn),
            (false, _) => event(EventKind::Corrected { resource: resource() }),
        })
    }
}
