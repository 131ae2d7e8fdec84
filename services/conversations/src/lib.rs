//! conversations: residents write, professionals answer. The front door: everything this service is made of stands in
//! [`service`].

pub mod adapters;
pub mod attachment;
pub mod audience;
mod background;
pub mod category;
pub mod conversation;
pub mod drafts;
mod executors;
pub mod explanation;
pub mod grpc;
pub mod limits;
pub mod policies;
pub mod professional;
pub mod projections;
pub mod representation;
mod seed;
pub mod seen;
pub mod settings;

use chassis::{Service, projection::Folded};
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!();

/// The service.
pub fn service() -> Service {
    Service::new("conversations", &MIGRATOR)
        .aggregate::<conversation::Conversation>()
        .aggregate::<category::Category>()
        .aggregate::<attachment::Attachment>()
        .aggregate::<professional::Professional>()
        .inline(projections::categories::Categories)
        .inline(projections::professionals::Professionals)
        .inline(Folded(projections::task_inbox::TaskInbox))
        .inline(Folded(projections::my_conversations::MyConversations))
        .inline(projections::attachments::Attachments)
        .policy::<policies::consultations::Consultations>("conversations", "conversation")
        .executor(policies::consultations::OPEN_CONSULTATION.0, executors::open_consultation)
        .policy::<policies::departures::Departures>("identity", "account")
        .executor(policies::departures::ERASE_ACCOUNT.0, executors::erasure::erase_account)
        .background("scanner", background::scan)
        .background("drafts", background::forget_drafts)
        .background("seen", background::forget_seen)
        .grpc(grpc::routes)
        .seed(seed::seed)
}
