//! A push service of browsers (RFC 8030), with the browsers behind it: they read what comes for them (RFC 8291), and it is in the outbox. As strict
//! as real ones about who calls (VAPID, RFC 8292) and how.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Result, anyhow};
use aws_lc_rs::{
    rand,
    signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey},
};
use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, State},
    routing::post,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;
use web_push_native::{
    Auth,
    p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint},
};

use crate::{control::Fault, site::World, token::claims_in};

/// Where a browser subscribes.
pub(crate) const SUBSCRIPTIONS: &str = "/push/subscriptions";

/// Bytes of a message, as many as every push service must take.
const LARGEST: usize = 4096;
/// For how many seconds a token may hold.
const DAY: i64 = 24 * 60 * 60;
/// What goes wrong, and how it is said.
const FAULTS: [(Fault, StatusCode); 3] =
    [(Fault::PushGone, StatusCode::GONE), (Fault::PushBusy, StatusCode::TOO_MANY_REQUESTS), (Fault::PushFails, StatusCode::INTERNAL_SERVER_ERROR)];

/// The push service's state.
pub(crate) struct PushState {
    origin: String,
    browsers: Mutex<HashMap<String, Browser>>,
}

/// A browser that has subscribed.
#[derive(Clone)]
struct Browser {
    key: SecretKey,
    secret: Auth,
    /// By what key those who may tell it something are known; `None`: anybody may.
    sender: Option<String>,
}

impl Browser {
    fn subscribed_to(sender: Option<String>) -> Result<Self> {
        let (mut key, mut secret) = ([0; 32], [0; 16]);
        rand::fill(&mut key).and_then(|()| rand::fill(&mut secret)).map_err(|_| anyhow!("no randomness"))?;
        let key = SecretKey::from_slice(&key).map_err(|_| anyhow!("no key of P-256"))?;
        Ok(Self { key, secret: Auth::from(secret), sender })
    }
}

impl PushState {
    pub(crate) fn new(origin: &str) -> Self {
        Self { origin: origin.to_owned(), browsers: Mutex::default() }
    }

    /// A browser that was not there before, as it tells its subscription (`PushSubscription.toJSON`).
    fn subscribe(&self, sender: Option<String>) -> Result<Value> {
        let (id, browser) = (Uuid::now_v7().to_string(), Browser::subscribed_to(sender)?);
        let subscription = json!({
            "endpoint": format!("{}/push/{id}", self.origin),
            "expirationTime": null,
            "keys": {
                "p256dh": URL_SAFE_NO_PAD.encode(browser.key.public_key().to_encoded_point(false).as_bytes()),
                "auth": URL_SAFE_NO_PAD.encode(browser.secret),
            },
        });
        self.browsers.lock().unwrap_or_else(PoisonError::into_inner).insert(id, browser);
        Ok(subscription)
    }

    fn browser(&self, id: &str) -> Option<Browser> {
        self.browsers.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}

pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new().route(SUBSCRIPTIONS, post(subscribe)).route("/push/{id}", post(take))
}

/// What a browser is told when it is to subscribe.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Order {
    application_server_key: Option<String>,
}

/// `POST /push/subscriptions`: a new browser subscribes, to those alone who have the `applicationServerKey` when one is named.
async fn subscribe(State(world): State<Arc<World>>, order: Option<Json<Order>>) -> Result<(StatusCode, Json<Value>), StatusCode> {
    let Json(order) = order.unwrap_or_default();
    let subscription = world.push.subscribe(order.application_server_key).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    Ok((StatusCode::CREATED, Json(subscription)))
}

/// `POST /push/<id>`: takes a message for a browser.
async fn take(State(world): State<Arc<World>>, Path(id): Path<String>, headers: HeaderMap, body: Bytes) -> StatusCode {
    match taken(&world, &id, &headers, &body) {
        Ok(()) => StatusCode::CREATED,
        Err(refusal) => refusal,
    }
}

fn taken(world: &World, id: &str, headers: &HeaderMap, body: &[u8]) -> Result<(), StatusCode> {
    if let Some((_, answer)) = FAULTS.into_iter().find(|(fault, _)| world.control.is(*fault)) {
        return Err(answer);
    }
    let browser = world.push.browser(id).ok_or(StatusCode::NOT_FOUND)?;
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let (token, sender) = said("authorization").and_then(vapid).ok_or(StatusCode::UNAUTHORIZED)?;
    let is_meant = browser.sender.as_deref().is_none_or(|known| known == sender);
    if !is_meant || !holds(token, sender, &world.push.origin, world.control.now()) {
        return Err(StatusCode::FORBIDDEN);
    }
    let has_ttl = said("ttl").is_some_and(|seconds| seconds.parse::<u32>().is_ok());
    let topic = said("topic").unwrap_or_default();
    let is_urgency = said("urgency").is_none_or(|urgency| ["very-low", "low", "normal", "high"].contains(&urgency));
    if !has_ttl || !is_topic(topic) || !is_urgency || said("content-encoding") != Some("aes128gcm") {
        return Err(StatusCode::BAD_REQUEST);
    }
    if body.len() > LARGEST {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    // A real one cannot read it and takes whatever comes; here somebody is to notice.
    let text = web_push_native::decrypt(body.to_vec(), &browser.key, &browser.secret).map_err(|_| StatusCode::BAD_REQUEST)?;
    let text = String::from_utf8(text).map_err(|_| StatusCode::BAD_REQUEST)?;
    world.outbox.take(&format!("push:{id}"), topic, &text);
    Ok(())
}

/// Characters of base64url, and none at all where no topic is named.
fn is_topic(topic: &str) -> bool {
    topic.len() <= 32 && topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Token and public key of whoever calls: `vapid t=.., k=..`.
fn vapid(authorization: &str) -> Option<(&str, &str)> {
    let said = authorization.strip_prefix("vapid ")?;
    let parameter = |name: &str| said.split(',').filter_map(|part| part.trim().split_once('=')).find(|(known, _)| *known == name);
    Some((parameter("t")?.1, parameter("k")?.1))
}

/// Whether whoever has the key has signed the token, for this push service, and may be reached.
fn holds(token: &str, key: &str, origin: &str, now: Timestamp) -> bool {
    let Some((signed, signature)) = token.rsplit_once('.') else { return false };
    let (Ok(signature), Ok(key)) = (URL_SAFE_NO_PAD.decode(signature), URL_SAFE_NO_PAD.decode(key)) else { return false };
    let claims = claims_in(token).unwrap_or_default();
    let left = claims.get("exp").and_then(Value::as_i64).unwrap_or_default().saturating_sub(now.as_second());
    let is_reached = claims.get("sub").and_then(Value::as_str).is_some_and(|contact| contact.starts_with("mailto:") || contact.starts_with("https:"));
    let is_signed = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key).verify(signed.as_bytes(), &signature).is_ok();
    is_signed && is_reached && claims.get("aud").is_some_and(|aud| aud == origin) && (1..=DAY).contains(&left)
}
