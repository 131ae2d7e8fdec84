//! Why a chat says no.

/// A refusal of a chat, or of the line before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// For this caller there is no such chat.
    #[error("there is no such chat")]
    NotFound,
    /// The queue is shut at this hour.
    #[error("the chat queue is closed")]
    QueueClosed,
    /// Somebody has closed the queue for now.
    #[error("the chat queue is closed for now")]
    QueueTemporarilyClosed,
    /// It is the queue of another provider.
    #[error("the chat queue is at an external provider")]
    QueueExternal,
    /// A professional has accepted who wants to leave the line.
    #[error("a professional has accepted")]
    Accepted,
    /// A colleague has accepted already.
    #[error("a colleague has accepted already")]
    Taken,
    /// Nobody waits there any more.
    #[error("they have left the line")]
    Left,
    /// Nobody waits who is there.
    #[error("nobody waits")]
    NobodyWaits,
    /// It does not go on.
    #[error("the chat does not go on")]
    Ended,
    /// Nothing is written.
    #[error("the message is empty")]
    MessageEmpty,
    /// Too much is written.
    #[error("the message is too long")]
    MessageTooLong {
        /// How many characters it may have.
        limit: usize,
    },
    /// The chat has as many messages as it may have.
    #[error("the chat is full")]
    Full,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::QueueClosed => "chat_queue_closed", State;
    Self::QueueTemporarilyClosed => "chat_queue_temporarily_closed", State;
    Self::QueueExternal => "chat_queue_external", State;
    Self::Accepted => "chat_accepted", State;
    Self::Taken => "chat_taken", State;
    Self::Left => "chat_left", State;
    Self::NobodyWaits => "nobody_waits", State;
    Self::Ended => "chat_ended", State;
    Self::MessageEmpty => "chat_message_empty", Input, field "text";
    Self::MessageTooLong { limit } => "chat_message_too_long", Input, field "text", params [("limit", limit.to_string())];
    Self::Full => "chat_full", State;
} }
