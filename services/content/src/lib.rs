//! content: what people read that nobody wrote to them alone, which of it they were given, laboratory results and prescriptions, and that residents
//! are told outside the app when something waits for them, and on which devices. The front door: everything this service is made of stands in
//! [`service`].

mod adapters;
mod background;
pub mod content_integration;
mod devices;
pub mod document;
mod executors;
pub mod fhir;
mod grpc;
pub mod health_record;
mod ingesting;
pub mod languages;
pub mod notification;
pub mod notification_template;
mod notification_words;
pub mod patient_content;
mod personal_data;
mod policies;
mod projections;
pub mod push_device;
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

/// What is drafted and published.
const PUBLICATIONS: [KindOfPublication; 3] = [
    KindOfPublication::of::<service_content::Body>(),
    KindOfPublication::of::<document::Body>(),
    KindOfPublication::of::<notification_template::Body>(),
];

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
        .aggregate::<notification_template::NotificationTemplate>()
        .aggregate::<notification::Notification>()
        .aggregate::<push_device::PushDevice>()
        .inline(AdminRecords::new(2, &RECORDS))
        .inline(Publications::new(3, &PUBLICATIONS))
        .inline(InStatement(projections::patient_contents::PatientContents))
        .inline(InStatement(projections::health_records::HealthRecords))
        .inline(InStatement(projections::push_devices::PushDevices))
        .policy::<policies::messages::Messages>("conversations", "conversation")
        .policy::<policies::customer_tasks::CustomerTasks>("conversations", "customer_task")
        .policy::<policies::appointments::Appointments>("scheduling", "appointment")
        .policy::<policies::recommendations::Recommendations>("scheduling", "recommendation")
        .policy::<policies::surveys::Surveys>("survey", "survey_activation")
        .policy::<policies::contents::Contents>("content", "patient_content")
        .policy::<policies::health_records::HealthRecords>("content", "health_record")
        .executor(notification::NOTIFY.0, executors::notify)
        .executor(notification::WITHDRAW.0, executors::withdraw)
        .policy::<policies::deliveries::Deliveries>("content", "notification")
        .executor_in(executors::MAIL, policies::DELIVER_MAIL.0, executors::mail)
        .executor_in(executors::SMS, policies::DELIVER_SMS.0, executors::sms)
        .executor_in(executors::PUSH, policies::DELIVER_PUSH.0, executors::push)
        .personal_data::<personal_data::CareRecords>()
        .job(background::job())
        .grpc(|kernel| {
            executors::check_settings(kernel)?;
            grpc::routes(kernel)
        })
        .seed(seed::seed)
}
