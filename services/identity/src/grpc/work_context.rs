//! Role and work location of a professional.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::{
    identity::v1::{
        ChooseWorkContextRequest, ChooseWorkContextResponse, Colleague, Level, ListColleaguesRequest, ListColleaguesResponse,
        ListWorkContextsRequest, ListWorkContextsResponse, PanelRight, WorkLocation, work_context_service_server::WorkContextService,
    },
    options::v1::Caller,
    panels::PANELS,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{localized, opened, professional_role, work_location};
use crate::{
    location::LocationId,
    projections::{
        locations::{self, Place},
        practitioners, roles,
    },
    role::RoleId,
    service_areas::ServiceAreas,
    session::{Command, Session, SessionId, WorkContext},
};

pub(super) struct WorkContexts {
    pub(super) kernel: Kernel,
    pub(super) areas: ServiceAreas,
}

impl WorkContexts {
    /// A location as it is offered: with what its municipality is called.
    fn choice(&self, place: Place, recent: bool) -> WorkLocation {
        let municipality_name = localized(place.municipality.and_then(|area| self.areas.names(area)).cloned());
        WorkLocation { recent, municipality_name, ..work_location(place) }
    }
}

/// What this kind of caller may do in the admin panel.
fn panels(caller: Caller) -> Vec<PanelRight> {
    let opened = PANELS.iter().filter(|rights| rights.opens(caller));
    opened.map(|rights| PanelRight { panel: rights.panel().into(), edit: rights.edits(caller) }).collect()
}

#[tonic::async_trait]
impl WorkContextService for WorkContexts {
    async fn list_work_contexts(&self, request: Request<ListWorkContextsRequest>) -> Result<Response<ListWorkContextsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let pool = &self.kernel.pool;
        let person = rpc.person()?.uuid();
        let Some(known) = practitioners::find(pool, person).await.map_err(grpc::fault)? else {
            return Ok(Response::new(ListWorkContextsResponse::default()));
        };
        let mut names = roles::role_names(pool, &known.role_ids).await.map_err(grpc::fault)?;
        let choosable = locations::choosable(pool, person, &known.location_ids).await.map_err(grpc::fault)?;
        let actor = rpc.actor();
        let shown = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        Ok(Response::new(ListWorkContextsResponse {
            level: Level::try_from(i32::from(known.level)).unwrap_or_default().into(),
            roles: known.role_ids.iter().map(|role_id| professional_role(*role_id, names.remove(role_id))).collect(),
            locations: choosable.into_iter().map(|(place, recent)| self.choice(place, recent)).collect(),
            role_id: shown(actor.role),
            location_id: shown(actor.location),
            panels: panels(rpc.caller.kind()),
        }))
    }

    async fn choose_work_context(&self, request: Request<ChooseWorkContextRequest>) -> Result<Response<ChooseWorkContextResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let session = rpc.caller.session().ok_or_else(grpc::access_denied)?;
        let known = practitioners::find(&self.kernel.pool, rpc.person()?.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::access_denied)?;
        let choice = WorkContext {
            role: RoleId::parse(&request.role_id).ok_or_else(|| grpc::invalid_field("role_id", "not_uuid"))?,
            location: LocationId::parse(&request.location_id).ok_or_else(|| grpc::invalid_field("location_id", "not_uuid"))?,
        };
        let command = Command::ChooseWorkContext {
            choice,
            roles: known.role_ids.into_iter().map(RoleId::from_uuid).collect(),
            locations: known.location_ids.into_iter().map(LocationId::from_uuid).collect(),
        };
        self.kernel.store.execute::<Session>(SessionId::from_uuid(session), command, meta).await?;
        Ok(Response::new(ChooseWorkContextResponse {}))
    }

    async fn list_colleagues(&self, request: Request<ListColleaguesRequest>) -> Result<Response<ListColleaguesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let own = rpc.person()?.uuid();
        let location = rpc.actor().location.ok_or_else(grpc::access_denied)?;
        let mut known = practitioners::at_location(&self.kernel.pool, location).await.map_err(grpc::fault)?;
        // Who has no role works no queue, and cannot be handed anything.
        known.retain(|colleague| colleague.person_id != own && !colleague.role_ids.is_empty());
        let sealed: Vec<&[u8]> = known.iter().map(|colleague| colleague.name.as_slice()).collect();
        let names = opened(&self.kernel, &sealed).await?;
        let role_ids: Vec<_> = known.iter().filter_map(|colleague| colleague.role_ids.first().copied()).collect();
        let names_of_roles = roles::role_names(&self.kernel.pool, &role_ids).await.map_err(grpc::fault)?;
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
