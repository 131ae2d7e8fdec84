//! What becomes of a resident's digital paths when their account is deleted. Asking changes nothing.

use chassis::{Kernel, access::Rpc, personal_data};
use kajo_proto::digipath_engine::v1::{PreviewDeletionRequest, PreviewDeletionResponse, deletion_service_server::DeletionService};
use tonic::{Request, Response, Status};

use crate::personal_data::DigitalPaths;

pub(super) struct Deletions {
    pub(super) kernel: Kernel,
}

#[tonic::async_trait]
impl DeletionService for Deletions {
    async fn preview_deletion(&self, request: Request<PreviewDeletionRequest>) -> Result<Response<PreviewDeletionResponse>, Status> {
        let person = Rpc::of(&request)?.in_own_name()?;
        let preview = personal_data::preview::<DigitalPaths>(&self.kernel, person).await?;
        Ok(Response::new(PreviewDeletionResponse { preview: Some(preview) }))
    }
}
