//! Requests to commands and queries, and answers back. No rules.

mod appointment_call;
mod assessment;
mod call;
mod call_keeping;
mod call_party;
mod chat;
mod chat_moments;
mod chat_queue;
mod chat_schedule;
mod chat_summary;
mod chat_work;
mod closure;
mod deletion;
mod hours;
mod look;
mod offered;
mod place;
mod queues;
mod waiting;
mod who;

use chassis::{Kernel, links::LinkCheck, names::Names};
use kajo_proto::chat_queue::v1::{
    appointment_call_service_server::AppointmentCallServiceServer, assessment_service_server::AssessmentServiceServer,
    call_service_server::CallServiceServer, chat_closure_service_server::ChatClosureServiceServer, chat_place_service_server::ChatPlaceServiceServer,
    chat_queue_service_server::ChatQueueServiceServer, chat_schedule_service_server::ChatScheduleServiceServer,
    chat_service_server::ChatServiceServer, chat_summary_service_server::ChatSummaryServiceServer,
    chat_waiting_service_server::ChatWaitingServiceServer, chat_work_service_server::ChatWorkServiceServer,
    deletion_service_server::DeletionServiceServer, offered_chat_queue_service_server::OfferedChatQueueServiceServer,
};
use tonic::service::Routes;

use crate::{
    adapters::{assessment_forms::AssessmentForms, chat_files::ChatFiles, contact_cards::ContactCards, summariser::Summariser},
    ice::Ice,
    settings::ChatQueueSettings,
};

/// The service that knows services.
const CONTENT: &str = "content";
/// As content calls the aggregate.
const SERVICE: &str = "service";

/// The RPCs of chat-queue.
///
/// # Errors
/// When the settings cannot be read.
pub(crate) fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    let settings: ChatQueueSettings = kernel.settings.part()?;
    let services = Names::try_new(kernel, CONTENT, settings.content_url.as_deref())?;
    let cards = ContactCards::try_new(kernel, settings.identity_url.as_deref())?;
    let forms = AssessmentForms::try_new(kernel, settings.survey_url.as_deref())?;
    let files = ChatFiles::try_new(kernel, settings.conversations_url.as_deref())?;
    let provider_hosts = settings.provider_hosts();
    let has_model = Summariser::of(&kernel.settings.part()?)?.is_some();
    Ok(Routes::new(ChatQueueServiceServer::new(chat_queue::ChatQueues {
        kernel: kernel.clone(),
        services: services.clone(),
        provider_hosts: provider_hosts.clone(),
        links: LinkCheck::try_new(kernel, settings.conversations_url.as_deref())?,
    }))
    .add_service(ChatScheduleServiceServer::new(chat_schedule::ChatSchedules(kernel.clone())))
    .add_service(ChatClosureServiceServer::new(closure::Closures(kernel.clone())))
    .add_service(ChatWorkServiceServer::new(chat_work::ChatWork(kernel.clone())))
    .add_service(ChatPlaceServiceServer::new(place::ChatPlaces(kernel.clone())))
    .add_service(AssessmentServiceServer::new(assessment::Assessments { kernel: kernel.clone(), forms }))
    .add_service(ChatServiceServer::new(chat::Chats { kernel: kernel.clone(), files }))
    .add_service(ChatSummaryServiceServer::new(chat_summary::ChatSummaries { kernel: kernel.clone(), cards: cards.clone(), has_model }))
    .add_service(CallServiceServer::new(call::Calls { kernel: kernel.clone(), ice: Ice::try_new(&settings)? }))
    .add_service(AppointmentCallServiceServer::new(appointment_call::AppointmentCalls(kernel.clone())))
    .add_service(ChatWaitingServiceServer::new(waiting::WaitingChats { kernel: kernel.clone(), cards, services: services.clone() }))
    .add_service(DeletionServiceServer::new(deletion::Deletions { kernel: kernel.clone() }))
    .add_service(OfferedChatQueueServiceServer::new(offered::OfferedChatQueues { kernel: kernel.clone(), services, provider_hosts })))
}
