//! A content in its languages, and what stands against publishing them.

use chassis_domain::rich_text;

use super::Refused;

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Languages {
    /// Finnish, of which all others are translations.
    pub fi: LanguageVersion,
    /// Swedish.
    pub sv: LanguageVersion,
    /// English.
    pub en: LanguageVersion,
    /// Northern Sami.
    pub sme: LanguageVersion,
    /// Inari Sami.
    pub smn: LanguageVersion,
    /// Skolt Sami.
    pub sms: LanguageVersion,
}

/// What title and text of a language are called where a request is refused.
struct Fields {
    title: &'static str,
    text: &'static str,
    /// Nothing is published without it.
    is_needed: bool,
}

macro_rules! fields {
    ($language:literal, $is_needed:literal) => {
        Fields { title: concat!("details.", $language, ".title"), text: concat!("details.", $language, ".text"), is_needed: $is_needed }
    };
}

/// In the order of [`Languages::all`].
const FIELDS: [Fields; 6] =
    [fields!("fi", true), fields!("sv", true), fields!("en", true), fields!("sme", false), fields!("smn", false), fields!("sms", false)];

impl Languages {
    /// Finnish first.
    pub fn all(&self) -> [&LanguageVersion; 6] {
        [&self.fi, &self.sv, &self.en, &self.sme, &self.smn, &self.sms]
    }

    /// By the languages' codes.
    pub fn by_code(&self) -> impl Iterator<Item = (&'static str, &LanguageVersion)> {
        ["fi", "sv", "en", "sme", "smn", "sms"].into_iter().zip(self.all())
    }

    /// What somebody reads whose language this is, and in which it is: where theirs is not written, in Finnish.
    pub fn read_in(&self, language: &str) -> (&'static str, &LanguageVersion) {
        let theirs = self.by_code().find(|(code, version)| *code == language && !version.is_empty());
        theirs.unwrap_or(("fi", &self.fi))
    }

    pub(super) fn kept_after(&self, before: Option<&Self>) -> Self {
        let fi = LanguageVersion { stale: false, ..self.fi.trimmed() };
        let source_changed = before.is_some_and(|before| !before.fi.says_the_same(&fi));
        let of = |now: &LanguageVersion, before: Option<&LanguageVersion>| now.kept_after(before, source_changed);
        Self {
            sv: of(&self.sv, before.map(|before| &before.sv)),
            en: of(&self.en, before.map(|before| &before.en)),
            sme: of(&self.sme, before.map(|before| &before.sme)),
            smn: of(&self.smn, before.map(|before| &before.smn)),
            sms: of(&self.sms, before.map(|before| &before.sms)),
            fi,
        }
    }

    /// Each rule with whether it is broken, in the order of the form.
    pub(super) fn broken(&self) -> Vec<(bool, Refused)> {
        self.all().into_iter().zip(FIELDS).flat_map(|(version, fields)| version.broken(&fields)).collect()
    }
}

impl LanguageVersion {
    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.text.is_empty()
    }

    fn trimmed(&self) -> Self {
        Self { title: self.title.trim().to_owned(), text: self.text.replace("\r\n", "\n").trim().to_owned(), stale: self.stale }
    }

    fn says_the_same(&self, other: &Self) -> bool {
        (&self.title, &self.text) == (&other.title, &other.text)
    }

    /// What is not touched lags behind Finnish words that change, and goes on to until somebody says that it is right.
    fn kept_after(&self, before: Option<&Self>, source_changed: bool) -> Self {
        let now = self.trimmed();
        let untouched = before.filter(|before| !now.is_empty() && before.says_the_same(&now));
        let stale = untouched.is_some_and(|before| source_changed || (before.stale && now.stale));
        Self { stale, ..now }
    }

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
