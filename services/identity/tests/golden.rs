//! Every event that identity ever released, read and folded as on the day it was released (`proto/golden`).

use std::path::Path;

use chassis::testkit::{golden, needing_transaction};
use chassis_domain::{AdminEvent, Id, Mandates, PersonId, PublicationEvent, RetentionClass, Sealed, Timestamp, Uuid};
use identity::{
    account::{self, Account},
    care_team::{self, CareTeam},
    feature_flag::{self, FeatureFlag, Setting},
    integrator::{self, Integrator, Scope, Secret},
    location::{self, Details, Location},
    lookup_alert::{self, Crossing, Kind, LookupAlert, Period},
    patient::{self, Patient, Standing},
    practitioner::{Level, Practitioner, Registered},
    resident::{self, Channel, Kept, Language, Point, Resident},
    role::{self, Role},
    role_group::{self, RoleGroup},
    session::{Basis, End, Event, Ground, Realm, Session, Stop, WorkContext},
    terms::{Body, Terms},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/identity");

fn id<T: ?Sized>(number: u128) -> Id<T> {
    Id::from_uuid(Uuid::from_u128(number))
}

fn liisa() -> PersonId {
    id(2)
}

fn session_samples() -> [Event; 7] {
    let name = |words: &str| Sealed::new(liisa(), RetentionClass::Professional, words.to_owned());
    [
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
        Event::OnBehalfStarted {
            person: liisa(),
            principal: id(91),
            given: name("Maija"),
            family: name("Virtanen"),
            matters: Mandates { health: true, social: true },
            basis: Basis::Mandate,
            checked_at: Timestamp::UNIX_EPOCH,
        },
        Event::MandateNarrowed { person: liisa(), principal: id(91), matters: Mandates { health: true, social: false } },
        Event::OnBehalfEnded { person: liisa(), principal: id(91), why: Stop::Stopped },
    ]
}

#[test]
fn session() {
    golden::<Session>(Path::new(FOLDER), include_str!("../src/session/event.rs"), &session_samples()).unwrap();
}

/// A lookup opens its patient in one statement: a read model of sessions that needs a transaction would make three round trips of it.
#[test]
fn no_event_of_a_session_needs_a_transaction() {
    for event in session_samples() {
        assert_eq!(needing_transaction::<Session>(&identity::service(), &event).unwrap(), [""; 0], "{event:?}");
    }
}

#[test]
fn lookup_alert() {
    let crossing = Crossing { kind: Kind::Refused, period: Period::Hour, made: 60, allowed: 60 };
    let samples = [lookup_alert::Event::Raised { practitioner: liisa(), crossing }, lookup_alert::Event::Acknowledged { by: id(3) }];
    golden::<LookupAlert>(Path::new(FOLDER), include_str!("../src/lookup_alert/event.rs"), &samples).unwrap();
}

#[test]
fn practitioner() {
    let samples = [Registered {
        name: Sealed::new(liisa(), RetentionClass::Professional, "Liisa Virtanen".to_owned()),
        level: Level::ResponsibleUser,
        roles: [id(70)].into(),
        locations: [id(80)].into(),
        groups: ["KAJO-Sairaanhoitajat".to_owned()].into(),
        disabled: true,
    }];
    golden::<Practitioner>(Path::new(FOLDER), include_str!("../src/practitioner/mod.rs"), &samples).unwrap();
}

#[test]
fn patient() {
    let sealed = |words: &str| Sealed::new(liisa(), RetentionClass::CareRecord, words.to_owned());
    let registered = patient::Event::Registered {
        ssn: sealed("010190-999W"),
        first_name: sealed("Liisa"),
        last_name: sealed("Virtanen"),
        standing: Standing::NoConsent,
    };
    let info = patient::Info {
        first_name: "Liisa".to_owned(),
        last_name: "Virtanen".to_owned(),
        email: "liisa@example.fi".to_owned(),
        ..patient::Info::default()
    };
    let changed = patient::Event::InfoChanged { info: Sealed::new(liisa(), RetentionClass::CareRecord, info), source: patient::Source::Professional };
    let samples = [
        registered,
        changed,
        patient::Event::CareTeamChosen { care_team: Some(id(60)) },
        patient::Event::ConsentGiven { terms: 2 },
        patient::Event::ConsentWithdrawn,
        patient::Event::ProtectionChanged { protected: true },
    ];
    golden::<Patient>(Path::new(FOLDER), include_str!("../src/patient/event.rs"), &samples).unwrap();
}

#[test]
fn resident() {
    let sealed = |words: &str| Sealed::new(liisa(), RetentionClass::Account, words.to_owned());
    let kept = Kept {
        usual_name: sealed("Liisu"),
        home_address: sealed("Esimerkkitie 1, 99999 Lehtola"),
        email: sealed("liisa@kajo.example"),
        phone: sealed("+358457000100"),
    };
    let point = Point::Email;
    let samples = [
        resident::Event::ContactInfoSaved { kept, email_is_new: true, phone_is_new: true },
        resident::Event::NotificationsSaved { channel: Channel::Both },
        resident::Event::ServiceAreaSaved { service_area: id(60) },
        resident::Event::CodeMade { point, hash: vec![7; 32], made_at: Timestamp::UNIX_EPOCH },
        resident::Event::CodeUnmade { point: Point::Phone },
        resident::Event::CodeMissed { point },
        resident::Event::Verified { point },
        resident::Event::TermsAccepted { version: 2 },
        resident::Event::LanguageSaved { language: Language::NorthernSami },
    ];
    golden::<Resident>(Path::new(FOLDER), include_str!("../src/resident/event.rs"), &samples).unwrap();
}

#[test]
fn terms() {
    let texts = [("fi", "Ehdot"), ("sv", "Villkor"), ("en", "Terms")].map(|(language, text)| (language.to_owned(), text.to_owned())).into();
    let body = Body { texts };
    let samples = [
        PublicationEvent::Drafted(body.clone()),
        PublicationEvent::Published { version: 1, body },
        PublicationEvent::DraftDropped,
        PublicationEvent::Archived,
        PublicationEvent::Restored,
    ];
    golden::<Terms>(Path::new(FOLDER), include_str!("../src/terms/mod.rs"), &samples).unwrap();
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
        municipality: resident::service_area_of("Kajaani"),
        external_id: "77".to_owned(),
        oid: "1.2.246.10.9999999.10.1".to_owned(),
        source_system: "Lifecare".to_owned(),
    };
    let samples = [location::Event::Defined(details), location::Event::Removed];
    golden::<Location>(Path::new(FOLDER), include_str!("../src/location/mod.rs"), &samples).unwrap();
}

