//! A register of harmful addresses, as Google Web Risk keeps it (Update API, v1): lists of the beginnings of hashes, which callers keep
//! and bring up to date, and whole hashes for whoever asks about a beginning. Nobody tells it an address.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use aws_lc_rs::digest::{SHA256, digest};
use axum::{
    Json, Router,
    extract::{RawQuery, Request, State},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderMap, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::{control::Fault, site::World};

/// What callers must say in `X-Goog-Api-Key`.
pub const API_KEY: &str = "web-risk-demo";
/// The hosts that are harmful from the beginning, each with its list. The second one has letters that addresses spell otherwise.
pub const HARMFUL: [(&str, &str); 2] = [("voitto.example", PHISHING), ("xn--pivitys-5wa.example", MALWARE)];

/// The base address below the simulators' own.
pub(crate) const BASE: &str = "/web-risk";

const MALWARE: &str = "MALWARE";
const PHISHING: &str = "SOCIAL_ENGINEERING";
const PREFIX: usize = 4;
/// For how long an answer holds: not long, so that what is tried again is asked again.
const HOLDS: SignedDuration = SignedDuration::from_secs(20);
/// When callers should come again.
const AGAIN: SignedDuration = SignedDuration::from_mins(30);

type Hosts = BTreeSet<String>;

/// Every list as it was at each version, the newest last; tokens are their places.
pub(crate) struct WebRiskState(Mutex<Vec<BTreeMap<&'static str, Hosts>>>);

impl Default for WebRiskState {
    fn default() -> Self {
        let mut first = BTreeMap::<_, Hosts>::new();
        for (host, list) in HARMFUL {
            first.entry(list).or_default().insert(host.to_owned());
        }
        Self(Mutex::new(vec![BTreeMap::new(), first]))
    }
}

impl WebRiskState {
    /// A host is harmful from now on, or is so no more.
    pub(crate) fn mark(&self, host: &str, harmful: bool) {
        let mut versions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = versions.last().cloned().unwrap_or_default();
        if harmful {
            next.entry(MALWARE).or_default().insert(host.to_owned());
        } else {
            for hosts in next.values_mut() {
                hosts.remove(host);
            }
        }
        versions.push(next);
    }

    /// The list at a version, in the order of its bytes, and the newest version.
    fn prefixes(&self, list: &str, version: Option<usize>) -> (Vec<Vec<u8>>, usize) {
        let versions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = versions.len() - 1;
        let hosts = versions.get(version.unwrap_or(newest)).and_then(|lists| lists.get(list));
        let mut prefixes: Vec<_> = hosts.into_iter().flatten().map(|host| hash(host).into_iter().take(PREFIX).collect::<Vec<_>>()).collect();
        prefixes.sort_unstable();
        (prefixes, newest)
    }

    fn hashes(&self, list: &str) -> Vec<Vec<u8>> {
        let versions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        versions.last().and_then(|lists| lists.get(list)).into_iter().flatten().map(|host| hash(host)).collect()
    }
}

/// Of everything at a host.
fn hash(host: &str) -> Vec<u8> {
    digest(&SHA256, format!("{host}/").as_bytes()).as_ref().to_vec()
}

pub(crate) fn routes(world: &Arc<World>) -> Router<Arc<World>> {
    Router::new()
        .route(&format!("{BASE}/v1/threatLists:computeDiff"), get(compute_diff))
        .route(&format!("{BASE}/v1/hashes:search"), get(search))
        .route_layer(from_fn_with_state(Arc::clone(world), at_the_door))
}

async fn at_the_door(State(world): State<Arc<World>>, headers: HeaderMap, request: Request, next: Next) -> Response {
    if world.control.is(Fault::WebRiskSilent) {
        std::future::pending::<()>().await;
    }
    if world.control.is(Fault::WebRiskFails) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    if headers.get("x-goog-api-key").and_then(|key| key.to_str().ok()) != Some(API_KEY) {
        return StatusCode::FORBIDDEN.into_response();
    }
    next.run(request).await
}

fn asked(query: Option<String>, name: &str) -> Vec<String> {
    let query = query.unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).filter(|(found, _)| found == name).map(|(_, value)| value.into_owned()).collect()
}

/// What has become of a list since the version that the caller has; all of it to who has none, or one that nobody knows any more.
async fn compute_diff(State(world): State<Arc<World>>, RawQuery(query): RawQuery) -> Response {
    let [list, token] = ["threatType", "versionToken"].map(|name| asked(query.clone(), name).pop().unwrap_or_default());
    if !token.is_empty() && world.control.is(Fault::WebRiskStaleToken) {
        return (StatusCode::BAD_REQUEST, Json(json!({"error": {"code": 400, "status": "INVALID_ARGUMENT"}}))).into_response();
    }
    let token = STANDARD.decode(token).ok().and_then(|token| String::from_utf8(token).ok()?.parse::<usize>().ok());
    let (now, newest) = world.web_risk.prefixes(&list, None);
    let known = token.filter(|version| *version > 0 && *version <= newest);
    let before = known.map(|version| world.web_risk.prefixes(&list, Some(version)).0).unwrap_or_default();
    let removed: Vec<_> = before.iter().enumerate().filter(|(_, prefix)| !now.contains(prefix)).map(|(place, _)| place).collect();
    let added: Vec<_> = now.iter().filter(|prefix| !before.contains(prefix)).cloned().collect();
    let sum = if world.control.is(Fault::WebRiskWrongChecksum) { digest(&SHA256, b"of another list") } else { digest(&SHA256, &now.concat()) };
    let additions = json!({"rawHashes": [{"prefixSize": PREFIX, "rawHashes": STANDARD.encode(added.concat())}]});
    let answer = json!({
        "responseType": if known.is_some() { "DIFF" } else { "RESET" },
        "newVersionToken": STANDARD.encode(newest.to_string()),
        "checksum": {"sha256": STANDARD.encode(sum.as_ref())},
        "recommendedNextDiff": (world.control.now() + AGAIN).to_string(),
        // As of every message in JSON, what is empty is left out.
        "additions": if added.is_empty() { json!({}) } else { additions },
        "removals": if removed.is_empty() { json!({}) } else { json!({"rawIndices": {"indices": removed}}) },
    });
    Json(answer).into_response()
}

/// The whole hashes that begin so.
async fn search(State(world): State<Arc<World>>, RawQuery(query): RawQuery) -> Response {
    let prefix = asked(query.clone(), "hashPrefix").pop().and_then(|prefix| STANDARD.decode(prefix).ok());
    let Some(prefix) = prefix.filter(|prefix| (PREFIX..=32).contains(&prefix.len())) else { return StatusCode::BAD_REQUEST.into_response() };
    let until = (world.control.now() + HOLDS).to_string();
    let mut threats = Vec::<Value>::new();
    for list in asked(query, "threatTypes") {
        let found = world.web_risk.hashes(&list).into_iter().filter(|hash| hash.starts_with(&prefix));
        threats.extend(found.map(|hash| json!({"threatTypes": [list], "hash": STANDARD.encode(hash), "expireTime": until})));
    }
    Json(json!({"threats": threats, "negativeExpireTime": until})).into_response()
}
