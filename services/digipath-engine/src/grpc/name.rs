//! What paths and their categories are called, for those who refer to them: paths by what is in force.

use chassis::{Kernel, admin_record, publication};
use chassis_domain::PublicationBody;
use kajo_proto::{
    common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse, LocalizedString},
    digipath_engine::v1::name_service_server::NameService,
};
use tonic::{Request, Response, Status};

use super::Paths;
use crate::{RECORDS, path::Body};

pub(super) struct Names(pub(super) Kernel);

#[tonic::async_trait]
impl NameService for Names {
    async fn list_names(&self, request: Request<ListNamesRequest>) -> Result<Response<ListNamesResponse>, Status> {
        let asked = request.into_inner();
        Ok(Response::new(if asked.kind == Body::CATEGORY {
            publication::list_names::<Paths>(&self.0.pool, name, &asked).await?
        } else {
            admin_record::list_names(&self.0.pool, &RECORDS, asked).await?
        }))
    }

    async fn get_names(&self, request: Request<GetNamesRequest>) -> Result<Response<GetNamesResponse>, Status> {
        let asked = request.into_inner();
        Ok(Response::new(if asked.kind == Body::CATEGORY {
            publication::get_names::<Paths>(&self.0.pool, name, &asked).await?
        } else {
            admin_record::get_names(&self.0.pool, &RECORDS, asked).await?
        }))
    }
}

pub(super) fn name(body: &Body) -> LocalizedString {
    body.name.clone().into()
}
