//! Whose personal identity codes these are, as identity knows it at the moment of asking, for services that take in what other systems say of people. No
//! code is kept.

use std::collections::{BTreeSet, HashMap};

use chassis_domain::PersonId;
use kajo_proto::identity::v1::{FindPersonsRequest, person_index_service_client::PersonIndexServiceClient};
use tonic::{Code, Status};

use crate::{access::Rpc, grpc, service::Kernel, service_client::ServiceClient, store::TraceContext};

/// The service that knows people.
const IDENTITY: &str = "identity";

/// Nothing longer is asked about: it is nobody's code.
const LONGEST: usize = 20;

/// Asks whose codes these are. Cheap to clone.
#[derive(Clone)]
pub struct PersonIndex {
    client: PersonIndexServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

impl PersonIndex {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        Ok(Self { client: PersonIndexServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// The people whose codes these are, by code, asked for once. Nobody has those that are left out.
    ///
    /// # Errors
    /// `UNAVAILABLE` when identity does not answer.
    pub async fn find(&self, rpc: &Rpc, codes: BTreeSet<String>) -> Result<HashMap<String, PersonId>, Status> {
        self.find_after(&rpc.trace, codes).await
    }

    /// The same, where no call led to it: in the trace of whatever did.
    ///
    /// # Errors
    /// `UNAVAILABLE` when identity does not answer.
    pub async fn find_after(&self, trace: &TraceContext, codes: BTreeSet<String>) -> Result<HashMap<String, PersonId>, Status> {
        let is_asked = |code: &String| !code.trim().is_empty() && code.chars().count() <= LONGEST;
        let national_ids: Vec<_> = codes.into_iter().filter(is_asked).collect();
        if national_ids.is_empty() {
            return Ok(HashMap::new());
        }
        let asked = FindPersonsRequest { national_ids };
        let asked = self.service_client.of_service_after(self.asking, trace, asked);
        let found = self.client.clone().find_persons(asked).await.map_err(|status| match status.code() {
            Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
            code => grpc::fault(format!("identity answers {code:?}")),
        })?;
        Ok(found.into_inner().persons.into_iter().filter_map(|found| Some((found.national_id, PersonId::parse(&found.person_id)?))).collect())
    }
}
