//! What is written in six languages. All others are translations of the Finnish, and who reads in a Sami language that is not written reads
//! Finnish. When Finnish words change, each translation that does not is marked until it changes too or somebody says that it is right as it stands.

/// What is written in one language.
pub trait LanguageWords: Clone + PartialEq {
    /// Whether nothing is written.
    fn is_empty(&self) -> bool;

    /// As they are kept: without blanks around anything.
    #[must_use]
    fn trimmed(&self) -> Self;

    /// Whether the Finnish words have changed since they were translated.
    fn is_stale(&self) -> bool;

    /// The same words, with whether they lag.
    #[must_use]
    fn with_stale(self, is_stale: bool) -> Self;

    /// Whether the words are the same, lagging or not.
    fn says_the_same(&self, other: &Self) -> bool {
        self.clone().with_stale(other.is_stale()) == *other
    }
}

/// Each of the six.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Languages<W> {
    /// Finnish, of which all others are translations.
    pub fi: W,
    /// Swedish.
    pub sv: W,
    /// English.
    pub en: W,
    /// Northern Sami.
    pub sme: W,
    /// Inari Sami.
    pub smn: W,
    /// Skolt Sami.
    pub sms: W,
}

/// What fields of a language are called where a request is refused. Not everything that is written has all of them.
pub(crate) struct Fields {
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    pub(crate) link_text: &'static str,
    pub(crate) link_url: &'static str,
    pub(crate) subject: &'static str,
    pub(crate) email: &'static str,
    pub(crate) sms: &'static str,
    pub(crate) push: &'static str,
    /// Nothing is published without the language.
    pub(crate) is_needed: bool,
}

macro_rules! fields {
    ($language:literal, $is_needed:literal) => {
        Fields {
            title: concat!("details.", $language, ".title"),
            text: concat!("details.", $language, ".text"),
            link_text: concat!("details.", $language, ".link_text"),
            link_url: concat!("details.", $language, ".link_url"),
            subject: concat!("details.", $language, ".subject"),
            email: concat!("details.", $language, ".email"),
            sms: concat!("details.", $language, ".sms"),
            push: concat!("details.", $language, ".push"),
            is_needed: $is_needed,
        }
    };
}

/// In the order of [`Languages::all`].
pub(crate) const FIELDS: [Fields; 6] =
    [fields!("fi", true), fields!("sv", true), fields!("en", true), fields!("sme", false), fields!("smn", false), fields!("sms", false)];

impl<W: LanguageWords> Languages<W> {
    /// Finnish first.
    pub fn all(&self) -> [&W; 6] {
        [&self.fi, &self.sv, &self.en, &self.sme, &self.smn, &self.sms]
    }

    /// By the languages' codes.
    pub fn by_code(&self) -> impl Iterator<Item = (&'static str, &W)> {
        ["fi", "sv", "en", "sme", "smn", "sms"].into_iter().zip(self.all())
    }

    /// What somebody reads whose language this is, and in which it is: where theirs is not written, in Finnish.
    pub fn read_in(&self, language: &str) -> (&'static str, &W) {
        let theirs = self.by_code().find(|(code, words)| *code == language && !words.is_empty());
        theirs.unwrap_or(("fi", &self.fi))
    }

    /// With the words of each made into others.
    #[must_use]
    pub(crate) fn map(&self, of: impl Fn(&W) -> W) -> Self {
        Self { fi: of(&self.fi), sv: of(&self.sv), en: of(&self.en), sme: of(&self.sme), smn: of(&self.smn), sms: of(&self.sms) }
    }

    /// As it is kept over what was written before.
    pub(crate) fn kept_after(&self, before: Option<&Self>) -> Self {
        let fi = self.fi.trimmed().with_stale(false);
        let source_changed = before.is_some_and(|before| !before.fi.says_the_same(&fi));
        let of = |now: &W, before: Option<&W>| words_after(now, before, source_changed);
        Self {
            sv: of(&self.sv, before.map(|before| &before.sv)),
            en: of(&self.en, before.map(|before| &before.en)),
            sme: of(&self.sme, before.map(|before| &before.sme)),
            smn: of(&self.smn, before.map(|before| &before.smn)),
            sms: of(&self.sms, before.map(|before| &before.sms)),
            fi,
        }
    }
}

/// What is not touched lags behind Finnish words that change, and goes on to until somebody says that it is right.
fn words_after<W: LanguageWords>(now: &W, before: Option<&W>, source_changed: bool) -> W {
    let now = now.trimmed();
    let untouched = before.filter(|before| !now.is_empty() && before.says_the_same(&now));
    let is_stale = untouched.is_some_and(|before| source_changed || (before.is_stale() && now.is_stale()));
    now.with_stale(is_stale)
}

/// A text of several lines as it is kept: without blanks around, its lines ended as everywhere.
pub(crate) fn trimmed_text(text: &str) -> String {
    text.replace("\r\n", "\n").trim().to_owned()
}
