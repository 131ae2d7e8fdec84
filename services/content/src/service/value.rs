//! Whom a service is for, and who finds it.

use kajo_proto::content::v1 as public;

/// Who of a given sex a service is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SexFilter {
    /// Everybody.
    #[default]
    All,
    /// Women and girls.
    Female,
    /// Men and boys.
    Male,
}

impl SexFilter {
    chassis_domain::numbers!(pub(super) u32: All = 0, Female = 1, Male = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::SexFilter {
        match self {
            Self::All => public::SexFilter::All,
            Self::Female => public::SexFilter::Female,
            Self::Male => public::SexFilter::Male,
        }
    }

    /// From the contract.
    pub const fn from_public(sex: public::SexFilter) -> Self {
        match sex {
            public::SexFilter::All | public::SexFilter::Unspecified => Self::All,
            public::SexFilter::Female => Self::Female,
            public::SexFilter::Male => Self::Male,
        }
    }
}

/// Who finds a service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Availability {
    /// Residents and professionals.
    #[default]
    All,
    /// Professionals, and of these the ones in its roles.
    Professionals,
    /// Nobody: it is being prepared, or rests.
    Nobody,
}

impl Availability {
    chassis_domain::numbers!(pub(super) u32: All = 0, Professionals = 1, Nobody = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::Availability {
        match self {
            Self::All => public::Availability::All,
            Self::Professionals => public::Availability::Professionals,
            Self::Nobody => public::Availability::Nobody,
        }
    }

    /// From the contract.
    pub const fn from_public(availability: public::Availability) -> Self {
        match availability {
            public::Availability::All | public::Availability::Unspecified => Self::All,
            public::Availability::Professionals => Self::Professionals,
            public::Availability::Nobody => Self::Nobody,
        }
    }
}
