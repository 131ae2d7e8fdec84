//! A document in its languages, and what stands against publishing them.

use chassis_domain::{page_address, rich_text};

use super::{Kind, Refused};
use crate::languages::{self, FIELDS, Fields, LanguageWords, trimmed_text};

/// A document in one language. Which of these it has is said by its kind; the others stay empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentWords {
    /// Title.
    pub title: String,
    /// Markdown.
    pub text: String,
    /// What the link is called.
    pub link_text: String,
    /// Where the link leads: to a page over TLS.
    pub link_url: String,
    /// The Finnish words have changed since it was translated.
    pub stale: bool,
}

/// Each of the six.
pub type Languages = languages::Languages<DocumentWords>;

impl LanguageWords for DocumentWords {
    fn is_empty(&self) -> bool {
        [&self.title, &self.text, &self.link_text, &self.link_url].into_iter().all(String::is_empty)
    }

    fn trimmed(&self) -> Self {
        Self {
            title: self.title.trim().to_owned(),
            text: trimmed_text(&self.text),
            link_text: self.link_text.trim().to_owned(),
            link_url: self.link_url.trim().to_owned(),
            stale: self.stale,
        }
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
    pub(super) fn broken(&self, kind: Kind) -> Vec<(bool, Refused)> {
        self.all().into_iter().zip(FIELDS).flat_map(|(words, fields)| words.broken(kind, &fields)).collect()
    }
}

impl DocumentWords {
    /// Without what the kind has no place for.
    pub(super) fn of_kind(&self, kind: Kind) -> Self {
        let words = self.clone();
        if kind.has_link() { words } else { Self { link_text: String::new(), link_url: String::new(), ..words } }
    }

    fn broken(&self, kind: Kind, fields: &Fields) -> Vec<(bool, Refused)> {
        let missing = if self.is_empty() { Refused::TranslationMissing } else { Refused::AllOrNothing };
        let is_asked_for = fields.is_needed || !self.is_empty();
        let lacks = |text: &str, field: &'static str| (is_asked_for && text.is_empty(), missing(field));
        let refused = rich_text(&self.text).err();
        let of_page = [
            lacks(&self.title, fields.title),
            lacks(&self.text, fields.text),
            (refused.is_some(), Refused::MarkdownRefused { field: fields.text, line: refused.map_or(0, |refused| refused.line) }),
        ];
        let leads_nowhere = !self.link_url.is_empty() && page_address(&self.link_url).is_none();
        let of_link = kind.has_link().then(|| {
            [lacks(&self.link_text, fields.link_text), lacks(&self.link_url, fields.link_url), (leads_nowhere, Refused::LinkRefused(fields.link_url))]
        });
        of_page.into_iter().chain(of_link.into_iter().flatten()).collect()
    }
}
