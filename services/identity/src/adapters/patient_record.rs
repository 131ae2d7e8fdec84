//! The patient record system, which is also the register of the county's customers: FHIR R4 over HTTP.
//!
//! A person is looked up by a search in the body of a POST (FHIR R4, section 3.1.1.3: `POST [base]/Patient/_search`), so that
//! the personal identity code stands in no url.

use std::{sync::Arc, time::Duration};

use chassis::http_client;
use reqwest::{StatusCode, header};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use crate::{patient::Info, session::Registered, ssn::Ssn};

/// The mark of a non-disclosure restriction in `meta.security` (Finnish base profiles).
const NON_DISCLOSURE: (&str, &str) = ("https://hl7.fi/fhir/finnish-base-profiles/CodeSystem/fi-base-security-label-cs", "TURVAKIELTO");
/// How long the system may take to answer while a person waits at the door.
const PATIENCE: Duration = Duration::from_secs(5);

/// The system did not answer, or not in the way it should. Says nothing of whom was asked for.
#[derive(Debug, thiserror::Error)]
#[error("the patient record system does not answer: {0}")]
pub struct Unavailable(String);

/// What the register holds of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customer {
    /// The record carries the mark of a non-disclosure restriction.
    pub non_disclosure: bool,
    /// Official given names.
    pub given: String,
    /// Official family name.
    pub family: String,
}

/// The patient record system. Cheap to clone.
#[derive(Clone)]
pub struct PatientRecord {
    url: String,
    token: SecretString,
    /// What it calls personal identity codes.
    national_id_system: Arc<str>,
    http: reqwest::Client,
}

#[derive(Deserialize)]
#[serde(tag = "resourceType")]
enum Answer {
    Bundle(Bundle),
}

#[derive(Deserialize)]
struct Bundle {
    #[serde(default)]
    entry: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    resource: Resource,
}

