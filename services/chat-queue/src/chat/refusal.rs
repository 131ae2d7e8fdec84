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
    /// The queue asks for an assessment of symptoms, and there is none.
    #[error("symptoms are assessed before the chat")]
    AssessmentRequired,
    /// The queue asks for an assessment of symptoms, and the newest one was sent an hour ago or more.
    #[error("the assessment of symptoms is too old")]
    AssessmentExpired,
    /// A professional has accepted who wants to leave the line.
    #[error("a professional has accepted")]
    Accepted,
    /// A colleague has accepted already.
    #[error("a colleague has accepted already")]
    Taken,
    /// The colleague who had vanished is back.
    #[error("the colleague is back")]
    Attended,
    /// They were put back into the line.
    #[error("they wait in the line again")]
    WaitsAgain,
    /// Nobody waits there any more.
    #[error("they have left the line")]
    Left,
    /// Nobody waits who is there.
    #[error("nobody waits")]
    NobodyWaits,
    /// It does not go on.
    #[error("the chat does not go on")]
    Ended,
    /// It goes on still, or nobody has accepted.
    #[error("the chat is not over")]
    NotOver,
    /// Something else was said of it before.
    #[error("the chat is rated already")]
    Rated,
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
    /// A visitor has joined often within an hour.
    #[error("the visitor has joined too often within an hour")]
    JoinsTooMany,
    /// Many visitors wait in the line.
    #[error("as many visitors wait as may")]
    VisitorsFull,
    /// A file is to go along with a message to or from somebody who is not signed in.
    #[error("files need somebody who is signed in")]
    FilesNeedSignIn,
    /// A visitor writes very often.
    #[error("the visitor writes too often")]
    MessagesTooMany,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::QueueClosed => "chat_queue_closed", State;
    Self::QueueTemporarilyClosed => "chat_queue_temporarily_closed", State;
    Self::QueueExternal => "chat_queue_external", State;
    Self::AssessmentRequired => "assessment_required", State;
    Self::AssessmentExpired => "assessment_expired", State;
    Self::Accepted => "chat_accepted", State;
    Self::Taken => "chat_taken", State;
    Self::Attended => "chat_attended", State;
    Self::WaitsAgain => "chat_waits_again", State;
    Self::Left => "chat_left", State;
    Self::NobodyWaits => "nobody_waits", State;
    Self::Ended => "chat_ended", State;
    Self::NotOver => "chat_not_over", State;
    Self::Rated => "chat_rated", State;
    Self::MessageEmpty => "chat_message_empty", Input, field "text";
    Self::MessageTooLong { limit } => "chat_message_too_long", Input, field "text", params [("limit", limit.to_string())];
    Self::Full => "chat_full", State;
    Self::JoinsTooMany => "chat_joins_too_many", State;
    Self::VisitorsFull => "chat_visitors_full", State;
    Self::FilesNeedSignIn => "chat_files_need_sign_in", State, field "attachment_ids";
    Self::MessagesTooMany => "chat_messages_too_many", State;
} }
