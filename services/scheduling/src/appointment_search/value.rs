//! Where times come from, and who says what may be done with them.

use kajo_proto::scheduling::v1 as public;

/// Where times come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookingSystem {
    /// The calendar that is kept here.
    Own,
    /// Lifecare.
    Lifecare,
    /// Pegasos.
    Pegasos,
    /// Omni360.
    Omni360,
    /// Vihta.
    Vihta,
}

impl BookingSystem {
    chassis_domain::numbers!(pub u32: Own = 1, Lifecare = 2, Pegasos = 3, Omni360 = 4, Vihta = 5);

    /// As the contract has it.
    pub const fn public(self) -> public::BookingSystem {
        match self {
            Self::Own => public::BookingSystem::Own,
            Self::Lifecare => public::BookingSystem::Lifecare,
            Self::Pegasos => public::BookingSystem::Pegasos,
            Self::Omni360 => public::BookingSystem::Omni360,
            Self::Vihta => public::BookingSystem::Vihta,
        }
    }

    /// From the contract.
    pub const fn from_public(system: public::BookingSystem) -> Option<Self> {
        match system {
            public::BookingSystem::Own => Some(Self::Own),
            public::BookingSystem::Lifecare => Some(Self::Lifecare),
            public::BookingSystem::Pegasos => Some(Self::Pegasos),
            public::BookingSystem::Omni360 => Some(Self::Omni360),
            public::BookingSystem::Vihta => Some(Self::Vihta),
            public::BookingSystem::Unspecified => None,
        }
    }
}

/// What of Lifecare is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CareKind {
    /// Primary care.
    Primary,
    /// Specialised care.
    Specialised,
}

impl CareKind {
    chassis_domain::numbers!(pub(super) u32: Primary = 1, Specialised = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::CareKind {
        match self {
            Self::Primary => public::CareKind::Primary,
            Self::Specialised => public::CareKind::Specialised,
        }
    }

    /// From the contract.
    pub const fn from_public(kind: public::CareKind) -> Option<Self> {
        match kind {
            public::CareKind::Primary => Some(Self::Primary),
            public::CareKind::Specialised => Some(Self::Specialised),
            public::CareKind::Unspecified => None,
        }
    }
}

/// Who says whether a time may be changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChangeSource {
    /// The system that the time comes from.
    Integration,
    /// The search.
    #[default]
    ServiceInformation,
}

impl ChangeSource {
    chassis_domain::numbers!(pub(super) u32: Integration = 1, ServiceInformation = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::ChangeSource {
        match self {
            Self::Integration => public::ChangeSource::Integration,
            Self::ServiceInformation => public::ChangeSource::ServiceInformation,
        }
    }

    /// From the contract.
    pub const fn from_public(source: public::ChangeSource) -> Self {
        match source {
            public::ChangeSource::Integration => Self::Integration,
            public::ChangeSource::ServiceInformation | public::ChangeSource::Unspecified => Self::ServiceInformation,
        }
    }
}

/// Whether something may be done with a time, and who says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changeable {
    /// Who says it.
    pub source: ChangeSource,
    /// What the search says.
    pub allowed: bool,
}

impl Changeable {
    /// Whether it may be done with a time of which its system says this; what it says nothing of may not.
    pub fn of(self, integration: Option<bool>) -> bool {
        match self.source {
            ChangeSource::Integration => integration.unwrap_or_default(),
            ChangeSource::ServiceInformation => self.allowed,
        }
    }
}
