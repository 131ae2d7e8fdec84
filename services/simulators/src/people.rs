//! The demo people as the realms know them. Who there is stands in the crate `identity`, which makes the same people
//! known to the platform.

use identity::demo::{DemoLevel, DemoPerson, DemoPractitioner, DemoResident, InRegister, PRACTITIONERS, RESIDENTS};
use serde::Serialize;
use uuid::Uuid;

/// Where a person signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Realm {
    /// Residents, who in production come from strong national identification.
    Resident,
    /// Professionals, who in production come from their employer's directory.
    Practitioner,
}

impl Realm {
    /// As in the issuer's address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resident => "resident",
            Self::Practitioner => "practitioner",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        [Self::Resident, Self::Practitioner].into_iter().find(|realm| realm.name() == name)
    }
}

/// A person who can sign in.
#[derive(Clone, Debug)]
pub struct Person {
    /// The subject in the person's tokens.
    pub id: Uuid,
    /// Where the person signs in.
    pub realm: Realm,
    /// Signs the person in at once.
    pub login_hint: &'static str,
    /// Given name.
    pub given: &'static str,
    /// Family name.
    pub family: &'static str,
    /// How a resident was identified; `None` for professionals.
    pub resident: Option<DemoResident>,
    /// Directory groups of a professional.
    pub groups: Vec<&'static str>,
    /// What the person is good for in a demo.
    pub about: String,
}

/// Demo residents.
pub fn residents() -> Vec<Person> {
    let resident = |found: &DemoResident| Person { resident: Some(*found), ..person(Realm::Resident, &found.person, standing(found)) };
    RESIDENTS.iter().map(resident).collect()
}

/// Demo professionals.
pub fn practitioners() -> Vec<Person> {
    let practitioner =
        |found: &DemoPractitioner| Person { groups: found.directory_groups(), ..person(Realm::Practitioner, &found.person, about(found)) };
    PRACTITIONERS.iter().map(practitioner).collect()
}

/// Everybody of one realm.
pub(crate) fn of(realm: Realm) -> Vec<Person> {
    match realm {
        Realm::Resident => residents(),
        Realm::Practitioner => practitioners(),
    }
}

fn person(realm: Realm, found: &DemoPerson, about: String) -> Person {
    Person {
        id: found.person_id().uuid(),
        realm,
        login_hint: found.login_hint,
        given: found.given,
        family: found.family,
        resident: None,
        groups: Vec::new(),
        about,
    }
}

fn standing(found: &DemoResident) -> String {
    let language = found.person.language;
    match (found.ssn.is_empty(), found.register) {
        (true, _) => format!("language {language}; identified abroad: no access in their own name"),
        (false, InRegister::No) => format!("language {language}; not in the register: no access in their own name"),
        (false, InRegister::NonDisclosure) => format!("language {language}; non-disclosure: no access in their own name"),
        (false, InRegister::Yes) if found.is_new => format!("language {language}; comes for the first time"),
        (false, InRegister::Yes) => format!("language {language}"),
    }
}

fn about(found: &DemoPractitioner) -> String {
    let level = match found.level {
        DemoLevel::Practitioner => "practitioner",
        DemoLevel::ResponsibleUser => "responsible user",
        DemoLevel::Administrator => "administrator",
        DemoLevel::None => return "no level: no access".to_owned(),
    };
    let listed = |names: &[&str], none: &str| if names.is_empty() { none.to_owned() } else { names.join(", ") };
    format!("{level}; {} at {}", listed(found.roles, "no role"), listed(found.locations, "no location"))
}
