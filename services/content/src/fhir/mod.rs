//! Laboratory results and prescriptions as other systems send them: FHIR R4 in JSON (EVT-02, EVT-03). What is taken, what is refused and why, and
//! how a resource that was taken is read again. Rules only: whose a resource is and whether it is new is for others to say.
//!
//! A resource is kept as it came and read by the same code whenever it is shown, so whatever that code cannot read is refused at the door. What
//! cannot be taken is told by its FHIRPath and in words of ours: no answer repeats what stands in a resource.
//!
//! | Room | What is in it |
//! |---|---|
//! | `bundle`, `address` | many resources at once, and what the address of each asks for |
//! | `incoming` | what both resources have: identifiers, the patient, when their source changed them |
//! | `observation`, `range`, `level` | laboratory results, their reference values and where they lie beside them |
//! | `medication_request` | prescriptions |

mod address;
mod bundle;
mod incoming;
mod level;
mod medication_request;
mod observation;
mod range;
#[cfg(test)]
mod tests;

use std::fmt;

use ::fhir::{Problem, json, naming};
use chassis_domain::{Date, Timestamp};
use kajo_proto::content::v1::LabLevel;

pub use self::bundle::{Bundle, bundle};

/// What is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// An Observation.
    LabResult,
    /// A MedicationRequest.
    Prescription,
}

impl ResourceKind {
    /// As FHIR calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LabResult => "Observation",
            Self::Prescription => "MedicationRequest",
        }
    }

    /// From what FHIR calls it.
    pub fn named(name: &str) -> Option<Self> {
        [Self::LabResult, Self::Prescription].into_iter().find(|kind| kind.name() == name)
    }
}

/// A resource that can be taken. Prints nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Incoming {
    /// What it is.
    pub kind: ResourceKind,
    /// Whose identifier it has.
    pub system: String,
    /// The identifier.
    pub value: String,
    /// The patient's personal identity code, well-formed. Personal: in no log.
    pub national_id: String,
    /// When the sample was taken, or the prescription was written. Of what was entered in error and does not tell: when its source changed it
    /// last, or else the beginning of 1970.
    pub at: Timestamp,
    /// When its source changed it last.
    pub source_updated_at: Option<Timestamp>,
    /// Its source says that it was entered in error.
    pub entered_in_error: bool,
    /// The resource as it came, in JSON. Personal.
    pub resource: String,
}

impl fmt::Debug for Incoming {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Incoming").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// A laboratory result as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct LabResult {
    /// What was examined.
    pub name: String,
    /// The value as it was written. Empty: there is none.
    pub value: String,
    /// Where it stands in a plot. `None`: it is no number.
    pub number: Option<f64>,
    /// The value is only known to lie below or above the number.
    pub open: bool,
    /// Of the value. Empty: none.
    pub unit: String,
    /// The lowest value that is as expected.
    pub reference_low: Option<Bound>,
    /// The highest.
    pub reference_high: Option<Bound>,
    /// Reference values in words, when they are no range in the unit of the value.
    pub reference_text: String,
    /// Where the value lies beside its reference values.
    pub level: LabLevel,
    /// When the sample was taken; of a day, its start in Finland.
    pub taken_at: Timestamp,
    /// Only the day is known.
    pub day_only: bool,
    /// The laboratory. Empty: not told.
    pub performer: String,
    /// What the laboratory adds in words.
    pub comment: String,
    /// What is plotted together: code system, code and unit. Personal, as what it tells.
    pub series: String,
    /// What was examined at once has the same. Empty: not told.
    pub sample: String,
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// As it was written.
    pub text: String,
    /// Where it stands in a plot.
    pub number: f64,
}

/// A prescription as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prescription {
    /// What is prescribed.
    pub medication: String,
    /// The day in Finland on which it was written.
    pub written_on: Date,
    /// The last day on which it is good.
    pub valid_until: Option<Date>,
    /// How it is used. Empty: not told.
    pub dosage: String,
    /// What it is for. Empty: not told.
    pub purpose: String,
    /// Who has written it. Empty: not told.
    pub prescriber: String,
}

/// One resource that is put under an identifier: `identifier` is that of the address, `<system>|<value>`. `national_id_system` is what the other
/// system calls personal identity codes, for example `urn:oid:1.2.246.21`.
pub fn resource(body: &[u8], resource_type: &str, identifier: &str, national_id_system: &str) -> Result<Incoming, Problem> {
    let Some(kind) = ResourceKind::named(resource_type) else {
        return Err(Problem { status: 404, code: "not-supported", path: String::new(), diagnostics: address::TAKEN });
    };
    incoming::read(&json::root(body, kind.name())?, kind, Some(identifier), national_id_system)
}

/// A laboratory result that was taken. `None`: it was entered in error and does not tell, or it is none.
pub fn lab_result(resource: &str) -> Option<LabResult> {
    let kind = ResourceKind::LabResult;
    let observation = json::root(resource.as_bytes(), kind.name()).ok()?.object().ok()?;
    naming::is_of_type(&observation, kind.name()).ok()?;
    observation::read(&observation).ok()
}

/// A prescription that was taken. `None`: it was entered in error and does not tell, or it is none.
pub fn prescription(resource: &str) -> Option<Prescription> {
    let kind = ResourceKind::Prescription;
    let request = json::root(resource.as_bytes(), kind.name()).ok()?.object().ok()?;
    naming::is_of_type(&request, kind.name()).ok()?;
    medication_request::read(&request).ok()
}
