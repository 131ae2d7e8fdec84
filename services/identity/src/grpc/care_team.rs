//! Care teams, as responsible users and administrators keep them and as everybody chooses among them.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::identity::v1::{
    CareTeam as CareTeamView, CareTeamChoice, CareTeamDetails, GetCareTeamRequest, GetCareTeamResponse, ListCareTeamsRequest, ListCareTeamsResponse,
    RemoveCareTeamRequest, RemoveCareTeamResponse, SaveCareTeamRequest, SaveCareTeamResponse, SearchCareTeamsRequest, SearchCareTeamsResponse,
    care_team_service_server::CareTeamService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{area_id, kept, timestamp};
use crate::{
    care_team::Details,
    projections::{care_teams, kept::RowOf},
    resident::ServiceAreaId,
    service_areas::ServiceAreas,
};

pub(super) struct CareTeams {
    pub(super) kernel: Kernel,
    pub(super) areas: ServiceAreas,
}

#[tonic::async_trait]
impl CareTeamService for CareTeams {
    async fn list_care_teams(&self, request: Request<ListCareTeamsRequest>) -> Result<Response<ListCareTeamsResponse>, Status> {
        let area = ServiceAreaId::parse(&request.into_inner().service_area_id);
        let found = care_teams::choosable(&self.kernel.pool, area).await.map_err(grpc::fault)?;
        Ok(Response::new(ListCareTeamsResponse { care_teams: found.into_iter().map(choice).collect() }))
    }

    async fn search_care_teams(&self, request: Request<SearchCareTeamsRequest>) -> Result<Response<SearchCareTeamsResponse>, Status> {
        let SearchCareTeamsRequest { search, page } = request.into_inner();
        let (rows, next_page_token) = kept::page::<care_teams::CareTeams>(&self.kernel, &search, Some(&self.areas.words()), page).await?;
        Ok(Response::new(SearchCareTeamsResponse { care_teams: rows.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_care_team(&self, request: Request<GetCareTeamRequest>) -> Result<Response<GetCareTeamResponse>, Status> {
        let (found, version) = kept::one::<care_teams::CareTeams>(&self.kernel, &request.into_inner().care_team_id).await?;
        Ok(Response::new(GetCareTeamResponse { care_team: Some(CareTeamView { version, ..view(found) }) }))
    }

    async fn save_care_team(&self, request: Request<SaveCareTeamRequest>) -> Result<Response<SaveCareTeamResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let CareTeamDetails { name, description, service_area_id, enabled } = request.details.unwrap_or_default();
        let service_area = ServiceAreaId::parse(&service_area_id);
        let area_known = service_area.is_some_and(|area| self.areas.has(area));
        let details = Details { name, description, service_area, enabled };
        let care_team_id =
            kept::save::<care_teams::CareTeams>(&self.kernel, meta, (&request.care_team_id, request.version), details, area_known).await?;
        Ok(Response::new(SaveCareTeamResponse { care_team_id }))
    }

    async fn remove_care_team(&self, request: Request<RemoveCareTeamRequest>) -> Result<Response<RemoveCareTeamResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        kept::remove::<care_teams::CareTeams>(&self.kernel, meta, &request.care_team_id).await?;
        Ok(Response::new(RemoveCareTeamResponse {}))
    }
}

fn choice((care_team_id, details): (Uuid, Details)) -> CareTeamChoice {
    let Details { name, description, service_area, .. } = details;
    CareTeamChoice { care_team_id: care_team_id.to_string(), name, description, service_area_id: area_id(service_area) }
}

fn view(kept: RowOf<care_teams::CareTeams>) -> CareTeamView {
    let Details { name, description, service_area, enabled } = kept.details;
    CareTeamView {
        care_team_id: kept.id.to_string(),
        details: Some(CareTeamDetails { name, description, service_area_id: area_id(service_area), enabled }),
        updated_at: Some(timestamp(kept.updated_at)),
        patients: u32::try_from(kept.more).unwrap_or(u32::MAX),
        version: 0,
    }
}
