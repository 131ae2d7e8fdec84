//! What happens to a device, as it is stored.

use chassis_domain::PersonId;

use super::Address;

/// Something that happened to a device.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// This person is told there from now on, and nobody else.
    SwitchedOn {
        /// Whom.
        person: PersonId,
        /// Where, and how.
        address: Address,
    },
    /// Nobody is told there any more.
    SwitchedOff {
        /// Whom it told.
        person: PersonId,
        /// Why.
        reason: Reason,
    },
}

/// Why nobody is told on a device any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The person does not want it any more, or has no account any more.
    ByPerson,
    /// Its push service knows it no more.
    Gone,
}

impl Reason {
    chassis_domain::numbers!(pub u32: ByPerson = 1, Gone = 2);
}
