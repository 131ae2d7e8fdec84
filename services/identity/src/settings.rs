//! What identity is told by its environment.

use std::path::PathBuf;

use chassis::cleartext::{self, Cleartext};
use jiff::SignedDuration;
use secrecy::SecretString;
use serde::{Deserialize, Deserializer};

use crate::{adapters::oidc::Demands, lookup_alert::Limits, session::Realm};

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
    /// Whether the professionals' realm tells the groups of the directory. Then a token that tells none is one of who is in none.
    #[serde(default = "maps_groups")]
    pub oidc_practitioner_maps_groups: bool,
    /// Minutes for which a realm may let a resident pass who has identified themselves already; later it asks anew.
    #[serde(default = "resident_max_age")]
    pub oidc_resident_max_age_minutes: u32,
    /// The same for professionals.
    #[serde(default = "practitioner_max_age")]
    pub oidc_practitioner_max_age_minutes: u32,
    /// How strongly residents must have identified themselves: values of the claim `acr` with blanks between them, the best first. Empty:
    /// the realm decides.
    #[serde(default, deserialize_with = "words")]
    pub oidc_resident_acr: Vec<String>,
    /// The same for professionals.
    #[serde(default, deserialize_with = "words")]
    pub oidc_practitioner_acr: Vec<String>,
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
    /// Minutes for which a resident who has identified themselves may delete the account or change an address; later they do so anew first.
    #[serde(default = "fresh_sign_in")]
    pub fresh_sign_in_minutes: u32,
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

const fn maps_groups() -> bool {
    true
}

const fn resident_max_age() -> u32 {
    60
}

const fn practitioner_max_age() -> u32 {
    12 * 60
}

/// Words with blanks between them; a single number is one.
fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Variable {
        Number(u32),
        Text(String),
    }
    Ok(match Variable::deserialize(deserializer)? {
        Variable::Number(number) => vec![number.to_string()],
        Variable::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
    })
}

fn mandate_health() -> String {
    "http://valtuusrekisteri.suomi.fi/terveydenhuollon_asioiden_hoito".to_owned()
}

const fn mandate_check() -> i64 {
    15
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

const fn fresh_sign_in() -> u32 {
    10
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
    /// Refuses to send anything to another machine in clear.
    ///
    /// # Errors
    /// When an address would.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_OIDC_RESIDENT_ISSUER", &self.oidc_resident_issuer)?;
        cleartext::refuse("KAJO_OIDC_PRACTITIONER_ISSUER", &self.oidc_practitioner_issuer)?;
        cleartext::refuse("KAJO_PATIENT_RECORD_URL", &self.patient_record_url)?;
        cleartext::refuse("KAJO_AUTHORIZATIONS_URL", &self.authorizations_url)
    }

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

    /// What a realm must have done before it vouches for somebody.
    pub fn demands(&self, realm: Realm) -> Demands {
        let (minutes, acr) = match realm {
            Realm::Resident => (self.oidc_resident_max_age_minutes, &self.oidc_resident_acr),
            Realm::Practitioner => (self.oidc_practitioner_max_age_minutes, &self.oidc_practitioner_acr),
        };
        Demands { max_age: SignedDuration::from_mins(minutes.into()), acr: acr.clone() }
    }

    /// The issuer of a realm.
    pub fn issuer(&self, realm: Realm) -> &str {
        match realm {
            Realm::Resident => &self.oidc_resident_issuer,
            Realm::Practitioner => &self.oidc_practitioner_issuer,
        }
    }
}
