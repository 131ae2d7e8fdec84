//! What surveys and our own extensions are called outside: by systems that are settings, so that another region's are others (EVT-05).

use ::fhir::SystemIdentifiers;
use chassis_domain::Uuid;

/// A name within a system: `urn:kajo:survey:a`, or `https://survey.example.org/a`.
pub(crate) fn joined(system: &str, name: &str) -> String {
    if system.starts_with("urn:") { format!("{system}:{name}") } else { format!("{}/{name}", system.strip_suffix('/').unwrap_or(system)) }
}

/// What a survey is called, with its version where there is one: `urn:kajo:survey:0190…|3`.
pub(crate) fn canonical(systems: &SystemIdentifiers, survey: Uuid, published_version: u32) -> String {
    let address = joined(&systems.survey_system, &survey.to_string());
    if published_version > 0 { format!("{address}|{published_version}") } else { address }
}

/// The survey and the version that are called so. `None`: it is none of ours, or names no version.
pub(crate) fn of_canonical(systems: &SystemIdentifiers, told: &str) -> Option<(Uuid, u32)> {
    let (address, version) = told.split_once('|')?;
    let survey = Uuid::try_parse(address.strip_prefix(&joined(&systems.survey_system, ""))?).ok()?;
    let version = version.parse().ok().filter(|version| *version > 0)?;
    // Other ways of writing the same are other names.
    (canonical(systems, survey, version) == told).then_some((survey, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "01900000-0000-7000-8000-00000000000a";

    fn systems(survey_system: &str) -> SystemIdentifiers {
        SystemIdentifiers { survey_system: survey_system.to_owned(), ..SystemIdentifiers::default() }
    }

    #[test]
    fn evt_05_a_name_is_joined_to_a_urn_with_a_colon_and_to_an_address_with_one_stroke() {
        for (system, expected) in [
            ("urn:kajo:survey", "urn:kajo:survey:a"),
            ("https://survey.example.org", "https://survey.example.org/a"),
            ("https://survey.example.org/", "https://survey.example.org/a"),
            ("https://survey.example.org/kajo", "https://survey.example.org/kajo/a"),
        ] {
            assert_eq!(joined(system, "a"), expected);
        }
    }

    #[test]
    fn sur_09_a_survey_and_its_version_are_known_again_by_their_name_and_by_no_other() {
        let survey = Uuid::try_parse(ID).unwrap();
        for system in ["urn:kajo:survey", "https://survey.example.org/"] {
            let systems = systems(system);
            assert_eq!(of_canonical(&systems, &canonical(&systems, survey, 3)), Some((survey, 3)));
            assert_eq!(of_canonical(&systems, &canonical(&systems, survey, 0)), None, "no version");
        }
        for other in [
            format!("urn:kajo:survey:{ID}|0"),
            format!("urn:kajo:survey:{ID}|03"),
            format!("urn:kajo:survey:{ID}|+3"),
            format!("urn:kajo:survey:{ID}|3|4"),
            format!("urn:kajo:survey:{ID}|"),
            format!("urn:kajo:survey:{}|3", ID.to_uppercase()),
            format!("urn:kajo:survey:{}|3", ID.replace('-', "")),
            format!("urn:kajo:surveys:{ID}|3"),
            format!("https://survey.example.org/{ID}|3"),
            "urn:kajo:survey:|3".to_owned(),
            String::new(),
        ] {
            assert_eq!(of_canonical(&systems("urn:kajo:survey"), &other), None, "{other}");
        }
    }
}
