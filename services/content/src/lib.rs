//! content: what people read that nobody wrote to them alone, which of it they were given, and laboratory results and prescriptions. The front door:
//! everything this service is made of stands in [`service`].

mod adapters;
mod background;
pub mod content_integration;
pub mod document;
pub mod fhir;
mod grpc;
pub mod health_record;
mod ingesting;
pub mod languages;
pub mod patient_content;
mod personal_data;
mod projections;
mod seed;
pub mod service;
pub mod service_category;
pub mod service_content;
pub mod settings;
pub mod sync;
mod sync_table;
mod syncing;

use chassis::{
    Service,
    admin_record::{AdminRecords, RecordKind},
    projection::InStatement,
    publication::{KindOfPublication, Publications},
};
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!();

/// What the admin panel keeps here.
const RECORDS: [RecordKind; 3] =
    [RecordKind::of::<service_category::Details>(), RecordKind::of::<service::Details>(), RecordKind::of::<content_integration::Details>()];
/// Of these, those whose names others are told: integrations are administrators' alone.
const NAMED: [RecordKind; 2] = [RecordKind::of::<service_category::Details>(), RecordKind::of::<service::Details>()];

/// The service.
pub fn service() -> Service {
    Service::new("content", &MIGRATOR)
        .aggregate::<service_category::ServiceCategory>()
        .aggregate::<service::Service>()
        .aggregate::<service_content::ServiceContent>()
        .aggregate::<document::Document>()
        .aggregate::<content_integration::ContentIntegration>()
        .aggregate::<patient_content::PatientContent>()
        .aggregate::<health_record::HealthRecord>()
        .inline(AdminRecords::new(2, &RECORDS))
        .inline(Publications::new(2, &[KindOfPublication::of::<service_content::Body>(), KindOfPublication::of::<document::Body>()]))
        .inline(InStatement(projections::patient_contents::PatientContents))
        .inline(InStatement(projections::health_records::HealthRecords))
        .personal_data::<personal_data::CareRecords>()
        .job(background::job())
        .grpc(grpc::routes)
        .seed(seed::seed)
}
