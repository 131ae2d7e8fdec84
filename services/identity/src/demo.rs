//! The demo: people, professional roles and work locations. The people are invented. Simulators sign them in, the seed makes
//! them known here, and demo ids make them meet.

use chassis_domain::{PersonId, Uuid, demo_id};

/// How far a demo professional's rights reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoLevel {
    /// A practitioner.
    Practitioner,
    /// A responsible user.
    ResponsibleUser,
    /// An administrator.
    Administrator,
    /// Signed in, and linked to no level: access is denied.
    None,
}

/// A demo person.
#[derive(Clone, Copy, Debug)]
pub struct DemoPerson {
    /// Key in ids, and what signs the person in at once in tests.
    pub login_hint: &'static str,
    /// Given name.
    pub given: &'static str,
    /// Family name.
    pub family: &'static str,
    /// Language of the person's browser.
    pub language: &'static str,
}

impl DemoPerson {
    /// The person's id, which is the subject of the realm's tokens as well.
    pub fn person_id(&self) -> PersonId {
        PersonId::from_uuid(demo_id("person", self.login_hint))
    }
}

/// A demo professional.
#[derive(Clone, Copy, Debug)]
pub struct DemoPractitioner {
    /// Who.
    pub person: DemoPerson,
    /// Level.
    pub level: DemoLevel,
    /// Keys of the roles that may be chosen.
    pub roles: &'static [&'static str],
    /// Keys of the locations that may be chosen.
    pub locations: &'static [&'static str],
}

impl DemoPractitioner {
    /// The directory groups that the professional belongs to.
    pub fn directory_groups(&self) -> Vec<&'static str> {
        ROLE_GROUPS.iter().filter(|(role, ..)| self.roles.contains(role)).map(|(.., group)| *group).collect()
    }
}

/// A demo role: key and names in fi, sv, en.
pub const ROLES: [(&str, [&str; 3]); 3] = [
    ("nurse", ["Sairaanhoitaja", "Sjukskötare", "Nurse"]),
    ("doctor", ["Lääkäri", "Läkare", "Doctor"]),
    ("social-worker", ["Sosiaalityöntekijä", "Socialarbetare", "Social worker"]),
];

/// A demo role group: key of its role, name, directory group.
pub const ROLE_GROUPS: [(&str, &str, &str); 3] = [
    ("nurse", "Sairaanhoitajat", "KAJO-Sairaanhoitajat"),
    ("doctor", "Lääkärit", "KAJO-Laakarit"),
    ("social-worker", "Sosiaalityöntekijät", "KAJO-Sosiaalityo"),
];

/// A demo location: key, name, key of the service area, OID under an invented organisation, what a booking system calls it, and which one; empty:
/// none.
pub const LOCATIONS: [(&str, &str, &str, &str, &str, &str); 4] = [
    ("lehtola", "Lehtolan terveysasema", "lehtola", "1.2.246.10.9999999.10.1", "lehtola", "Lifecare"),
    ("niittyranta", "Niittyrannan hyvinvointikeskus", "niittyranta", "1.2.246.10.9999999.10.2", "Niittyranta", "Omni360"),
    ("satama", "Sataman sosiaalipalvelut", "niittyranta", "1.2.246.10.9999999.10.3", "", ""),
    ("tunturi", "Tunturin terveysasema", "tunturi", "1.2.246.10.9999999.10.4", "tunturi", "Pegasos"),
];

/// A demo care team: key, name, description, key of the service area, whether it can be chosen.
pub const CARE_TEAMS: [(&str, &str, &str, &str, bool); 4] = [
    ("koivu", "Tiimi Koivu", "Lapsiperheet ja neuvolan asiakkaat.", "lehtola", true),
    ("kuusi", "Tiimi Kuusi", "Pitkäaikaissairauksien hoito ja seuranta.", "lehtola", true),
    ("ranta", "Rannan tiimi", "Niittyrannan ja lähikylien asukkaat.", "niittyranta", true),
    ("tunturi", "Tunturitiimi", "Aloittaa, kun vastaanotto avataan.", "tunturi", false),
];

