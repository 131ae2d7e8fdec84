//! A message on its way: with its files in one transaction, alone in one statement.

use chassis::{
    Kernel, grpc,
    store::{CommandMeta, Executed, UnitOfWork, WorkError},
};
use chassis_domain::PersonId;
use kajo_proto::conversations::v1::{Visibility as VisibilityView, WriteMessageResponse};
use tonic::Status;

use super::conversation::Conversations;
use crate::{
    attachment::{self, Attachment, AttachmentId},
    audience::Audience,
    category::Category,
    conversation::{
        Command, Conversation, ConversationId, Event, EventKind, Refusal, Visibility, Who,
        value::{Draft, MessageId, first_message},
    },
    drafts::{self, Sent},
    limits::Limits,
};

/// A refusal of a message with its files.
#[derive(Debug, thiserror::Error)]
enum SendRefusal {
    #[error(transparent)]
    Conversation(#[from] Refusal),
    #[error(transparent)]
    Attachment(#[from] attachment::Refusal),
}

impl chassis_domain::Refusal for SendRefusal {
    fn code(&self) -> &'static str {
        match self {
            Self::Conversation(refusal) => refusal.code(),
            Self::Attachment(refusal) => refusal.code(),
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::Conversation(refusal) => refusal.field(),
            Self::Attachment(refusal) => refusal.field(),
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Conversation(refusal) => refusal.params(),
            Self::Attachment(refusal) => refusal.params(),
        }
    }

    fn kind(&self) -> chassis_domain::RefusalKind {
        match self {
            Self::Conversation(refusal) => refusal.kind(),
            Self::Attachment(refusal) => refusal.kind(),
        }
    }
}

/// A message that was written, or will be the first one of a consultation that was asked for.
struct Written {
    conversation: ConversationId,
    message: MessageId,
    /// Who typed it.
    by: PersonId,
    attachments: Vec<AttachmentId>,
    audience: Audience,
}

impl Conversations {
    /// All of a message is sent, or nothing is: its id, and the entries of the thread with it. What was begun is no draft any more then.
    pub(super) async fn send(&self, id: ConversationId, command: Command, meta: CommandMeta) -> Result<(MessageId, u64), Status> {
        let message = command.message().ok_or_else(|| grpc::fault("a command that writes no message"))?;
        let (sent, alone) = (Sent::new(id, message), message.draft.attachments.is_empty() && message.begins_with.is_none());
        let answer = if alone {
            self.send_alone(id, command, meta).await?
        } else {
            let sent = send_together(&self.kernel, id, command, meta).await?;
            let message = MessageId::parse(&sent.message_id).ok_or_else(|| grpc::fault("a message without an id"))?;
            (message, sent.version)
        };
        let kernel = self.kernel.clone();
        // Nobody waits for it, and it may fail: mostly the app does the same.
        tokio::spawn(async move {
            if let Err(error) = drafts::forget_sent(&kernel, &sent).await {
                tracing::warn!(%error, "drafts.not_forgotten");
            }
        });
        Ok(answer)
    }

    async fn send_alone(&self, id: ConversationId, command: Command, meta: CommandMeta) -> Result<(MessageId, u64), Status> {
        let giver = command.giver();
        let executed = self.kernel.store.execute::<Conversation>(id, command, meta).await?;
        let written = written(id, &executed).ok_or_else(|| grpc::fault("a command that wrote no message"))?;
        Ok((written.message, executed.state.shown_to(giver)))
    }

    pub(super) fn draft(&self, who: &Who, text: &str, attachments: &[String], visibility: VisibilityView) -> Result<Draft, Status> {
        let (text, attachments) = content(&self.settings.limits(who.kind()), text, attachments)?;
        Ok(Draft { text, attachments, visibility: Visibility::from_public(visibility) })
    }
}

/// What somebody writes, within their limits.
pub(super) fn content(limits: &Limits, text: &str, attachments: &[String]) -> Result<(String, Vec<AttachmentId>), Status> {
    let refused = |over| grpc::refused(&over);
    limits.count(attachments.len()).map_err(refused)?;
    Ok((limits.text(text).map_err(refused)?, attachments.iter().filter_map(|id| AttachmentId::parse(id)).collect()))
}

/// With its files, and with its queue held when it begins a conversation.
pub(super) async fn send_together(kernel: &Kernel, id: ConversationId, command: Command, meta: CommandMeta) -> Result<WriteMessageResponse, Status> {
    let sent = kernel.store.transact(meta, move |unit| {
        let command = command.clone();
        Box::pin(async move {
            let command = in_held_queue(unit, command).await?;
            send_in(unit, id, &command).await
        })
    });
    Ok(sent.await?)
}

/// A conversation begins in a queue that takes it, until it stands there: whoever archives the queue waits. The queue's category says what
/// the conversation is about.
async fn in_held_queue(unit: &mut UnitOfWork, mut command: Command) -> Result<Command, WorkError<SendRefusal>> {
    let (place, service_area) = match &command {
        Command::Start { place, service_area, .. } => (*place, Some(*service_area)),
        Command::StartWithPatient(opening) => (opening.place, opening.service_area),
        Command::OpenConsultation(opening) => (opening.place, opening.service_area),
        _ => return Ok(command),
    };
    let category = unit.load_held::<Category>(place.category).await?.state;
    let is_open = match &mut command {
        Command::Start { matter, service_area, .. } => {
            *matter = category.matter();
            category.accepts_from(place.subcategory, *service_area)
        }
        Command::StartWithPatient(opening) => {
            opening.matter = category.matter();
            category.accepts_begun(place.subcategory)
        }
        // The resident takes no part in a consultation: nobody needs a mandate.
        _ => category.open_kind(place.subcategory).is_some_and(|kind| kind.takes_forwarded(true)),
    };
    if is_open { Ok(command) } else { Err(WorkError::Refused(Refusal::QueueClosed { service_area }.into())) }
}

async fn send_in(unit: &mut UnitOfWork, id: ConversationId, command: &Command) -> Result<WriteMessageResponse, WorkError<SendRefusal>> {
    let executed = unit.execute(id, command).await.map_err(|error| error.map(SendRefusal::Conversation))?;
    let Some(Written { conversation, message, by, attachments, audience }) = written(id, &executed) else {
        return Ok(WriteMessageResponse::default());
    };
    for attachment in attachments {
        let send = attachment::Command::Send { by, to: attachment::Sent::Message(conversation, message), audience: audience.clone() };
        unit.execute::<Attachment>(attachment, &send).await.map_err(|error| error.map(SendRefusal::Attachment))?;
    }
    let version = executed.state.shown_to(command.giver());
    Ok(WriteMessageResponse { message_id: message.to_string(), version })
}

fn written(id: ConversationId, executed: &Executed<Conversation>) -> Option<Written> {
    executed.events.iter().find_map(|recorded| match &recorded.event {
        Event { what: EventKind::MessageWritten { message, author, attachments, written_by, .. }, audience } => Some(Written {
            conversation: id,
            message: *message,
            by: written_by.as_ref().map_or(*author, |somebody| somebody.person),
            attachments: attachments.clone(),
            audience: audience.clone(),
        }),
        // The consultation opens in a moment; its files are sent with the question.
        Event { what: EventKind::ConsultationRequested { by, consultation, place, attachments, .. }, .. } => Some(Written {
            conversation: *consultation,
            message: first_message(*consultation),
            by: *by,
            attachments: attachments.clone(),
            audience: Audience { people: [*by].into(), queues: [place.subcategory].into(), ..Audience::default() },
        }),
        _ => None,
    })
}
