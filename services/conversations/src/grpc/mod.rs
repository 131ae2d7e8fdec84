//! Requests to commands and queries, and answers back. No rules.

mod attachment;
mod category;
mod conversation;
mod task;
mod views;

use std::collections::BTreeSet;

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::Timestamp;
use kajo_proto::conversations::v1::{
    attachment_service_server::AttachmentServiceServer, category_service_server::CategoryServiceServer,
    conversation_service_server::ConversationServiceServer, task_service_server::TaskServiceServer,
};
use tonic::{Status, service::Routes};

use crate::{
    conversation::Who,
    professional::{Command, Professional, ProfessionalId},
    projections::categories,
    settings::ConversationsSettings,
};

/// The RPCs of conversations.
///
/// # Errors
/// When the settings cannot be read.
pub fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    let settings: ConversationsSettings = kernel.settings.part()?;
    let attachments = attachment::Attachments::try_new(kernel.clone(), settings.clone())?;
    Ok(Routes::new(CategoryServiceServer::new(category::Categories { kernel: kernel.clone(), settings: settings.clone() }))
        .add_service(ConversationServiceServer::new(conversation::Conversations { kernel: kernel.clone(), settings: settings.clone() }))
        .add_service(TaskServiceServer::new(task::Tasks { kernel: kernel.clone(), settings }))
        .add_service(AttachmentServiceServer::new(attachments)))
}

/// The caller as the rules know callers: a professional with the queues that role and location give.
async fn who(kernel: &Kernel, rpc: &Rpc) -> Result<Who, Status> {
    let person = rpc.person()?;
    let name = rpc.caller.display_name().to_owned();
    if rpc.caller.is_resident() {
        return Ok(Who::Resident { person, name });
    }
    let actor = rpc.actor();
    let queues = match (actor.role, actor.location) {
        (Some(role), Some(location)) => categories::queues_of(&kernel.pool, role, location).await.map_err(grpc::internal)?,
        _ => BTreeSet::new(),
    };
    Ok(Who::Practitioner { person, name, queues })
}

/// Remembers a professional's name, role and location, so that colleagues can hand them a conversation.
async fn appear(kernel: &Kernel, rpc: &Rpc) -> Result<(), Status> {
    let actor = rpc.actor();
    let (Some(person), Some(role), Some(location)) = (actor.person, actor.role, actor.location) else { return Ok(()) };
    let command = Command::Appear { person, name: rpc.caller.display_name().to_owned(), role, location };
    let meta = chassis::store::CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    kernel.store.execute::<Professional>(ProfessionalId::from_uuid(person.uuid()), command, meta).await?;
    Ok(())
}

fn timestamp(at: Timestamp) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: at.as_second(), nanos: at.subsec_nanosecond() }
}
