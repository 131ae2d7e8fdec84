//! What identity is told by its environment.

use std::path::PathBuf;

use jiff::SignedDuration;
use secrecy::SecretString;
use serde::Deserialize;

use crate::{lookup_alert::Limits, session::Realm};

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
    /// Where the patient record system shows a patient to professionals, with `{record_id}` in the place of its own id of them. Empty: it
    /// cannot be linked to.
    #[serde(default)]
    pub patient_record_link: String,
    /// Address of the national authorisation service; empty: nobody acts on behalf of another person.
    #[serde(default)]
    pub authorizations_url: String,
    /// Our client id there.
    #[serde(default)]
    pub authorizations_client_id: String,
    /// Signs our calls.
    #[serde(default)]
    pub authorizations_secret: SecretString,
    /// Trades codes for tokens.
    #[serde(default)]
    pub authorizations_oauth_secret: SecretString,
    /// The mandate for matters of health, by its address in the national register.
    #[serde(default = "mandate_health")]
    pub mandate_health_uri: String,
    /// The mandate for social matters; empty: there is none.
    #[serde(default)]
    pub mandate_social_uri: String,
    /// Minutes for which an answer of the authorisation service holds for reading; before something changes it is asked each time.
    #[serde(default = "mandate_check")]
    pub mandate_check_minutes: i64,
    /// Mail server, by url: `smtps://name:password@host`.
    pub smtp_url: SecretString,
    /// Who e-mails are from.
    #[serde(default = "mail_from")]
    pub mail_from: String,
    /// The SMS gateway: text messages are posted here.
    pub sms_url: String,
    /// Bearer token for it.
    #[serde(default)]
    pub sms_token: SecretString,
    /// The service areas of the county; those of the demo when it is not set.
    #[serde(default)]
    pub service_areas_file: Option<PathBuf>,
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
    /// Days in which a resident can take back having asked for the deletion of the account.
    #[serde(default = "account_regret")]
    pub account_regret_days: u32,
    /// Lookups of patients by personal identity code that a professional may make in an hour.
    #[serde(default = "lookups_per_hour")]
    pub lookups_per_hour: u32,
    /// The same in twenty-four hours.
    #[serde(default = "lookups_per_day")]
    pub lookups_per_day: u32,
    /// From which part of either on administrators are told, in per cent.
    #[serde(default = "lookup_warning_percent")]
    pub lookup_warning_percent: u32,
}

fn client_id() -> String {
    "kajo".to_owned()
}

fn mandate_health() -> String {
    "http://valtuusrekisteri.suomi.fi/terveydenhuollon_asioiden_hoito".to_owned()
}

const fn mandate_check() -> i64 {
    15
}

fn mail_from() -> String {
    "Kajo <no-reply@kajo.invalid>".to_owned()
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

const fn account_regret() -> u32 {
    14
}

const fn lookups_per_hour() -> u32 {
    60
}

const fn lookups_per_day() -> u32 {
    300
}

const fn lookup_warning_percent() -> u32 {
    80
}

impl IdentitySettings {
    /// How many patients a professional may look up.
    pub fn lookup_limits(&self) -> Limits {
        Limits { per_hour: self.lookups_per_hour, per_day: self.lookups_per_day, warning_percent: self.lookup_warning_percent }
    }

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
