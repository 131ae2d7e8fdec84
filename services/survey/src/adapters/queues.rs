//! Queues of forms, as conversations has them at the moment of asking.

use chassis::{Kernel, access::Rpc, grpc, service_client::ServiceClient};
use chassis_domain::{Matter, Uuid};
use kajo_proto::conversations::v1::{AdmitFormRequest, FindFormRequest, queue_directory_service_client::QueueDirectoryServiceClient};
use tonic::{Code, Status};

use super::{CONVERSATIONS, understood};

/// A queue that takes forms in now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admitted {
    /// What is filled in.
    pub(crate) survey: Uuid,
    /// What the queue is about.
    pub(crate) matter: Matter,
}

/// A queue of anonymous forms, as it is found by an address that it has or had.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Which.
    pub(crate) subcategory: Uuid,
    /// What is filled in; `None`: nothing.
    pub(crate) survey: Option<Uuid>,
    /// What the queue is about.
    pub(crate) matter: Matter,
    /// The tail of the address that it has now.
    pub(crate) url_tail: String,
    /// It takes something in.
    pub(crate) open: bool,
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

    /// The queue of anonymous forms at an address, whether it takes something in or not; `None`: no queue has or had that tail.
    ///
    /// # Errors
    /// When conversations does not answer.
    pub(crate) async fn find(&self, rpc: &Rpc, url_tail: &str) -> Result<Option<Found>, Status> {
        let asked = self.service_client.of_service(self.asking, rpc, FindFormRequest { url_tail: url_tail.to_owned() });
        let found = match self.client.clone().find_form(asked).await {
            Ok(found) => found.into_inner(),
            Err(status) if status.code() == Code::NotFound => return Ok(None),
            Err(status) => return Err(understood(status)),
        };
        Ok(Some(Found {
            subcategory: Uuid::try_parse(&found.subcategory_id).map_err(grpc::fault)?,
            survey: Uuid::try_parse(&found.survey_id).ok(),
            matter: Matter::from_public(found.matter()),
            url_tail: found.url_tail,
            open: found.open,
        }))
    }
}
