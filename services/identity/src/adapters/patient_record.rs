//! The patient record system, which is also the register of the county's customers: FHIR R4 over HTTP.
//!
//! A person is looked up by a search in the body of a POST (FHIR R4, section 3.1.1.3: `POST [base]/Patient/_search`), so that
//! the personal identity code stands in no url.

use std::time::Duration;

use reqwest::{StatusCode, header};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::{session::Registered, ssn::Ssn};

/// The naming system of personal identity codes in FHIR.
const SSN_SYSTEM: &str = "urn:oid:1.2.246.21";
/// The mark of a non-disclosure restriction in `meta.security` (Finnish base profiles).
const NON_DISCLOSURE: (&str, &str) = ("https://hl7.fi/fhir/finnish-base-profiles/CodeSystem/fi-base-security-label-cs", "TURVAKIELTO");
/// How long the system may take to answer while a person waits at the door.
const PATIENCE: Duration = Duration::from_secs(5);

/// The system did not answer, or not in the way it should. Says nothing of whom was asked for.
#[derive(Debug, thiserror::Error)]
#[error("the patient record system does not answer: {0}")]
pub struct Unavailable(String);

/// The patient record system. Cheap to clone.
#[derive(Clone)]
pub struct PatientRecord {
    search: String,
    token: SecretString,
    http: reqwest::Client,
}

#[derive(Deserialize)]
struct Bundle {
    #[serde(default)]
    entry: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    resource: Patient,
}

#[derive(Deserialize)]
struct Patient {
    #[serde(default)]
    meta: Meta,
}

#[derive(Default, Deserialize)]
struct Meta {
    #[serde(default)]
    security: Vec<Coding>,
}

#[derive(Deserialize)]
struct Coding {
    #[serde(default)]
    system: String,
    #[serde(default)]
    code: String,
}

impl PatientRecord {
    /// The system at a FHIR base address, called with a bearer token.
    ///
    /// # Errors
    /// When no client can be made.
    pub fn try_new(base: &str, token: SecretString) -> Result<Self, Unavailable> {
        // Redirected calls would take the code somewhere else.
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(PATIENCE).build();
        Ok(Self { search: format!("{}/Patient/_search", base.trim_end_matches('/')), token, http: http.map_err(told)? })
    }

    /// Whether the register knows a person, and whether a non-disclosure restriction stands there.
    ///
    /// # Errors
    /// When the system does not answer.
    pub async fn registered(&self, ssn: &Ssn) -> Result<Registered, Unavailable> {
        let question = [("identifier", format!("{SSN_SYSTEM}|{}", ssn.as_str()))];
        let request = self.http.post(&self.search).bearer_auth(self.token.expose_secret()).header(header::ACCEPT, "application/fhir+json");
        let answer = request.form(&question).send().await.map_err(told)?;
        if answer.status() != StatusCode::OK {
            return Err(Unavailable(answer.status().to_string()));
        }
        let found: Bundle = answer.json().await.map_err(told)?;
        if found.entry.is_empty() {
            return Ok(Registered::Unknown);
        }
        let marked = |entry: &Entry| entry.resource.meta.security.iter().any(|mark| (mark.system.as_str(), mark.code.as_str()) == NON_DISCLOSURE);
        Ok(Registered::Known { non_disclosure: found.entry.iter().any(marked) })
    }
}

fn told(error: reqwest::Error) -> Unavailable {
    Unavailable(error.without_url().to_string())
}
