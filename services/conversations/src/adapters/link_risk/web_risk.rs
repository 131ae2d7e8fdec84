//! Google Web Risk over its Update API: what has become of a list, and which whole hashes begin with four bytes. It is never told an
//! address: that would hand a resident's words to a stranger.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use chassis::http_client;
use chassis_domain::Timestamp;
use reqwest::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    adapters::links::{Diff, HashPrefixes, PREFIX},
    settings::ConversationsSettings,
};

/// The lists that count.
pub(super) const LISTS: [&str; 3] = ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"];
/// How long a list may take, which nobody waits for.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long an answer may take while a person waits.
const PATIENCE_OF_PEOPLE: Duration = Duration::from_secs(2);

/// The register did not answer, or not in the way it should. Says nothing of what it was asked about.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unanswered {
    /// The version that one has is too old, or unknown.
    #[error("the register does not know the version any more")]
    StaleToken,
    /// Something else.
    #[error("the register of harmful addresses does not answer: {0}")]
    Unavailable(String),
}

/// The register. Cheap to clone.
#[derive(Clone)]
pub(super) struct WebRisk {
    base: String,
    key: SecretString,
    http: reqwest::Client,
}

/// What becomes of a list.
pub(super) struct Update {
    /// It begins anew.
    pub(super) resets: bool,
    pub(super) diff: Diff,
    pub(super) token: String,
    /// Nobody should ask before.
    pub(super) next_at: Option<Timestamp>,
}

/// What the register says of the beginning of a hash.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// Whole hashes that are harmful, each with the time until which that holds.
    pub(super) harmful: Vec<(Vec<u8>, Timestamp)>,
    /// Until when nothing else is.
    pub(super) nothing_else_until: Timestamp,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DiffAnswer {
    response_type: ResponseType,
    #[serde(default)]
    additions: Additions,
    #[serde(default)]
    removals: Removals,
    new_version_token: String,
    checksum: Checksum,
    recommended_next_diff: Option<Timestamp>,
}

#[derive(PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum ResponseType {
    Diff,
    Reset,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Additions {
    raw_hashes: Vec<RawHashes>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawHashes {
    prefix_size: usize,
    raw_hashes: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Removals {
    raw_indices: RawIndices,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RawIndices {
    indices: Vec<usize>,
}

#[derive(Deserialize)]
struct Checksum {
    sha256: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SearchAnswer {
    #[serde(default)]
    threats: Vec<Threat>,
    negative_expire_time: Timestamp,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Threat {
    hash: String,
    expire_time: Timestamp,
}

impl WebRisk {
    /// The register at `KAJO_WEB_RISK_URL`; `None`: there is none.
    pub(super) fn of(settings: &ConversationsSettings) -> anyhow::Result<Option<Self>> {
        let Some(base) = &settings.web_risk_url else { return Ok(None) };
        let http = http_client::outgoing(PATIENCE)?;
        Ok(Some(Self { base: format!("{}/v1", base.trim_end_matches('/')), key: settings.web_risk_key.clone(), http }))
    }

    /// What has become of a list since this version; all of it without one.
    pub(super) async fn update(&self, list: &str, token: Option<&str>) -> Result<Update, Unanswered> {
        let query = [("threatType", list), ("constraints.supportedCompressions", "RAW"), ("versionToken", token.unwrap_or_default())];
        let asked = self.get("threatLists:computeDiff").query(&query);
        let answer: DiffAnswer = told(asked).await.map_err(|error| match error {
            (Some(StatusCode::BAD_REQUEST), _) if token.is_some() => Unanswered::StaleToken,
            (_, what) => Unanswered::Unavailable(what),
        })?;
        let added = answer.additions.raw_hashes.into_iter().map(|part| Ok(HashPrefixes { size: part.prefix_size, bytes: bytes(&part.raw_hashes)? }));
        let diff = Diff {
            removed: answer.removals.raw_indices.indices,
            added: added.collect::<Result<_, Unanswered>>()?,
            checksum: bytes(&answer.checksum.sha256)?,
        };
        let resets = answer.response_type == ResponseType::Reset;
        Ok(Update { resets, diff, token: answer.new_version_token, next_at: answer.recommended_next_diff })
    }

    /// Which hashes that begin so are harmful.
    pub(super) async fn search(&self, prefix: [u8; PREFIX]) -> Result<Answer, Unanswered> {
        let prefix = STANDARD.encode(prefix);
        let query: Vec<_> = LISTS.iter().map(|list| ("threatTypes", *list)).chain([("hashPrefix", prefix.as_str())]).collect();
        let asked = self.get("hashes:search").query(&query).timeout(PATIENCE_OF_PEOPLE);
        let answer: SearchAnswer = told(asked).await.map_err(|(_, what)| Unanswered::Unavailable(what))?;
        let harmful = answer.threats.into_iter().map(|threat| Ok((bytes(&threat.hash)?, threat.expire_time)));
        Ok(Answer { harmful: harmful.collect::<Result<_, Unanswered>>()?, nothing_else_until: answer.negative_expire_time })
    }

    /// The key stands in no url.
    fn get(&self, method: &str) -> reqwest::RequestBuilder {
        self.http.get(format!("{}/{method}", self.base)).header("x-goog-api-key", self.key.expose_secret())
    }
}

/// Errors name no url: what is asked about stands in it.
async fn told<T: DeserializeOwned>(asked: reqwest::RequestBuilder) -> Result<T, (Option<StatusCode>, String)> {
    let answer = asked.send().await.and_then(reqwest::Response::error_for_status);
    let answer = match answer {
        Ok(answer) => answer.json().await,
        Err(error) => Err(error),
    };
    answer.map_err(|error| (error.status(), error.without_url().to_string()))
}

fn bytes(text: &str) -> Result<Vec<u8>, Unanswered> {
    STANDARD.decode(text).map_err(|error| Unanswered::Unavailable(error.to_string()))
}
