//! Whether somebody who has identified themselves as a resident may enter in their own name (NAV-12).

use kajo_proto::identity::v1 as public;

use crate::ssn::Ssn;

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The register does not know the person.
    NotInRegister,
    /// A non-disclosure restriction for personal safety.
    NonDisclosure,
    /// Identified abroad, without a Finnish personal identity code.
    ForeignIdentity,
}

/// What the realm vouches for beside the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identified {
    /// By a Finnish personal identity code.
    Here {
        /// The code.
        ssn: Ssn,
        /// The population register restricts what may be told of the person.
        non_disclosure: bool,
    },
    /// By a national identity of another state (eIDAS).
    Abroad,
}

/// What the register of the county's customers says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// Nobody of that code.
    Unknown,
    /// A customer.
    Known {
        /// The record carries the mark of a non-disclosure restriction.
        non_disclosure: bool,
    },
}

/// Who may not enter, and why. Either of the two marks of non-disclosure is enough.
pub fn denial(identified: &Identified, registered: Registered) -> Option<Denial> {
    match (identified, registered) {
        (Identified::Abroad, _) => Some(Denial::ForeignIdentity),
        (Identified::Here { non_disclosure: true, .. }, _) | (_, Registered::Known { non_disclosure: true }) => Some(Denial::NonDisclosure),
        (Identified::Here { .. }, Registered::Unknown) => Some(Denial::NotInRegister),
        (Identified::Here { .. }, Registered::Known { .. }) => None,
    }
}

impl Denial {
    /// Number in the store and in read models; 0 is for who is admitted.
    pub const fn number(self) -> i16 {
        match self {
            Self::NotInRegister => 1,
            Self::NonDisclosure => 2,
            Self::ForeignIdentity => 3,
        }
    }

    /// From its number; `None`: no such number.
    pub const fn from_number(number: i16) -> Option<Option<Self>> {
        match number {
            0 => Some(None),
            1 => Some(Some(Self::NotInRegister)),
            2 => Some(Some(Self::NonDisclosure)),
            3 => Some(Some(Self::ForeignIdentity)),
            _ => None,
        }
    }

    /// In the contract, where nobody learns who is protected.
    pub const fn public(self) -> public::Denial {
        match self {
            Self::NotInRegister | Self::NonDisclosure => public::Denial::NotAdmitted,
            Self::ForeignIdentity => public::Denial::ForeignIdentity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_known_person_without_a_mark_is_admitted() {
        let ssn = Ssn::parse("010190-999W").expect("a code");
        let here = |non_disclosure| Identified::Here { ssn: ssn.clone(), non_disclosure };
        let known = |non_disclosure| Registered::Known { non_disclosure };
        for (identified, registered, expected) in [
            (here(false), known(false), None),
            (here(false), known(true), Some(Denial::NonDisclosure)),
            (here(true), known(false), Some(Denial::NonDisclosure)),
            (here(true), Registered::Unknown, Some(Denial::NonDisclosure)),
            (here(false), Registered::Unknown, Some(Denial::NotInRegister)),
            (Identified::Abroad, known(false), Some(Denial::ForeignIdentity)),
            (Identified::Abroad, Registered::Unknown, Some(Denial::ForeignIdentity)),
        ] {
            assert_eq!(denial(&identified, registered), expected, "{identified:?} {registered:?}");
        }
    }

    #[test]
    fn numbers_come_back() {
        for denial in [Denial::NotInRegister, Denial::NonDisclosure, Denial::ForeignIdentity] {
            assert_eq!(Denial::from_number(denial.number()), Some(Some(denial)));
        }
        assert_eq!((Denial::from_number(0), Denial::from_number(4)), (Some(None), None));
    }
}
