//! Every event that scheduling ever released, read and folded as on the day it was released (`proto/golden`).

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use chassis::testkit::golden;
use chassis_domain::{AdminEvent, Id, Matter, PersonId, RetentionClass, Sealed, Timestamp, Translated, Uuid};
use scheduling::{
    appointment::{
        Appointment, Event, EventKind, Left, Standing,
        outside::KeptOutside,
        participant::Participant,
        value::{BookedTime, Doer, Side, Terms},
    },
    appointment_search::{self, AppointmentSearch, BookingSystem, CareKind, ChangeSource, Changeable, Parameters, PegasosParameter},
    booking_role::{self, BookingRole},
    calendar_choice::{self, CalendarChoice},
    horizon::{Horizon, Moved},
    kind::AppointmentType,
    recommendation::{self, Recommendation},
    remote_access::{self, RemoteAccess},
    schedule::{self, Hours, Schedule},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/scheduling");

fn texts(word: &str) -> Translated {
    Translated { fi: format!("{word} fi"), sv: format!("{word} sv"), en: format!("{word} en") }
}

#[test]
fn booking_role() {
    let details = booking_role::Details { name: texts("Nimi") };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<BookingRole>(Path::new(FOLDER), include_str!("../src/booking_role/mod.rs"), &samples).unwrap();
}

#[test]
fn schedule() {
    let hours = |from: &str, until: &str| vec![Hours::parse(from, until)];
    let mut details = schedule::Details {
        name: "Liisa, Lehtola".to_owned(),
        practitioner: Some(Uuid::from_u128(1)),
        location: Some(Uuid::from_u128(2)),
        services: [Uuid::from_u128(3), Uuid::from_u128(4)].into(),
        appointment_type: Some(AppointmentType::Video),
        slot_minutes: 20,
        valid_from: "2026-11-30".parse().ok(),
        valid_until: "2027-02-28".parse().ok(),
        exceptions: [("2026-12-06".parse().unwrap(), vec![]), ("2026-12-07".parse().unwrap(), hours("16:00", "20:30"))].into(),
        ..schedule::Details::default()
    };
    details.weekly[0] = hours("08:00", "11:15");
    details.weekly[6] = hours("09:00", "10:00");
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<Schedule>(Path::new(FOLDER), include_str!("../src/schedule/mod.rs"), &samples).unwrap();
}

#[test]
fn appointment_search() {
    let words = |word: &str| vec![format!("{word} 1"), format!("{word} 2")];
    let id = Uuid::from_u128;
    let details = appointment_search::Details {
        administrative_name: "Hallinnollinen nimi".to_owned(),
        system: Some(BookingSystem::Lifecare),
        role: Some(id(1)),
        service: Some(id(2)),
        location: Some(id(3)),
        appointment_type: Some(AppointmentType::HomeVisit),
        parameters: Parameters {
            schedules: vec![id(5), id(4)],
            lifecare_care_kind: Some(CareKind::Specialised),
            lifecare_appointment_types: words("appointment type"),
            lifecare_functions: words("function"),
            lifecare_locations: words("location"),
            lifecare_schedule_ids: words("schedule"),
            lifecare_visit_types: words("visit type"),
            lifecare_visit_type_specifiers: words("specifier"),
            omni360_appointment_book_type_id: "book type".to_owned(),
            omni360_contact_method_ids: words("contact method"),
            omni360_location_names: words("location name"),
            omni360_practitioner_ids: words("practitioner"),
            omni360_service_category_ids: words("service category"),
            omni360_urgency_class_ids: words("urgency class"),
            vihta_service_ids: words("service"),
            vihta_public_service: true,
            pegasos: vec![PegasosParameter { name: "unit".to_owned(), values: words("unit") }],
        },
        duration_minutes: Some(45),
        cancelable: Changeable { source: ChangeSource::Integration, allowed: true },
        reschedulable: Changeable { source: ChangeSource::ServiceInformation, allowed: true },
        late_cancel_hours: Some(24),
        practitioner_name_shown: true,
        all_municipalities: true,
        real_appointment: true,
        only_booked: true,
    };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<AppointmentSearch>(Path::new(FOLDER), include_str!("../src/appointment_search/mod.rs"), &samples).unwrap();
}

#[test]
fn remote_access() {
    let id = Uuid::from_u128;
    let details = remote_access::Details { restricted: true, grants: [(id(1), [id(2), id(3)].into()), (id(4), [id(2)].into())].into() };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<RemoteAccess>(Path::new(FOLDER), include_str!("../src/remote_access/mod.rs"), &samples).unwrap();
}

const PATIENT: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(2));

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn care_record(text: &str) -> Sealed<String> {
    Sealed::new(PATIENT, RetentionClass::CareRecord, text.to_owned())
}

fn on_behalf() -> Doer {
    let representative = Some((PersonId::from_uuid(Uuid::from_u128(3)), care_record("Eino")));
    Doer { side: Side::Resident, person: Some(PATIENT), name: Some(care_record("Aino")), representative }
}

fn professional() -> Doer {
    let name = Some(Sealed::new(LIISA, RetentionClass::Professional, "Liisa".to_owned()));
    Doer { side: Side::Practitioner, person: Some(LIISA), name, representative: None }
}

