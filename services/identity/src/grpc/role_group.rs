//! Role groups, as administrators keep them.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, NameCursor},
    store::{StoreError, WorkError},
};
use kajo_proto::identity::v1::{
    GetRoleGroupRequest, GetRoleGroupResponse, ListRoleGroupsRequest, ListRoleGroupsResponse, ListRolesRequest, ListRolesResponse,
    RemoveRoleGroupRequest, RemoveRoleGroupResponse, RoleGroup as RoleGroupView, RoleGroupDetails, SaveRoleGroupRequest, SaveRoleGroupResponse,
    role_group_service_server::RoleGroupService,
};
use tonic::{Request, Response, Status};

use super::{localized, professional_role, timestamp};
use crate::{
    projections::{
        role_groups::{self, Kept},
        roles,
    },
    role::RoleId,
    role_group::{Command, Details, Refused, RoleGroupId},
};

pub(super) struct RoleGroups(pub(super) Kernel);

#[tonic::async_trait]
impl RoleGroupService for RoleGroups {
    async fn list_role_groups(&self, request: Request<ListRoleGroupsRequest>) -> Result<Response<ListRoleGroupsResponse>, Status> {
        let request = request.into_inner();
        let page = request.page.unwrap_or_default();
        let after = NameCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let mut rows = role_groups::page(&self.0.pool, &request.search, after.as_ref(), size + 1).await.map_err(grpc::internal)?;
        let next_page_token = page::cut(&mut rows, size, |row| NameCursor { name: row.details.name.clone(), id: row.role_group_id }.token());
        Ok(Response::new(ListRoleGroupsResponse { role_groups: rows.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_role_group(&self, request: Request<GetRoleGroupRequest>) -> Result<Response<GetRoleGroupResponse>, Status> {
        let id = RoleGroupId::parse(&request.into_inner().role_group_id).ok_or_else(grpc::not_found)?;
        let found = role_groups::find(&self.0.pool, id.uuid()).await.map_err(grpc::internal)?.ok_or_else(grpc::not_found)?;
        Ok(Response::new(GetRoleGroupResponse { role_group: Some(view(found)) }))
    }

    async fn save_role_group(&self, request: Request<SaveRoleGroupRequest>) -> Result<Response<SaveRoleGroupResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let RoleGroupDetails { name, directory_group, role_id } = request.details.unwrap_or_default();
        let role = RoleId::parse(&role_id).ok_or_else(|| grpc::invalid_field("details.role_id", "not_uuid"))?;
        let details = Details { name, directory_group, role };
        let known = RoleGroupId::parse(&request.role_group_id);
        let id = known.unwrap_or_else(|| RoleGroupId::from_uuid(self.0.ids.v7(self.0.clock.now())));
        let saved = self.0.store.transact(meta, move |unit| {
            let details = details.clone();
            Box::pin(async move {
                if known.is_some() && unit.load(id).await?.version == 0 {
                    return Err(WorkError::Refused(Refused::NotFound));
                }
                let around = role_groups::around_in_tx(unit.tx(), id, &details).await.map_err(StoreError::from)?;
                unit.execute(id, &Command::Save { details, around }).await?;
                Ok(SaveRoleGroupResponse { role_group_id: id.to_string() })
            })
        });
        Ok(Response::new(saved.await?))
    }

    async fn remove_role_group(&self, request: Request<RemoveRoleGroupRequest>) -> Result<Response<RemoveRoleGroupResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = RoleGroupId::parse(&request.role_group_id).ok_or_else(grpc::not_found)?;
        self.0.store.execute(id, Command::Remove, meta).await?;
        Ok(Response::new(RemoveRoleGroupResponse {}))
    }

    async fn list_roles(&self, _: Request<ListRolesRequest>) -> Result<Response<ListRolesResponse>, Status> {
        let known = roles::all(&self.0.pool).await.map_err(grpc::internal)?;
        Ok(Response::new(ListRolesResponse { roles: known.into_iter().map(|(id, names)| professional_role(id, Some(names))).collect() }))
    }
}

fn view(kept: Kept) -> RoleGroupView {
    let Details { name, directory_group, role } = kept.details;
    RoleGroupView {
        role_group_id: kept.role_group_id.to_string(),
        details: Some(RoleGroupDetails { name, directory_group, role_id: role.to_string() }),
        role_name: localized(Some(kept.role_names)),
        updated_at: Some(timestamp(kept.updated_at)),
    }
}
