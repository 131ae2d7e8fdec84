//! What surveys are called, for those who refer to them: by what is in force.

use chassis::{Kernel, grpc, publication};
use chassis_domain::PublicationBody;
use kajo_proto::{
    common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse, LocalizedString},
    survey::v1::name_service_server::NameService,
};
use tonic::{Request, Response, Status};

use super::Surveys;
use crate::survey::Body;

pub(super) struct Names(pub(super) Kernel);

#[tonic::async_trait]
impl NameService for Names {
    async fn list_names(&self, request: Request<ListNamesRequest>) -> Result<Response<ListNamesResponse>, Status> {
        let asked = request.into_inner();
        known(&asked.kind)?;
        Ok(Response::new(publication::list_names::<Surveys>(&self.0.pool, title, &asked).await?))
    }

    async fn get_names(&self, request: Request<GetNamesRequest>) -> Result<Response<GetNamesResponse>, Status> {
        let asked = request.into_inner();
        known(&asked.kind)?;
        Ok(Response::new(publication::get_names::<Surveys>(&self.0.pool, title, &asked).await?))
    }
}

fn known(kind: &str) -> Result<(), Status> {
    if kind == Body::CATEGORY { Ok(()) } else { Err(grpc::invalid_field("kind", "undefined")) }
}

fn title(body: &Body) -> LocalizedString {
    body.title.clone().into()
}
