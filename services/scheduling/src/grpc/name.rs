//! What booking roles are called, for those who refer to them.

use chassis::{Kernel, admin_record};
use kajo_proto::{
    common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse},
    scheduling::v1::name_service_server::NameService,
};
use tonic::{Request, Response, Status};

use crate::NAMED;

pub(super) struct Names(pub(super) Kernel);

#[tonic::async_trait]
impl NameService for Names {
    async fn list_names(&self, request: Request<ListNamesRequest>) -> Result<Response<ListNamesResponse>, Status> {
        Ok(Response::new(admin_record::list_names(&self.0.pool, &NAMED, request.into_inner()).await?))
    }

    async fn get_names(&self, request: Request<GetNamesRequest>) -> Result<Response<GetNamesResponse>, Status> {
        Ok(Response::new(admin_record::get_names(&self.0.pool, &NAMED, request.into_inner()).await?))
    }
}
