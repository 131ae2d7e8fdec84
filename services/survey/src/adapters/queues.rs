//! Queues of forms, as conversations has them at the moment of asking.

use chassis::{Kernel, access::Rpc, grpc, service_client::ServiceClient};
use chassis_domain::{Matter, Uuid};
use kajo_proto::conversations::v1::{AdmitFormRequest, queue_directory_service_client::QueueDirectoryServiceClient};
use tonic::Status;

use super::{CONVERSATIONS, understood};

/// A queue that takes forms in now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admitted {
    /// What is filled in.
    pub(crate) survey: Uuid,
    /// What the queue is about.
    pub(crate) matter: Matter,
}

/// Asks about queues.
#[derive(Clone)]
pub(crate) struct Queues {
    client: QueueDirectoryServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

impl Queues {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, conversations_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CONVERSATIONS, conversations_url)?;
        Ok(Self { client: QueueDirectoryServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// A queue that takes forms in now; others do not exist here.
    ///
    /// # Errors
    /// When there is no such queue, or conversations does not answer.
    pub(crate) async fn admit(&self, rpc: &Rpc, subcategory: Uuid) -> Result<Admitted, Status> {
        let asked = self.service_client.of_service(self.asking, rpc, AdmitFormRequest { subcategory_id: subcategory.to_string() });
        let admitted = self.client.clone().admit_form(asked).await.map_err(understood)?.into_inner();
        let survey = Uuid::try_parse(&admitted.survey_id).map_err(|_| grpc::not_found())?;
        Ok(Admitted { survey, matter: Matter::from_public(admitted.matter()) })
    }
}
