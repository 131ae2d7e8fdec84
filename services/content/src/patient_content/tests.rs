//! The rules of contents of patients: who gives them, who reads them, and what becomes of them.

use chassis_domain::{
    Actor, Aggregate, AudienceKey, DecideContext, DomainEvent, Encoded, EventMeta, Mandates, Matter, PersonId, Refusal as _, Representative,
    RetentionClass, Sealed, Stored, Timestamp, Uuid, testing::NothingSealed,
};
use kajo_proto::{content::v1::PatientContentState, identity::v1::Messaging};

use super::{Activating, By, Command, Doer, Event, EventKind, PatientContent, Phase, Standing, decides_for_guardians};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const CONTENT: Uuid = Uuid::from_u128(10);

const HEALTH: Mandates = Mandates { health: true, social: false };
const SOCIAL: Mandates = Mandates { health: false, social: true };

fn context() -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) }
}

fn liisa(patient_opened: bool) -> By {
    By::Practitioner { person: LIISA, name: "Liisa".to_owned(), patient_opened }
}

fn resident(person: PersonId) -> By {
    By::Resident { person, name: "Aino".to_owned(), representative: None, teenager: false }
}

fn girl() -> By {
    By::Resident { person: AINO, name: "Aino".to_owned(), representative: None, teenager: true }
}

fn acting(mandates: Mandates, of_teenager: bool) -> By {
    let representative = Some(Representative { person: EINO, name: "Eino".to_owned(), mandates, of_teenager });
    By::Resident { person: AINO, name: "Aino".to_owned(), representative, teenager: of_teenager }
}

fn asked() -> Activating {
    Activating {
        by: liisa(true),
        patient: AINO,
        messaging: Messaging::Allowed,
        content: CONTENT,
        matter: Matter::Health,
        archived: false,
        is_given: false,
        again: false,
    }
}

fn decided(state: &PatientContent, command: &Command) -> Result<Vec<EventKind>, &'static str> {
    let happened = state.decide(command, &context());
    happened.map(|events| events.into_iter().map(|event| event.what).collect()).map_err(|refusal| refusal.code())
}

fn activated(asked: Activating) -> Result<Vec<Event>, &'static str> {
    PatientContent::default().decide(&Command::Activate(Box::new(asked)), &context()).map_err(|refusal| refusal.code())
}

/// What follows from these commands.
fn after(commands: &[Command]) -> PatientContent {
    let mut state = PatientContent::replay(&activated(asked()).expect("it is given"));
    for command in commands {
        for event in state.decide(command, &context()).expect("not refused") {
            state.evolve(&event);
        }
    }
    state
}

fn read(by: By, published_version: u32) -> Command {
    Command::MarkRead { by, published_version }
}

fn withdraw() -> Command {
    Command::Withdraw { by: liisa(true) }
}

#[test]
fn cms_07_a_professional_who_has_opened_a_patient_gives_them_a_content() {
    let happened = activated(asked()).expect("it is given");
    let standing = Standing { patient: AINO, content: CONTENT, matter: Matter::Health, visible_to_guardians: false };
    let what = EventKind::Activated { by: Doer::of(&liisa(true), AINO) };
    assert_eq!(happened, [Event { what, standing, informs: Some(LIISA) }]);
    let state = after(&[]);
    assert_eq!((state.phase.public(), state.activated_by, state.read_version), (PatientContentState::Unread, Some(LIISA), 0));
    let refused = |by: By| activated(Activating { by, ..asked() }).expect_err("refused");
    assert_eq!((refused(liisa(false)), refused(resident(AINO))), ("not_found", "not_found"));
    assert!(activated(Activating { by: By::Platform, ..asked() }).is_ok());
    assert_eq!(decided(&state, &Command::Activate(Box::new(asked()))), Err("already_activated"));
}

