//! By what systems things are named: the system identifiers of the specification's section 3 (EVT-05). They are settings, since each region has its
//! own registers and suppliers; whatever is taken in and handed out names things by them.

use std::{collections::BTreeSet, fmt};

use serde::Deserialize;

/// The longest that is taken.
const LONGEST: usize = 255;
/// Begins those that are object identifiers.
const OID: &str = "urn:oid:";

/// By what systems things are named; every name is a variable with `KAJO_` in front. Object identifiers are written `urn:oid:1.2.246.21`. Each is an
/// absolute URI, and no two are the same: what is named by one would be taken for something else.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SystemIdentifiers {
    /// Personal identity codes: an object identifier.
    pub national_id_system: String,
    /// Organisations and their units in the national registers of health care: an object identifier.
    pub health_registry_system: String,
    /// This platform: its people and whatever it hands out.
    pub professional_platform_system: String,
    /// Appointments of a system that books here.
    pub booking_integration_system: String,
    /// Chats of an outside provider.
    pub chat_provider_system: String,
    /// The patient record system.
    pub records_system: String,
    /// Professionals, as the directory knows them that they sign in with.
    pub directory_login_system: String,
    /// Customers, as the customer system knows them.
    pub customer_system: String,
    /// Codes of a terminology service.
    pub terminology_system: String,
    /// People with a foreign identity (eIDAS).
    pub foreign_identity_system: String,
    /// The national register of services.
    pub service_register_system: String,
    /// Surveys and answers to them.
    pub survey_system: String,
}

/// A system, and what is named by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSystem<'s> {
    /// Its setting without `KAJO_`, for example `national_id_system`.
    pub name: &'static str,
    /// What is named by it, in words for whoever builds another system.
    pub meaning: &'static str,
    /// The identifier.
    pub system: &'s str,
}

impl SystemIdentifiers {
    /// Refuses what cannot name anything, and one name for two: by the variable.
    ///
    /// # Errors
    /// When there is such a one.
    pub fn check(&self) -> Result<(), Unusable> {
        let mut known = BTreeSet::new();
        for named in self.all() {
            let is_new = known.insert(named.system);
            let checked = if is_new { usable(&named) } else { Err("another system is called so") };
            checked.map_err(|reason| Unusable { variable: format!("KAJO_{}", named.name.to_uppercase()), reason })?;
        }
        Ok(())
    }

    /// All of them.
    pub fn all(&self) -> [NamedSystem<'_>; 12] {
        let named = |name, meaning, system| NamedSystem { name, meaning, system };
        [
            named("national_id_system", "Personal identity codes", &self.national_id_system),
            named("health_registry_system", "Organisations and units of health care", &self.health_registry_system),
            named("professional_platform_system", "People and resources of this platform", &self.professional_platform_system),
            named("booking_integration_system", "Appointments of a booking system", &self.booking_integration_system),
            named("chat_provider_system", "Chats of an outside provider", &self.chat_provider_system),
            named("records_system", "The patient record system", &self.records_system),
            named("directory_login_system", "Professionals in the directory", &self.directory_login_system),
            named("customer_system", "Customers in the customer system", &self.customer_system),
            named("terminology_system", "Codes of the terminology service", &self.terminology_system),
            named("foreign_identity_system", "People with a foreign identity", &self.foreign_identity_system),
            named("service_register_system", "Services in the national register", &self.service_register_system),
            named("survey_system", "Surveys and answers to them", &self.survey_system),
        ]
    }
}

impl Default for SystemIdentifiers {
    fn default() -> Self {
        Self {
            national_id_system: "urn:oid:1.2.246.21".to_owned(),
            health_registry_system: "urn:oid:1.2.246.10".to_owned(),
            professional_platform_system: "urn:kajo:professional-platform".to_owned(),
            booking_integration_system: "urn:kajo:booking-integration".to_owned(),
            chat_provider_system: "urn:kajo:chat-provider".to_owned(),
            records_system: "urn:kajo:records".to_owned(),
            directory_login_system: "urn:kajo:directory-login".to_owned(),
            customer_system: "urn:kajo:customer-system".to_owned(),
            terminology_system: "urn:kajo:terminology".to_owned(),
            foreign_identity_system: "urn:kajo:foreign-identity".to_owned(),
            service_register_system: "urn:kajo:service-register".to_owned(),
            survey_system: "urn:kajo:survey".to_owned(),
        }
    }
}

