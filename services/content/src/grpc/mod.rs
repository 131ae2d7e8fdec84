//! Requests to commands and queries, and answers back. No rules.

mod admission;
mod content_integration;
mod deletion;
mod document;
mod fhir;
mod health_record;
mod links;
mod my_content;
mod name;
mod notification_template;
mod path_action;
mod patient_content;
mod published_content;
mod published_document;
mod push;
mod rich_text;
mod service;
mod service_category;
mod service_content;

use ::fhir::SystemIdentifiers;
use chassis::{Kernel, links::LinkCheck, patients::Patients, person_index::PersonIndex};
use kajo_proto::content::v1::{
    content_integration_service_server::ContentIntegrationServiceServer, deletion_service_server::DeletionServiceServer,
    document_service_server::DocumentServiceServer, fhir_service_server::FhirServiceServer, my_content_service_server::MyContentServiceServer,
    my_health_record_service_server::MyHealthRecordServiceServer, name_service_server::NameServiceServer,
    notification_template_service_server::NotificationTemplateServiceServer, path_action_service_server::PathActionServiceServer,
    patient_content_service_server::PatientContentServiceServer, published_content_service_server::PublishedContentServiceServer,
    published_document_service_server::PublishedDocumentServiceServer, push_service_server::PushServiceServer,
    rich_text_service_server::RichTextServiceServer, service_admission_service_server::ServiceAdmissionServiceServer,
    service_category_service_server::ServiceCategoryServiceServer, service_content_service_server::ServiceContentServiceServer,
    service_service_server::ServiceServiceServer,
};
use tonic::service::Routes;

pub(crate) use self::{notification_template::NotificationTemplates, service::Services, service_content::ServiceContents};
use crate::settings::ContentSettings;

/// The RPCs of content.
///
/// # Errors
/// When the settings cannot be read, or are wrong.
pub(crate) fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    let settings: ContentSettings = kernel.settings.part()?;
    let systems: SystemIdentifiers = kernel.settings.part()?;
    systems.check()?;
    let patients = Patients::try_new(kernel, settings.identity_url.as_deref())?;
    let links = LinkCheck::try_new(kernel, settings.conversations_url.as_deref())?;
    let path_actions = path_action::PathActions { kernel: kernel.clone(), patients: patients.clone() };
    let patient_contents = patient_content::PatientContents { kernel: kernel.clone(), patients };
    let people = PersonIndex::try_new(kernel, settings.identity_url.as_deref())?;
    let fhir = fhir::Fhir { kernel: kernel.clone(), people, national_id_system: systems.national_id_system };
    Ok(Routes::new(ServiceCategoryServiceServer::new(service_category::ServiceCategories(kernel.clone())))
        .add_service(ServiceServiceServer::new(service::Services(kernel.clone())))
        .add_service(NameServiceServer::new(name::Names(kernel.clone())))
        .add_service(ServiceContentServiceServer::new(service_content::ServiceContents { kernel: kernel.clone(), links: links.clone() }))
        .add_service(PublishedContentServiceServer::new(published_content::PublishedContents(kernel.clone())))
        .add_service(PatientContentServiceServer::new(patient_contents))
        .add_service(PathActionServiceServer::new(path_actions))
        .add_service(MyContentServiceServer::new(my_content::MyContents { kernel: kernel.clone() }))
        .add_service(DeletionServiceServer::new(deletion::Deletions { kernel: kernel.clone() }))
        .add_service(DocumentServiceServer::new(document::Documents { kernel: kernel.clone(), links }))
        .add_service(PublishedDocumentServiceServer::new(published_document::PublishedDocuments(kernel.clone())))
        .add_service(NotificationTemplateServiceServer::new(notification_template::NotificationTemplates(kernel.clone())))
        .add_service(PushServiceServer::new(push::Pushes::try_new(kernel)?))
        .add_service(RichTextServiceServer::new(rich_text::RichTexts))
        .add_service(ServiceAdmissionServiceServer::new(admission::ServiceAdmissions(kernel.clone())))
        .add_service(ContentIntegrationServiceServer::new(content_integration::ContentIntegrations::try_new(kernel)?))
        .add_service(FhirServiceServer::new(fhir))
        .add_service(MyHealthRecordServiceServer::new(health_record::MyHealthRecords { kernel: kernel.clone() })))
}
