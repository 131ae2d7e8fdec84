//! Why something is not done to a notification template.

/// A refusal of a notification template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such template, or no such version of it.
    #[error("there is no such notification template")]
    NotFound,
    /// The words are in force already.
    #[error("the notification template is in force as it stands")]
    Unchanged,
    /// Finnish, Swedish and English are published together.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Fields of a language belong together.
    #[error("a language is written in part")]
    AllOrNothing(&'static str),
    /// A text has a placeholder that nothing is filled in for, or not there.
    #[error("the placeholder {name} has no place here")]
    PlaceholderUnknown {
        /// Of the text.
        field: &'static str,
        /// As it stands between the braces.
        name: String,
    },
    /// A text lacks a placeholder that has to stand in it.
    #[error("the placeholder {name} is missing")]
    PlaceholderMissing {
        /// Of the text.
        field: &'static str,
        /// As it would stand between the braces.
        name: &'static str,
    },
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Unchanged => "publication_unchanged", State;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::PlaceholderUnknown { field, name } => "placeholder_unknown", Input, field *field, params [("name", name.clone())];
    Self::PlaceholderMissing { field, name } => "placeholder_missing", Input, field *field, params [("name", (*name).to_owned())];
} }
