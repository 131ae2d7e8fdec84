//! The token by which a realm tells that somebody signed out there (OpenID Connect Back-Channel Logout 1.0, sections 2.4 and 2.6).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};
use openidconnect::{
    JsonWebKey, JsonWebKeyId,
    core::{CoreJsonWebKey, CoreJwsSigningAlgorithm},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// The event that makes a token one of these.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// How long after it was made a token is good.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(2);
/// By how much the clocks of a realm and of ours may differ.
const SKEW: SignedDuration = SignedDuration::from_secs(60);

/// Who signed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedOut {
    /// One session of the realm; `None`: all of the person.
    pub session: Option<String>,
    /// The person; empty when the session alone is told.
    pub subject: String,
    /// Sessions that began later are not meant, however often the token comes.
    pub at: Timestamp,
}

#[derive(Deserialize)]
struct Header {
    alg: CoreJwsSigningAlgorithm,
    #[serde(default)]
    kid: Option<JsonWebKeyId>,
    #[serde(default)]
    crit: Option<Value>,
}

/// What such a token says.
#[derive(Deserialize)]
pub(super) struct Claims {
    iss: String,
    aud: Audience,
    iat: i64,
    #[serde(default)]
    exp: Option<i64>,
    #[serde(default)]
    jti: String,
    events: Map<String, Value>,
    #[serde(default)]
    sub: String,
    #[serde(default)]
    sid: String,
    #[serde(default)]
    nonce: Option<Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// What a token says, when one of these keys signed it by one of these algorithms.
pub(super) fn verified(token: &str, keys: &[CoreJsonWebKey], algorithms: &[CoreJwsSigningAlgorithm]) -> Option<Claims> {
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let Header { alg, kid, crit } = part(header)?;
    if !algorithms.contains(&alg) || crit.is_some() {
        return None;
    }
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let fits = |key: &&CoreJsonWebKey| kid.is_none() || key.key_id() == kid.as_ref();
    keys.iter().filter(fits).find(|key| key.verify_signature(&alg, signed.as_bytes(), &signature).is_ok())?;
    part(claims)
}

impl Claims {
    /// Whom it means, when it is from this issuer, for us, for now, and a token of this kind.
    pub(super) fn checked(self, issuer: &str, client_id: &str, now: Timestamp) -> Option<SignedOut> {
        let ours = match &self.aud {
            Audience::One(one) => one == client_id,
            Audience::Several(several) => several.iter().any(|each| each == client_id),
        };
        let at = Timestamp::from_second(self.iat).ok()?;
        let age = now.duration_since(at);
        let timely = -SKEW <= age && age <= GOOD_FOR + SKEW && self.exp.is_none_or(|exp| exp > (now - SKEW).as_second());
        let is_logout = self.events.get(EVENT).is_some_and(Value::is_object) && self.nonce.is_none() && !self.jti.is_empty();
        let names_somebody = !(self.sub.is_empty() && self.sid.is_empty());
        (self.iss == issuer && ours && timely && is_logout && names_somebody).then(|| SignedOut {
            session: Some(self.sid).filter(|sid| !sid.is_empty()),
            subject: self.sub,
            // To the second, as the token has it.
            at: at + SignedDuration::from_secs(1),
        })
    }
}
