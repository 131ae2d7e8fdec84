//! A text that is written in Finnish, Swedish and English, as what the admin panel keeps has them.

/// In each language; empty: not written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translated {
    /// In Finnish.
    pub fi: String,
    /// In Swedish.
    pub sv: String,
    /// In English.
    pub en: String,
}

/// What each language of a text is called where a request is refused, for example `details.name.fi`: in the order of [`Translated::all`].
pub type TranslatedFields = [&'static str; 3];

/// [`TranslatedFields`] of a text.
#[macro_export]
macro_rules! translated_fields {
    ($field:literal) => {
        [concat!($field, ".fi"), concat!($field, ".sv"), concat!($field, ".en")]
    };
}

impl Translated {
    /// In every language.
    pub fn all(&self) -> [&str; 3] {
        [&self.fi, &self.sv, &self.en]
    }

    /// Without blanks around.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let [fi, sv, en] = self.all().map(|text| text.trim().to_owned());
        Self { fi, sv, en }
    }

    /// Whether it is written in no language.
    pub fn is_empty(&self) -> bool {
        self.all().iter().all(|text| text.is_empty())
    }

    /// Each field, and whether its language is missing.
    pub fn missing(&self, fields: TranslatedFields) -> impl Iterator<Item = (bool, &'static str)> {
        self.all().map(str::is_empty).into_iter().zip(fields)
    }

    /// The same of a text that may be missing in all languages, and in no single one.
    pub fn incomplete(&self, fields: TranslatedFields) -> impl Iterator<Item = (bool, &'static str)> {
        let is_begun = !self.is_empty();
        self.missing(fields).map(move |(is_missing, field)| (is_begun && is_missing, field))
    }
}

impl From<Option<kajo_proto::common::v1::Translated>> for Translated {
    fn from(message: Option<kajo_proto::common::v1::Translated>) -> Self {
        let kajo_proto::common::v1::Translated { fi, sv, en } = message.unwrap_or_default();
        Self { fi, sv, en }
    }
}

impl From<Translated> for kajo_proto::common::v1::Translated {
    fn from(text: Translated) -> Self {
        let Translated { fi, sv, en } = text;
        Self { fi, sv, en }
    }
}

/// By language: those that it is written in.
impl From<Translated> for kajo_proto::common::v1::LocalizedString {
    fn from(text: Translated) -> Self {
        let Translated { fi, sv, en } = text;
        let written = [("fi", fi), ("sv", sv), ("en", en)].into_iter().filter(|(_, text)| !text.is_empty());
        Self { texts: written.map(|(language, text)| (language.to_owned(), text)).collect() }
    }
}
