//! Chats, for those who take part.

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::{Aggregate as _, AudienceKey, Sealed, timestamp};
use kajo_proto::chat_queue::v1::{
    Chat as ChatView, ChatLeaveReason, ChatMessage, ChatServiceGetAudienceRequest, ChatServiceGetAudienceResponse, ChatSide, ChatState,
    EndChatRequest, EndChatResponse, GetChatRequest, GetChatResponse, MarkChatRequest, MarkChatResponse, RateChatRequest, RateChatResponse,
    SetChatTypingRequest, SetChatTypingResponse, WriteChatMessageRequest, WriteChatMessageResponse, chat_service_server::ChatService,
};
use tonic::{Request, Response, Status};

use super::{
    chat_moments,
    chat_work::worked,
    queues::Queues,
    who::{about, chat_id, customer, ground_of, is_customer, open_to, who},
};
use crate::{
    chat::{
        Chat, ChatId, Command, Customer, LeaveReason, MESSAGE_MAX_CHARS, Phase, Side, Who,
        thread::{Message, Thread, thread},
        visit::{MESSAGES_WITHIN, may_write},
    },
    projections::chats,
};

pub(super) struct Chats(pub(super) Kernel);

impl Chats {
    async fn thread(&self, id: ChatId) -> Result<Thread, Status> {
        let history = self.0.store.history::<Chat>(id).await?;
        Ok(thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event))))
    }
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

fn message(message: &Message) -> ChatMessage {
    ChatMessage {
        number: message.number,
        side: message.side.public().into(),
        text: opened(Some(&message.text)),
        written_at: Some(timestamp(message.written_at)),
        practitioner_name: opened(message.practitioner_name.as_ref()),
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
        rpc.log_access(&self.0, standing.subject(), (Chat::CATEGORY, Some(id.uuid())), ground_of(&who, standing)).await?;
        let queues = Queues::of(&self.0, [standing.queue]).await?;
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
        };
        let messages = thread.messages.iter().filter(|message| message.number > after_number).map(message).collect();
        let marks = chat_moments::marks(&self.0, id).await?;
        Ok(Response::new(GetChatResponse { chat: Some(chat), messages, marks }))
    }

    async fn write_chat_message(&self, request: Request<WriteChatMessageRequest>) -> Result<Response<WriteChatMessageResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let by = who(&rpc, None)?;
        let chat = self.0.store.load::<Chat>(id).await?.state;
        let standing = open_to(&chat, &by)?;
        let meta = meta.with_access(about(&rpc, standing.subject(), id.uuid(), ground_of(&by, standing)));
        let is_visitor = matches!(by, Who::Customer(Customer { visitor: true, .. }));
        if is_visitor && chat.phase == Phase::Active && !self.0.store.has_executed(&meta).await? {
            let since = self.0.clock.now() - MESSAGES_WITHIN;
            may_write(self.thread(id).await?.written_since(Side::Customer, since)).map_err(|refused| grpc::refused(&refused))?;
        }
        let written = self.0.store.execute::<Chat>(id, Command::Write { by, text: request.text }, meta).await?;
        Ok(Response::new(WriteChatMessageResponse { number: written.state.messages }))
    }

    async fn end_chat(&self, request: Request<EndChatRequest>) -> Result<Response<EndChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let by = who(&rpc, None)?;
        let chat = self.0.store.load::<Chat>(id).await?.state;
        let standing = open_to(&chat, &by)?;
        let meta = meta.with_access(about(&rpc, standing.subject(), id.uuid(), ground_of(&by, standing)));
        self.0.store.execute::<Chat>(id, Command::End { by }, meta).await?;
        Ok(Response::new(EndChatResponse {}))
    }

    async fn set_chat_typing(&self, request: Request<SetChatTypingRequest>) -> Result<Response<SetChatTypingResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        chat_moments::set_typing(&self.0, &rpc, &request.into_inner()).await?;
        Ok(Response::new(SetChatTypingResponse {}))
    }

    async fn mark_chat(&self, request: Request<MarkChatRequest>) -> Result<Response<MarkChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        chat_moments::mark(&self.0, &rpc, &request.into_inner()).await?;
        Ok(Response::new(MarkChatResponse {}))
    }

    async fn rate_chat(&self, request: Request<RateChatRequest>) -> Result<Response<RateChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        chat_moments::rate(&self.0, &rpc, &request.into_inner()).await?;
        Ok(Response::new(RateChatResponse {}))
    }

    async fn get_audience(&self, request: Request<ChatServiceGetAudienceRequest>) -> Result<Response<ChatServiceGetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let keys: Vec<AudienceKey> = if is_customer(&rpc) {
            let customer = customer(&rpc)?;
            let live = chats::of_customer(&self.0.pool, customer).await.map_err(grpc::fault)?;
            let lines = live.into_iter().filter(|chat| chat.phase == Phase::Waiting).map(|chat| AudienceKey::line(chat.queue));
            lines.chain([AudienceKey::at_screen(customer.resident, customer.at_screen)]).collect()
        } else if rpc.caller.works_with_patients() {
            worked(&self.0, &rpc).await?.into_iter().map(|(queue, _)| AudienceKey::queue(queue)).collect()
        } else {
            Vec::new()
        };
        Ok(Response::new(ChatServiceGetAudienceResponse { keys: keys.into_iter().map(String::from).collect() }))
    }
}
