//! The signature under who calls: HMAC-SHA256 with the internal key, good for one minute.

use std::path::Path;

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use chassis_domain::timestamp;
use http::{HeaderMap, HeaderValue};
use jiff::{SignedDuration, Timestamp};
use kajo_proto::caller::v1::CallerContext;
use prost::Message;

use crate::key_file::{self, KeyFileError};

/// The metadata key of the signed caller.
pub const CALLER_HEADER: &str = "kajo-caller-bin";

/// How long a signature is good, and how far clocks may be apart.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(1);
const MAC: usize = 32;

/// The key that gateway and services share. Cheap to clone; prints nothing.
#[derive(Clone)]
pub struct InternalKey(hmac::Key);

impl InternalKey {
    /// From its bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, &bytes))
    }

    /// From a file of 64 hexadecimal digits.
    pub fn from_file(path: &Path) -> Result<Self, KeyFileError> {
        Ok(Self::from_bytes(*key_file::read(path)?))
    }

    /// Another key, for one purpose and one thing: whoever has it learns nothing of this one, nor signs with it.
    pub fn derived(&self, purpose: &str, of: &str) -> [u8; 32] {
        // No caller begins like this: a signature is never such a key.
        let tag = hmac::sign(&self.0, format!("kajo key\0{purpose}\0{of}").as_bytes());
        let mut key = [0; 32];
        for (to, from) in key.iter_mut().zip(tag.as_ref()) {
            *to = *from;
        }
        key
    }

    /// The signed value for a caller at `now`.
    pub fn sign(&self, mut caller: CallerContext, now: Timestamp) -> Vec<u8> {
        caller.signed_at = Some(timestamp(now));
        self.token(&caller)
    }

    fn token(&self, caller: &CallerContext) -> Vec<u8> {
        let body = caller.encode_to_vec();
        let mut token = hmac::sign(&self.0, &body).as_ref().to_vec();
        token.extend_from_slice(&body);
        token
    }

    /// Who calls, when the signature holds and is fresh.
    pub(crate) fn verify(&self, headers: &HeaderMap, now: Timestamp) -> Option<CallerContext> {
        let mut sent = headers.get_all(CALLER_HEADER).iter();
        let (Some(only), None) = (sent.next(), sent.next()) else { return None };
        let token = STANDARD_NO_PAD.decode(only.to_str().ok()?.trim_end_matches('=')).ok()?;
        let (mac, body) = token.split_at_checked(MAC)?;
        hmac::verify(&self.0, body, mac).ok()?;
        let caller = CallerContext::decode(body).ok()?;
        let signed_at = caller.signed_at.as_ref()?;
        let signed_at = Timestamp::new(signed_at.seconds, signed_at.nanos).ok()?;
        (now.duration_since(signed_at).abs() <= GOOD_FOR).then_some(caller)
    }
}

impl std::fmt::Debug for InternalKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("InternalKey")
    }
}

/// The metadata value for a caller whose time of signing is set.
pub fn sign(caller: &CallerContext, key: &InternalKey) -> HeaderValue {
    // Base64 is always a header value; an empty one is refused by every service.
    HeaderValue::from_str(&STANDARD_NO_PAD.encode(key.token(caller))).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(value: &[u8]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CALLER_HEADER, STANDARD_NO_PAD.encode(value).parse().unwrap());
        headers
    }

    #[test]
    fn a_derived_key_is_the_same_each_time_and_another_for_each_purpose_thing_and_key() {
        let key = InternalKey::from_bytes([1; 32]);
        assert_eq!(key.derived("drafts", "a"), key.derived("drafts", "a"));
        let all = [
            key.derived("drafts", "a"),
            key.derived("drafts", "b"),
            key.derived("others", "a"),
            InternalKey::from_bytes([2; 32]).derived("drafts", "a"),
        ];
        assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn a_signature_holds_for_a_minute_and_for_one_key() {
        let (key, now) = (InternalKey::from_bytes([1; 32]), Timestamp::UNIX_EPOCH);
        let token = key.sign(CallerContext { kind: 2, ..CallerContext::default() }, now);
        assert_eq!(key.verify(&headers(&token), now).unwrap().kind, 2);
        assert!(key.verify(&headers(&token), now + SignedDuration::from_secs(60)).is_some());
        assert!(key.verify(&headers(&token), now + SignedDuration::from_secs(61)).is_none());
        assert!(InternalKey::from_bytes([2; 32]).verify(&headers(&token), now).is_none());
        let mut forged = token.clone();
        *forged.last_mut().unwrap() ^= 1;
        assert!(key.verify(&headers(&forged), now).is_none());
        let mut twice = headers(&token);
        twice.append(CALLER_HEADER, HeaderValue::from_static("x"));
        assert!(key.verify(&twice, now).is_none());
        assert!(key.verify(&HeaderMap::new(), now).is_none());
    }
}
