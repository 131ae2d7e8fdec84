//! Every event that content ever released, read and folded as on the day it was released (`proto/golden`).

use std::path::Path;

use chassis::testkit::golden;
use chassis_domain::{AdminEvent, Id, Matter, PersonId, PublicationEvent, RetentionClass, Sealed, Timestamp, Translated, Uuid};
use content::{
    content_integration::{self, ContentIntegration, Mode, Source, Target},
    document::{self, Document, DocumentWords, Kind},
    health_record::{self, Head, HealthRecord},
    notification::{self, Channel, Notification, Outcome},
    notification_template::{self, NotificationTemplate, Words},
    patient_content::{Doer, Event, EventKind, PatientContent, Standing},
    push_device::{self, Address, PushDevice, Reason},
    service::{self, Availability, Service, SexFilter},
    service_category::{Details, ServiceCategory},
    service_content::{Body, ContentType, LanguageVersion, Languages, ServiceContent},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/content");

fn texts(word: &str) -> Translated {
    Translated { fi: format!("{word} fi"), sv: format!("{word} sv"), en: format!("{word} en") }
}

#[test]
fn service_category() {
    let details = Details { name: texts("Nimi"), description: texts("Kuvaus"), icon: "tooth".to_owned(), matter: Matter::Health };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<ServiceCategory>(Path::new(FOLDER), include_str!("../src/service_category/mod.rs"), &samples).unwrap();
}

#[test]
fn service_content() {
    let version =
        |language: &str| LanguageVersion { title: format!("Otsikko {language}"), text: format!("**Teksti** {language}"), stale: language != "fi" };
    let languages =
        Languages { fi: version("fi"), sv: version("sv"), en: version("en"), sme: version("sme"), smn: version("smn"), sms: version("sms") };
    let body = Body { name: "Nimi".to_owned(), content_type: ContentType::SelfCareInstructions, languages };
    let samples = [
        PublicationEvent::Drafted(body.clone()),
        PublicationEvent::Published { version: 1, body },
        PublicationEvent::DraftDropped,
        PublicationEvent::Archived,
        PublicationEvent::Restored,
    ];
    golden::<ServiceContent>(Path::new(FOLDER), include_str!("../src/service_content/mod.rs"), &samples).unwrap();
}

#[test]
fn document() {
    let words = |language: &str| DocumentWords {
        title: format!("Otsikko {language}"),
        text: format!("**Teksti** {language}"),
        link_text: format!("Linkki {language}"),
        link_url: format!("https://kajo.example/{language}"),
        stale: language != "fi",
    };
    let languages =
        document::Languages { fi: words("fi"), sv: words("sv"), en: words("en"), sme: words("sme"), smn: words("smn"), sms: words("sms") };
    let body = document::Body { kind: Kind::AnnouncementImportant, languages };
    // None is ever archived.
    let samples = [PublicationEvent::Drafted(body.clone()), PublicationEvent::Published { version: 1, body }, PublicationEvent::DraftDropped];
    golden::<Document>(Path::new(FOLDER), include_str!("../src/document/mod.rs"), &samples).unwrap();
}

#[test]
fn notification_template() {
    let words = |language: &str| Words {
        subject: format!("Otsikko {language}"),
        email: format!("Sähköposti {language} {{link}}"),
        sms: format!("Tekstiviesti {language} {{link}}"),
        push: format!("Laitteella {language}"),
        stale: language != "fi",
    };
    let languages = notification_template::Languages {
        fi: words("fi"),
        sv: words("sv"),
        en: words("en"),
        sme: words("sme"),
        smn: words("smn"),
        sms: words("sms"),
    };
    let body = notification_template::Body { kind: content::notification::Kind::AppointmentReminder, languages };
    // None is ever archived.
    let samples = [PublicationEvent::Drafted(body.clone()), PublicationEvent::Published { version: 1, body }, PublicationEvent::DraftDropped];
    golden::<NotificationTemplate>(Path::new(FOLDER), include_str!("../src/notification_template/mod.rs"), &samples).unwrap();
}

#[test]
fn content_integration() {
    let details = content_integration::Details {
        name: "Nimi".to_owned(),
        target: Target::ServiceContent(Some(Id::from_uuid(Uuid::from_u128(1)))),
        source: Source::ServiceRegister,
        source_id: Uuid::from_u128(2).to_string(),
        interval_hours: 24,
        mode: Mode::Publish,
    };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<ContentIntegration>(Path::new(FOLDER), include_str!("../src/content_integration/mod.rs"), &samples).unwrap();
}

#[test]
fn service() {
    let id = Uuid::from_u128;
    let details = service::Details {
        name: texts("Nimi"),
        description: texts("Kuvaus"),
        preparation_instructions: texts("Valmistautuminen"),
        administrative_name: "Hallinnollinen nimi".to_owned(),
        category: Some(Id::from_uuid(id(1))),
        area: Some(id(2)),
        age_min: Some(12),
        age_max: Some(17),
        sex: SexFilter::Female,
        availability: Availability::Professionals,
        roles: [id(3), id(4)].into(),
        contents: vec![id(6), id(5)],
        default_appointment_name: texts("Aika"),
        default_role_name: texts("Rooli"),
        fetch_interval_minutes: Some(60),
    };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<Service>(Path::new(FOLDER), include_str!("../src/service/mod.rs"), &samples).unwrap();
}

#[test]
fn patient_content() {
    let [patient, practitioner, representative] = [1, 2, 3].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let standing = Standing { patient, content: Uuid::from_u128(4), matter: Matter::Social, visible_to_guardians: true };
    let event = |what| Event { what, standing, informs: Some(practitioner) };
    let professional = Doer {
        person: Some(practitioner),
        name: Some(Sealed::new(practitioner, RetentionClass::Professional, "Liisa Virtanen".to_owned())),
        representative: None,
    };
    let resident = Doer {
        person: Some(patient),
        name: Some(Sealed::new(patient, RetentionClass::CareRecord, "Aino Lehtonen".to_owned())),
        representative: Some(representative),
    };
    let teenager = Doer { representative: None, ..resident.clone() };
    let platform = Doer { person: None, name: None, representative: None };
    let samples = [
        event(EventKind::Activated { by: professional.clone() }),
        Event { informs: None, ..event(EventKind::Activated { by: platform }) },
        event(EventKind::ShownToGuardians { by: teenager }),
        event(EventKind::Read { by: resident, published_version: 2 }),
        event(EventKind::Withdrawn { by: professional }),
    ];
    golden::<PatientContent>(Path::new(FOLDER), include_str!("../src/patient_content/stored.rs"), &samples).unwrap();
}

#[test]
fn health_record() {
    let patient = PersonId::from_uuid(Uuid::from_u128(1));
    let resource = |json: &str| Sealed::new(patient, RetentionClass::CareRecord, json.to_owned());
    let at = |second: i64| Timestamp::new(second, 500_000_000).unwrap();
    let head = |digest: u8| Head {
        patient,
        kind: health_record::Kind::Prescription,
        integrator: Uuid::from_u128(2),
        at: at(1_774_686_600),
        source_updated_at: at(1_774_690_200),
        digest: [digest; 32],
    };
    let samples = [
        (health_record::EventKind::Arrived { resource: resource(r#"{"resourceType":"MedicationRequest"}"#) }, head(1)),
        (health_record::EventKind::Corrected { resource: resource(r#"{"resourceType":"MedicationRequest","status":"active"}"#) }, head(2)),
        (health_record::EventKind::Withdrawn, head(3)),
    ];
    let samples = samples.map(|(what, head)| health_record::Event { what, head });
    golden::<HealthRecord>(Path::new(FOLDER), include_str!("../src/health_record/stored.rs"), &samples).unwrap();
}

#[test]
fn notification() {
    let at = |second: i64| Timestamp::new(second, 500_000_000).unwrap();
    let standing = notification::Standing {
        kind: notification::Kind::AppointmentReminder,
        object: Uuid::from_u128(2),
        recipient: PersonId::from_uuid(Uuid::from_u128(1)),
        starts_at: Some(at(1_774_690_200)),
        until: at(1_774_686_600),
        at_once: true,
    };
    let channel = Channel::Sms;
    let samples = [
        notification::Event::Planned(standing),
        notification::Event::AttemptBegun { channel },
        notification::Event::NotTaken { channel },
        notification::Event::Settled { channel, outcome: Outcome::Unsure },
        notification::Event::Withdrawn,
    ];
    golden::<Notification>(Path::new(FOLDER), include_str!("../src/notification/stored.rs"), &samples).unwrap();
}

#[test]
fn push_device() {
    let [aino, elli] = [1, 2].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let on = |person| {
        let [endpoint, key, secret] = ["https://push.example/1", "avain", "salaisuus"].map(str::to_owned);
        push_device::Event::SwitchedOn { person, address: Address::of(person, endpoint, key, secret) }
    };
    let samples = [
        on(aino),
        push_device::Event::SwitchedOff { person: aino, reason: Reason::ByPerson },
        on(elli),
        push_device::Event::SwitchedOff { person: elli, reason: Reason::Gone },
    ];
    golden::<PushDevice>(Path::new(FOLDER), include_str!("../src/push_device/stored.rs"), &samples).unwrap();
}
