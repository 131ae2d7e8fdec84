//! Which forms residents can send now, and to which queues (SUR-06). What is asked in them, survey knows.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::conversations::v1::{ListFormCategoriesRequest, ListFormCategoriesResponse, form_category_service_server::FormCategoryService};
use tonic::{Request, Response, Status};

use super::{category::open_to, who};
use crate::projections::categories;

pub(super) struct FormCategories(pub(super) Kernel);

#[tonic::async_trait]
impl FormCategoryService for FormCategories {
    async fn list_form_categories(&self, request: Request<ListFormCategoriesRequest>) -> Result<Response<ListFormCategoriesResponse>, Status> {
        let by = who(&self.0, &Rpc::of(&request)?).await?;
        let found = categories::of_forms(&self.0.pool).await.map_err(grpc::fault)?;
        Ok(Response::new(ListFormCategoriesResponse { categories: open_to(&by, found) }))
    }
}
