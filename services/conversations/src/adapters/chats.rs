//! Chats, whose files are kept here: chat-queue knows who may read them.

use chassis::{Kernel, access::Rpc, service_client::ServiceClient};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::chat_queue::v1::{MayReadChatRequest, chat_service_client::ChatServiceClient};
use tonic::Status;

use super::understood;
use crate::attachment::AttachmentId;

/// The service that knows chats.
const CHAT_QUEUE: &str = "chat-queue";

/// Asks who may read a chat.
#[derive(Clone)]
pub struct Chats {
    client: ChatServiceClient<ServiceClient>,
    service_client: ServiceClient,
}

impl Chats {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, chat_queue_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CHAT_QUEUE, chat_queue_url)?;
        Ok(Self { client: ChatServiceClient::new(service_client.clone()), service_client })
    }

    /// Whose matter a chat is that has taken a file along and that the caller takes part in; `None`: nobody is known by that name.
    ///
    /// # Errors
    /// When it has not, when they do not, and when chat-queue does not answer.
    pub async fn subject_of(&self, rpc: &Rpc, chat: Uuid, file: AttachmentId) -> Result<Option<PersonId>, Status> {
        let asked = MayReadChatRequest { chat_id: chat.to_string(), attachment_id: file.to_string() };
        let asked = self.service_client.in_the_name_of(rpc, asked);
        let answered = self.client.clone().may_read_chat(asked).await.map_err(understood)?.into_inner();
        Ok(PersonId::parse(&answered.resident_id))
    }
}
