//! Messages to browsers whose owners want to be told there (web push): encrypted for one browser (RFC 8291), handed to the push service of its
//! maker (RFC 8030), which knows by a token that it is us who call (VAPID, RFC 8292). A browser says itself where its push service is, and whoever
//! makes such an address up could have us call any machine: we call known hosts alone, follow nobody to another place, and read of an answer its
//! status only. Neither where a browser is reached nor what it is told stands in any log.

use std::{fmt, time::Duration};

use anyhow::{Context, ensure};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use reqwest::{RequestBuilder, StatusCode, header};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use url::Url;
use web_push_native::{Auth, p256::PublicKey};

use crate::{cleartext, http_client};

/// How long a push service may take.
const PATIENCE: Duration = Duration::from_secs(8);
/// For how long a token holds, in seconds. Push services take none that holds for more than a day, and their clocks differ from ours.
const TOKEN_HOLDS: i64 = 12 * 60 * 60;
/// An uncompressed point of P-256: so are the keys of browsers, and so is ours told to them.
const POINT: usize = 65;

/// How browsers are told something, as the environment says it; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct PushSettings {
    /// The private key by which push services know us: P-256, PKCS#8 in PEM. Without it no browser is told anything. A browser subscribes with its
    /// public half: after another key was put here, nobody is told until they have switched it on again.
    pub push_key: Option<SecretString>,
    /// Where push services reach whoever answers for us: an address of `mailto:` or `https:`.
    #[serde(default = "push_contact")]
    pub push_contact: String,
    /// The hosts of push services, with blanks between them; one that begins with a dot stands for all below it.
    #[serde(default = "push_hosts")]
    pub push_hosts: String,
}

fn push_contact() -> String {
    "mailto:kajo@kajo.invalid".to_owned()
}

/// Of Chrome and what is built on it, Firefox, Safari, and Edge.
fn push_hosts() -> String {
    "fcm.googleapis.com updates.push.services.mozilla.com web.push.apple.com .notify.windows.com".to_owned()
}

/// What a browser has made for us when its owner allowed it to show notifications. Whoever has it, and our key, can tell that browser something.
#[derive(Clone)]
pub struct Subscription {
    /// Where its push service takes messages for it.
    pub endpoint: String,
    /// Its public key (`p256dh`), base64url without padding.
    pub key: String,
    /// The secret that it shares with us (`auth`), likewise.
    pub secret: String,
}

/// What is wrong with a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSubscription {
    /// The address is none of a push service that is known.
    #[error("no known push service")]
    Service,
    /// The key is no point of P-256.
    #[error("no key of a browser")]
    Key,
    /// The secret has not the length that one has.
    #[error("no secret of a browser")]
    Secret,
}

impl Subscription {
    /// Whether something can be sent to it.
    ///
    /// # Errors
    /// When its push service is not known, or its key or secret is none.
    pub fn check(&self, settings: &PushSettings) -> Result<(), BadSubscription> {
        service(&self.endpoint, &settings.push_hosts).ok_or(BadSubscription::Service)?;
        key(&self.key).ok_or(BadSubscription::Key)?;
        secret(&self.secret).ok_or(BadSubscription::Secret)?;
        Ok(())
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Subscription").finish_non_exhaustive()
    }
}

/// The address, when it is one of a known push service. Only what is encrypted is called, at the port that everybody has for it; this machine, when
/// it is among the hosts, in clear and at any port. With a name in the address it would stand in the place of our token.
fn service(endpoint: &str, hosts: &str) -> Option<Url> {
    let url = Url::parse(endpoint).ok()?;
    let host = url.host_str()?;
    let below = |all: &str| all.starts_with('.') && host.len() > all.len() && host.ends_with(all);
    let is_known = hosts.split_whitespace().any(|known| host == known || below(known));
    let is_safe = match url.scheme() {
        "https" => url.port().is_none(),
        "http" => cleartext::refuse("endpoint", &url.origin().ascii_serialization()).is_ok(),
        _ => false,
    };
    let is_nameless = url.username().is_empty() && url.password().is_none();
    (is_known && is_safe && is_nameless).then_some(url)
}

fn key(text: &str) -> Option<PublicKey> {
    let point = URL_SAFE_NO_PAD.decode(text).ok().filter(|point| point.len() == POINT)?;
    PublicKey::from_sec1_bytes(&point).ok()
}

fn secret(text: &str) -> Option<Auth> {
    let secret: [u8; 16] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
    Some(Auth::from(secret))
}

/// What a browser is told.
pub struct PushMessage<'a> {
    /// What its service worker reads.
    pub payload: &'a str,
    /// Of several messages on one topic that a push service still has, it keeps the newest: at most 32 characters of base64url.
    pub topic: &'a str,
    /// For how long the push service keeps it while the browser is away.
    pub ttl: Duration,
}