#[test]
fn cms_07_a_patient_consents_the_content_is_not_archived_and_twice_is_asked_about() {
    let refused = |asked: Activating| activated(asked).expect_err("refused");
    for (messaging, code) in [
        (Messaging::NoConsent, "patient_no_consent"),
        (Messaging::Unspecified, "patient_no_consent"),
        (Messaging::ManuallyAdded, "patient_manually_added"),
    ] {
        assert_eq!(refused(Activating { messaging, ..asked() }), code);
    }
    assert_eq!(refused(Activating { archived: true, is_given: true, ..asked() }), "content_archived");
    assert_eq!(refused(Activating { is_given: true, ..asked() }), "content_already_given");
    assert!(activated(Activating { is_given: true, again: true, ..asked() }).is_ok());
}

#[test]
fn dig_04_what_a_digital_path_gives_is_given_by_nobody_who_is_told_of_it_and_stands_so_in_the_store() {
    let by_path = || Activating { by: By::Platform, is_given: true, again: true, ..asked() };
    let happened = activated(by_path()).expect("it is given");
    let [event] = happened.as_slice() else { panic!("one event") };
    assert_eq!(event.what, EventKind::Activated { by: Doer { person: None, name: None, representative: None } });
    assert_eq!(event.audience(), [AudienceKey::person(AINO), AudienceKey::on_behalf(AINO, HEALTH, false)]);
    let refused = |asked: Activating| activated(asked).expect_err("refused");
    assert_eq!(refused(Activating { messaging: Messaging::NoConsent, ..by_path() }), "patient_no_consent");
    assert_eq!(refused(Activating { archived: true, ..by_path() }), "content_archived");

    let Encoded { schema, payload } = event.encode(&mut NothingSealed);
    let stored = Stored { event_type: event.event_type().0.to_owned(), schema, payload };
    assert_eq!(Event::decode(&stored, &NothingSealed).as_ref(), Ok(event));

    // It is the patient's and the professionals' as any other.
    let state = PatientContent::replay(&happened);
    assert_eq!((state.phase, state.activated_by), (Phase::Unread, None));
    assert_eq!(decided(&state, &read(resident(AINO), 1)).map(|happened| happened.len()), Ok(1));
    assert_eq!(decided(&state, &withdraw()).map(|happened| happened.len()), Ok(1));
}

#[test]
fn cms_07_it_is_read_once_and_a_newer_version_as_well() {
    let by = || resident(AINO);
    let happened = decided(&after(&[]), &read(by(), 2));
    assert_eq!(happened, Ok(vec![EventKind::Read { by: Doer::of(&by(), AINO), published_version: 2 }]));
    let state = after(&[read(by(), 2)]);
    assert_eq!((state.phase, state.read_version), (Phase::Read, 2));
    for (published_version, events) in [(1, 0), (2, 0), (3, 1)] {
        assert_eq!(decided(&state, &read(by(), published_version)).map(|happened| happened.len()), Ok(events), "{published_version}");
    }
    assert_eq!(after(&[read(by(), 2), read(by(), 3)]).read_version, 3);
    assert_eq!(decided(&after(&[withdraw()]), &read(by(), 2)), Err("content_withdrawn"));
    assert_eq!(decided(&PatientContent::default(), &read(by(), 2)), Err("not_found"));
}

#[test]
fn cms_07_who_acts_for_the_patient_reads_it_by_its_matter_and_stands_beside_it() {
    let Ok(happened) = decided(&after(&[]), &read(acting(HEALTH, false), 1)) else { panic!("it is read") };
    let [EventKind::Read { by, .. }] = happened.as_slice() else { panic!("one event") };
    let name = Sealed::new(AINO, RetentionClass::CareRecord, "Aino".to_owned());
    assert_eq!(*by, Doer { person: Some(AINO), name: Some(name), representative: Some(EINO) });
    for by in [acting(SOCIAL, false), acting(Mandates::default(), false), acting(HEALTH, true), resident(EINO), liisa(true), By::Platform] {
        assert_eq!(decided(&after(&[]), &read(by.clone(), 1)), Err("not_found"), "{by:?}");
    }
    let unsaid = PatientContent::replay(&activated(Activating { matter: Matter::Unsaid, ..asked() }).expect("it is given"));
    assert_eq!(decided(&unsaid, &read(acting(HEALTH, false), 1)), Err("not_found"), "of what is not told everything is needed");
}

