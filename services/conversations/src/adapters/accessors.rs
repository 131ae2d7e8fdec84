//! People whom the access log names, as identity knows them.

use std::collections::{BTreeSet, HashMap};

use chassis::{Kernel, access::Rpc, service_client::ServiceClient};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::identity::v1::{NameRepresentativesRequest, access_log_service_client::AccessLogServiceClient};
use tonic::Status;

use super::{IDENTITY, understood};

/// Asks what people are called.
#[derive(Clone)]
pub struct Accessors {
    client: AccessLogServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

impl Accessors {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        Ok(Self { client: AccessLogServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// What those are called who have acted for a resident. Whoever asks has read the log in which they stand.
    ///
    /// # Errors
    /// When identity does not answer.
    pub async fn representatives_of(&self, rpc: &Rpc, resident: PersonId, people: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, String>, Status> {
        if people.is_empty() {
            return Ok(HashMap::new());
        }
        let representative_ids = people.iter().map(Uuid::to_string).collect();
        let asked = NameRepresentativesRequest { represented_id: resident.to_string(), representative_ids };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let names = self.client.clone().name_representatives(asked).await.map_err(understood)?.into_inner().representatives;
        Ok(names.into_iter().filter_map(|(id, name)| Some((Uuid::try_parse(&id).ok()?, name))).collect())
    }
}
