//! Closing a queue for now, and opening it again.

use chassis::{Kernel, access::Rpc, admin_record, grpc};
use chassis_domain::{Timestamp, Uuid};
use kajo_proto::{
    chat_queue::v1::{
        CloseChatQueueRequest, CloseChatQueueResponse, ReopenChatQueueRequest, ReopenChatQueueResponse,
        chat_closure_service_server::ChatClosureService,
    },
    options::v1::Caller,
};
use tonic::{Request, Response, Status};

use super::chat_work::works_through;
use crate::{
    chat_queue::Details,
    closure::{Closed, Closure, ClosureId, Command},
};

pub(super) struct Closures(pub(super) Kernel);

impl Closures {
    /// The closure of a queue that is used and that the caller may close: who keeps queues each, professionals those that they work through.
    async fn closable(&self, rpc: &Rpc, id: &str) -> Result<ClosureId, Status> {
        let id = Uuid::try_parse(id).map_err(|_| grpc::not_found())?;
        let found = admin_record::details_of::<Details>(&self.0.pool, &[id]).await?;
        let keeps = matches!(rpc.caller.kind(), Caller::ResponsibleUser | Caller::Administrator);
        let may = |(_, details, archived): &(Uuid, Details, bool)| !archived && (keeps || works_through(rpc, details));
        if found.iter().any(may) { Ok(ClosureId::from_uuid(id)) } else { Err(grpc::not_found()) }
    }
}

#[tonic::async_trait]
impl ChatClosureService for Closures {
    async fn close_chat_queue(&self, request: Request<CloseChatQueueRequest>) -> Result<Response<CloseChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let CloseChatQueueRequest { chat_queue_id, text, until } = request;
        let id = self.closable(&rpc, &chat_queue_id).await?;
        // A moment that is none is one that has passed.
        let until = until.map(|at| Timestamp::new(at.seconds, at.nanos).unwrap_or(Timestamp::MIN));
        self.0.store.execute::<Closure>(id, Command::Close(Closed { text: text.into(), until }), meta).await?;
        Ok(Response::new(CloseChatQueueResponse {}))
    }

    async fn reopen_chat_queue(&self, request: Request<ReopenChatQueueRequest>) -> Result<Response<ReopenChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = self.closable(&rpc, &request.chat_queue_id).await?;
        self.0.store.execute::<Closure>(id, Command::Reopen, meta).await?;
        Ok(Response::new(ReopenChatQueueResponse {}))
    }
}
