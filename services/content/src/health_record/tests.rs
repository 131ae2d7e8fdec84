//! The rules of health records: what of that which comes again changes something, and who is told.

use chassis_domain::{
    Actor, Aggregate, AudienceKey, DecideContext, Mandates, PersonId, Refusal as _, Representative, RetentionClass, Sealed, Timestamp, Uuid,
};

use super::{Command, Event, EventKind, HealthRecord, Kind, Phase, Taking, id_of, is_open_to};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LABORATORY: Uuid = Uuid::from_u128(10);
const OTHER_LABORATORY: Uuid = Uuid::from_u128(11);

const TAKEN: &str = "2026-11-18T05:40:00Z";
const BEFORE: &str = "2026-11-19T10:00:00Z";
const NOW: &str = "2026-11-20T10:00:00Z";
const LATER: &str = "2026-11-21T10:00:00Z";

const HEALTH: Mandates = Mandates { health: true, social: false };

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn context(now: &str) -> DecideContext {
    DecideContext { now: at(now), actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(3) }
}

/// A resource of Aino's with so much in it, changed at its source at this time.
fn taking(content: u8, source_updated_at: Option<&str>) -> Taking {
    Taking {
        patient: AINO,
        kind: Kind::LabResult,
        integrator: LABORATORY,
        at: at(TAKEN),
        source_updated_at: source_updated_at.map(at),
        entered_in_error: false,
        digest: [content; 32],
        resource: Sealed::new(AINO, RetentionClass::CareRecord, format!("resource {content}")),
    }
}

fn in_error(content: u8, source_updated_at: Option<&str>) -> Taking {
    Taking { entered_in_error: true, ..taking(content, source_updated_at) }
}

/// What happens, by name, when this comes now.
fn decided(state: &HealthRecord, taking: Taking) -> Result<Vec<&'static str>, &'static str> {
    let decided = state.decide(&Command::Take(Box::new(taking)), &context(NOW));
    decided.map(|events| events.iter().map(name).collect()).map_err(|refusal| refusal.code())
}

fn name(event: &Event) -> &'static str {
    match event.what {
        EventKind::Arrived { .. } => "arrived",
        EventKind::Corrected { .. } => "corrected",
        EventKind::Withdrawn => "withdrawn",
    }
}

/// What follows when these come, each now.
fn after(taken: &[Taking]) -> HealthRecord {
    let mut state = HealthRecord::default();
    for taking in taken {
        for event in state.decide(&Command::Take(Box::new(taking.clone())), &context(NOW)).expect("not refused") {
            state.evolve(&event);
        }
    }
    state
}

#[test]
fn evt_03_what_is_not_known_arrives_sealed_under_the_patients_care_record() {
    let mut state = HealthRecord::default();
    let happened = state.decide(&Command::Take(Box::new(taking(1, Some(BEFORE)))), &context(NOW)).expect("not refused");
    let [Event { what: EventKind::Arrived { resource }, head }] = happened.as_slice() else { panic!("one event") };
    assert_eq!(resource, &Sealed::new(AINO, RetentionClass::CareRecord, "resource 1".to_owned()));
    assert_eq!((head.patient, head.integrator, head.at, head.source_updated_at), (AINO, LABORATORY, at(TAKEN), at(BEFORE)));
    for event in &happened {
        state.evolve(event);
    }
    assert_eq!(state.phase, Phase::Current);
    assert_eq!(decided(&HealthRecord::default(), in_error(1, None)), Ok(vec![]), "what nobody has seen need not be taken back");
}

#[test]
fn evt_03_the_same_again_and_what_is_older_at_its_source_change_nothing() {
    let known = after(&[taking(1, Some(BEFORE))]);
    for (came, happens) in [
        (taking(1, Some(BEFORE)), vec![]),
        (taking(1, Some(LATER)), vec![]),
        (taking(2, Some("2026-11-19T09:59:59Z")), vec![]),
        (in_error(2, Some("2026-11-19T09:59:59Z")), vec![]),
        (taking(2, Some(BEFORE)), vec!["corrected"]),
        (taking(2, Some(LATER)), vec!["corrected"]),
        (taking(2, None), vec!["corrected"]),
        (in_error(2, Some(BEFORE)), vec!["withdrawn"]),
    ] {
        let said = format!("{came:?}");
        assert_eq!(decided(&known, came), Ok(happens), "{said}");
    }
}

