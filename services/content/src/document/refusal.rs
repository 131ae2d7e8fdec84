//! Why something is not done to a document.

/// A refusal of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such document, or no such version of it.
    #[error("there is no such document")]
    NotFound,
    /// The words are in force already.
    #[error("the document is in force as it stands")]
    Unchanged,
    /// Finnish, Swedish and English are published together.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Fields of a language belong together.
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
    /// A link leads elsewhere than to an https address.
    #[error("the link leads to no https address")]
    LinkRefused(&'static str),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Unchanged => "publication_unchanged", State;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::MarkdownRefused { field, line } => "markdown_refused", Input, field *field, params [("line", line.to_string())];
    Self::LinkRefused(field) => "link_refused", Input, field *field;
} }
