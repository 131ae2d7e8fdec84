//! How people meet at a time that is booked.

use kajo_proto::scheduling::v1 as public;

/// How people meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AppointmentType {
    /// At the patient's home.
    HomeVisit,
    /// At a location.
    InPerson,
    /// By telephone.
    Phone,
    /// By video.
    Video,
}

impl AppointmentType {
    chassis_domain::numbers!(pub u32: HomeVisit = 1, InPerson = 2, Phone = 3, Video = 4);

    /// Every one.
    pub const ALL: [Self; 4] = [Self::HomeVisit, Self::InPerson, Self::Phone, Self::Video];

    /// Whether it is joined from afar, in a meeting of the platform.
    pub const fn is_remote(self) -> bool {
        matches!(self, Self::Video)
    }

    /// As the contract has it.
    pub const fn public(self) -> public::AppointmentType {
        match self {
            Self::HomeVisit => public::AppointmentType::HomeVisit,
            Self::InPerson => public::AppointmentType::InPerson,
            Self::Phone => public::AppointmentType::Phone,
            Self::Video => public::AppointmentType::Video,
        }
    }

    /// From the contract.
    pub const fn from_public(kind: public::AppointmentType) -> Option<Self> {
        match kind {
            public::AppointmentType::HomeVisit => Some(Self::HomeVisit),
            public::AppointmentType::InPerson => Some(Self::InPerson),
            public::AppointmentType::Phone => Some(Self::Phone),
            public::AppointmentType::Video => Some(Self::Video),
            public::AppointmentType::Unspecified => None,
        }
    }
}