/// What an entry holds. A search may also answer with notes about itself.
#[derive(Deserialize)]
#[serde(tag = "resourceType")]
enum Resource {
    Patient(Patient),
    #[serde(other)]
    Other,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Patient {
    id: String,
    meta: Meta,
    identifier: Vec<Identifier>,
    name: Vec<HumanName>,
    telecom: Vec<Telecom>,
    address: Vec<Address>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Identifier {
    system: String,
    value: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct HumanName {
    #[serde(rename = "use")]
    usage: String,
    family: String,
    given: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Telecom {
    system: String,
    value: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Address {
    text: String,
    line: Vec<String>,
    #[serde(rename = "postalCode")]
    postal_code: String,
    city: String,
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
    /// The system at a FHIR base address, called with a bearer token. It calls personal identity codes by a system of the settings (EVT-05).
    ///
    /// # Errors
    /// When no client can be made.
    pub fn try_new(base: &str, token: SecretString, national_id_system: &str) -> Result<Self, Unavailable> {
        let http = http_client::outgoing(PATIENCE).map_err(|error| Unavailable(error.to_string()))?;
        let url = format!("{}/Patient/_search", base.trim_end_matches('/'));
        Ok(Self { url, token, national_id_system: national_id_system.into(), http })
    }

    /// Whether the register knows a person, and whether a non-disclosure restriction stands there.
    ///
    /// # Errors
    /// When the system does not answer.
    pub async fn registered(&self, ssn: &Ssn) -> Result<Registered, Unavailable> {
        let found = self.customer(ssn).await?;
        Ok(found.map_or(Registered::Unknown, |found| Registered::Known { non_disclosure: found.non_disclosure }))
    }

    /// Names and restriction of a person; `None`: the register does not know them.
    ///
    /// # Errors
    /// When the system does not answer.
    pub async fn customer(&self, ssn: &Ssn) -> Result<Option<Customer>, Unavailable> {
        let found = self.search(ssn).await?;
        Ok(found.map(|patient| {
            let (given, family) = patient.official_name();
            Customer { non_disclosure: patient.is_protected(), given, family }
        }))
    }

    /// What the system has of a person, and whether a non-disclosure restriction stands there; `None` when it has nobody of that code.
    ///
    /// # Errors
    /// When the system does not answer.
    pub async fn basic_info(&self, ssn: &Ssn) -> Result<Option<(Info, bool)>, Unavailable> {
        Ok(self.search(ssn).await?.map(|patient| {
            let non_disclosure = patient.is_protected();
            (patient.into_info(), non_disclosure)
        }))
    }

    /// The patient of a code. A server may leave out a search parameter that it does not know (FHIR R4, section 3.1.1.2), and put other
    /// resources into its answer: what is not a patient with this code is nobody's answer, and of two nobody knows which.
    async fn search(&self, ssn: &Ssn) -> Result<Option<Patient>, Unavailable> {
        let question = [("identifier", format!("{}|{}", self.national_id_system, ssn.as_str()))];
        let request = self.http.post(&self.url).bearer_auth(self.token.expose_secret());
        let request = request.header(header::ACCEPT, "application/fhir+json").header("prefer", "handling=strict");
        let answer = request.form(&question).send().await.map_err(told)?;
        if answer.status() != StatusCode::OK {
            return Err(Unavailable(answer.status().to_string()));
        }
        let Answer::Bundle(bundle) = answer.json().await.map_err(told)?;
        let patients = bundle.entry.into_iter().filter_map(|entry| entry.resource.patient());
        let (mut found, others): (Vec<_>, Vec<_>) = patients.partition(|patient| patient.has(&self.national_id_system, ssn));
        match (found.pop(), found.is_empty(), others.is_empty()) {
            (Some(patient), true, true) => Ok(Some(patient)),
            (Some(patient), true, false) => {
                tracing::warn!(others = others.len(), "patient_record.others_answered");
                Ok(Some(patient))
            }
            (Some(_), false, _) => Err(Unavailable("more than one patient has the code".to_owned())),
            (None, _, true) => Ok(None),
            // The code was not searched for: that nobody is here with it says nothing.
            (None, _, false) => Err(Unavailable("none of the patients has the code".to_owned())),
        }
    }
}

impl Resource {
    fn patient(self) -> Option<Patient> {
        match self {
            Self::Patient(patient) => Some(patient),
            Self::Other => None,
        }
    }
}

impl Patient {
    fn has(&self, national_id_system: &str, ssn: &Ssn) -> bool {
        let is_it = |identifier: &Identifier| identifier.system == national_id_system && Ssn::parse(&identifier.value).as_ref() == Some(ssn);
        self.identifier.iter().any(is_it)
    }

    fn is_protected(&self) -> bool {
        self.meta.security.iter().any(|mark| (mark.system.as_str(), mark.code.as_str()) == NON_DISCLOSURE)
    }

    fn official(&self) -> Option<&HumanName> {
        self.name.iter().find(|name| name.usage == "official").or(self.name.first())
    }

    /// All given names, and the family name.
    fn official_name(&self) -> (String, String) {
        self.official().map(|name| (name.given.join(" "), name.family.clone())).unwrap_or_default()
    }

    fn into_info(self) -> Info {
        let (given, family) = self.official_name();
        let telecom = |system: &str| self.telecom.iter().find(|point| point.system == system).map(|point| point.value.clone()).unwrap_or_default();
        Info {
            first_name: self.official().and_then(|name| name.given.first().cloned()).unwrap_or_default(),
            official_name: format!("{given} {family}").trim().to_owned(),
            last_name: family,
            email: telecom("email"),
            phone: telecom("phone"),
            address: self.address.first().map(Address::on_one_line).unwrap_or_default(),
            // Ids of FHIR are letters, digits, dots and dashes: others would not stand in an address as themselves.
            record_id: Some(self.id)
                .filter(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')))
                .unwrap_or_default(),
            ..Info::default()
        }
    }
}

impl Address {
    fn on_one_line(&self) -> String {
        if !self.text.is_empty() {
            return self.text.clone();
        }
        let place = format!("{} {}", self.postal_code, self.city);
        let parts = self.line.iter().map(String::as_str).chain([place.trim()]);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

fn told(error: reqwest::Error) -> Unavailable {
    Unavailable(error.without_url().to_string())
}
