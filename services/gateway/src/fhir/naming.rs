//! By what systems things are named here (EVT-05): the settings as FHIR has them, told to everybody, so that whoever builds the other system asks the
//! server and not an operator.

use ::fhir::{NamedSystem, SystemIdentifiers};
use bytes::Bytes;
use serde_json::{Value, json};

/// When it was written down what is named by each. The settings say nothing of when they were chosen.
const DATE: &str = "2026-11-29";
/// Begins those that are object identifiers.
const OID: &str = "urn:oid:";

/// All of them, as what a search has found.
pub(crate) fn naming_systems(systems: &SystemIdentifiers) -> Bytes {
    let found = systems.all().map(|named| json!({ "resource": naming_system(&named), "search": { "mode": "match" } }));
    Bytes::from(json!({ "resourceType": "Bundle", "type": "searchset", "total": found.len(), "entry": found }).to_string())
}

fn naming_system(named: &NamedSystem<'_>) -> Value {
    let (kind, value) = named.system.strip_prefix(OID).map_or(("uri", named.system), |oid| ("oid", oid));
    json!({
        "resourceType": "NamingSystem",
        "name": name(named.name),
        "status": "active",
        "kind": "identifier",
        "date": DATE,
        "description": named.meaning,
        "uniqueId": [{ "type": kind, "value": value, "preferred": true }],
    })
}

/// As FHIR calls resources in programs: of the setting `national_id_system` it is `NationalId`.
fn name(setting: &str) -> String {
    setting.strip_suffix("_system").unwrap_or(setting).split('_').map(capitalised).collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evt_05_each_system_of_the_settings_is_told_once_as_fhir_has_it() {
        let systems = SystemIdentifiers { survey_system: "https://survey.example.org".to_owned(), ..SystemIdentifiers::default() };
        let told: Value = serde_json::from_slice(&naming_systems(&systems)).unwrap();
        assert_eq!((&told["resourceType"], &told["type"], &told["total"]), (&json!("Bundle"), &json!("searchset"), &json!(12)));
        let entries = told["entry"].as_array().unwrap();
        let values: Vec<_> = entries.iter().map(|entry| entry["resource"]["uniqueId"][0]["value"].as_str().unwrap().to_owned()).collect();
        assert_eq!(values, systems.all().map(|named| named.system.strip_prefix(OID).unwrap_or(named.system).to_owned()));
        let expected = json!({
            "resourceType": "NamingSystem",
            "name": "NationalId",
            "status": "active",
            "kind": "identifier",
            "date": DATE,
            "description": "Personal identity codes",
            "uniqueId": [{ "type": "oid", "value": "1.2.246.21", "preferred": true }],
        });
        assert_eq!((&entries[0]["resource"], &entries[0]["search"]["mode"]), (&expected, &json!("match")));
        let (first, last) = (&entries[0]["resource"], &entries[11]["resource"]);
        assert_ne!(first["name"], last["name"]);
        assert_eq!(last["uniqueId"], json!([{ "type": "uri", "value": "https://survey.example.org", "preferred": true }]));
    }

    #[test]
    fn evt_05_a_system_is_called_by_its_setting() {
        for (setting, expected) in [
            ("national_id_system", "NationalId"),
            ("professional_platform_system", "ProfessionalPlatform"),
            ("customer_system", "Customer"),
            ("survey_system", "Survey"),
        ] {
            assert_eq!(name(setting), expected);
        }
    }
}
