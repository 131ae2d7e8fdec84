//! How professionals stand, as identity knows it: asked when somebody wants to know why a professional sees something, so that what it
//! answers holds now.

use chassis::{Kernel, access::Rpc, grpc, service_client::ServiceClient};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::{
    identity::v1::{GetStandingRequest, ProfessionalRole, WorkLocation, standing_service_client::StandingServiceClient},
    options::v1::Caller,
};
use tonic::{Code, Status};

use super::{IDENTITY, understood};

/// Asks about professionals.
#[derive(Clone)]
pub struct Standings {
    client: StandingServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

/// Whom one asks about, and with what they work or would.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Who.
    pub person: PersonId,
    /// The role, when one is chosen.
    pub role: Option<Uuid>,
    /// The location, when one is chosen.
    pub location: Option<Uuid>,
}

/// How a professional stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// As what they call with what is chosen.
    pub stands_as: Caller,
    /// As what they call with a role and a location of their own.
    pub works_as: Caller,
    /// The chosen role is theirs.
    pub role_held: bool,
    /// The chosen location is theirs.
    pub location_held: bool,
    /// Roles that they may choose.
    pub roles: Vec<Uuid>,
    /// Locations that they may choose.
    pub locations: Vec<Uuid>,
    /// What roles are called: theirs, and those that were asked for.
    pub named_roles: Vec<ProfessionalRole>,
    /// What locations are called.
    pub named_locations: Vec<WorkLocation>,
}

impl Standings {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        Ok(Self { client: StandingServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// How a professional stands, and what these roles and locations are called.
    ///
    /// # Errors
    /// When there is no such professional, or identity does not answer.
    pub async fn of(&self, rpc: &Rpc, asked: Asked, roles: &[Uuid], locations: &[Uuid]) -> Result<Standing, Status> {
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let texts = |ids: &[Uuid]| ids.iter().map(ToString::to_string).collect();
        let request = GetStandingRequest {
            practitioner_id: asked.person.to_string(),
            role_id: text(asked.role),
            location_id: text(asked.location),
            named_role_ids: texts(roles),
            named_location_ids: texts(locations),
        };
        let asked = self.service_client.of_service(self.asking, rpc, request);
        let found = self.client.clone().get_standing(asked).await.map_err(told)?.into_inner();
        let ids = |texts: &[String]| texts.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        Ok(Standing {
            stands_as: found.stands_as(),
            works_as: found.works_as(),
            role_held: found.role_held,
            location_held: found.location_held,
            roles: ids(&found.role_ids),
            locations: ids(&found.location_ids),
            named_roles: found.named_roles,
            named_locations: found.named_locations,
        })
    }
}

/// Who is not known is told apart from what is not known.
fn told(status: Status) -> Status {
    if status.code() == Code::NotFound { grpc::invalid_field("practitioner_id", "practitioner_unknown") } else { understood(status) }
}
