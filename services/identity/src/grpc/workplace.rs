//! Roles and locations by name, and who works in which.

use chassis::{Kernel, grpc};
use kajo_proto::identity::v1::{
    ListWorkersAtRequest, ListWorkersAtResponse, ListWorkersRequest, ListWorkersResponse, ListWorkplacesRequest, ListWorkplacesResponse, Worker,
    workplace_service_server::WorkplaceService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{opened, professional_role, work_location};
use crate::projections::{locations, practitioners, roles};

pub(super) struct Workplaces(pub(super) Kernel);

/// How many are told by name.
const NAMED: usize = 20;

#[tonic::async_trait]
impl WorkplaceService for Workplaces {
    async fn list_workplaces(&self, _: Request<ListWorkplacesRequest>) -> Result<Response<ListWorkplacesResponse>, Status> {
        let known = roles::all(&self.0.pool).await.map_err(grpc::fault)?;
        let mut roles: Vec<_> = known.into_iter().map(|(id, names)| professional_role(id, Some(names))).collect();
        let finnish = |role: &kajo_proto::identity::v1::ProfessionalRole| role.name.as_ref().and_then(|name| name.texts.get("fi").cloned());
        roles.sort_by_key(finnish);
        let locations = locations::all(&self.0.pool).await.map_err(grpc::fault)?;
        Ok(Response::new(ListWorkplacesResponse { roles, locations: locations.into_iter().map(work_location).collect() }))
    }

    async fn list_workers(&self, request: Request<ListWorkersRequest>) -> Result<Response<ListWorkersResponse>, Status> {
        let ListWorkersRequest { role_ids, location_ids } = request.into_inner();
        let ids = |texts: &[String]| texts.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect::<Vec<_>>();
        let names = practitioners::working(&self.0.pool, &ids(&role_ids), &ids(&location_ids)).await.map_err(grpc::fault)?;
        let mut display_names = opened(&self.0, &names.iter().map(Vec::as_slice).collect::<Vec<_>>()).await?;
        display_names.sort();
        let count = u32::try_from(display_names.len()).unwrap_or(u32::MAX);
        display_names.truncate(NAMED);
        Ok(Response::new(ListWorkersResponse { count, display_names }))
    }

    async fn list_workers_at(&self, request: Request<ListWorkersAtRequest>) -> Result<Response<ListWorkersAtResponse>, Status> {
        let location = Uuid::try_parse(&request.into_inner().location_id).unwrap_or_default();
        let known = practitioners::at_location(&self.0.pool, location).await.map_err(grpc::fault)?;
        let names = opened(&self.0, &known.iter().map(|each| each.name.as_slice()).collect::<Vec<_>>()).await?;
        let worker = |(each, display_name): (&practitioners::Known, String)| Worker { practitioner_id: each.person_id.to_string(), display_name };
        let mut workers: Vec<_> = known.iter().zip(names).map(worker).collect();
        workers.sort_by(|one, other| one.display_name.cmp(&other.display_name));
        Ok(Response::new(ListWorkersAtResponse { workers }))
    }
}
