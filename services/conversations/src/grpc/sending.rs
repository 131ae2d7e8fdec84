//! A message on its way: with its files in one transaction, alone in one statement.

use chassis::{
    grpc,
    store::{CommandMeta, Executed, UnitOfWork, WorkError},
};
use chassis_domain::PersonId;
use kajo_proto::conversations::v1::{Visibility as VisibilityView, WriteMessageResponse};
use tonic::Status;

use super::conversation::Conversations;
use crate::{
    attachment::{self, Attachment, AttachmentId},
    audience::Audience,
    conversation::{
        Command, Conversation, ConversationId, Event, Happened, Refusal, Visibility, Who,
        value::{Draft, MessageId},
    },
    drafts::{self, Sent},
};

/// A business no of a message with its files.
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

/// A message that was written.
struct Written {
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
        let (sent, alone) = (Sent::new(id, message), message.draft.attachments.is_empty());
        let answer = if alone { self.send_alone(id, command, meta).await? } else { self.send_with_files(id, command, meta).await? };
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
        let executed = self.kernel.store.execute::<Conversation>(id, command, meta).await?;
        let written = written(&executed).ok_or_else(|| grpc::fault("a command that wrote no message"))?;
        Ok((written.message, executed.state.entries))
    }

    async fn send_with_files(&self, id: ConversationId, command: Command, meta: CommandMeta) -> Result<(MessageId, u64), Status> {
        let store = &self.kernel.store;
        let sent: WriteMessageResponse = store
            .transact(meta, move |unit| {
                let command = command.clone();
                Box::pin(async move { send_in(unit, id, &command).await })
            })
            .await?;
        let message = MessageId::parse(&sent.message_id).ok_or_else(|| grpc::fault("a message without an id"))?;
        Ok((message, sent.version))
    }

    pub(super) fn draft(&self, who: &Who, text: &str, attachments: &[String], visibility: VisibilityView) -> Result<Draft, Status> {
        let limits = self.settings.limits(who.kind());
        let refused = |over| grpc::refused(&over);
        limits.count(attachments.len()).map_err(refused)?;
        Ok(Draft {
            text: limits.text(text).map_err(refused)?,
            attachments: attachments.iter().filter_map(|id| AttachmentId::parse(id)).collect(),
            visibility: if visibility == VisibilityView::Practitioners { Visibility::Practitioners } else { Visibility::Everyone },
        })
    }
}

async fn send_in(unit: &mut UnitOfWork, id: ConversationId, command: &Command) -> Result<WriteMessageResponse, WorkError<SendRefusal>> {
    let executed = unit.execute(id, command).await.map_err(|error| error.map(SendRefusal::Conversation))?;
    let Some(Written { message, by, attachments, audience }) = written(&executed) else { return Ok(WriteMessageResponse::default()) };
    for attachment in attachments {
        let send = attachment::Command::Send { by, conversation: id, message, audience: audience.clone() };
        unit.execute::<Attachment>(attachment, &send).await.map_err(|error| error.map(SendRefusal::Attachment))?;
    }
    Ok(WriteMessageResponse { message_id: message.to_string(), version: executed.state.entries })
}

fn written(executed: &Executed<Conversation>) -> Option<Written> {
    executed.events.iter().find_map(|recorded| match &recorded.event {
        Event { what: Happened::MessageWritten { message, author, attachments, written_by, .. }, audience } => Some(Written {
            message: *message,
            by: written_by.as_ref().map_or(*author, |somebody| somebody.person),
            attachments: attachments.clone(),
            audience: audience.clone(),
        }),
        _ => None,
    })
}
