//! Whether a system that calls from outside is an integrator, as the gateway asks. Every no is the same: nobody learns which ids there are, nor
//! what is wrong with a secret.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use chassis::{Kernel, admin_record, grpc};
use chassis_domain::age;
use kajo_proto::identity::v1::{AdmitIntegratorRequest, AdmitIntegratorResponse, integrator_admission_service_server::IntegratorAdmissionService};
use tonic::{Request, Response, Status};

use crate::integrator::{Details, IntegratorId, Scope};

pub(super) struct IntegratorAdmissions(pub(super) Kernel);

#[tonic::async_trait]
impl IntegratorAdmissionService for IntegratorAdmissions {
    async fn admit_integrator(&self, request: Request<AdmitIntegratorRequest>) -> Result<Response<AdmitIntegratorResponse>, Status> {
        let request = request.into_inner();
        let scope = Scope::from_public(request.scope()).ok_or_else(grpc::not_found)?;
        let id = IntegratorId::parse(&request.integrator_id).ok_or_else(grpc::not_found)?;
        let known = admin_record::details_of::<Details>(&self.0.pool, &[id.uuid()]).await?;
        let today = age::today(self.0.clock.now());
        let proves = |details: &Details| details.secret.is_some_and(|secret| verify_slices_are_equal(&secret.digest, &request.secret_digest).is_ok());
        let is_admitted = known.iter().any(|(_, details, archived)| !archived && details.admits(scope, today) && proves(details));
        if is_admitted { Ok(Response::new(AdmitIntegratorResponse {})) } else { Err(grpc::not_found()) }
    }
}
