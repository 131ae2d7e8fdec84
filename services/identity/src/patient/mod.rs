//! A patient, as professionals find them (spec section 3, Patient). The id is the person's own.
//!
//! ```text
//!   (new) --Register--> Known
//! ```
//!
//! The personal identity code never changes (spec section 5, SSN). That nobody else has it is the
//! reservation's to say (`registration.rs`).

mod event;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed};

pub use event::Event;

use crate::{refusal::Never, ssn::Ssn};

/// The id of a patient: the person's own.
pub type PatientId = Id<Patient>;

/// The state of a patient.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Patient {
    /// Never registered.
    #[default]
    Unknown,
    /// Known.
    Known {
        /// What restricts what can be done.
        standing: Standing,
    },
}

/// What of a patient restricts what can be done (spec section 4, Patient state).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Consent is given.
    ConsentGiven,
    /// There is none yet.
    NoConsent,
    /// A professional added the patient.
    ManuallyAdded,
}

/// Makes a patient known.
#[derive(Clone, Debug)]
pub struct Register {
    /// Who.
    pub person: PersonId,
    /// The personal identity code.
    pub ssn: Ssn,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// What restricts what can be done.
    pub standing: Standing,
}

impl Aggregate for Patient {
    const CATEGORY: &'static str = "patient";
    type Command = Register;
    type Event = Event;
    type Refusal = Never;

    fn decide(&self, command: &Register, _: &DecideContext) -> Result<Vec<Event>, Never> {
        let Register { person, ssn, first_name, last_name, standing } = command;
        if matches!(self, Self::Known { .. }) {
            return Ok(vec![]);
        }
        let sealed = |text: &str| Sealed::new(*person, RetentionClass::CareRecord, text.to_owned());
        Ok(vec![Event::Registered { ssn: sealed(ssn.as_str()), first_name: sealed(first_name), last_name: sealed(last_name), standing: *standing }])
    }

    fn evolve(&mut self, event: &Event) {
        let Event::Registered { standing, .. } = event;
        *self = Self::Known { standing: *standing };
    }
}

impl Standing {
    /// Number in the store, in read models and in the contract.
    pub const fn number(self) -> i32 {
        match self {
            Self::ConsentGiven => 1,
            Self::NoConsent => 2,
            Self::ManuallyAdded => 3,
        }
    }

    /// From its number.
    pub const fn from_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::ConsentGiven),
            2 => Some(Self::NoConsent),
            3 => Some(Self::ManuallyAdded),
            _ => None,
        }
    }
}
