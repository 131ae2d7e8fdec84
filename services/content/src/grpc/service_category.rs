//! Service categories, as responsible users and administrators keep them.

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
};
use chassis_domain::{Matter, Uses, timestamp};
use kajo_proto::content::v1::{
    ArchiveServiceCategoryRequest, ArchiveServiceCategoryResponse, GetServiceCategoryRequest, GetServiceCategoryResponse,
    ListServiceCategoriesRequest, ListServiceCategoriesResponse, ListServiceCategoryUsesRequest, ListServiceCategoryUsesResponse,
    RemoveServiceCategoryRequest, RemoveServiceCategoryResponse, RestoreServiceCategoryRequest, RestoreServiceCategoryResponse,
    SaveServiceCategoryRequest, SaveServiceCategoryResponse, ServiceCategory, ServiceCategoryDetails,
    service_category_service_server::ServiceCategoryService,
};
use tonic::{Request, Response, Status};

use crate::{
    service,
    service_category::{Details, ServiceCategoryId},
};

/// How many of those are named that stand in the way of a removal.
const USES_NAMED: u16 = 50;

pub(super) struct ServiceCategories(pub(super) Kernel);

impl AdminKind for ServiceCategories {
    type Details = Details;
    type Message = ServiceCategoryDetails;
    type Known = ();

    fn message(details: Details) -> ServiceCategoryDetails {
        let Details { name, description, icon, matter } = details;
        ServiceCategoryDetails { name: Some(name.into()), description: Some(description.into()), icon, matter: matter.public().into() }
    }

    fn details(message: ServiceCategoryDetails) -> Details {
        let matter = Matter::from_public(message.matter());
        let ServiceCategoryDetails { name, description, icon, .. } = message;
        Details { name: name.into(), description: description.into(), icon, matter }
    }

    async fn uses_in_tx(tx: &mut Tx<'_>, id: ServiceCategoryId) -> Result<Uses, sqlx::Error> {
        Ok(Uses::default().and("services", admin_record::count_users_in_tx::<service::Details>(tx, id.uuid()).await?))
    }
}

#[tonic::async_trait]
impl ServiceCategoryService for ServiceCategories {
    async fn list_service_categories(
        &self,
        request: Request<ListServiceCategoriesRequest>,
    ) -> Result<Response<ListServiceCategoriesResponse>, Status> {
        let ListServiceCategoriesRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.0.pool, Asked { search, state, page }).await?;
        Ok(Response::new(ListServiceCategoriesResponse { service_categories: records.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_service_category(&self, request: Request<GetServiceCategoryRequest>) -> Result<Response<GetServiceCategoryResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &request.into_inner().service_category_id).await?;
        Ok(Response::new(GetServiceCategoryResponse { service_category: Some(view(found)) }))
    }

    async fn save_service_category(&self, request: Request<SaveServiceCategoryRequest>) -> Result<Response<SaveServiceCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveServiceCategoryRequest { service_category_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let service_category_id = admin_record::save::<Self>(&self.0, meta, saving, ()).await?;
        Ok(Response::new(SaveServiceCategoryResponse { service_category_id }))
    }

    async fn archive_service_category(
        &self,
        request: Request<ArchiveServiceCategoryRequest>,
    ) -> Result<Response<ArchiveServiceCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.0, rpc.command(&request)?, &request.service_category_id).await?;
        Ok(Response::new(ArchiveServiceCategoryResponse {}))
    }

    async fn restore_service_category(
        &self,
        request: Request<RestoreServiceCategoryRequest>,
    ) -> Result<Response<RestoreServiceCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.0, rpc.command(&request)?, &request.service_category_id).await?;
        Ok(Response::new(RestoreServiceCategoryResponse {}))
    }

    async fn remove_service_category(
        &self,
        request: Request<RemoveServiceCategoryRequest>,
    ) -> Result<Response<RemoveServiceCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::remove::<Self>(&self.0, rpc.command(&request)?, &request.service_category_id).await?;
        Ok(Response::new(RemoveServiceCategoryResponse {}))
    }

    async fn list_service_category_uses(
        &self,
        request: Request<ListServiceCategoryUsesRequest>,
    ) -> Result<Response<ListServiceCategoryUsesResponse>, Status> {
        let category = admin_record::get::<Self>(&self.0.pool, &request.into_inner().service_category_id).await?;
        let (services, count) = admin_record::users::<service::Details>(&self.0.pool, category.id, USES_NAMED).await?;
        Ok(Response::new(ListServiceCategoryUsesResponse { services, count }))
    }
}

fn view(record: Record<ServiceCategories>) -> ServiceCategory {
    ServiceCategory {
        service_category_id: record.id.to_string(),
        details: Some(ServiceCategories::message(record.details)),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
    }
}
