//! A content in its languages, and what stands against publishing them.

use chassis_domain::rich_text;

use super::Refused;
use crate::languages::{self, FIELDS, Fields, LanguageWords, trimmed_text};

/// A content in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LanguageVersion {
    /// Title.
    pub title: String,
    /// Markdown.
    pub text: String,
    /// The Finnish words have changed since it was translated.
    pub stale: bool,
}

/// Each of the six.
pub type Languages = languages::Languages<LanguageVersion>;

impl LanguageWords for LanguageVersion {
    fn is_empty(&self) -> bool {
        self.title.is_empty() && self.text.is_empty()
    }

    fn trimmed(&self) -> Self {
        Self { title: self.title.trim().to_owned(), text: trimmed_text(&self.text), stale: self.stale }
    }

    fn is_stale(&self) -> bool {
        self.stale
    }

    fn with_stale(self, stale: bool) -> Self {
        Self { stale, ..self }
    }
}

impl Languages {
    /// Each rule with whether it is broken, in the order of the form.
    pub(super) fn broken(&self) -> Vec<(bool, Refused)> {
        self.all().into_iter().zip(FIELDS).flat_map(|(version, fields)| version.broken(&fields)).collect()
    }
}

impl LanguageVersion {
    fn broken(&self, fields: &Fields) -> Vec<(bool, Refused)> {
        let missing = if fields.is_needed { Refused::TranslationMissing } else { Refused::AllOrNothing };
        let is_asked_for = fields.is_needed || !self.is_empty();
        let refused = rich_text(&self.text).err();
        vec![
            (is_asked_for && self.title.is_empty(), missing(fields.title)),
            (is_asked_for && self.text.is_empty(), missing(fields.text)),
            (refused.is_some(), Refused::MarkdownRefused { field: fields.text, line: refused.map_or(0, |refused| refused.line) }),
        ]
    }
}
