//! Every event that identity ever released, read and folded as on the day it was released (`proto/golden`).

use std::path::Path;

use chassis::testkit::golden;
use chassis_domain::{Id, PersonId, RetentionClass, Sealed, Timestamp, Uuid};
use identity::{
    location::{self, Details, Location},
    patient::{self, Patient, Standing},
    practitioner::{Level, Practitioner, Registered},
    role::{self, Role},
    role_group::{self, RoleGroup},
    session::{End, Event, Ground, Realm, Session, WorkContext},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/identity");

fn id<T: ?Sized>(number: u128) -> Id<T> {
    Id::from_uuid(Uuid::from_u128(number))
}

fn liisa() -> PersonId {
    id(2)
}

#[test]
fn session() {
    let name = |words: &str| Sealed::new(liisa(), RetentionClass::Professional, words.to_owned());
    let samples = [
        Event::Started {
            person: liisa(),
            realm: Realm::Practitioner,
            given: name("Liisa"),
            family: name("Virtanen"),
            absolute_ends_at: Timestamp::UNIX_EPOCH,
            denial: None,
        },
        Event::WorkContextChosen { person: liisa(), choice: WorkContext { role: id(70), location: id(80) } },
        Event::Ended { person: liisa(), why: End::SignedOut },
        Event::PatientOpened { person: liisa(), patient: id(90), ground: Ground::Care },
    ];
    golden::<Session>(Path::new(FOLDER), include_str!("../src/session/event.rs"), &samples).unwrap();
}

#[test]
fn practitioner() {
    let samples = [Registered {
        name: Sealed::new(liisa(), RetentionClass::Professional, "Liisa Virtanen".to_owned()),
        level: Level::ResponsibleUser,
        roles: [id(70)].into(),
        locations: [id(80)].into(),
    }];
    golden::<Practitioner>(Path::new(FOLDER), include_str!("../src/practitioner/mod.rs"), &samples).unwrap();
}

#[test]
fn patient() {
    let sealed = |words: &str| Sealed::new(liisa(), RetentionClass::CareRecord, words.to_owned());
    let samples = [patient::Event::Registered {
        ssn: sealed("010190-999W"),
        first_name: sealed("Liisa"),
        last_name: sealed("Virtanen"),
        standing: Standing::NoConsent,
    }];
    golden::<Patient>(Path::new(FOLDER), include_str!("../src/patient/event.rs"), &samples).unwrap();
}

#[test]
fn role() {
    let samples = [role::Defined { names: [("fi".to_owned(), "Sairaanhoitaja".to_owned())].into() }];
    golden::<Role>(Path::new(FOLDER), include_str!("../src/role/mod.rs"), &samples).unwrap();
}

#[test]
fn location() {
    let details = Details {
        name: "Keskusta".to_owned(),
        description: "Terveysasema".to_owned(),
        address: "Esimerkkitie 1".to_owned(),
        municipality: "Kajaani".to_owned(),
        external_id: "77".to_owned(),
        oid: "1.2.246.10.9999999.10.1".to_owned(),
        source_system: "Lifecare".to_owned(),
    };
    let samples = [location::Event::Defined(details), location::Event::Removed];
    golden::<Location>(Path::new(FOLDER), include_str!("../src/location/event.rs"), &samples).unwrap();
}

#[test]
fn role_group() {
    let details = role_group::Details { name: "Sairaanhoitajat".to_owned(), directory_group: "KAJO-Sairaanhoitajat".to_owned(), role: id(70) };
    let samples = [role_group::Event::Defined(details), role_group::Event::Removed];
    golden::<RoleGroup>(Path::new(FOLDER), include_str!("../src/role_group/event.rs"), &samples).unwrap();
}
