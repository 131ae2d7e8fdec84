//! Role groups, as administrators keep them.

use std::collections::HashMap;

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::AdminDetails as _;
use kajo_proto::identity::v1::{
    GetRoleGroupRequest, GetRoleGroupResponse, ListRoleGroupsRequest, ListRoleGroupsResponse, ListRolesRequest, ListRolesResponse,
    PreviewRoleGroupRequest, PreviewRoleGroupResponse, RemoveRoleGroupRequest, RemoveRoleGroupResponse, RoleChange, RoleGroup as RoleGroupView,
    RoleGroupDetails, SaveRoleGroupRequest, SaveRoleGroupResponse, role_group_service_server::RoleGroupService,
};
use tonic::{Request, Response, Status};

use super::{kept, localized, opened, professional_role, timestamp};
use crate::{
    projections::{
        kept::RowOf,
        practitioners::{self, Shift},
        role_groups, roles,
    },
    role::RoleId,
    role_group::Details,
};

pub(super) struct RoleGroups(pub(super) Kernel);

#[tonic::async_trait]
impl RoleGroupService for RoleGroups {
    async fn list_role_groups(&self, request: Request<ListRoleGroupsRequest>) -> Result<Response<ListRoleGroupsResponse>, Status> {
        let ListRoleGroupsRequest { search, page } = request.into_inner();
        let (rows, next_page_token) = kept::page::<role_groups::RoleGroups>(&self.0, &search, None, page).await?;
        Ok(Response::new(ListRoleGroupsResponse { role_groups: rows.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_role_group(&self, request: Request<GetRoleGroupRequest>) -> Result<Response<GetRoleGroupResponse>, Status> {
        let (found, version) = kept::one::<role_groups::RoleGroups>(&self.0, &request.into_inner().role_group_id).await?;
        Ok(Response::new(GetRoleGroupResponse { role_group: Some(RoleGroupView { version, ..view(found) }) }))
    }

    async fn save_role_group(&self, request: Request<SaveRoleGroupRequest>) -> Result<Response<SaveRoleGroupResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let details = read(request.details.unwrap_or_default())?;
        let role_group_id = kept::save::<role_groups::RoleGroups>(&self.0, meta, (&request.role_group_id, request.version), details, ()).await?;
        Ok(Response::new(SaveRoleGroupResponse { role_group_id }))
    }

    async fn remove_role_group(&self, request: Request<RemoveRoleGroupRequest>) -> Result<Response<RemoveRoleGroupResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        kept::remove::<role_groups::RoleGroups>(&self.0, meta, &request.role_group_id).await?;
        Ok(Response::new(RemoveRoleGroupResponse {}))
    }

    async fn preview_role_group(&self, request: Request<PreviewRoleGroupRequest>) -> Result<Response<PreviewRoleGroupResponse>, Status> {
        let PreviewRoleGroupRequest { role_group_id, details } = request.into_inner();
        let details = details.map(read).transpose()?;
        let id = kept::preview::<role_groups::RoleGroups>(&self.0, &role_group_id, details.clone(), ()).await?;
        let shifts = practitioners::shifts(&self.0.pool, id, details.as_ref(), self.0.clock.now()).await.map_err(grpc::fault)?;
        Ok(Response::new(PreviewRoleGroupResponse { changes: self.changes(&shifts).await? }))
    }

    async fn list_roles(&self, _: Request<ListRolesRequest>) -> Result<Response<ListRolesResponse>, Status> {
        let known = roles::all(&self.0.pool).await.map_err(grpc::fault)?;
        Ok(Response::new(ListRolesResponse { roles: known.into_iter().map(|(id, names)| professional_role(id, Some(names))).collect() }))
    }
}

/// How many people of a change are named.
const NAMED: usize = 20;

impl RoleGroups {
    async fn changes(&self, shifts: &[Shift]) -> Result<Vec<RoleChange>, Status> {
        let (pool, role_ids) = (&self.0.pool, shifts.iter().map(|shift| shift.role_id).collect::<Vec<_>>());
        let mut names_of_roles = roles::role_names(pool, &role_ids).await.map_err(grpc::fault)?;
        let people: Vec<_> = shifts.iter().map(|shift| shift.person_id).collect();
        let known = practitioners::names(pool, &people).await.map_err(grpc::fault)?;
        let sealed: Vec<&[u8]> = known.iter().map(|(_, name)| name.as_slice()).collect();
        let names: HashMap<_, _> = known.iter().map(|(id, _)| *id).zip(opened(&self.0, &sealed).await?).collect();
        let named = |of: &[Shift], gains: bool| {
            let of: Vec<_> = of.iter().filter(|shift| shift.gains == gains).collect();
            let mut found: Vec<String> = of.iter().filter_map(|shift| names.get(&shift.person_id).cloned()).collect();
            found.sort();
            found.truncate(NAMED);
            (u32::try_from(of.len()).unwrap_or(u32::MAX), found)
        };
        // They come in the order of their roles.
        let changes = shifts.chunk_by(|one, other| one.role_id == other.role_id).filter_map(|of| {
            let role_id = of.first()?.role_id;
            let ((gaining, gaining_names), (losing, losing_names)) = (named(of, true), named(of, false));
            let losing_at_work = of.iter().filter(|shift| !shift.gains && shift.at_work).count();
            Some(RoleChange {
                role: Some(professional_role(role_id, names_of_roles.remove(&role_id))),
                gaining,
                gaining_names,
                losing,
                losing_names,
                losing_at_work: u32::try_from(losing_at_work).unwrap_or(u32::MAX),
            })
        });
        Ok(changes.collect())
    }
}

fn read(details: RoleGroupDetails) -> Result<Details, Status> {
    let RoleGroupDetails { name, directory_group, role_id } = details;
    let role = RoleId::parse(&role_id).ok_or_else(|| grpc::invalid_field("details.role_id", "not_uuid"))?;
    Ok(Details { name, directory_group, role }.trimmed())
}

fn view(kept: RowOf<role_groups::RoleGroups>) -> RoleGroupView {
    let Details { name, directory_group, role } = kept.details;
    RoleGroupView {
        role_group_id: kept.id.to_string(),
        details: Some(RoleGroupDetails { name, directory_group, role_id: role.to_string() }),
        role_name: localized(Some(kept.more)),
        updated_at: Some(timestamp(kept.updated_at)),
        version: 0,
    }
}
