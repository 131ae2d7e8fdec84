//! As what a professional would call, for a service that explains what they see.

use chassis::{Kernel, grpc};
use kajo_proto::identity::v1::{GetStandingRequest, GetStandingResponse, standing_service_server::StandingService};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{people, professional_role, work_location};
use crate::{
    practitioner::PractitionerId,
    projections::{locations, practitioners, roles},
};

pub(super) struct Standings(pub(super) Kernel);

#[tonic::async_trait]
impl StandingService for Standings {
    async fn get_standing(&self, request: Request<GetStandingRequest>) -> Result<Response<GetStandingResponse>, Status> {
        let pool = &self.0.pool;
        let GetStandingRequest { practitioner_id, role_id, location_id, named_role_ids, named_location_ids } = request.into_inner();
        let id = PractitionerId::parse(&practitioner_id).ok_or_else(grpc::not_found)?.uuid();
        let known = practitioners::find(pool, id).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let held = |chosen: &str, own: &[Uuid]| Uuid::try_parse(chosen).is_ok_and(|chosen| own.contains(&chosen));
        let (role_held, location_held) = (held(&role_id, &known.role_ids), held(&location_id, &known.location_ids));
        let stands = |works| people::professional(Some(known.level), works).into();
        let with = |own: &[Uuid], named: &[String], chosen: &str| {
            let named = named.iter().map(String::as_str).chain([chosen]).filter_map(|id| Uuid::try_parse(id).ok());
            own.iter().copied().chain(named).collect::<Vec<_>>()
        };
        let named_roles = with(&known.role_ids, &named_role_ids, &role_id);
        let named_roles = roles::role_names(pool, &named_roles).await.map_err(grpc::fault)?;
        let named_locations = with(&known.location_ids, &named_location_ids, &location_id);
        let named_locations = locations::by_ids(pool, &named_locations).await.map_err(grpc::fault)?;
        Ok(Response::new(GetStandingResponse {
            stands_as: stands(role_held && location_held),
            works_as: stands(true),
            role_held,
            location_held,
            role_ids: known.role_ids.iter().map(ToString::to_string).collect(),
            location_ids: known.location_ids.iter().map(ToString::to_string).collect(),
            named_roles: named_roles.into_iter().map(|(id, names)| professional_role(id, Some(names))).collect(),
            named_locations: named_locations.into_iter().map(work_location).collect(),
        }))
    }
}
