//! A template's words, as they are stored.

use chassis_domain::{DecodeError, stored::Reader};
use kajo_proto::content::store::v1 as store;

use super::{Body, Languages, Words};
use crate::{languages::LanguageWords as _, notification::Kind};

pub(super) fn of(body: &Body) -> store::NotificationTemplateBody {
    let Body { kind, languages } = body.clone();
    let Languages { fi, sv, en, sme, smn, sms } = languages;
    store::NotificationTemplateBody {
        kind: kind.number(),
        fi: words_of(fi),
        sv: words_of(sv),
        en: words_of(en),
        sme: words_of(sme),
        smn: words_of(smn),
        sms: words_of(sms),
    }
}

pub(super) fn body(stored: store::NotificationTemplateBody, reader: &Reader<'_>) -> Result<Body, DecodeError> {
    let store::NotificationTemplateBody { kind, fi, sv, en, sme, smn, sms } = stored;
    let languages = Languages { fi: words(fi), sv: words(sv), en: words(en), sme: words(sme), smn: words(smn), sms: words(sms) };
    Ok(Body { kind: reader.known(Kind::from_number(kind))?, languages })
}

/// A language that is not written is not stored.
fn words_of(words: Words) -> Option<store::NotificationWords> {
    let is_written = !words.is_empty();
    let Words { subject, email, sms, push, stale } = words;
    is_written.then_some(store::NotificationWords { subject, email, sms, stale, push })
}

fn words(stored: Option<store::NotificationWords>) -> Words {
    let store::NotificationWords { subject, email, sms, stale, push } = stored.unwrap_or_default();
    Words { subject, email, sms, push, stale }
}
