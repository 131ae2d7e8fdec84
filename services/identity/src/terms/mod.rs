//! The terms of use (spec section 4, Terms). There is one of them: the county's.
//!
//! ```text
//!   (nothing) --SaveDraft--> draft --Publish--> version 1 --SaveDraft--> draft beside version 1 --Publish--> version 2 ..
//! ```
//!
//! A publication makes every resident accept the terms at the next sign-in; so the same words are not published twice.

mod event;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chassis_domain::{Aggregate, DecideContext, Id, Refusal, RefusalKind, Uuid};

pub use event::Event;

/// The id of the terms.
pub type TermsId = Id<Terms>;

/// The only terms there are.
pub const TERMS: TermsId = TermsId::from_uuid(Uuid::from_u128(1));

/// Languages without which nothing is published (spec section 5: all translations must be entered), with their fields in the
/// contract. Who reads in another language reads Finnish where its text is empty.
const NEEDED: [(&str, Refused); 3] = [("fi", Refused::FinnishMissing), ("sv", Refused::SwedishMissing), ("en", Refused::EnglishMissing)];

/// A text by language; what is empty is not in it.
pub type Texts = BTreeMap<String, String>;

/// The state of the terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    draft: Texts,
    published: Texts,
    version: u32,
    revision: u32,
}

/// A request to the terms.
#[derive(Clone, Debug)]
pub enum Command {
    /// Keeps what is being written.
    SaveDraft {
        /// All of it.
        texts: Texts,
        /// What the writer had before their eyes.
        revision: u32,
    },
    /// Puts it in force.
    Publish {
        /// All of it.
        texts: Texts,
        /// What the writer had before their eyes.
        revision: u32,
    },
}

/// A business no of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Somebody else has saved or published meanwhile.
    #[error("the terms have changed meanwhile")]
    ChangedMeanwhile,
    /// The words are those in force.
    #[error("the terms are in force already")]
    Unchanged,
    /// Not without Finnish.
    #[error("the Finnish text is missing")]
    FinnishMissing,
    /// Not without Swedish.
    #[error("the Swedish text is missing")]
    SwedishMissing,
    /// Not without English.
    #[error("the English text is missing")]
    EnglishMissing,
}

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        match self {
            Self::ChangedMeanwhile => "terms_changed",
            Self::Unchanged => "terms_unchanged",
            Self::FinnishMissing | Self::SwedishMissing | Self::EnglishMissing => "translation_missing",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::FinnishMissing => Some("texts.fi"),
            Self::SwedishMissing => Some("texts.sv"),
            Self::EnglishMissing => Some("texts.en"),
            Self::ChangedMeanwhile | Self::Unchanged => None,
        }
    }

    fn kind(&self) -> RefusalKind {
        match self {
            Self::ChangedMeanwhile => RefusalKind::Stale,
            Self::Unchanged => RefusalKind::State,
            Self::FinnishMissing | Self::SwedishMissing | Self::EnglishMissing => RefusalKind::Input,
        }
    }
}

impl Aggregate for Terms {
    const CATEGORY: &'static str = "terms";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        match command {
            Command::SaveDraft { texts, revision } => {
                let texts = written(texts);
                if texts == self.draft {
                    return Ok(vec![]);
                }
                self.unchanged_since(*revision)?;
                Ok(vec![Event::Drafted { texts }])
            }
            Command::Publish { texts, revision } => {
                let texts = written(texts);
                self.unchanged_since(*revision)?;
                if let Some((_, missing)) = NEEDED.into_iter().find(|(language, _)| !texts.contains_key(*language)) {
                    return Err(missing);
                }
                if texts == self.published {
                    return Err(Refused::Unchanged);
                }
                Ok(vec![Event::Published { version: self.version + 1, texts }])
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        self.revision += 1;
        match event {
            Event::Drafted { texts } => self.draft.clone_from(texts),
            Event::Published { version, texts } => {
                self.draft.clone_from(texts);
                self.published.clone_from(texts);
                self.version = *version;
            }
        }
    }
}

impl Terms {
    /// The version in force; 0: none yet.
    pub fn version(&self) -> u32 {
        self.version
    }

    fn unchanged_since(&self, revision: u32) -> Result<(), Refused> {
        if revision == self.revision { Ok(()) } else { Err(Refused::ChangedMeanwhile) }
    }
}

/// Without blanks around it, lines ended as everywhere, and without what is empty.
fn written(texts: &Texts) -> Texts {
    let trimmed = |text: &String| text.replace("\r\n", "\n").trim().to_owned();
    texts.iter().map(|(language, text)| (language.clone(), trimmed(text))).filter(|(_, text)| !text.is_empty()).collect()
}