fn standing() -> Standing {
    let id = Uuid::from_u128;
    Standing {
        patient: PATIENT,
        matter: Matter::Health,
        visible_to_guardians: true,
        time: BookedTime {
            search: id(10),
            slot: id(11),
            schedule: Some(id(12)),
            service: id(13),
            role: Some(id(14)),
            location: Some(id(15)),
            practitioner: Some(LIISA),
            kind: AppointmentType::InPerson,
            starts_at: at("2027-10-31T01:30:00Z"),
            ends_at: at("2027-10-31T02:00:00Z"),
            civil_start: "2027-10-31T03:30".to_owned(),
            terms: Terms { cancelable: true, reschedulable: true, late_hours: Some(24) },
            names_practitioner: true,
            contact_time: true,
        },
        booked_at: at("2027-10-01T08:00:00Z"),
        recommendation: Some(id(16)),
        colleagues: vec![PersonId::from_uuid(id(17))],
        cancelable: Some(false),
        outside: None,
    }
}

/// Of what another system keeps. It has no schedule, and nobody of ours takes part.
fn outside() -> Standing {
    let time = BookedTime { schedule: None, practitioner: None, ..standing().time };
    let practitioner_name = Some(care_record("Lääkäri Virtanen"));
    let outside = Some(KeptOutside { system: BookingSystem::Lifecare, reference: "A-1".to_owned(), version: 7, practitioner_name });
    Standing { time, recommendation: None, colleagues: Vec::new(), cancelable: None, outside, ..standing() }
}

fn guest() -> Participant {
    let sealed = |text: &str| Sealed::new(PersonId::from_uuid(Uuid::from_u128(18)), RetentionClass::Account, text.to_owned());
    let (email, phone) = (Some(sealed("kaisa@kajo.example")), Some(sealed("+358401234567")));
    Participant { id: Uuid::from_u128(18), colleague: None, name: sealed("Kaisa"), email, phone, active: true }
}

fn colleague() -> Participant {
    let (id, colleague) = (Uuid::from_u128(19), PersonId::from_uuid(Uuid::from_u128(17)));
    let name = Sealed::new(colleague, RetentionClass::Professional, "Jussi".to_owned());
    Participant { id, colleague: Some(colleague), name, email: None, phone: None, active: true }
}

#[test]
fn appointment() {
    let elsewhere = BookedTime { schedule: None, role: None, location: None, practitioner: None, ..standing().time };
    let event = |what| Event { what, standing: standing() };
    let heard = |what| Event { what, standing: outside() };
    let samples = vec![
        event(EventKind::Booked { by: on_behalf(), patient_name: care_record("Aino"), participants: vec![guest(), colleague()], backfill: false }),
        Event {
            what: EventKind::Moved { by: professional(), previous_starts_at: at("2027-10-30T08:00:00Z"), left: Some(Left::of(&standing().time)) },
            standing: Standing { time: elsewhere, recommendation: None, ..standing() },
        },
        event(EventKind::ShownToGuardians),
        event(EventKind::ParticipantSaved { by: professional(), participant: Participant { phone: None, ..guest() } }),
        event(EventKind::ParticipantDeactivated { by: professional(), participant: colleague().id, colleague: colleague().colleague }),
        event(EventKind::Cancelled { by: on_behalf(), reason: Some(care_record("Olen matkoilla")) }),
        event(EventKind::Cancelled { by: Doer::system(), reason: None }),
        event(EventKind::Done { by: professional() }),
        event(EventKind::CancellationAcknowledged { by: professional() }),
        heard(EventKind::Booked { by: Doer::system(), patient_name: care_record("Aino"), participants: Vec::new(), backfill: true }),
        heard(EventKind::Moved { by: Doer::system(), previous_starts_at: at("2027-10-30T08:00:00Z"), left: Some(Left::of(&outside().time)) }),
        heard(EventKind::Changed { by: Doer::system() }),
        heard(EventKind::ShownToGuardians),
        heard(EventKind::Cancelled { by: Doer::system(), reason: Some(care_record("Lääkäri on estynyt")) }),
        heard(EventKind::Done { by: Doer::system() }),
    ];
    golden::<Appointment>(Path::new(FOLDER), include_str!("../src/appointment/stored.rs"), &samples).unwrap();
}

#[test]
fn recommendation() {
    let given = |by: Doer| recommendation::Given { patient: PATIENT, service: Uuid::from_u128(13), matter: Matter::Social, by };
    let samples = [
        recommendation::Event::Activated(Box::new(given(professional()))),
        recommendation::Event::Activated(Box::new(given(Doer::system()))),
        recommendation::Event::Used { appointment: Id::from_uuid(Uuid::from_u128(20)), patient: PATIENT, matter: Matter::Social },
        recommendation::Event::Withdrawn { by: professional(), patient: PATIENT, matter: Matter::Social },
    ];
    golden::<Recommendation>(Path::new(FOLDER), include_str!("../src/recommendation/stored.rs"), &samples).unwrap();
}

#[test]
fn horizon() {
    let samples = [Moved { through: "2027-03-28".to_owned() }];
    golden::<Horizon>(Path::new(FOLDER), include_str!("../src/horizon/stored.rs"), &samples).unwrap();
}

#[test]
fn calendar_choice() {
    let samples = [calendar_choice::Chosen { schedules: [Uuid::from_u128(12), Uuid::from_u128(21)].into() }];
    golden::<CalendarChoice>(Path::new(FOLDER), include_str!("../src/calendar_choice/stored.rs"), &samples).unwrap();
}
