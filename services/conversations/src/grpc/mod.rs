//! Requests to commands and queries, and answers back. No rules.

mod access_log;
mod attachment;
mod category;
mod category_admin;
mod chat_attachment;
mod consultation;
mod conversation;
mod customer_task;
mod deletion;
mod draft;
mod explanation;
mod form;
mod known;
mod link;
mod link_risk;
mod managed;
mod path_action;
mod phrase;
mod queue;
mod sending;
mod task;
mod to_patient;
mod views;

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    access::{Rpc, ShownLog},
    grpc,
};
use chassis_domain::{Mandates, Representative, timestamp};
use kajo_proto::{
    conversations::v1::{
        access_explanation_service_server::AccessExplanationServiceServer, attachment_service_server::AttachmentServiceServer,
        category_admin_service_server::CategoryAdminServiceServer, category_service_server::CategoryServiceServer,
        chat_attachment_service_server::ChatAttachmentServiceServer, conversation_service_server::ConversationServiceServer,
        customer_task_service_server::CustomerTaskServiceServer, deletion_service_server::DeletionServiceServer,
        draft_service_server::DraftServiceServer, form_category_service_server::FormCategoryServiceServer,
        link_risk_service_server::LinkRiskServiceServer, message_access_service_server::MessageAccessServiceServer,
        path_action_service_server::PathActionServiceServer, phrase_service_server::PhraseServiceServer,
        queue_directory_service_server::QueueDirectoryServiceServer, task_service_server::TaskServiceServer,
    },
    options::v1::Domain,
};
use tonic::{Status, service::Routes};

use crate::{
    adapters::{accessors::Accessors, areas::Areas, chats::Chats, link_risk::LinkRisk, patients::Patients, services::Services, standings::Standings},
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
    settings.refuse_cleartext()?;
    let risk = LinkRisk::try_new(kernel, &settings)?;
    let links = link::Links { kernel: kernel.clone(), risk: risk.clone() };
    let patients = Patients::try_new(kernel, settings.identity_url.as_deref())?;
    let accessors = Accessors::try_new(kernel, settings.identity_url.as_deref())?;
    let standings = Standings::try_new(kernel, settings.identity_url.as_deref())?;
    let phrase_settings = settings.clone();
    let customer_tasks =
        customer_task::CustomerTasks { kernel: kernel.clone(), settings: settings.clone(), patients: patients.clone(), links: links.clone() };
    let areas = Areas::try_new(kernel, settings.identity_url.as_deref())?;
    let services = Services::try_new(kernel, settings.content_url.as_deref())?;
    let chats = Chats::try_new(kernel, settings.chat_queue_url.as_deref())?;
    let attachments = attachment::Attachments::try_new(kernel.clone(), settings.clone(), chats)?;
    let chat_attachments = chat_attachment::ChatAttachments { kernel: kernel.clone(), settings: settings.clone() };
    Ok(Routes::new(CategoryServiceServer::new(category::Categories { kernel: kernel.clone(), settings: settings.clone() }))
        .add_service(CategoryAdminServiceServer::new(category_admin::CategoryAdmin { kernel: kernel.clone(), areas, services }))
        .add_service(QueueDirectoryServiceServer::new(category_admin::QueueDirectory(kernel.clone())))
        .add_service(FormCategoryServiceServer::new(form::FormCategories(kernel.clone())))
        .add_service(ConversationServiceServer::new(conversation::Conversations {
            kernel: kernel.clone(),
            settings: settings.clone(),
            patients: patients.clone(),
            links: links.clone(),
        }))
        .add_service(TaskServiceServer::new(task::Tasks { kernel: kernel.clone(), settings, patients: patients.clone(), links: links.clone() }))
        .add_service(MessageAccessServiceServer::new(access_log::AccessLogs {
            kernel: kernel.clone(),
            log: ShownLog::new(kernel.clone(), &access_log::SHOWN),
            accessors,
        }))
        .add_service(AccessExplanationServiceServer::new(explanation::Explanations { kernel: kernel.clone(), standings }))
        .add_service(DeletionServiceServer::new(deletion::Deletions { kernel: kernel.clone() }))
        .add_service(CustomerTaskServiceServer::new(customer_tasks))
        .add_service(PathActionServiceServer::new(path_action::PathActions { kernel: kernel.clone(), patients: patients.clone() }))
        .add_service(PhraseServiceServer::new(phrase::Phrases { kernel: kernel.clone(), settings: phrase_settings }))
        .add_service(DraftServiceServer::new(draft::Drafts { kernel: kernel.clone(), patients }))
        .add_service(LinkRiskServiceServer::new(link_risk::LinkRisks(risk)))
        .add_service(AttachmentServiceServer::new(attachments))
        .add_service(ChatAttachmentServiceServer::new(chat_attachments)))
}

/// The caller as the rules know callers: a professional with the queues that role and location give.
async fn who(kernel: &Kernel, rpc: &Rpc) -> Result<Who, Status> {
    let person = rpc.person()?;
    let name = rpc.caller.display_name().to_owned();
    if rpc.caller.is_resident() {
        let representative = rpc.caller.impersonator().map(|somebody| Representative {
            person: somebody.person,
            name: somebody.display_name.clone(),
            mandates: Mandates { health: rpc.caller.has_mandate(Domain::Health), social: rpc.caller.has_mandate(Domain::Social) },
            of_teenager: rpc.caller.is_teenager(),
        });
        return Ok(Who::Resident { person, name, representative });
    }
    let actor = rpc.actor();
    let queues = match (actor.role, actor.location) {
        (Some(role), Some(location)) => categories::queues_of(&kernel.pool, role, location).await.map_err(grpc::fault)?,
        _ => BTreeSet::new(),
    };
    Ok(Who::Practitioner { person, name, queues, consulted_in: BTreeSet::new() })
}

/// Remembers a professional's name, role and location, so that colleagues can hand them a conversation.
async fn appear(kernel: &Kernel, rpc: &Rpc) -> Result<(), Status> {
    if !rpc.caller.works_with_patients() {
        return Ok(());
    }
    let actor = rpc.actor();
    let (Some(person), Some(role), Some(location)) = (actor.person, actor.role, actor.location) else { return Ok(()) };
    let command = Command::Appear { person, name: rpc.caller.display_name().to_owned(), role, location };
    let meta = chassis::store::CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    kernel.store.execute::<Professional>(ProfessionalId::from_uuid(person.uuid()), command, meta).await?;
    Ok(())
}