/// A system identifier that cannot be one. Names its variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    variable: String,
    reason: &'static str,
}

impl fmt::Display for Unusable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.variable, self.reason)
    }
}

impl std::error::Error for Unusable {}

fn usable(named: &NamedSystem<'_>) -> Result<(), &'static str> {
    let NamedSystem { name, system, .. } = *named;
    let is_oid = system.strip_prefix(OID).is_some_and(is_object_identifier);
    if system.chars().count() > LONGEST || system.contains(|letter: char| letter == '|' || letter.is_whitespace() || letter.is_control()) {
        Err("a system is at most 255 letters without blanks and bars")
    } else if matches!(name, "national_id_system" | "health_registry_system") && !is_oid {
        Err("an object identifier is needed, for example urn:oid:1.2.246.21")
    } else if is_oid || (!system.starts_with(OID) && is_absolute(system)) {
        Ok(())
    } else {
        Err("an absolute URI is needed, for example urn:kajo:survey")
    }
}

/// Numbers with points between, none of them with a zero before it.
fn is_object_identifier(text: &str) -> bool {
    let is_arc = |arc: &str| !arc.is_empty() && arc.chars().all(|digit| digit.is_ascii_digit()) && (arc == "0" || !arc.starts_with('0'));
    text.split('.').count() > 1 && text.split('.').all(is_arc)
}

/// A scheme, and something behind it.
fn is_absolute(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-' | '.'))
            && !rest.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evt_05_the_twelve_systems_are_settings_and_have_usable_defaults() {
        let told = serde_json::json!({ "survey_system": "https://survey.example.org", "national_id_system": "urn:oid:1.2.246.21" });
        let systems: SystemIdentifiers = serde_json::from_value(told).unwrap();
        assert_eq!(systems.check(), Ok(()));
        assert_eq!(systems, SystemIdentifiers { survey_system: "https://survey.example.org".to_owned(), ..SystemIdentifiers::default() });
        let all = systems.all();
        assert_eq!(all.len(), 12);
        assert!(all.iter().all(|named| named.name.ends_with("_system") && !named.meaning.is_empty()));
    }

    #[test]
    fn evt_05_each_system_can_be_set_and_is_told_under_its_own_name() {
        for (number, NamedSystem { name, .. }) in SystemIdentifiers::default().all().into_iter().enumerate() {
            let system = format!("urn:oid:2.999.{number}");
            let systems: SystemIdentifiers = serde_json::from_value(serde_json::json!({ name: system })).unwrap();
            let told: Vec<_> = systems.all().into_iter().filter(|named| named.system == system).map(|named| named.name).collect();
            assert_eq!((told, systems.check()), (vec![name], Ok(())), "{name}");
        }
    }

    #[test]
    fn evt_05_what_is_no_system_identifier_is_refused_by_its_variable() {
        for (name, system) in [
            ("national_id_system", "urn:kajo:national-id"),
            ("national_id_system", "1.2.246.21"),
            ("national_id_system", "urn:oid:1.2.246.021"),
            ("national_id_system", "urn:oid:1"),
            ("health_registry_system", "https://registry.example.org"),
            ("survey_system", ""),
            ("survey_system", "survey"),
            ("survey_system", "urn:"),
            ("survey_system", "1urn:survey"),
            ("survey_system", "urn:kajo:a b"),
            ("survey_system", "urn:kajo:a|b"),
            ("survey_system", "urn:oid:1.2.x"),
        ] {
            let systems: SystemIdentifiers = serde_json::from_value(serde_json::json!({ name: system })).unwrap();
            let refused = systems.check().unwrap_err().to_string();
            assert!(refused.starts_with(&format!("KAJO_{}: ", name.to_uppercase())), "{refused}");
        }
        let twice = SystemIdentifiers { survey_system: "urn:kajo:records".to_owned(), ..SystemIdentifiers::default() };
        assert_eq!(twice.check().unwrap_err().to_string(), "KAJO_SURVEY_SYSTEM: another system is called so");
    }
}