#[test]
fn cms_07_professionals_take_it_back_read_or_not_and_twice_changes_nothing() {
    let of = |state: &PatientContent, by: By| decided(state, &Command::Withdraw { by });
    let taken_back = Ok(vec![EventKind::Withdrawn { by: Doer::of(&liisa(true), AINO) }]);
    assert_eq!((of(&after(&[]), liisa(true)), of(&after(&[read(resident(AINO), 1)]), liisa(true))), (taken_back.clone(), taken_back));
    assert_eq!(of(&after(&[withdraw()]), liisa(true)), Ok(vec![]));
    for by in [liisa(false), resident(AINO)] {
        assert_eq!(of(&after(&[]), by), Err("not_found"));
    }
    assert_eq!(of(&PatientContent::default(), liisa(true)), Err("not_found"));
}

#[test]
fn cms_07_with_the_account_goes_what_is_not_read() {
    let of = |state: &PatientContent| decided(state, &Command::WithdrawWithAccount);
    assert_eq!(of(&after(&[])), Ok(vec![EventKind::Withdrawn { by: Doer::of(&By::Platform, AINO) }]));
    for state in [after(&[read(resident(AINO), 1)]), after(&[withdraw()]), PatientContent::default()] {
        assert_eq!(of(&state), Ok(vec![]), "{:?}", state.phase);
    }
}

#[test]
fn idn_09_guardians_of_a_teenager_see_it_when_she_shows_it_and_nobody_shows_it_for_her() {
    let show = |by: By, visible: bool| Command::ShowToGuardians { by, visible };
    let guardian = || acting(HEALTH, true);
    assert_eq!(after(&[]).open_to(&guardian()), None);
    assert_eq!(decided(&after(&[]), &show(guardian(), true)), Err("not_found"));
    assert_eq!(decided(&after(&[]), &show(girl(), false)), Ok(vec![]));
    assert_eq!(decided(&after(&[]), &show(resident(AINO), true)), Err("not_the_teenager"));
    let shown = after(&[show(girl(), true)]);
    assert!(shown.open_to(&guardian()).is_some());
    assert_eq!(decided(&shown, &show(guardian(), false)), Err("not_the_teenager"));
    assert_eq!(decided(&shown, &read(guardian(), 1)).map(|happened| happened.len()), Ok(1));
    assert_eq!((decides_for_guardians(&girl()), decides_for_guardians(&guardian()), decides_for_guardians(&liisa(true))), (true, false, false));
}

#[test]
fn cms_07_those_who_may_know_are_told_and_the_professional_who_gave_it() {
    let told = |state: &PatientContent, command: &Command| {
        let happened = state.decide(command, &context()).expect("not refused");
        happened.first().expect("an event").audience()
    };
    let on_behalf = |of_teenager| AudienceKey::on_behalf(AINO, HEALTH, of_teenager);
    let expected = [AudienceKey::person(AINO), on_behalf(false), AudienceKey::person(LIISA)];
    assert_eq!(activated(asked()).expect("it is given").first().expect("an event").audience(), expected);
    assert_eq!(told(&after(&[]), &read(resident(AINO), 1)), expected);
    let show = |visible| Command::ShowToGuardians { by: girl(), visible };
    let shown = after(&[show(true)]);
    assert!(told(&shown, &withdraw()).contains(&on_behalf(true)));
    assert!(told(&shown, &show(false)).contains(&on_behalf(true)), "who sees it no more is told so");
}

#[test]
fn cms_07_facts_name_ids_and_nobody() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    for command in [read(acting(HEALTH, false), 1), withdraw(), Command::ShowToGuardians { by: girl(), visible: true }] {
        let happened = after(&[]).decide(&command, &context()).expect("not refused");
        let fact = happened.first().and_then(|event| event.publish(&meta)).expect("a fact");
        let told = String::from_utf8_lossy(&fact.payload).into_owned();
        assert!(["Aino", "Eino", "Liisa"].iter().all(|name| !told.contains(name)), "{told}");
    }
}