#[test]
fn role_group() {
    let details = role_group::Details { name: "Sairaanhoitajat".to_owned(), directory_group: "KAJO-Sairaanhoitajat".to_owned(), role: id(70) };
    let samples = [role_group::Event::Defined(details), role_group::Event::Removed];
    golden::<RoleGroup>(Path::new(FOLDER), include_str!("../src/role_group/mod.rs"), &samples).unwrap();
}

#[test]
fn care_team() {
    let details = care_team::Details {
        name: "Tiimi Koivu".to_owned(),
        description: "Lapsiperheet".to_owned(),
        service_area: resident::service_area_of("Lehtola"),
        enabled: true,
    };
    let samples = [care_team::Event::Defined(details), care_team::Event::Removed];
    golden::<CareTeam>(Path::new(FOLDER), include_str!("../src/care_team/mod.rs"), &samples).unwrap();
}

#[test]
fn integrator() {
    let details = integrator::Details {
        name: "Lehtolan laboratorio".to_owned(),
        contact: "Laura Laine".to_owned(),
        scopes: [Scope::HealthRecords].into(),
        valid_until: "2027-03-28".to_owned(),
        secret: Some(Secret { digest: [7; 32], issued_at: Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_hours(1) }),
    };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored];
    golden::<Integrator>(Path::new(FOLDER), include_str!("../src/integrator/mod.rs"), &samples).unwrap();
}

#[test]
fn feature_flag() {
    let samples = [feature_flag::Event::Switched { name: "keyboard_shortcuts".to_owned(), setting: Setting::Off }];
    golden::<FeatureFlag>(Path::new(FOLDER), include_str!("../src/feature_flag/event.rs"), &samples).unwrap();
}

#[test]
fn account() {
    let later = |hours| Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_hours(hours);
    let samples = [
        account::Event::Asked { due_at: later(336), receipt: Uuid::from_u128(60) },
        account::Event::Withdrawn,
        account::Event::Postponed { due_at: later(360) },
        account::Event::Deleted,
    ];
    golden::<Account>(Path::new(FOLDER), include_str!("../src/account/event.rs"), &samples).unwrap();
}
