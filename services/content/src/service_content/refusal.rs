//! Why something is not done to a content.

/// A refusal of a service content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such content, or no such version of it.
    #[error("there is no such service content")]
    NotFound,
    /// The words are in force already.
    #[error("the content is in force as it stands")]
    Unchanged,
    /// Finnish, Swedish and English are published together.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// A Sami language is whole or not there.
    #[error("a language is written in part")]
    AllOrNothing(&'static str),
    /// A text has what has no place in it.
    #[error("line {line} is formatted otherwise than allowed")]
    MarkdownRefused {
        /// Of the text.
        field: &'static str,
        /// The first is 1.
        line: u32,
    },
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Unchanged => "publication_unchanged", State;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::MarkdownRefused { field, line } => "markdown_refused", Input, field *field, params [("line", line.to_string())];
} }
