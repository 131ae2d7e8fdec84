//! The county's service areas, as identity names them.

use std::collections::BTreeMap;

use chassis::{Kernel, access::Rpc, service_client::ServiceClient};
use kajo_proto::identity::v1::{ListServiceAreasRequest, profile_service_client::ProfileServiceClient};
use tonic::Status;

use super::{IDENTITY, understood};
use crate::conversation::value::ServiceAreaId;

/// Asks about service areas.
#[derive(Clone)]
pub struct Areas {
    client: ProfileServiceClient<ServiceClient>,
    service_client: ServiceClient,
}

impl Areas {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        Ok(Self { client: ProfileServiceClient::new(service_client.clone()), service_client })
    }

    /// All of them with their Finnish names.
    ///
    /// # Errors
    /// When identity does not answer.
    pub async fn all(&self, rpc: &Rpc) -> Result<BTreeMap<ServiceAreaId, String>, Status> {
        let asked = self.service_client.in_the_name_of(rpc, ListServiceAreasRequest {});
        let found = self.client.clone().list_service_areas(asked).await.map_err(understood)?.into_inner();
        let named = found.service_areas.into_iter().filter_map(|area| {
            let name = area.name.and_then(|mut name| name.texts.remove("fi")).unwrap_or_default();
            Some((ServiceAreaId::parse(&area.service_area_id)?, name))
        });
        Ok(named.collect())
    }
}
