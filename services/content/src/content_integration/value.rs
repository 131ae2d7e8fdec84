//! What an integration fills, from where, and what becomes of what is new.

use chassis_domain::{Id, Uuid};
use kajo_proto::content::v1 as public;

use crate::{service::ServiceId, service_content::ServiceContentId};

/// What is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Name and description of a service.
    Service(Option<ServiceId>),
    /// Titles and texts of a content.
    ServiceContent(Option<ServiceContentId>),
}

impl Default for Target {
    fn default() -> Self {
        Self::Service(None)
    }
}

impl Target {
    /// As it is stored.
    pub(super) const fn number(self) -> u32 {
        match self {
            Self::Service(_) => 1,
            Self::ServiceContent(_) => 2,
        }
    }

    /// Which; `None`: nobody has said it.
    pub fn id(self) -> Option<Uuid> {
        match self {
            Self::Service(id) => id.map(Id::uuid),
            Self::ServiceContent(id) => id.map(Id::uuid),
        }
    }

    /// Where its id stands.
    pub(super) const fn field(self) -> &'static str {
        match self {
            Self::Service(_) => "details.service_id",
            Self::ServiceContent(_) => "details.service_content_id",
        }
    }

    /// As the contract has it.
    pub const fn public(self) -> public::IntegrationTarget {
        match self {
            Self::Service(_) => public::IntegrationTarget::Service,
            Self::ServiceContent(_) => public::IntegrationTarget::ServiceContent,
        }
    }
}

/// Where the words come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// The national register of services.
    #[default]
    ServiceRegister,
}

impl Source {
    chassis_domain::numbers!(pub(super) u32: ServiceRegister = 1);

    /// As the contract has it.
    pub const fn public(self) -> public::IntegrationSource {
        match self {
            Self::ServiceRegister => public::IntegrationSource::ServiceRegister,
        }
    }

    /// From the contract.
    pub const fn from_public(source: public::IntegrationSource) -> Self {
        match source {
            public::IntegrationSource::ServiceRegister | public::IntegrationSource::Unspecified => Self::ServiceRegister,
        }
    }
}

/// What becomes of words that are new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// They wait: in the draft of a content, beside a service.
    #[default]
    Wait,
    /// They are put in force.
    Publish,
}

impl Mode {
    chassis_domain::numbers!(pub(super) u32: Wait = 1, Publish = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::IntegrationMode {
        match self {
            Self::Wait => public::IntegrationMode::Wait,
            Self::Publish => public::IntegrationMode::Publish,
        }
    }

    /// From the contract.
    pub const fn from_public(mode: public::IntegrationMode) -> Self {
        match mode {
            public::IntegrationMode::Wait | public::IntegrationMode::Unspecified => Self::Wait,
            public::IntegrationMode::Publish => Self::Publish,
        }
    }
}