/// A demo resident.
#[derive(Clone, Copy, Debug)]
pub struct DemoResident {
    /// Who.
    pub person: DemoPerson,
    /// Personal identity code, an artificial one (its last number is 900 or more); empty for who was identified abroad.
    pub ssn: &'static str,
    /// What the patient record system says.
    pub register: InRegister,
    /// Comes for the first time: has told nothing and accepted nothing.
    pub is_new: bool,
}

/// What the register of customers says of a demo resident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InRegister {
    /// Nobody of that code.
    No,
    /// A customer.
    Yes,
    /// A customer under a non-disclosure restriction.
    NonDisclosure,
}

/// A demo authorisation in the national register: who acts for whom, and in which matters.
#[derive(Clone, Copy, Debug)]
pub struct DemoAuthorization {
    /// Who acts.
    pub delegate: &'static str,
    /// For whom.
    pub principal: &'static str,
    /// In matters of health.
    pub health: bool,
    /// In social matters.
    pub social: bool,
}

/// Demo authorisations. Whom a person can pick and who is not here was authorised once, and is not any more.
pub const AUTHORIZATIONS: [DemoAuthorization; 7] = [
    authorization("aino", "maija", true, false),
    authorization("eino", "onni", true, true),
    authorization("eino", "venla", true, true),
    authorization("nils", "ante", false, true),
    authorization("maja", "astrid", true, true),
    authorization("salme", "veikko", true, true),
    authorization("tuuli", "veikko", true, false),
];

/// Demo authorisations that the national register refuses, with the rule that does: withdrawn, or the child is protected.
pub const REFUSED_AUTHORIZATIONS: [(&str, &str, &str); 2] = [("maja", "goran", "MANDATE_EXPIRED"), ("eino", "siiri", "NOT_ALLOWED")];

/// Demo residents. Oona has not been here before, and neither has Göran, who has not consented to anything; the last three are not admitted in their own name, each for another reason.
pub const RESIDENTS: [DemoResident; 18] = [
    resident(person("aino", "Aino", "Lehtonen", "fi"), "290288-922S", InRegister::Yes),
    resident(person("eino", "Eino", "Saarinen", "fi"), "121275-933V", InRegister::Yes),
    resident(person("maja", "Maja", "Lindqvist", "sv"), "280285-903R", InRegister::Yes),
    resident(person("nils", "Nils", "Aikio", "sme"), "010190-999W", InRegister::Yes),
    resident(person("sanna", "Sanna", "Kuuva", "smn"), "240699-944A", InRegister::Yes),
    resident(person("elli", "Elli", "Fofonoff", "sms"), "010942-921E", InRegister::Yes),
    // Whom others act for: parents, a husband, children of seven and of fourteen, a protected child.
    resident(person("maija", "Maija", "Meikäläinen", "fi"), "140348-9084", InRegister::Yes),
    resident(person("onni", "Onni", "Saarinen", "fi"), "090618A915T", InRegister::Yes),
    resident(person("venla", "Venla", "Saarinen", "fi"), "200512A926W", InRegister::Yes),
    resident(person("siiri", "Siiri", "Saarinen", "fi"), "021119A9346", InRegister::NonDisclosure),
    DemoResident { is_new: true, ..resident(person("goran", "Göran", "Lindqvist", "sv"), "070851-947N", InRegister::Yes) },
    resident(person("astrid", "Astrid", "Lindqvist", "sv"), "110457-972C", InRegister::Yes),
    resident(person("ante", "Ánte", "Aikio", "sme"), "230955-9531", InRegister::Yes),
    resident(person("veikko", "Veikko", "Suojattu", "fi"), "300139-9617", InRegister::Yes),
    DemoResident { is_new: true, ..resident(person("oona", "Oona", "Uusitalo", "fi"), "150392-977B", InRegister::Yes) },
    resident(person("tuuli", "Tuuli", "Tuntematon", "fi"), "061201A955L", InRegister::No),
    resident(person("salme", "Salme", "Suojattu", "fi"), "170560-966M", InRegister::NonDisclosure),
    resident(person("marco", "Marco", "Esempio", "en"), "", InRegister::No),
];

