//! Whether a resident is admitted, and if not, why.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::identity::v1::{GetAdmissionRequest, GetAdmissionResponse, admission_service_server::AdmissionService};
use tonic::{Request, Response, Status};

use crate::projections::sessions;

pub(super) struct Admissions(pub(super) Kernel);

#[tonic::async_trait]
impl AdmissionService for Admissions {
    async fn get_admission(&self, request: Request<GetAdmissionRequest>) -> Result<Response<GetAdmissionResponse>, Status> {
        let session = Rpc::of(&request)?.caller.session().ok_or_else(grpc::access_denied)?;
        let denial = sessions::denial(&self.0.pool, session).await.map_err(grpc::fault)?;
        Ok(Response::new(GetAdmissionResponse { denial: denial.map(|denial| denial.public().into()).unwrap_or_default() }))
    }
}
