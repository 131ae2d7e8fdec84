//! The national authorisation service (Suomi.fi valtuudet), its web API for one person on behalf of another (HPA).
//!
//! Every call of ours is signed: `X-AsiointivaltuudetAuthorization: {client} {time} {base64(HMAC-SHA256(secret, path and query, a
//! blank, time))}`. The service names people by personal identity code in its paths; its answers and errors are never logged whole.

use std::time::Duration;

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use chassis::http_client;
use chassis_domain::{Mandates, Timestamp, Uuid};
use reqwest::{RequestBuilder, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, de::DeserializeOwned};
use url::Url;

use crate::{settings::IdentitySettings, ssn::Ssn};

/// The header that carries the signature.
const SIGNATURE: &str = "X-AsiointivaltuudetAuthorization";
/// How long the service may take to answer one call.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why nothing is known of an authorisation. Says nothing of whom was asked for.
#[derive(Debug, thiserror::Error)]
pub enum AuthorizationsError {
    /// The service refused the code: used, too old, or not of this sign-in.
    #[error("the service refused the code")]
    CodeRefused,
    /// It did not answer, or not in the way it should.
    #[error("the service does not answer: {0}")]
    Unavailable(String),
}

/// A session at the service: who asks, and under which id the browser is sent there.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Registered {
    /// Names the session in later calls.
    pub session_id: String,
    /// Names the person in the browser's address.
    pub user_id: String,
}

/// Whom the person has picked.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The personal identity code.
    pub ssn: Ssn,
    /// Proves to the service who asks, for about ten minutes.
    access_token: SecretString,
}

#[derive(Deserialize)]
struct Token {
    access_token: SecretString,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Delegate {
    person_id: String,
}

#[derive(Deserialize)]
struct Answer {
    result: String,
}

/// The service. Cheap to clone.
#[derive(Clone)]
pub struct Authorizations {
    base: Url,
    client_id: String,
    secret: SecretString,
    oauth_secret: SecretString,
    health: String,
    social: String,
    http: reqwest::Client,
}

impl Authorizations {
    /// The service that the settings name; `None`: nobody acts on behalf here.
    ///
    /// # Errors
    /// When the address is none, or no client can be made.
    pub fn try_new(settings: &IdentitySettings) -> anyhow::Result<Option<Self>> {
        if settings.authorizations_url.is_empty() {
            return Ok(None);
        }
        let http = http_client::outgoing(PATIENCE)?;
        Ok(Some(Self {
            base: Url::parse(&settings.authorizations_url)?,
            client_id: settings.authorizations_client_id.clone(),
            secret: settings.authorizations_secret.clone(),
            oauth_secret: settings.authorizations_oauth_secret.clone(),
            health: settings.mandate_health_uri.clone(),
            social: settings.mandate_social_uri.clone(),
            http,
        }))
    }

    /// Tells the service who asks.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn register(&self, who: &Ssn, request_id: Uuid, now: Timestamp) -> Result<Registered, AuthorizationsError> {
        let url = self.at(&["service", "hpa", "user", "register", &self.client_id, who.as_str()], &[("requestId", &request_id.to_string())]);
        json(self.signed(url, now)).await
    }

    /// Where the person picks for whom they act.
    pub fn page(&self, registered: &Registered, redirect_uri: &str, language: &str) -> Url {
        let language = if matches!(language, "fi" | "sv" | "en") { language } else { "fi" };
        let client = self.client_id.as_str();
        let asked =
            [("client_id", client), ("response_type", "code"), ("redirect_uri", redirect_uri), ("user", &registered.user_id), ("lang", language)];
        self.at(&["oauth", "authorize"], &asked)
    }

    /// Whom the person has picked; `None`: nobody.
    ///
    /// # Errors
    /// When the code is no good, or the service does not answer.
    pub async fn picked(&self, session: &str, code: &str, redirect_uri: &str, now: Timestamp) -> Result<Option<Picked>, AuthorizationsError> {
        let asked = [("grant_type", "authorization_code"), ("redirect_uri", redirect_uri), ("code", code)];
        let trade = self.http.post(self.at(&["oauth", "token"], &asked));
        let answer = trade.basic_auth(&self.client_id, Some(self.oauth_secret.expose_secret())).send().await.map_err(told)?;
        if matches!(answer.status(), StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED) {
            return Err(AuthorizationsError::CodeRefused);
        }
        let Token { access_token } = answer.error_for_status().map_err(told)?.json().await.map_err(told)?;
        let url = self.at(&["service", "hpa", "api", "delegate", session], &[]);
        let people: Vec<Delegate> = json(self.signed(url, now).bearer_auth(access_token.expose_secret())).await?;
        Ok(people.first().and_then(|found| Ssn::parse(&found.person_id)).map(|ssn| Picked { ssn, access_token }))
    }

