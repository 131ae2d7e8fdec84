//! Path categories, as responsible users and administrators keep them.

use std::collections::HashMap;

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
    grpc, publication,
};
use chassis_domain::{Uses, timestamp};
use kajo_proto::{
    common::v1::Name,
    digipath_engine::v1::{
        ArchivePathCategoryRequest, ArchivePathCategoryResponse, GetPathCategoryRequest, GetPathCategoryResponse, ListPathCategoriesRequest,
        ListPathCategoriesResponse, ListPathCategoryUsesRequest, ListPathCategoryUsesResponse, PathCategory, PathCategoryDetails,
        RemovePathCategoryRequest, RemovePathCategoryResponse, RestorePathCategoryRequest, RestorePathCategoryResponse, SavePathCategoryRequest,
        SavePathCategoryResponse, path_category_service_server::PathCategoryService,
    },
};
use tonic::{Request, Response, Status};

use super::{Paths, name::name};
use crate::{
    path_category::{Details, PathCategoryId},
    projections::paths_of_categories,
};

/// How many of those are named that stand in the way of a removal.
const USES_NAMED: u16 = 50;

pub(super) struct PathCategories(pub(super) Kernel);

impl AdminKind for PathCategories {
    type Details = Details;
    type Message = PathCategoryDetails;
    type Known = ();

    fn message(details: Details) -> PathCategoryDetails {
        PathCategoryDetails { name: Some(details.name.into()) }
    }

    fn details(message: PathCategoryDetails) -> Details {
        Details { name: message.name.into() }
    }

    /// A path that is put into the category at this very moment shows one that is no more, as the contract allows.
    async fn uses_in_tx(tx: &mut Tx<'_>, id: PathCategoryId) -> Result<Uses, sqlx::Error> {
        Ok(Uses::default().and("paths", paths_of_categories::count_in_tx(tx, id.uuid()).await?))
    }
}

#[tonic::async_trait]
impl PathCategoryService for PathCategories {
    async fn list_path_categories(&self, request: Request<ListPathCategoriesRequest>) -> Result<Response<ListPathCategoriesResponse>, Status> {
        let ListPathCategoriesRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.0.pool, Asked { search, state, page }).await?;
        Ok(Response::new(ListPathCategoriesResponse { path_categories: records.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_path_category(&self, request: Request<GetPathCategoryRequest>) -> Result<Response<GetPathCategoryResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &request.into_inner().path_category_id).await?;
        Ok(Response::new(GetPathCategoryResponse { path_category: Some(view(found)) }))
    }

    async fn save_path_category(&self, request: Request<SavePathCategoryRequest>) -> Result<Response<SavePathCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SavePathCategoryRequest { path_category_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let path_category_id = admin_record::save::<Self>(&self.0, meta, saving, ()).await?;
        Ok(Response::new(SavePathCategoryResponse { path_category_id }))
    }

    async fn archive_path_category(&self, request: Request<ArchivePathCategoryRequest>) -> Result<Response<ArchivePathCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.0, rpc.command(&request)?, &request.path_category_id).await?;
        Ok(Response::new(ArchivePathCategoryResponse {}))
    }

    async fn restore_path_category(&self, request: Request<RestorePathCategoryRequest>) -> Result<Response<RestorePathCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.0, rpc.command(&request)?, &request.path_category_id).await?;
        Ok(Response::new(RestorePathCategoryResponse {}))
    }

    async fn remove_path_category(&self, request: Request<RemovePathCategoryRequest>) -> Result<Response<RemovePathCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::remove::<Self>(&self.0, rpc.command(&request)?, &request.path_category_id).await?;
        Ok(Response::new(RemovePathCategoryResponse {}))
    }

    async fn list_path_category_uses(&self, request: Request<ListPathCategoryUsesRequest>) -> Result<Response<ListPathCategoryUsesResponse>, Status> {
        let pool = &self.0.pool;
        let category = admin_record::get::<Self>(pool, &request.into_inner().path_category_id).await?.id;
        let ids = paths_of_categories::some(pool, category, USES_NAMED).await.map_err(grpc::fault)?;
        let count = paths_of_categories::count(pool, category).await.map_err(grpc::fault)?;
        let found = publication::some::<Paths>(pool, &ids).await?;
        let named =
            |path: publication::Written<Paths>| (path.id, Name { id: path.id.to_string(), names: Some(name(&path.body)), archived: path.archived });
        let mut names: HashMap<_, _> = found.into_iter().map(named).collect();
        Ok(Response::new(ListPathCategoryUsesResponse { paths: ids.iter().filter_map(|id| names.remove(id)).collect(), count }))
    }
}

fn view(record: Record<PathCategories>) -> PathCategory {
    PathCategory {
        path_category_id: record.id.to_string(),
        details: Some(PathCategories::message(record.details)),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
    }
}
