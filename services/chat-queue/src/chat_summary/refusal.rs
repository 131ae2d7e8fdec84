//! Why a summary says no.

/// A refusal of a summary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// For this caller there is no such chat.
    #[error("there is no such chat")]
    NotFound,
    /// The queue of the chat has no summaries, or the platform has no model.
    #[error("summaries are switched off")]
    Off,
    /// Nothing is written in the chat that could be summarised.
    #[error("there is nothing to summarise")]
    Empty,
    /// One is being made, or stands.
    #[error("there is a summary")]
    There,
    /// None stands.
    #[error("there is no summary")]
    NotThere,
    /// Nothing is written in its place.
    #[error("the summary is empty")]
    TextEmpty,
    /// Too much is written in its place.
    #[error("the summary is too long")]
    TextTooLong {
        /// How many characters it may have.
        limit: usize,
    },
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Off => "summary_off", State;
    Self::Empty => "summary_empty", State;
    Self::There => "summary_there", State;
    Self::NotThere => "summary_not_there", State;
    Self::TextEmpty => "chat_summary_text_empty", Input, field "text";
    Self::TextTooLong { limit } => "chat_summary_text_too_long", Input, field "text", params [("limit", limit.to_string())];
} }
