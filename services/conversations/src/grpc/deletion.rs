//! What becomes of a resident's messages when their account is deleted. Asking changes nothing.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::{
    common::v1::{DeletionItem, DeletionPreview, DeletionSubject, DeletionVeto, DeletionVetoReason},
    conversations::v1::{PreviewDeletionRequest, PreviewDeletionResponse, deletion_service_server::DeletionService},
};
use tonic::{Request, Response, Status};

use crate::{
    drafts,
    projections::{attachments, my_conversations},
};

pub(super) struct Deletions {
    pub(super) kernel: Kernel,
}

#[tonic::async_trait]
impl DeletionService for Deletions {
    async fn preview_deletion(&self, request: Request<PreviewDeletionRequest>) -> Result<Response<PreviewDeletionResponse>, Status> {
        let person = Rpc::of(&request)?.in_own_name()?;
        let pool = &self.kernel.pool;
        let counted = [
            (DeletionSubject::Drafts, drafts::count(pool, person).await.map_err(grpc::fault)?),
            (DeletionSubject::UnsentFiles, attachments::count_unsent(pool, person.uuid()).await.map_err(grpc::fault)?),
        ];
        let conversations = my_conversations::count(pool, person.uuid()).await.map_err(grpc::fault)?;
        let open = my_conversations::open(pool, person.uuid()).await.map_err(grpc::fault)?;
        let veto = |id: chassis_domain::Uuid| DeletionVeto { reason: DeletionVetoReason::OpenConversation.into(), object_id: id.to_string() };
        let preview = DeletionPreview {
            erased: counted.into_iter().filter_map(some).collect(),
            kept: some((DeletionSubject::Conversations, conversations)).into_iter().collect(),
            vetoes: open.into_iter().map(veto).collect(),
        };
        Ok(Response::new(PreviewDeletionResponse { preview: Some(preview) }))
    }
}

fn some((subject, count): (DeletionSubject, i64)) -> Option<DeletionItem> {
    (count > 0).then(|| DeletionItem { subject: subject.into(), count: u32::try_from(count).unwrap_or(u32::MAX) })
}
