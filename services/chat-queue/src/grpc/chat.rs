//! Chats, for those who take part.

use std::collections::HashMap;

use chassis::{Kernel, access::Rpc, grpc, store::CommandMeta};
use chassis_domain::{Aggregate as _, AudienceKey, Sealed, Uuid, timestamp};
use kajo_proto::{
    chat_queue::v1::{
        Chat as ChatView, ChatLeaveReason, ChatMessage, ChatServiceGetAudienceRequest, ChatServiceGetAudienceResponse, ChatSide, ChatState,
        EndChatRequest, EndChatResponse, GetChatRequest, GetChatResponse, MarkChatRequest, MarkChatResponse, MayReadChatRequest, MayReadChatResponse,
        RateChatRequest, RateChatResponse, SetChatTypingRequest, SetChatTypingResponse, WriteChatMessageRequest, WriteChatMessageResponse,
        chat_service_server::ChatService,
    },
    conversations::v1::Attachment,
};
use tonic::{Request, Response, Status};

use super::{
    call, chat_moments,
    chat_work::worked,
    queues::Queues,
    who::{about, chat_id, customer, ground_of, is_customer, open_to, who},
};
use crate::{
    adapters::chat_files::{Binding, ChatFiles},
    call_of_chat::end_chat,
    chat::{
        Chat, ChatId, Command, Customer, LeaveReason, MESSAGE_MAX_CHARS, Phase, Side, Who,
        thread::{Message, Thread, thread},
        visit::{MESSAGES_WITHIN, may_write},
    },
    projections::chats,
};

pub(super) struct Chats {
    pub(super) kernel: Kernel,
    pub(super) files: ChatFiles,
}

impl Chats {
    async fn thread(&self, id: ChatId) -> Result<Thread, Status> {
        let history = self.kernel.store.history::<Chat>(id).await?;
        Ok(thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event))))
    }

    /// Files go along before the message that names them is written: one that stands there has all of them.
    async fn bind(&self, rpc: &Rpc, (id, chat): (ChatId, &Chat), command: &Command, meta: &CommandMeta) -> Result<(), Status> {
        let Command::Write { by, files, .. } = command else { return Ok(()) };
        if files.is_empty() || self.kernel.store.has_executed(meta).await? {
            return Ok(());
        }
        // What would be refused takes no file along.
        chat.would_accept(command).map_err(|refused| grpc::refused(&refused))?;
        let standing = chat.standing.as_ref().ok_or_else(grpc::not_found)?;
        let practitioner = standing.practitioner.ok_or_else(grpc::not_found)?;
        let owner = match by {
            Who::Customer(customer) => customer.at_screen,
            Who::Practitioner(practitioner) => practitioner.person,
        };
        self.files.bind(rpc, Binding { command_id: meta.command_id, chat: id, standing, practitioner, owner, files }).await
    }
}

/// Files by their ids, each once.
fn named(ids: &[String]) -> Vec<Uuid> {
    let mut files = Vec::new();
    for id in ids.iter().filter_map(|id| Uuid::try_parse(id).ok()) {
        if !files.contains(&id) {
            files.push(id);
        }
    }
    files
}

/// What was sealed; empty once its key is gone.
pub(super) fn opened(text: Option<&Sealed<String>>) -> String {
    text.and_then(Sealed::open).cloned().unwrap_or_default()
}

/// To the contract.
pub(super) const fn state(phase: Phase) -> ChatState {
    match phase {
        Phase::NotJoined => ChatState::Unspecified,
        Phase::Waiting => ChatState::Waiting,
        Phase::Active => ChatState::Active,
        Phase::Ended => ChatState::Ended,
        Phase::Left => ChatState::Left,
    }
}

/// `files`: what is known of them.
fn message(message: &Message, files: &HashMap<String, Attachment>) -> ChatMessage {
    let file = |id: &Uuid| {
        let attachment_id = id.to_string();
        files.get(&attachment_id).cloned().unwrap_or_else(|| Attachment { attachment_id, ..Attachment::default() })
    };
    ChatMessage {
        number: message.number,
        side: message.side.public().into(),
        text: opened(Some(&message.text)),
        written_at: Some(timestamp(message.written_at)),
        practitioner_name: opened(message.practitioner_name.as_ref()),
        attachments: message.files.iter().map(file).collect(),
    }
}

