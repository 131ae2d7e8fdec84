//! Requests to commands and queries, and answers back. No rules.

mod admission;
mod content_integration;
mod document;
mod name;
mod published_content;
mod published_document;
mod rich_text;
mod service;
mod service_category;
mod service_content;

use chassis::Kernel;
use kajo_proto::content::v1::{
    content_integration_service_server::ContentIntegrationServiceServer, document_service_server::DocumentServiceServer,
    name_service_server::NameServiceServer, published_content_service_server::PublishedContentServiceServer,
    published_document_service_server::PublishedDocumentServiceServer, rich_text_service_server::RichTextServiceServer,
    service_admission_service_server::ServiceAdmissionServiceServer, service_category_service_server::ServiceCategoryServiceServer,
    service_content_service_server::ServiceContentServiceServer, service_service_server::ServiceServiceServer,
};
use tonic::service::Routes;

pub(crate) use self::{service::Services, service_content::ServiceContents};

/// The RPCs of content.
///
/// # Errors
/// When the settings cannot be read.
pub(crate) fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    Ok(Routes::new(ServiceCategoryServiceServer::new(service_category::ServiceCategories(kernel.clone())))
        .add_service(ServiceServiceServer::new(service::Services(kernel.clone())))
        .add_service(NameServiceServer::new(name::Names(kernel.clone())))
        .add_service(ServiceContentServiceServer::new(service_content::ServiceContents(kernel.clone())))
        .add_service(PublishedContentServiceServer::new(published_content::PublishedContents(kernel.clone())))
        .add_service(DocumentServiceServer::new(document::Documents(kernel.clone())))
        .add_service(PublishedDocumentServiceServer::new(published_document::PublishedDocuments(kernel.clone())))
        .add_service(RichTextServiceServer::new(rich_text::RichTexts))
        .add_service(ServiceAdmissionServiceServer::new(admission::ServiceAdmissions(kernel.clone())))
        .add_service(ContentIntegrationServiceServer::new(content_integration::ContentIntegrations::try_new(kernel)?)))
}
