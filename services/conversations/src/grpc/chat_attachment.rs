//! Files of chats, for the service that knows chats.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    store::{CommandMeta, ExecuteError, WorkError},
};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::conversations::v1::{
    BindAttachmentsRequest, BindAttachmentsResponse, GetChatAttachmentsRequest, GetChatAttachmentsResponse,
    chat_attachment_service_server::ChatAttachmentService,
};
use prost::Message;
use tonic::{Request, Response, Status};

use super::views::{Opened, file};
use crate::{
    attachment::{Attachment, AttachmentId, Command, Refusal, Sent},
    audience::Audience,
    conversation::ParticipantKind,
    projections::attachments::{self, SentTo},
    settings::ConversationsSettings,
};

pub(super) struct ChatAttachments {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
}

/// Files that go along with a message of a chat.
#[derive(Clone)]
struct Binding {
    chat: Uuid,
    owner: PersonId,
    /// Both sides.
    audience: Audience,
    files: Vec<AttachmentId>,
}

impl Binding {
    /// `None`: the ids are none.
    fn asked(request: &BindAttachmentsRequest) -> Option<Self> {
        let at_screen = (PersonId::parse(&request.resident_id)?, PersonId::parse(&request.at_screen_id)?);
        Some(Self {
            chat: Uuid::try_parse(&request.chat_id).ok()?,
            owner: PersonId::parse(&request.owner_id)?,
            audience: Audience { people: [PersonId::parse(&request.practitioner_id)?].into(), at_screens: [at_screen].into(), ..Audience::default() },
            files: request.attachment_ids.iter().map(|id| AttachmentId::parse(id)).collect::<Option<_>>()?,
        })
    }
}

impl ChatAttachments {
    /// All of them, or none.
    async fn bind(&self, binding: Binding, meta: CommandMeta) -> Result<BindAttachmentsResponse, ExecuteError<Refusal>> {
        let bound = self.kernel.store.transact(meta, move |unit| {
            let Binding { chat, owner, audience, files } = binding.clone();
            Box::pin(async move {
                for id in files {
                    let send = Command::Send { by: owner, to: Sent::Chat(chat), audience: audience.clone() };
                    unit.execute::<Attachment>(id, &send).await?;
                }
                Ok::<_, WorkError<Refusal>>(BindAttachmentsResponse {})
            })
        });
        bound.await
    }
}

#[tonic::async_trait]
impl ChatAttachmentService for ChatAttachments {
    async fn bind_attachments(&self, request: Request<BindAttachmentsRequest>) -> Result<Response<BindAttachmentsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let command = Uuid::try_parse(&request.command_id).map_err(|_| grpc::invalid_field("command_id", "invalid"))?;
        let binding = Binding::asked(&request).ok_or_else(grpc::not_found)?;
        // As many for both sides.
        self.settings.limits(ParticipantKind::Resident).count(binding.files.len()).map_err(|over| grpc::refused(&over))?;
        // A try with other files is another command.
        let meta =
            CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(Uuid::new_v5(&command, &request.encode_to_vec())) };
        Ok(Response::new(self.bind(binding, meta).await?))
    }

    async fn get_chat_attachments(&self, request: Request<GetChatAttachmentsRequest>) -> Result<Response<GetChatAttachmentsResponse>, Status> {
        let request = request.into_inner();
        let chat = Uuid::try_parse(&request.chat_id).map_err(|_| grpc::not_found())?;
        let ids: Vec<_> = request.attachment_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let mut rows = attachments::by_ids(&self.kernel.pool, &ids).await.map_err(grpc::fault)?;
        rows.retain(|row| row.sent == Some(SentTo::Chat(chat)));
        let opened = Opened::of(&self.kernel, rows.iter().map(|row| row.file_name.as_slice())).await?;
        let attachments = rows.iter().map(|row| file(row, opened.text(&row.file_name))).collect();
        Ok(Response::new(GetChatAttachmentsResponse { attachments }))
    }
}
