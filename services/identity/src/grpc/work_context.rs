//! Role and work location of a professional.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::identity::v1::{
    ChooseWorkContextRequest, ChooseWorkContextResponse, Colleague, Level, ListColleaguesRequest, ListColleaguesResponse, ListWorkContextsRequest,
    ListWorkContextsResponse, WorkLocation, work_context_service_server::WorkContextService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{localized, opened, professional_role, work_location};
use crate::{
    location::LocationId,
    projections::{locations, practitioners, roles},
    role::RoleId,
    session::{Command, Session, SessionId, WorkContext},
};

pub(super) struct WorkContexts(pub(super) Kernel);

#[tonic::async_trait]
impl WorkContextService for WorkContexts {
    async fn list_work_contexts(&self, request: Request<ListWorkContextsRequest>) -> Result<Response<ListWorkContextsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let pool = &self.0.pool;
        let person = rpc.person()?.uuid();
        let Some(known) = practitioners::find(pool, person).await.map_err(grpc::internal)? else {
            return Ok(Response::new(ListWorkContextsResponse::default()));
        };
        let mut names = roles::role_names(pool, &known.role_ids).await.map_err(grpc::internal)?;
        let choosable = locations::choosable(pool, person, &known.location_ids).await.map_err(grpc::internal)?;
        let actor = rpc.actor();
        let shown = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        Ok(Response::new(ListWorkContextsResponse {
            level: Level::try_from(i32::from(known.level)).unwrap_or_default().into(),
            roles: known.role_ids.iter().map(|role_id| professional_role(*role_id, names.remove(role_id))).collect(),
            locations: choosable.into_iter().map(|(place, recent)| WorkLocation { recent, ..work_location(place) }).collect(),
            role_id: shown(actor.role),
            location_id: shown(actor.location),
        }))
    }

    async fn choose_work_context(&self, request: Request<ChooseWorkContextRequest>) -> Result<Response<ChooseWorkContextResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let session = rpc.caller.session().ok_or_else(grpc::access_denied)?;
        let known = practitioners::find(&self.0.pool, rpc.person()?.uuid()).await.map_err(grpc::internal)?.ok_or_else(grpc::access_denied)?;
        let choice = WorkContext {
            role: RoleId::parse(&request.role_id).ok_or_else(|| grpc::invalid_field("role_id", "not_uuid"))?,
            location: LocationId::parse(&request.location_id).ok_or_else(|| grpc::invalid_field("location_id", "not_uuid"))?,
        };
        let command = Command::ChooseWorkContext {
            choice,
            roles: known.role_ids.into_iter().map(RoleId::from_uuid).collect(),
            locations: known.location_ids.into_iter().map(LocationId::from_uuid).collect(),
        };
        self.0.store.execute::<Session>(SessionId::from_uuid(session), command, meta).await?;
        Ok(Response::new(ChooseWorkContextResponse {}))
    }

    async fn list_colleagues(&self, request: Request<ListColleaguesRequest>) -> Result<Response<ListColleaguesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let own = rpc.person()?.uuid();
        let location = rpc.actor().location.ok_or_else(grpc::access_denied)?;
        let mut known = practitioners::at_location(&self.0.pool, location).await.map_err(grpc::internal)?;
        // Who has no role works no queue, and can be handed nothing.
        known.retain(|colleague| colleague.person_id != own && !colleague.role_ids.is_empty());
        let sealed: Vec<&[u8]> = known.iter().map(|colleague| colleague.name.as_slice()).collect();
        let names = opened(&self.0, &sealed).await?;
        let role_ids: Vec<_> = known.iter().filter_map(|colleague| colleague.role_ids.first().copied()).collect();
        let names_of_roles = roles::role_names(&self.0.pool, &role_ids).await.map_err(grpc::internal)?;
        let mut colleagues: Vec<_> = known
            .iter()
            .zip(names)
            .map(|(colleague, display_name)| Colleague {
                person_id: colleague.person_id.to_string(),
                display_name,
                role_name: localized(colleague.role_ids.first().and_then(|role| names_of_roles.get(role)).cloned()),
            })
            .collect();
        colleagues.sort_by(|one, other| one.display_name.cmp(&other.display_name));
        Ok(Response::new(ListColleaguesResponse { colleagues }))
    }
}