/// Demo professionals.
pub const PRACTITIONERS: [DemoPractitioner; 17] = [
    practitioner(person("liisa", "Liisa", "Virtanen", "fi"), &["nurse"], &["lehtola", "niittyranta"]),
    practitioner(person("mikko", "Mikko", "Korhonen", "fi"), &["doctor"], &["lehtola", "tunturi"]),
    practitioner(person("anna", "Anna", "Nyström", "sv"), &["nurse", "doctor"], &["lehtola", "niittyranta", "tunturi"]),
    practitioner(person("pekka", "Pekka", "Rantala", "fi"), &["nurse"], &["lehtola"]),
    practitioner(person("karin", "Karin", "Holm", "sv"), &["nurse"], &["lehtola", "niittyranta"]),
    practitioner(person("jussi", "Jussi", "Hakala", "fi"), &["nurse"], &["lehtola"]),
    practitioner(person("outi", "Outi", "Morottaja", "fi"), &["nurse"], &["lehtola", "tunturi"]),
    practitioner(person("tero", "Tero", "Mäkelä", "fi"), &["nurse"], &["lehtola"]),
    practitioner(person("helmi", "Helmi", "Kangas", "fi"), &["nurse"], &["lehtola"]),
    practitioner(person("risto", "Risto", "Salmi", "fi"), &["social-worker"], &["satama"]),
    DemoPractitioner {
        person: person("ritva", "Ritva", "Vastuu", "fi"),
        level: DemoLevel::ResponsibleUser,
        roles: &["nurse", "doctor", "social-worker"],
        locations: &["lehtola", "niittyranta", "satama", "tunturi"],
    },
    DemoPractitioner {
        person: person("paula", "Paula", "Pääkäyttäjä", "fi"),
        level: DemoLevel::Administrator,
        roles: &["nurse"],
        locations: &["lehtola"],
    },
    // Keeps the system and nothing else.
    DemoPractitioner { person: person("heidi", "Heidi", "Hallinta", "fi"), level: DemoLevel::Administrator, roles: &[], locations: &[] },
    // Each lacks something, and is told what.
    practitioner(person("raija", "Raija", "Rooliton", "fi"), &[], &["lehtola"]),
    practitioner(person("paavo", "Paavo", "Paikaton", "fi"), &["nurse"], &[]),
    practitioner(person("kaisa", "Kaisa", "Kesken", "fi"), &[], &[]),
    DemoPractitioner { person: person("tauno", "Tauno", "Tasoton", "fi"), level: DemoLevel::None, roles: &[], locations: &[] },
];

/// The terms of use of the demo in fi, sv, en.
pub const TERMS: [(&str, &str); 3] =
    [("fi", include_str!("demo/terms.fi.txt")), ("sv", include_str!("demo/terms.sv.txt")), ("en", include_str!("demo/terms.en.txt"))];

/// Id of a demo service area, the same in all services.
pub fn service_area_id(key: &str) -> Uuid {
    demo_id("service-area", key)
}

/// Id of a demo role.
pub fn role_id(key: &str) -> Uuid {
    demo_id("role", key)
}

/// Id of the demo role group of a role.
pub fn role_group_id(role: &str) -> Uuid {
    demo_id("role_group", role)
}

/// Id of a demo care team.
pub fn care_team_id(key: &str) -> Uuid {
    demo_id("care_team", key)
}

/// Id of a demo location.
pub fn location_id(key: &str) -> Uuid {
    demo_id("location", key)
}

const fn person(login_hint: &'static str, given: &'static str, family: &'static str, language: &'static str) -> DemoPerson {
    DemoPerson { login_hint, given, family, language }
}

const fn resident(person: DemoPerson, ssn: &'static str, register: InRegister) -> DemoResident {
    DemoResident { person, ssn, register, is_new: false }
}

const fn authorization(delegate: &'static str, principal: &'static str, health: bool, social: bool) -> DemoAuthorization {
    DemoAuthorization { delegate, principal, health, social }
}

const fn practitioner(person: DemoPerson, roles: &'static [&'static str], locations: &'static [&'static str]) -> DemoPractitioner {
    DemoPractitioner { person, level: DemoLevel::Practitioner, roles, locations }
}
