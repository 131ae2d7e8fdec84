//! Contents as they are read by those to whom they were given.

use chassis::{Kernel, grpc, publication};
use chassis_domain::rich_text;
use kajo_proto::content::v1::{GetPublishedContentRequest, GetPublishedContentResponse, published_content_service_server::PublishedContentService};
use tonic::{Request, Response, Status};

use super::ServiceContents;

pub(super) struct PublishedContents(pub(super) Kernel);

#[tonic::async_trait]
impl PublishedContentService for PublishedContents {
    async fn get_published_content(&self, request: Request<GetPublishedContentRequest>) -> Result<Response<GetPublishedContentResponse>, Status> {
        let GetPublishedContentRequest { service_content_id: id, language } = request.into_inner();
        let in_force = publication::get::<ServiceContents>(&self.0.pool, &id).await?.published_version;
        if in_force == 0 {
            return Err(grpc::not_found());
        }
        let published = publication::version::<ServiceContents>(&self.0.pool, &id, in_force).await?.body.languages;
        let (language, version) = published.read_in(&language);
        let (title, text) = (version.title.clone(), rich_text(&version.text).ok());
        Ok(Response::new(GetPublishedContentResponse { language: language.to_owned(), title, text }))
    }
}
