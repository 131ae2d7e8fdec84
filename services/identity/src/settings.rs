//! What identity is told by its environment.

use jiff::SignedDuration;
use secrecy::SecretString;
use serde::Deserialize;

use crate::session::Realm;

/// Settings of identity; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct IdentitySettings {
    /// Issuer of residents; ends in /realms/resident.
    pub oidc_resident_issuer: String,
    /// Issuer of professionals; ends in /realms/practitioner.
    pub oidc_practitioner_issuer: String,
    /// Our client id at both.
    #[serde(default = "client_id")]
    pub oidc_client_id: String,
    /// FHIR R4 base address of the patient record system, which is the register of customers as well.
    pub patient_record_url: String,
    /// Bearer token for it.
    #[serde(default)]
    pub patient_record_token: SecretString,
    /// Minutes after which an unused session of a resident ends.
    #[serde(default = "resident_idle")]
    pub resident_idle_minutes: i64,
    /// Hours after which a resident's session ends, used or not.
    #[serde(default = "resident_age")]
    pub resident_age_hours: i64,
    /// Minutes after which an unused session of a professional ends.
    #[serde(default = "practitioner_idle")]
    pub practitioner_idle_minutes: i64,
    /// Hours after which a professional's session ends, used or not.
    #[serde(default = "practitioner_age")]
    pub practitioner_age_hours: i64,
}

fn client_id() -> String {
    "kajo".to_owned()
}

const fn resident_idle() -> i64 {
    15
}

const fn resident_age() -> i64 {
    8
}

const fn practitioner_idle() -> i64 {
    30
}

const fn practitioner_age() -> i64 {
    12
}

impl IdentitySettings {
    /// How long a session lives without use.
    pub fn idle(&self, realm: Realm) -> SignedDuration {
        SignedDuration::from_mins(match realm {
            Realm::Resident => self.resident_idle_minutes,
            Realm::Practitioner => self.practitioner_idle_minutes,
        })
    }

    /// How long a session lives at most.
    pub fn age(&self, realm: Realm) -> SignedDuration {
        SignedDuration::from_hours(match realm {
            Realm::Resident => self.resident_age_hours,
            Realm::Practitioner => self.practitioner_age_hours,
        })
    }

    /// The issuer of a realm.
    pub fn issuer(&self, realm: Realm) -> &str {
        match realm {
            Realm::Resident => &self.oidc_resident_issuer,
            Realm::Practitioner => &self.oidc_practitioner_issuer,
        }
    }
}
