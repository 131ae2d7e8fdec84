//! Contents as they are read by those to whom they were given.

use chassis::{
    Kernel, Pool, grpc,
    publication::{self, Published},
};
use chassis_domain::{Uuid, rich_text};
use kajo_proto::content::v1::{GetPublishedContentRequest, GetPublishedContentResponse, published_content_service_server::PublishedContentService};
use tonic::{Request, Response, Status};

use super::ServiceContents;
use crate::service_content::{Languages, ServiceContentId};

pub(super) struct PublishedContents(pub(super) Kernel);

#[tonic::async_trait]
impl PublishedContentService for PublishedContents {
    async fn get_published_content(&self, request: Request<GetPublishedContentRequest>) -> Result<Response<GetPublishedContentResponse>, Status> {
        let GetPublishedContentRequest { service_content_id: id, language } = request.into_inner();
        let id = ServiceContentId::parse(&id).ok_or_else(grpc::not_found)?;
        let found = in_force(&self.0.pool, id.uuid()).await?;
        Ok(Response::new(drawn(&found.body.languages, &language)))
    }
}

/// What of one is in force, archived or not.
async fn in_force(pool: &Pool, id: Uuid) -> Result<Published<ServiceContents>, Status> {
    publication::published::<ServiceContents>(pool, &[id]).await?.pop().ok_or_else(grpc::not_found)
}

/// What somebody reads whose language this is.
pub(super) fn drawn(languages: &Languages, language: &str) -> GetPublishedContentResponse {
    let (language, version) = languages.read_in(language);
    GetPublishedContentResponse { language: language.to_owned(), title: version.title.clone(), text: rich_text(&version.text).ok() }
}
