//! A notification in its languages, and what stands against publishing it.

use super::{
    Refused,
    filling::{allowed, placeholders},
};
use crate::{
    languages::{self, FIELDS, Fields, LanguageWords, trimmed_text},
    notification::Kind,
};

/// The placeholder of the address in the app: an e-mail and a text message are nothing without it. A subject has no place for it, and what stands on
/// a device leads there itself.
const LINK: &str = "link";

/// A notification in one language: plain text with placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Subject of the e-mail.
    pub subject: String,
    /// Text of the e-mail.
    pub email: String,
    /// The text message.
    pub sms: String,
    /// On devices. Empty in what was written before there were any: built-in words stand in.
    pub push: String,
    /// The Finnish words have changed since it was translated.
    pub stale: bool,
}

/// Each of the six.
pub type Languages = languages::Languages<Words>;

impl LanguageWords for Words {
    fn is_empty(&self) -> bool {
        [&self.subject, &self.email, &self.sms, &self.push].into_iter().all(String::is_empty)
    }

    fn trimmed(&self) -> Self {
        Self {
            subject: one_line(&self.subject),
            email: trimmed_text(&self.email),
            sms: trimmed_text(&self.sms),
            push: one_line(&self.push),
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

impl Words {
    fn broken(&self, kind: Kind, fields: &Fields) -> Vec<(bool, Refused)> {
        let missing = if self.is_empty() { Refused::TranslationMissing } else { Refused::AllOrNothing };
        let is_asked_for = fields.is_needed || !self.is_empty();
        let of_text = |(text, field, has_link): (&String, &'static str, bool)| {
            let is_known = |name: &str| allowed(kind).contains(&name) && (has_link || name != LINK);
            let unknown = placeholders(text).find(|&name| !is_known(name)).map(str::to_owned);
            let lacks_link = has_link && !text.is_empty() && placeholders(text).all(|name| name != LINK);
            [
                (is_asked_for && text.is_empty(), missing(field)),
                (unknown.is_some(), Refused::PlaceholderUnknown { field, name: unknown.unwrap_or_default() }),
                (lacks_link, Refused::PlaceholderMissing { field, name: LINK }),
            ]
        };
        let texts = [
            (&self.subject, fields.subject, false),
            (&self.email, fields.email, true),
            (&self.sms, fields.sms, true),
            (&self.push, fields.push, false),
        ];
        texts.into_iter().flat_map(of_text).collect()
    }
}

/// A text that is one line, however it was pasted.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
