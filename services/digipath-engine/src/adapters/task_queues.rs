//! Queues of patient tasks, as conversations calls them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chassis::{
    Clock, Kernel,
    access::Rpc,
    service_client::{ServiceClient, understood},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    common::v1::Name,
    conversations::v1::{ListTaskQueueNamesRequest, path_action_service_client::PathActionServiceClient},
};
use tonic::Status;

/// The service that has the queues.
const CONVERSATIONS: &str = "conversations";

/// For how long names are shown without asking again.
const TRUSTED_FOR: SignedDuration = SignedDuration::from_secs(5);

/// A list is shown without names rather than later than this.
const PATIENCE: Duration = Duration::from_millis(800);

/// The names of all queues, as they were when conversations answered last.
#[derive(Clone, Debug, Default)]
struct Known {
    /// `None`: it has never answered.
    names: Option<Arc<HashMap<Uuid, Name>>>,
    asked_at: Option<SignedDuration>,
}

/// Asks about queues. Cheap to clone.
#[derive(Clone)]
pub(crate) struct TaskQueues {
    client: PathActionServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
    clock: Clock,
    known: Arc<Mutex<Known>>,
}

impl TaskQueues {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, conversations_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CONVERSATIONS, conversations_url)?;
        Ok(Self {
            client: PathActionServiceClient::new(service_client.clone()),
            service_client,
            asking: kernel.name,
            clock: kernel.clock.clone(),
            known: Arc::default(),
        })
    }

    /// All of them now, archived ones too, by their Finnish names.
    ///
    /// # Errors
    /// When conversations does not answer.
    pub(crate) async fn now(&self, rpc: &Rpc) -> Result<Vec<Name>, Status> {
        let asked = self.service_client.of_service(self.asking, rpc, ListTaskQueueNamesRequest {});
        Ok(self.client.clone().list_task_queue_names(asked).await.map_err(understood)?.into_inner().queues)
    }

    /// All of them, to be shown: at most five seconds old, or the last ones that are known while conversations is away; `None`: it has never said.
    pub(crate) async fn shown(&self, rpc: &Rpc) -> Option<Arc<HashMap<Uuid, Name>>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if known.asked_at.is_some_and(|asked_at| self.clock.ran() - asked_at < TRUSTED_FOR) {
            return known.names;
        }
        let names = match tokio::time::timeout(PATIENCE, self.now(rpc)).await {
            Ok(Ok(queues)) => Some(Arc::new(queues.into_iter().filter_map(|name| Some((Uuid::try_parse(&name.id).ok()?, name))).collect())),
            Ok(Err(_)) | Err(_) => known.names,
        };
        let asked_at = Some(self.clock.ran());
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Known { names: names.clone(), asked_at };
        names
    }
}
