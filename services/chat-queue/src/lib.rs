//! chat-queue: the lines that people wait in to chat. The front door: everything this service is made of stands in [`service`].

mod adapters;
mod assessed;
pub mod assessment;
mod attendance;
pub mod call;
mod call_moves;
mod call_of_appointment;
mod call_of_chat;
mod call_seats;
mod call_signals;
mod call_sweep;
pub mod chat;
pub mod chat_queue;
pub mod chat_schedule;
pub mod chat_summary;
mod claim;
pub mod closure;
mod first_records;
mod grpc;
pub mod hours;
mod ice;
mod line;
mod line_sweep;
mod listening;
mod marks;
mod personal_data;
mod places;
mod policies;
mod projections;
mod seed;
pub mod settings;
mod standings;
mod summarising;
mod summary_of_chat;
mod visits_over;
mod wait_range;

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
        .aggregate::<assessment::Assessment>()
        .aggregate::<chat::Chat>()
        .aggregate::<chat_summary::ChatSummary>()
        .aggregate::<call::Call>()
        .inline(AdminRecords::new(1, &RECORDS))
        .inline(InStatement(projections::closures::Closures))
        .inline(InStatement(projections::assessments::Assessments))
        .inline(InStatement(projections::chats::Chats))
        .inline(InStatement(projections::calls::Calls))
        .policy::<policies::appointment_calls::AppointmentCalls>("scheduling", "appointment")
        .executor(policies::appointment_calls::END.0, call_of_appointment::end)
        .executor(policies::appointment_calls::REMOVE.0, call_of_appointment::remove)
        .policy::<policies::summaries::Summaries>("chat-queue", "chat_summary")
        .executor_in(summary_of_chat::LANE, policies::summaries::SUMMARISE.0, summary_of_chat::summarise)
        .personal_data::<personal_data::Chats>()
        .job(first_records::job())
        .job(line_sweep::job())
        .job(call_sweep::job())
        .job(visits_over::job())
        .grpc(|kernel| {
            summary_of_chat::check_settings(kernel)?;
            grpc::routes(kernel)
        })
        .seed(seed::seed)
}
