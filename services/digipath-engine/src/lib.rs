//! digipath-engine: what digital paths do, and for whom. The front door: everything this service is made of stands in [`service`].

mod adapters;
pub mod execution;
mod executors;
mod grpc;
mod hearing;
mod known_appointments;
pub mod path;
pub mod path_category;
mod personal_data;
pub mod plan;
mod policies;
mod projections;
mod references;
mod seed;
pub mod settings;
mod starting;
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
const RECORDS: [RecordKind; 1] = [RecordKind::of::<path_category::Details>()];

/// The service.
pub fn service() -> Service {
    Service::new("digipath-engine", &MIGRATOR)
        .aggregate::<path::Path>()
        .aggregate::<path_category::PathCategory>()
        .aggregate::<execution::Execution>()
        .inline(AdminRecords::new(1, &RECORDS))
        .inline(Publications::new(1, &[KindOfPublication::of::<path::Body>()]))
        .inline(InStatement(projections::paths_of_categories::PathsOfCategories))
        .inline(InStatement(projections::executions::Executions))
        .policy::<policies::appointments::Appointments>("scheduling", "appointment")
        .policy::<policies::tasks::Tasks>("conversations", "customer_task")
        .policy::<policies::surveys::Surveys>("survey", "survey_activation")
        .executor(policies::HEAR.0, executors::hear)
        .policy::<policies::steps::Steps>("digipath-engine", "path_execution")
        .executor(policies::FIRE.0, executors::fire)
        .executor_in(executors::OWNERS, policies::PERFORM.0, executors::perform)
        .personal_data::<personal_data::DigitalPaths>()
        .grpc(grpc::routes)
        .seed(seed::seed)
}