#[test]
fn evt_03_of_what_its_source_does_not_date_the_time_of_arrival_counts() {
    let known = after(&[taking(1, None)]);
    assert_eq!(known.head.map(|head| head.source_updated_at), Some(at(NOW)));
    assert_eq!(decided(&known, taking(2, Some(BEFORE))), Ok(vec![]));
    assert_eq!(decided(&known, taking(2, Some(LATER))), Ok(vec!["corrected"]));
    assert_eq!(decided(&known, taking(2, None)), Ok(vec!["corrected"]));
}

#[test]
fn evt_03_it_is_withdrawn_once_and_a_newer_one_brings_it_back() {
    let withdrawn = after(&[taking(1, Some(BEFORE)), in_error(2, Some(NOW))]);
    assert_eq!(withdrawn.phase, Phase::Withdrawn);
    assert_eq!(decided(&withdrawn, in_error(2, Some(NOW))), Ok(vec![]));
    assert_eq!(decided(&withdrawn, in_error(3, Some(LATER))), Ok(vec![]));
    assert_eq!(decided(&withdrawn, taking(1, Some(BEFORE))), Ok(vec![]), "as it was before");
    assert_eq!(decided(&withdrawn, taking(3, Some(LATER))), Ok(vec!["corrected"]));
    let back = after(&[taking(1, Some(BEFORE)), in_error(2, Some(NOW)), taking(3, Some(LATER))]);
    assert_eq!(back.phase, Phase::Corrected);
}

#[test]
fn evt_03_a_record_never_becomes_another_patients() {
    let of_eino = |taking: Taking| Taking { patient: EINO, ..taking };
    for known in [after(&[taking(1, Some(BEFORE))]), after(&[taking(1, Some(BEFORE)), in_error(2, Some(NOW))])] {
        assert_eq!(decided(&known, of_eino(taking(3, Some(LATER)))), Err("other_patient"), "{:?}", known.phase);
        assert_eq!(decided(&known, of_eino(in_error(3, Some(LATER)))), Err("other_patient"), "{:?}", known.phase);
    }
}

#[test]
fn evt_03_one_identifier_of_one_integrator_is_one_record() {
    let known = id_of(LABORATORY, Kind::LabResult, "urn:lab", "1");
    assert_eq!(id_of(LABORATORY, Kind::LabResult, "urn:lab", "1"), known);
    for other in [
        id_of(OTHER_LABORATORY, Kind::LabResult, "urn:lab", "1"),
        id_of(LABORATORY, Kind::Prescription, "urn:lab", "1"),
        id_of(LABORATORY, Kind::LabResult, "urn:other", "1"),
        id_of(LABORATORY, Kind::LabResult, "urn:lab", "2"),
    ] {
        assert_ne!(other, known);
    }
}

#[test]
fn evt_02_the_patient_is_told_and_who_acts_for_them_in_matters_of_health_and_no_guardian_of_a_teenager() {
    let happened = HealthRecord::default().decide(&Command::Take(Box::new(taking(1, None))), &context(NOW)).expect("not refused");
    let told = happened.first().expect("an event").audience();
    assert_eq!(told, [AudienceKey::person(AINO), AudienceKey::on_behalf(AINO, HEALTH, false)]);
    for (mandates, of_teenager, is_open) in
        [(HEALTH, false, true), (HEALTH, true, false), (Mandates { health: false, social: true }, false, false), (Mandates::default(), false, false)]
    {
        let somebody = Representative { person: EINO, name: "Eino".to_owned(), mandates, of_teenager };
        assert_eq!(is_open_to(&somebody), is_open, "{mandates:?} {of_teenager}");
    }
}
