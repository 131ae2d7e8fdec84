//! The two apps. Each is an origin of its own, with its own realm, cookies and built files.

use kajo_proto::identity::v1::Realm;

/// One of the two apps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum App {
    /// The app of residents.
    Resident,
    /// The app of professionals.
    Practitioner,
}

impl App {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Resident, Self::Practitioner];

    /// The name in cookies, folders and logs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resident => "resident",
            Self::Practitioner => "practitioner",
        }
    }

    /// Where its people sign in.
    pub fn realm(self) -> Realm {
        match self {
            Self::Resident => Realm::Resident,
            Self::Practitioner => Realm::Practitioner,
        }
    }

    /// The languages of the app (NAV-06), the default first.
    pub fn languages(self) -> &'static [&'static str] {
        match self {
            Self::Resident => &["fi", "en", "sv", "sme", "smn", "sms"],
            Self::Practitioner => &["fi", "en", "sv"],
        }
    }

    /// The language that a path starts with, when the app has it.
    pub fn language_of_path(self, path: &str) -> Option<&'static str> {
        let first = path.trim_start_matches('/').split('/').next()?;
        self.languages().iter().copied().find(|language| *language == first)
    }
}

/// The BCP 47 tag of one of our languages: Northern Sami is `sme` in addresses and `se` in HTML.
pub(crate) fn html_language(language: &str) -> &str {
    if language == "sme" { "se" } else { language }
}

/// A text as it stands in an attribute of HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
