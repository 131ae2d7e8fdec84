//! Queues as professionals work through them.

use chassis::{Kernel, access::Rpc, admin_record};
use chassis_domain::Uuid;
use kajo_proto::chat_queue::v1::{
    ListWorkedChatQueuesRequest, ListWorkedChatQueuesResponse, WorkedChatQueue, chat_work_service_server::ChatWorkService,
};
use tonic::{Request, Response, Status};

use crate::{chat_queue::Details, standings::Standings};

pub(super) struct ChatWork(pub(super) Kernel);

#[tonic::async_trait]
impl ChatWorkService for ChatWork {
    async fn list_worked_chat_queues(&self, request: Request<ListWorkedChatQueuesRequest>) -> Result<Response<ListWorkedChatQueuesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let standings = Standings::now(&self.0).await?;
        let queues = admin_record::in_use::<Details>(&self.0.pool).await?;
        let worked = queues.into_iter().filter(|(_, details)| works_through(&rpc, details)).map(|(id, details)| WorkedChatQueue {
            chat_queue_id: id.to_string(),
            standing: Some(standings.message(id, &standings.of(id, &details))),
            external: details.is_external(),
            name: Some(details.name.into()),
            icon: details.icon,
        });
        Ok(Response::new(ListWorkedChatQueuesResponse { chat_queues: worked.collect() }))
    }
}

/// Whether the caller works through a queue, in the role and at the location in which they work now (CHA-12).
pub(super) fn works_through(rpc: &Rpc, details: &Details) -> bool {
    let at_work = rpc.caller.role().zip(rpc.caller.location());
    at_work.is_some_and(|(role, location)| details.admission(role, location).is_given())
}

/// The queues that the caller works through.
pub(super) async fn worked(kernel: &Kernel, rpc: &Rpc) -> Result<Vec<(Uuid, Details)>, Status> {
    let queues = admin_record::in_use::<Details>(&kernel.pool).await?;
    Ok(queues.into_iter().filter(|(_, details)| !details.is_external() && works_through(rpc, details)).collect())
}
