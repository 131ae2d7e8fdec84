//! A content's words, as they are stored.

use chassis_domain::{DecodeError, stored::Reader};
use kajo_proto::content::store::v1 as store;

use super::{Body, ContentType, LanguageVersion, Languages};
use crate::languages::LanguageWords as _;

pub(super) fn of(body: &Body) -> store::ServiceContentBody {
    let Body { name, content_type, languages } = body.clone();
    let Languages { fi, sv, en, sme, smn, sms } = languages;
    store::ServiceContentBody {
        name,
        r#type: content_type.number(),
        fi: version_of(fi),
        sv: version_of(sv),
        en: version_of(en),
        sme: version_of(sme),
        smn: version_of(smn),
        sms: version_of(sms),
    }
}

pub(super) fn body(stored: store::ServiceContentBody, reader: &Reader<'_>) -> Result<Body, DecodeError> {
    let store::ServiceContentBody { name, r#type, fi, sv, en, sme, smn, sms } = stored;
    let languages = Languages { fi: version(fi), sv: version(sv), en: version(en), sme: version(sme), smn: version(smn), sms: version(sms) };
    Ok(Body { name, content_type: reader.known(ContentType::from_number(r#type))?, languages })
}

/// A language that is not written is not stored.
fn version_of(version: LanguageVersion) -> Option<store::LanguageVersion> {
    let is_written = !version.is_empty();
    let LanguageVersion { title, text, stale } = version;
    is_written.then_some(store::LanguageVersion { title, text, stale })
}

fn version(stored: Option<store::LanguageVersion>) -> LanguageVersion {
    let store::LanguageVersion { title, text, stale } = stored.unwrap_or_default();
    LanguageVersion { title, text, stale }
}
