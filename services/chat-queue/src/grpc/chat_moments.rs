//! What the two sides of a chat let each other know beside messages: that somebody writes at this moment, and how far each has read, which
//! the other side alone is told; and how it was, which the professional is not told.

use chassis::{Kernel, access::Rpc, grpc, store::CommandMeta};
use chassis_domain::AudienceKey;
use kajo_proto::chat_queue::v1::{ChatMark, ChatMarked, ChatRating, ChatTyping, MarkChatRequest, RateChatRequest, SetChatTypingRequest};
use tonic::Status;

use super::who::{OWN, about, chat_id, customer, open_to, who};
use crate::{
    attendance,
    chat::{Chat, ChatId, Command, Phase, Rating, Side, Who},
    marks::{self, Mark},
};

/// A chat that goes on, as the caller takes part in it.
struct GoingOn {
    id: ChatId,
    /// The caller's.
    side: Side,
    /// By which the other side is told.
    other: AudienceKey,
    /// Of the last message.
    last_number: u32,
}

impl GoingOn {
    /// `None`: it does not go on, and nobody is told anything.
    async fn find(kernel: &Kernel, rpc: &Rpc, chat: &str) -> Result<Option<Self>, Status> {
        let id = chat_id(chat)?;
        let who = who(rpc, None)?;
        let chat = kernel.store.load::<Chat>(id).await?.state;
        let standing = open_to(&chat, &who)?;
        let Some(practitioner) = standing.practitioner.filter(|_| chat.phase == Phase::Active) else { return Ok(None) };
        if matches!(who, Who::Practitioner(_)) {
            heard(kernel, rpc, id, &chat).await?;
        }
        let (side, other) = match who {
            Who::Customer(_) => (Side::Customer, AudienceKey::person(practitioner)),
            Who::Practitioner(_) => (Side::Practitioner, AudienceKey::at_screen(standing.resident, standing.at_screen)),
        };
        Ok(Some(Self { id, side, other, last_number: chat.messages }))
    }
}

/// A professional is heard of who does something in their chat.
pub(super) async fn heard(kernel: &Kernel, rpc: &Rpc, id: ChatId, chat: &Chat) -> Result<(), Status> {
    let practitioner = rpc.person()?;
    attendance::heard(kernel, practitioner).await.map_err(grpc::fault)?;
    if chat.unattended {
        let meta = CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) };
        kernel.store.execute::<Chat>(id, Command::Attend { by: practitioner }, meta).await?;
    }
    Ok(())
}

/// Tells the other side that the caller writes at this moment.
pub(super) async fn set_typing(kernel: &Kernel, rpc: &Rpc, asked: &SetChatTypingRequest) -> Result<(), Status> {
    let Some(chat) = GoingOn::find(kernel, rpc, &asked.chat_id).await? else { return Ok(()) };
    let told = ChatTyping { chat_id: chat.id.to_string(), side: chat.side.public().into() };
    kernel.whispers.tell(&[chat.other], "kajo.chat_queue.v1.ChatTyping", &told).await;
    Ok(())
}

/// Raises the mark of the caller's side, and tells the other side when it has risen.
pub(super) async fn mark(kernel: &Kernel, rpc: &Rpc, asked: &MarkChatRequest) -> Result<(), Status> {
    let Some(chat) = GoingOn::find(kernel, rpc, &asked.chat_id).await? else { return Ok(()) };
    // Nobody has got what was not written, nor had before their eyes what their app has not got.
    let delivered = asked.delivered_number.min(chat.last_number);
    let mark = Mark { side: chat.side, delivered, seen: asked.seen_number.min(delivered) };
    let Some(raised) = marks::raise(&kernel.pool, chat.id.uuid(), mark).await.map_err(grpc::fault)? else { return Ok(()) };
    let told = ChatMarked { chat_id: chat.id.to_string(), mark: Some(raised.message()) };
    kernel.whispers.tell(&[chat.other], "kajo.chat_queue.v1.ChatMarked", &told).await;
    Ok(())
}

/// How far both sides have come in reading.
pub(super) async fn marks(kernel: &Kernel, chat: ChatId) -> Result<Vec<ChatMark>, Status> {
    let marks = marks::of_chat(&kernel.pool, chat.uuid()).await.map_err(grpc::fault)?;
    Ok(marks.into_iter().map(Mark::message).collect())
}

/// Says how it was.
pub(super) async fn rate(kernel: &Kernel, rpc: &Rpc, asked: &RateChatRequest) -> Result<(), Status> {
    let meta = rpc.command(asked)?;
    let id = chat_id(&asked.chat_id)?;
    let rating = Rating::from_public(asked.rating()).ok_or_else(|| grpc::invalid_field("rating", "undefined"))?;
    let by = customer(rpc)?;
    let chat = kernel.store.load::<Chat>(id).await?.state;
    let standing = open_to(&chat, &Who::Customer(by))?;
    let meta = meta.with_access(about(rpc, standing.subject(), id.uuid(), OWN));
    kernel.store.execute::<Chat>(id, Command::Rate { by, rating }, meta).await?;
    Ok(())
}

/// What the person at the screen has said of the chat, for themselves alone.
pub(super) fn rating(chat: &Chat, who: &Who) -> ChatRating {
    match who {
        Who::Customer(_) => chat.rating.map_or(ChatRating::Unspecified, Rating::public),
        Who::Practitioner(_) => ChatRating::Unspecified,
    }
}