    /// In which matters the person may act for whom they picked. Each mandate is asked for by itself.
    ///
    /// # Errors
    /// When the service does not answer: then nothing is allowed.
    pub async fn allowed(&self, session: &str, picked: &Picked, request_id: Uuid, now: Timestamp) -> Result<Mandates, AuthorizationsError> {
        let ask = |mandate: &str| {
            let path = ["service", "hpa", "api", "authorization", session, picked.ssn.as_str()];
            let url = self.at(&path, &[("requestId", &request_id.to_string()), ("issues", mandate)]);
            self.signed(url, now).bearer_auth(picked.access_token.expose_secret())
        };
        let (health, social) = tokio::try_join!(answered(Some(&self.health), &ask), answered(Some(&self.social), &ask))?;
        Ok(Mandates { health, social })
    }

    /// In which of these matters the person may still act, asked without their doing.
    ///
    /// # Errors
    /// When the service does not answer: then it is not known.
    pub async fn still_allowed(
        &self,
        who: &Ssn,
        principal: &Ssn,
        matters: Mandates,
        user: Uuid,
        now: Timestamp,
    ) -> Result<Mandates, AuthorizationsError> {
        let ask = |mandate: &str| {
            let path = ["service", "rest", "hpa", "authorization", &self.client_id, who.as_str(), principal.as_str()];
            let url = self.at(&path, &[("issue", mandate)]);
            self.signed(url, now).header("X-userId", user.to_string())
        };
        let (health, social) = (matters.health.then_some(self.health.as_str()), matters.social.then_some(self.social.as_str()));
        let (health, social) = tokio::try_join!(answered(health, &ask), answered(social, &ask))?;
        Ok(Mandates { health, social })
    }

    /// The person acts no more.
    ///
    /// # Errors
    /// When the service does not answer; it forgets by itself in time.
    pub async fn unregister(&self, session: &str, now: Timestamp) -> Result<(), AuthorizationsError> {
        let url = self.at(&["service", "hpa", "user", "unregister", session], &[]);
        self.signed(url, now).send().await.and_then(reqwest::Response::error_for_status).map_err(told)?;
        Ok(())
    }

    fn at(&self, path: &[&str], query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    fn signed(&self, url: Url, now: Timestamp) -> RequestBuilder {
        let asked = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let signature = signature(&self.client_id, self.secret.expose_secret(), &asked, &now.to_string());
        self.http.get(url).header(SIGNATURE, signature)
    }
}

/// Whether a mandate is there. One that has no address here, or is not wanted, is not asked for and not covered.
async fn answered(mandate: Option<&str>, ask: impl FnOnce(&str) -> RequestBuilder) -> Result<bool, AuthorizationsError> {
    let Some(mandate) = mandate.filter(|mandate| !mandate.is_empty()) else { return Ok(false) };
    let answer: Answer = json(ask(mandate)).await?;
    match answer.result.as_str() {
        "ALLOWED" => Ok(true),
        "DISALLOWED" => Ok(false),
        _ => Err(AuthorizationsError::Unavailable("an unknown result".to_owned())),
    }
}

fn signature(client_id: &str, secret: &str, asked: &str, time: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, format!("{asked} {time}").as_bytes());
    format!("{client_id} {time} {}", STANDARD.encode(tag))
}

async fn json<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, AuthorizationsError> {
    request.send().await.and_then(reqwest::Response::error_for_status).map_err(told)?.json().await.map_err(told)
}

/// Without the address: it names people.
fn told(error: reqwest::Error) -> AuthorizationsError {
    AuthorizationsError::Unavailable(error.without_url().to_string())
}

#[cfg(test)]
mod tests {
    use super::signature;

    /// The credentials of the service's public sample client; the simulator is held against the same.
    #[test]
    fn a_call_is_signed_as_the_services_own_sample_is() {
        let asked = "/service/hpa/user/register/ed4b7ae7/080297-915A?requestId=02fd35dc-99e6-477b-b6e2-03f02cbf3666";
        let signed = |time| signature("ed4b7ae7", "3ba56df8-88b8-4805-9b04-2f8e7a61", asked, time);
        assert_eq!(signed("2017-02-09T10:29:42.09Z"), "ed4b7ae7 2017-02-09T10:29:42.09Z z7X+xWtrvth1L7Ql6B/4xZ0iQ1VjToWX4TnHVLo8RGo=");
        assert_eq!(
            signed("2017-02-09T10:29:42.090000+00:00"),
            "ed4b7ae7 2017-02-09T10:29:42.090000+00:00 GeRKoGmGd0RFk33s2vNHutJf/TrEdwSM2Vb7qWXLESY="
        );
    }
}
