//! conversations: residents write, professionals answer. The front door: everything this service is made of stands in
//! [`service`].

pub mod adapters;
pub mod attachment;
pub mod audience;
mod background;
pub mod category;
pub mod conversation;
pub mod customer_task;
pub mod drafts;
mod executors;
pub mod explanation;
mod form_tails;
pub mod grpc;
pub mod limits;
mod personal_data;
pub mod phrase_book;
pub mod policies;
pub mod professional;
pub mod projections;
mod protected_residents;
mod seed;
pub mod seen;
pub mod settings;
mod task_ends;

use chassis::{
    Service,
    projection::{Folded, InStatement},
};
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!();

/// The service.
pub fn service() -> Service {
    Service::new("conversations", &MIGRATOR)
        .aggregate::<conversation::Conversation>()
        .aggregate::<category::Category>()
        .aggregate::<attachment::Attachment>()
        .aggregate::<professional::Professional>()
        .aggregate::<phrase_book::PhraseBook>()
        .aggregate::<customer_task::CustomerTask>()
        .inline(projections::categories::Categories)
        .inline(projections::professionals::Professionals)
        .inline(Folded(projections::task_inbox::TaskInbox))
        .inline(Folded(projections::my_conversations::MyConversations))
        .inline(projections::attachments::Attachments)
        .inline(InStatement(projections::customer_tasks::CustomerTasks))
        .consume(protected_residents::ProtectedResidents)
        .policy::<policies::consultations::Consultations>("conversations", "conversation")
        .executor(policies::consultations::OPEN_CONSULTATION.0, executors::open_consultation)
        .policy::<policies::task_deadlines::TaskDeadlines>("conversations", "customer_task")
        .executor(policies::task_deadlines::EXPIRE.0, task_ends::expire)
        .policy::<policies::forms::Forms>("survey", "form_response")
        .executor_in(executors::forms::SURVEY, policies::forms::OPEN_FORM.0, executors::forms::open)
        .personal_data::<personal_data::Messages>()
        .jobs(background::jobs())
        .grpc(grpc::routes)
        .seed(seed::seed)
}