/// A message was not taken. Says neither what it said nor whom it was for.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPushed {
    /// The push service knows the subscription no more, and never will again.
    #[error("the subscription has ended")]
    Gone,
    /// It will not be taken another time either.
    #[error("the push service refuses it")]
    Refused,
    /// It was not taken now, or nobody said so. Sent again, it takes the place of the first one.
    #[error("the push service did not take it: {0}")]
    NotTaken(String),
}

/// What has become of a message that a push service answered so.
fn outcome(status: StatusCode) -> Result<(), NotPushed> {
    match status {
        status if status.is_success() => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(NotPushed::Gone),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => Err(NotPushed::NotTaken(status.to_string())),
        status if status.is_server_error() => Err(NotPushed::NotTaken(status.to_string())),
        status => {
            // Told here, as nobody tries again: it may be our key or our clock that is wrong.
            tracing::warn!(%status, "a push service refuses a message");
            Err(NotPushed::Refused)
        }
    }
}

/// What a token says of us (RFC 8292).
#[derive(Serialize)]
struct Claims<'a> {
    /// The push service that it is for.
    aud: String,
    /// Until when it holds.
    exp: i64,
    /// Where we are reached.
    sub: &'a str,
}

/// Tells browsers something. Cheap to clone.
#[derive(Clone)]
pub struct Push {
    key: EncodingKey,
    public_key: String,
    contact: String,
    hosts: String,
    http: reqwest::Client,
}

impl Push {
    /// With the key of the settings; nothing without one.
    ///
    /// # Errors
    /// When the key is none of P-256 in PKCS#8 and PEM, or nobody can be reached at the contact. The text does not quote the key.
    pub fn of(settings: &PushSettings) -> anyhow::Result<Option<Self>> {
        let Some(key) = &settings.push_key else { return Ok(None) };
        let pem = key.expose_secret();
        if pem.trim().is_empty() {
            return Ok(None);
        }
        let key = EncodingKey::from_ec_pem(pem.as_bytes()).ok().context("KAJO_PUSH_KEY: is no private key in PKCS#8 and PEM")?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, key.as_bytes()).ok().context("KAJO_PUSH_KEY: is no key of P-256")?;
        let contact = settings.push_contact.clone();
        ensure!(contact.starts_with("mailto:") || contact.starts_with("https:"), "KAJO_PUSH_CONTACT: is no address of mailto: or https:");
        let public_key = URL_SAFE_NO_PAD.encode(pair.public_key().as_ref());
        let http = http_client::outgoing(PATIENCE)?;
        Ok(Some(Self { key, public_key, contact, hosts: settings.push_hosts.clone(), http }))
    }

    /// What browsers subscribe with, base64url without padding: their push services take messages of nobody else then.
    pub fn public_key(&self) -> &str {
        &self.public_key
    }

    /// Hands a message to the push service of a browser.
    ///
    /// # Errors
    /// When it is not taken, or nobody says so.
    pub async fn send(&self, to: &Subscription, message: &PushMessage<'_>, now: Timestamp) -> Result<(), NotPushed> {
        let request = self.request(to, message, now).ok_or(NotPushed::Refused)?;
        let answer = request.send().await.map_err(|error| {
            // A topic that no header can say.
            if error.is_builder() { NotPushed::Refused } else { NotPushed::NotTaken(error.without_url().to_string()) }
        })?;
        outcome(answer.status())
    }

    /// Nothing for a subscription that is not to be called. What was checked when it was kept is checked again: the hosts may be others by now.
    fn request(&self, to: &Subscription, message: &PushMessage<'_>, now: Timestamp) -> Option<RequestBuilder> {
        let (service, key, secret) = (service(&to.endpoint, &self.hosts)?, key(&to.key)?, secret(&to.secret)?);
        let token = self.token(&service, now)?;
        let encrypted = web_push_native::encrypt(message.payload.as_bytes().to_vec(), &key, &secret).ok()?;
        let request = self.http.post(service).header(header::AUTHORIZATION, format!("vapid t={token}, k={}", self.public_key));
        let request = request.header(header::CONTENT_TYPE, "application/octet-stream").header(header::CONTENT_ENCODING, "aes128gcm");
        let request = request.header("TTL", message.ttl.as_secs()).header("Topic", message.topic).header("Urgency", "normal");
        Some(request.body(encrypted))
    }

    fn token(&self, service: &Url, now: Timestamp) -> Option<String> {
        let exp = now.as_second().saturating_add(TOKEN_HOLDS);
        let claims = Claims { aud: service.origin().ascii_serialization(), exp, sub: &self.contact };
        jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.key).ok()
    }
}

#[cfg(test)]
mod tests;
