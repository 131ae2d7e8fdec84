//! The terms of use (PRO-03), a publication of which there is one: the county's.
//!
//! A publication makes every resident accept the terms at the next sign-in; so the same words are not published twice. Nothing archives
//! or restores them: there are always terms.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chassis_domain::{DecodeError, Id, Publication, PublicationBody, PublicationEvents, Refusals, Uuid, publication_events, stored::Reader};
use kajo_proto::identity::store::v1 as store;

/// The terms of use.
pub type Terms = Publication<Body>;

/// The id of the terms.
pub type TermsId = Id<Terms>;

/// The only terms there are.
pub const TERMS: TermsId = TermsId::from_uuid(Uuid::from_u128(1));

/// Languages without which nothing is published (PRO-03), with their fields in the
/// contract. Who reads in another language reads Finnish where its text is empty.
const NEEDED: [(&str, &str); 3] = [("fi", "texts.fi"), ("sv", "texts.sv"), ("en", "texts.en")];

/// A text by language; what is empty is not in it.
pub type Texts = BTreeMap<String, String>;

/// What is written of the terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// All of it.
    pub texts: Texts,
}

/// A refusal of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Nothing was ever written.
    #[error("there are no terms")]
    NotFound,
    /// Somebody else has saved or published meanwhile.
    #[error("the terms have changed meanwhile")]
    ChangedMeanwhile,
    /// The words are those in force.
    #[error("the terms are in force already")]
    Unchanged,
    /// Not without this language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::ChangedMeanwhile => "terms_changed", Stale;
    Self::Unchanged => "terms_unchanged", State;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
} }

impl PublicationBody for Body {
    const CATEGORY: &'static str = "terms";
    const EVENTS: PublicationEvents = publication_events!("terms");
    const NOT_FOUND: Refused = Refused::NotFound;
    const UNCHANGED: Refused = Refused::Unchanged;
    type Refused = Refused;
    type Drafted = store::TermsDrafted;
    type Published = store::TermsPublished;

    /// They stand in no list.
    fn name(&self) -> &'static str {
        ""
    }

    /// Lines end as everywhere, and what is empty is left out.
    fn kept_after(&self, _: Option<&Self>) -> Self {
        let trimmed = |text: &String| text.replace("\r\n", "\n").trim().to_owned();
        let kept = self.texts.iter().map(|(language, text)| (language.clone(), trimmed(text)));
        Self { texts: kept.filter(|(_, text)| !text.is_empty()).collect() }
    }

    fn check(&self) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken(NEEDED.map(|(language, field)| (!self.texts.contains_key(language), Refused::TranslationMissing(field))))
    }

    fn to_drafted(&self) -> store::TermsDrafted {
        store::TermsDrafted { texts: self.texts.clone().into_iter().collect() }
    }

    fn from_drafted(stored: store::TermsDrafted, _: &Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { texts: stored.texts.into_iter().collect() })
    }

    fn to_published(&self, version: u32) -> store::TermsPublished {
        store::TermsPublished { version, texts: self.texts.clone().into_iter().collect() }
    }

    fn from_published(stored: store::TermsPublished, _: &Reader<'_>) -> Result<(u32, Self), DecodeError> {
        Ok((stored.version, Self { texts: stored.texts.into_iter().collect() }))
    }
}
