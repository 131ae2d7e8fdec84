//! Files that go with messages of chats: conversations keeps them as it keeps all files, and the chat knows their ids.

use std::{collections::HashMap, time::Duration};

use chassis::{Kernel, access::Rpc, grpc, service_client::ServiceClient};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::conversations::v1::{
    Attachment, BindAttachmentsRequest, GetChatAttachmentsRequest, chat_attachment_service_client::ChatAttachmentServiceClient,
};
use tonic::{Code, Status};

use crate::chat::{ChatId, Standing};

/// The service that keeps files.
const CONVERSATIONS: &str = "conversations";

/// So long a chat waits at most until it is known what its files are called.
const PATIENCE: Duration = Duration::from_secs(1);

/// Keeps files of chats.
#[derive(Clone)]
pub(crate) struct ChatFiles {
    client: ChatAttachmentServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

/// Files that are to go along with a message.
pub(crate) struct Binding<'a> {
    /// Of the command that writes the message.
    pub(crate) command_id: Uuid,
    /// Into which chat.
    pub(crate) chat: ChatId,
    /// Both sides of it.
    pub(crate) standing: &'a Standing,
    /// Who accepted.
    pub(crate) practitioner: PersonId,
    /// Who writes: they uploaded the files.
    pub(crate) owner: PersonId,
    /// Which.
    pub(crate) files: &'a [Uuid],
}

impl ChatFiles {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, conversations_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CONVERSATIONS, conversations_url)?;
        Ok(Self { client: ChatAttachmentServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// They go along, all of them or none; however often it is asked, once.
    ///
    /// # Errors
    /// As conversations refuses them, and when it does not answer.
    pub(crate) async fn bind(&self, rpc: &Rpc, binding: Binding<'_>) -> Result<(), Status> {
        let Binding { command_id, chat, standing, practitioner, owner, files } = binding;
        let asked = BindAttachmentsRequest {
            command_id: command_id.to_string(),
            chat_id: chat.to_string(),
            owner_id: owner.to_string(),
            resident_id: standing.resident.to_string(),
            at_screen_id: standing.at_screen.to_string(),
            practitioner_id: practitioner.to_string(),
            attachment_ids: files.iter().map(Uuid::to_string).collect(),
        };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let bound = self.client.clone().bind_attachments(asked).await;
        bound.map(drop).map_err(|status| match status.code() {
            // Its words say what is the matter with which field.
            Code::NotFound | Code::FailedPrecondition | Code::InvalidArgument => status,
            Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
            code => grpc::fault(format!("conversations answers {code:?}")),
        })
    }

    /// What these files of a chat are called and how their scans stand. While conversations is away nothing is known of them: the chat can be
    /// read all the same.
    pub(crate) async fn of(&self, rpc: &Rpc, chat: ChatId, files: &[Uuid]) -> HashMap<String, Attachment> {
        if files.is_empty() {
            return HashMap::new();
        }
        let asked = GetChatAttachmentsRequest { chat_id: chat.to_string(), attachment_ids: files.iter().map(Uuid::to_string).collect() };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let mut client = self.client.clone();
        let answered = match tokio::time::timeout(PATIENCE, client.get_chat_attachments(asked)).await {
            Ok(Ok(answered)) => answered.into_inner().attachments,
            Ok(Err(status)) => {
                tracing::warn!(code = ?status.code(), "chat_files.unknown");
                Vec::new()
            }
            Err(_) => {
                tracing::warn!("chat_files.late");
                Vec::new()
            }
        };
        answered.into_iter().map(|file| (file.attachment_id.clone(), file)).collect()
    }
}
