//! What services, service categories and service contents are called, for those who refer to them.

use chassis::{Kernel, admin_record, publication};
use chassis_domain::PublicationBody;
use kajo_proto::{
    common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse, LocalizedString},
    content::v1::name_service_server::NameService,
};
use tonic::{Request, Response, Status};

use super::service_content::ServiceContents;
use crate::{NAMED, service_content::Body};

pub(super) struct Names(pub(super) Kernel);

#[tonic::async_trait]
impl NameService for Names {
    async fn list_names(&self, request: Request<ListNamesRequest>) -> Result<Response<ListNamesResponse>, Status> {
        let asked = request.into_inner();
        Ok(Response::new(if asked.kind == Body::CATEGORY {
            publication::list_names::<ServiceContents>(&self.0.pool, title, &asked).await?
        } else {
            admin_record::list_names(&self.0.pool, &NAMED, asked).await?
        }))
    }

    async fn get_names(&self, request: Request<GetNamesRequest>) -> Result<Response<GetNamesResponse>, Status> {
        let asked = request.into_inner();
        Ok(Response::new(if asked.kind == Body::CATEGORY {
            publication::get_names::<ServiceContents>(&self.0.pool, title, &asked).await?
        } else {
            admin_record::get_names(&self.0.pool, &NAMED, asked).await?
        }))
    }
}

/// As readers see it: the administrative name of a content is for the admin panel alone (SVC-06).
fn title(body: &Body) -> LocalizedString {
    let titles = body.languages.by_code().filter(|(_, version)| !version.title.is_empty());
    LocalizedString { texts: titles.map(|(code, version)| (code.to_owned(), version.title.clone())).collect() }
}
