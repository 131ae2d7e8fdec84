//! Documents as everybody reads them.

use chassis::{Kernel, publication};
use kajo_proto::content::v1::{
    GetPublishedDocumentsRequest, GetPublishedDocumentsResponse, PublishedDocument, published_document_service_server::PublishedDocumentService,
};
use tonic::{Request, Response, Status};

use super::document::{Documents, drawn};
use crate::document::Kind;

pub(super) struct PublishedDocuments(pub(super) Kernel);

#[tonic::async_trait]
impl PublishedDocumentService for PublishedDocuments {
    async fn get_published_documents(
        &self,
        request: Request<GetPublishedDocumentsRequest>,
    ) -> Result<Response<GetPublishedDocumentsResponse>, Status> {
        let GetPublishedDocumentsRequest { kinds, language } = request.into_inner();
        let is_asked = |kind: &Kind| kinds.contains(&i32::from(kind.public()));
        let ids: Vec<_> = Kind::ALL.into_iter().filter(is_asked).map(|kind| kind.id().uuid()).collect();
        let mut found = publication::published::<Documents>(&self.0.pool, &ids).await?;
        found.retain(|document| !document.body.is_empty());
        found.sort_by_key(|document| document.body.kind.number());
        let documents = found.into_iter().map(|document| {
            let (language, words) = document.body.languages.read_in(&language);
            let kind = document.body.kind.public().into();
            PublishedDocument { kind, words: Some(drawn(language, words)), published_version: document.published_version }
        });
        Ok(Response::new(GetPublishedDocumentsResponse { documents: documents.collect() }))
    }
}
