//! chat-queue: the lines that people wait in to chat. The front door: everything this service is made of stands in [`service`].

mod adapters;
pub mod chat_queue;
pub mod chat_schedule;
pub mod closure;
mod first_records;
mod grpc;
pub mod hours;
mod projections;
mod seed;
pub mod settings;

use chassis::{
    Service,
    admin_record::{AdminRecords, RecordKind},
    projection::InStatement,
};
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!();

/// What the admin panel keeps here.
const RECORDS: [RecordKind; 2] = [RecordKind::of::<chat_queue::Details>(), RecordKind::of::<chat_schedule::Details>()];

/// The service.
pub fn service() -> Service {
    Service::new("chat-queue", &MIGRATOR)
        .aggregate::<chat_queue::ChatQueue>()
        .aggregate::<chat_schedule::ChatSchedule>()
        .aggregate::<closure::Closure>()
        .inline(AdminRecords::new(1, &RECORDS))
        .inline(InStatement(projections::closures::Closures))
        .job(first_records::job())
        .grpc(grpc::routes)
        .seed(seed::seed)
}
