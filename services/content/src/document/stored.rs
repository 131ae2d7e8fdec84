//! A document's words, as they are stored.

use chassis_domain::{DecodeError, stored::Reader};
use kajo_proto::content::store::v1 as store;

use super::{Body, DocumentWords, Kind, Languages};
use crate::languages::LanguageWords as _;

pub(super) fn of(body: &Body) -> store::DocumentBody {
    let Body { kind, languages } = body.clone();
    let Languages { fi, sv, en, sme, smn, sms } = languages;
    store::DocumentBody {
        kind: kind.number(),
        fi: words_of(fi),
        sv: words_of(sv),
        en: words_of(en),
        sme: words_of(sme),
        smn: words_of(smn),
        sms: words_of(sms),
    }
}

pub(super) fn body(stored: store::DocumentBody, reader: &Reader<'_>) -> Result<Body, DecodeError> {
    let store::DocumentBody { kind, fi, sv, en, sme, smn, sms } = stored;
    let languages = Languages { fi: words(fi), sv: words(sv), en: words(en), sme: words(sme), smn: words(smn), sms: words(sms) };
    Ok(Body { kind: reader.known(Kind::from_number(kind))?, languages })
}

/// A language that is not written is not stored.
fn words_of(words: DocumentWords) -> Option<store::DocumentWords> {
    let is_written = !words.is_empty();
    let DocumentWords { title, text, link_text, link_url, stale } = words;
    is_written.then_some(store::DocumentWords { title, text, link_text, link_url, stale })
}

fn words(stored: Option<store::DocumentWords>) -> DocumentWords {
    let store::DocumentWords { title, text, link_text, link_url, stale } = stored.unwrap_or_default();
    DocumentWords { title, text, link_text, link_url, stale }
}
