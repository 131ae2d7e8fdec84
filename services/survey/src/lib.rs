//! survey: what patients are asked, and what they answer. The front door: everything this service is made of stands in [`service`].

mod access;
mod access_changes;
pub mod activation;
mod adapters;
mod answer_drafts;
mod civil_days;
pub mod doer;
mod fhir;
pub mod form_response;
mod grpc;
mod importing;
mod opening;
mod personal_data;
mod projections;
pub mod response;
mod seed;
mod sending;
mod series;
pub mod settings;
mod sitting;
pub mod survey;
pub mod survey_access;
mod versions;

use chassis::{
    Service,
    admin_record::{AdminRecords, RecordKind},
    projection::InStatement,
    publication::{KindOfPublication, Publications},
};
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!();

/// What the admin panel keeps here.
const RECORDS: [RecordKind; 1] = [RecordKind::of::<survey_access::Details>()];

/// The service.
pub fn service() -> Service {
    Service::new("survey", &MIGRATOR)
        .aggregate::<survey::Survey>()
        .aggregate::<survey_access::SurveyAccess>()
        .aggregate::<activation::SurveyActivation>()
        .aggregate::<response::SurveyResponse>()
        .aggregate::<form_response::FormResponse>()
        .inline(AdminRecords::new(1, &RECORDS))
        .inline(Publications::new(1, &[KindOfPublication::of::<survey::Body>()]))
        .inline(InStatement(projections::activations::Activations))
        .inline(InStatement(projections::responses::Responses))
        .inline(InStatement(projections::form_responses::FormResponses))
        .personal_data::<personal_data::Surveys>()
        .job(opening::job())
        .job(answer_drafts::job())
        .grpc(grpc::routes)
        .seed(seed::seed)
}