#[tonic::async_trait]
impl ChatService for Chats {
    async fn get_chat(&self, request: Request<GetChatRequest>) -> Result<Response<GetChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let GetChatRequest { chat_id: asked, after_number } = request.into_inner();
        let id = chat_id(&asked)?;
        let thread = self.thread(id).await?;
        // Who may accept them reads nothing before they have.
        let who = who(&rpc, None)?;
        let standing = open_to(&thread.state, &who)?;
        rpc.log_access(&self.kernel, standing.subject(), (Chat::CATEGORY, Some(id.uuid())), ground_of(&who, standing)).await?;
        let queues = Queues::of(&self.kernel, [standing.queue]).await?;
        let chat = ChatView {
            chat_id: id.to_string(),
            chat_queue_id: standing.queue.to_string(),
            chat_queue_name: queues.name(standing.queue),
            state: state(thread.state.phase).into(),
            practitioner_name: opened(thread.state.practitioner_name.as_ref()),
            joined_at: thread.joined_at.map(timestamp),
            accepted_at: thread.accepted_at.map(timestamp),
            over_at: thread.over_at.map(timestamp),
            ended_by: thread.state.ended_by.map_or(ChatSide::Unspecified, Side::public).into(),
            leave_reason: thread.state.left.map_or(ChatLeaveReason::Unspecified, LeaveReason::public).into(),
            rating: chat_moments::rating(&thread.state, &who).into(),
            message_max_chars: u32::try_from(MESSAGE_MAX_CHARS).unwrap_or(u32::MAX),
            visitor: standing.visitor,
            unattended: thread.state.unattended,
            taken_over_at: thread.taken_over_at.map(timestamp),
            call: call::of_chat(&self.kernel, id, &who).await?,
        };
        let new: Vec<_> = thread.messages.iter().filter(|message| message.number > after_number).collect();
        let files: Vec<_> = new.iter().flat_map(|message| message.files.iter().copied()).collect();
        let files = self.files.of(&rpc, id, &files).await;
        let messages = new.into_iter().map(|new| message(new, &files)).collect();
        let marks = chat_moments::marks(&self.kernel, id).await?;
        Ok(Response::new(GetChatResponse { chat: Some(chat), messages, marks }))
    }

    async fn write_chat_message(&self, request: Request<WriteChatMessageRequest>) -> Result<Response<WriteChatMessageResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let by = who(&rpc, None)?;
        let chat = self.kernel.store.load::<Chat>(id).await?.state;
        let standing = open_to(&chat, &by)?;
        let meta = meta.with_access(about(&rpc, standing.subject(), id.uuid(), ground_of(&by, standing)));
        let is_visitor = matches!(by, Who::Customer(Customer { visitor: true, .. }));
        if is_visitor && chat.phase == Phase::Active && !self.kernel.store.has_executed(&meta).await? {
            let since = self.kernel.clock.now() - MESSAGES_WITHIN;
            may_write(self.thread(id).await?.written_since(Side::Customer, since)).map_err(|refused| grpc::refused(&refused))?;
        }
        let files = named(&request.attachment_ids);
        let command = Command::Write { by, text: request.text, files };
        self.bind(&rpc, (id, &chat), &command, &meta).await?;
        let written = self.kernel.store.execute::<Chat>(id, command, meta).await?;
        if !is_customer(&rpc) {
            chat_moments::heard(&self.kernel, &rpc, id, &written.state).await?;
        }
        Ok(Response::new(WriteChatMessageResponse { number: written.state.messages }))
    }

    async fn may_read_chat(&self, request: Request<MayReadChatRequest>) -> Result<Response<MayReadChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (id, file) = (chat_id(&request.chat_id)?, Uuid::try_parse(&request.attachment_id).map_err(|_| grpc::not_found())?);
        let thread = self.thread(id).await?;
        let standing = open_to(&thread.state, &who(&rpc, None)?)?;
        if !thread.shows(file) {
            return Err(grpc::not_found());
        }
        let resident_id = standing.subject().map(|resident| resident.to_string()).unwrap_or_default();
        Ok(Response::new(MayReadChatResponse { resident_id }))
    }

    async fn end_chat(&self, request: Request<EndChatRequest>) -> Result<Response<EndChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let by = who(&rpc, None)?;
        let chat = self.kernel.store.load::<Chat>(id).await?.state;
        let standing = open_to(&chat, &by)?;
        let meta = meta.with_access(about(&rpc, standing.subject(), id.uuid(), ground_of(&by, standing)));
        end_chat(&self.kernel, meta, id, Command::End { by }).await?;
        Ok(Response::new(EndChatResponse {}))
    }

    async fn set_chat_typing(&self, request: Request<SetChatTypingRequest>) -> Result<Response<SetChatTypingResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        chat_moments::set_typing(&self.kernel, &rpc, &request.into_inner()).await?;
        Ok(Response::new(SetChatTypingResponse {}))
    }

    async fn mark_chat(&self, request: Request<MarkChatRequest>) -> Result<Response<MarkChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        chat_moments::mark(&self.kernel, &rpc, &request.into_inner()).await?;
        Ok(Response::new(MarkChatResponse {}))
    }

    async fn rate_chat(&self, request: Request<RateChatRequest>) -> Result<Response<RateChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        chat_moments::rate(&self.kernel, &rpc, &request.into_inner()).await?;
        Ok(Response::new(RateChatResponse {}))
    }

    async fn get_audience(&self, request: Request<ChatServiceGetAudienceRequest>) -> Result<Response<ChatServiceGetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let keys: Vec<AudienceKey> = if is_customer(&rpc) {
            let customer = customer(&rpc)?;
            let live = chats::of_customer(&self.kernel.pool, customer).await.map_err(grpc::fault)?;
            let lines = live.into_iter().filter(|chat| chat.phase == Phase::Waiting).map(|chat| AudienceKey::line(chat.queue));
            lines.chain([AudienceKey::at_screen(customer.resident, customer.at_screen)]).collect()
        } else if rpc.caller.works_with_patients() {
            worked(&self.kernel, &rpc).await?.into_iter().map(|(queue, _)| AudienceKey::queue(queue)).collect()
        } else {
            Vec::new()
        };
        Ok(Response::new(ChatServiceGetAudienceResponse { keys: keys.into_iter().map(String::from).collect() }))
    }
}
