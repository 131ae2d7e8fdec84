//! The rules of activations: on which days they are answered, by whom, and what becomes of them.

use chassis_domain::{
    Actor, Aggregate, AudienceKey, DecideContext, DomainEvent, Encoded, Mandates, Matter, PersonId, Refusal as _, Representative, RetentionClass,
    Sealed, Stored, Timestamp, Uuid, testing::NothingSealed,
};
use kajo_proto::identity::v1::Messaging;

use super::{Activating, Command, Event, EventKind, Phase, Standing, SurveyActivation, decides_for_guardians};
use crate::{
    civil_days,
    doer::{By, Doer, Side},
};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const SURVEY: Uuid = Uuid::from_u128(10);
const RESPONSE: Uuid = Uuid::from_u128(11);

/// The first day is the one on which summer time begins, the last one that on which it ends.
const FROM: &str = "2026-03-29";
const ANSWER_BY: &str = "2026-10-25";
/// A month before.
const BEFORE: &str = "2026-02-28T10:00:00Z";
const OPENS: &str = "2026-03-28T22:00:00Z";
/// With ten minutes of grace.
const CLOSES: &str = "2026-10-25T22:10:00Z";
const MEANWHILE: &str = "2026-06-01T10:00:00Z";
const LONG_AFTER: &str = "2027-06-01T10:00:00Z";

const HEALTH: Mandates = Mandates { health: true, social: false };
const SOCIAL: Mandates = Mandates { health: false, social: true };

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn just_before(text: &str) -> String {
    at(text).checked_sub(chassis_domain::SignedDuration::from_millis(1)).expect("in range").to_string()
}

fn context(now: &str) -> DecideContext {
    DecideContext { now: at(now), actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) }
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
        patient_name: "Aino".to_owned(),
        messaging: Messaging::Allowed,
        survey: SURVEY,
        matter: Matter::Health,
        archived: false,
        from_date: FROM.to_owned(),
        answer_by_date: ANSWER_BY.to_owned(),
        is_given: false,
        again: false,
    }
}

fn decided(state: &SurveyActivation, command: &Command, now: &str) -> Result<Vec<EventKind>, &'static str> {
    let happened = state.decide(command, &context(now));
    happened.map(|events| events.into_iter().map(|event| event.what).collect()).map_err(|refusal| refusal.code())
}

fn activated(asked: Activating, now: &str) -> Result<Vec<Event>, &'static str> {
    SurveyActivation::default().decide(&Command::Activate(Box::new(asked)), &context(now)).map_err(|refusal| refusal.code())
}

/// What follows from these commands, each at its time.
fn after(commands: &[(&Command, &str)]) -> SurveyActivation {
    let mut state = SurveyActivation::replay(&activated(asked(), BEFORE).expect("it is activated"));
    for (command, now) in commands {
        for event in state.decide(command, &context(now)).expect("not refused") {
            state.evolve(&event);
        }
    }
    state
}

fn planned() -> SurveyActivation {
    after(&[])
}

fn answer(by: By) -> Command {
    Command::Answer { by, response: RESPONSE }
}

fn withdraw() -> Command {
    Command::Withdraw { by: liisa(true) }
}

fn care_record(text: &str) -> Sealed<String> {
    Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned())
}

#[test]
fn sur_02_a_professional_who_has_opened_a_patient_activates_a_survey_from_a_day_until_another() {
    let happened = activated(asked(), BEFORE).expect("it is activated");
    let expected = EventKind::Activated { by: Doer::of(&liisa(true), AINO), patient_name: care_record("Aino") };
    let day = |text: &str| civil_days::parse(text).expect("a day");
    let standing = Standing {
        patient: AINO,
        survey: SURVEY,
        matter: Matter::Health,
        from: day(FROM),
        answer_by: Some(day(ANSWER_BY)),
        visible_to_guardians: false,
    };
    assert_eq!(happened, [Event { what: expected, standing, informs: Some(LIISA) }], "it opens on its day");
    let refused = |by: By| activated(Activating { by, ..asked() }, BEFORE).expect_err("refused");
    assert_eq!((refused(liisa(false)), refused(resident(AINO))), ("not_found", "not_found"));
    assert!(activated(Activating { by: By::Platform, ..asked() }, BEFORE).is_ok());
    assert_eq!(decided(&planned(), &Command::Activate(Box::new(asked())), BEFORE), Err("already_activated"));
}

#[test]
fn sur_02_without_days_it_is_open_at_once_and_until_it_is_taken_back() {
    for from_date in ["", "2026-02-28"] {
        let days = Activating { from_date: from_date.to_owned(), answer_by_date: String::new(), ..asked() };
        let happened = activated(days, BEFORE).expect("it is activated");
        assert!(matches!(happened.as_slice(), [Event { what: EventKind::Activated { .. }, .. }, Event { what: EventKind::Opened, .. }]));
        let state = SurveyActivation::replay(&happened);
        assert_eq!((state.phase, state.phase_at(at("2036-01-01T00:00:00Z"))), (Phase::Open, Phase::Open));
        assert_eq!(state.standing.map(|standing| (standing.from.to_string(), standing.answer_by)), Some(("2026-02-28".to_owned(), None)));
    }
}

#[test]
fn sur_02_days_are_days_of_the_calendar_in_order_and_not_past() {
    let with = |from_date: &str, answer_by_date: &str| {
        let asked = Activating { from_date: from_date.to_owned(), answer_by_date: answer_by_date.to_owned(), ..asked() };
        let decided = SurveyActivation::default().decide(&Command::Activate(Box::new(asked)), &context(BEFORE));
        decided.map(|_| ()).map_err(|refusal| (refusal.code(), refusal.field().unwrap_or_default()))
    };
    for (from_date, answer_by_date, refused) in [
        ("2026-02-30", "", ("no_such_day", "from_date")),
        ("", "29.3.2026", ("no_such_day", "answer_by_date")),
        ("2026-02-27", "", ("date_past", "from_date")),
        ("", "2026-02-27", ("date_past", "answer_by_date")),
        ("2026-03-29", "2026-03-28", ("dates_in_order", "answer_by_date")),
    ] {
        assert_eq!(with(from_date, answer_by_date), Err(refused), "{from_date} {answer_by_date}");
    }
    for (from_date, answer_by_date) in [("2026-03-29", "2026-03-29"), ("", "2026-02-28"), ("2026-02-28", "2199-12-31")] {
        assert_eq!(with(from_date, answer_by_date), Ok(()), "{from_date} {answer_by_date}");
    }
    // Two hours before midnight in Greenwich it is the next day in Helsinki.
    let today = Activating { from_date: "2026-02-28".to_owned(), ..asked() };
    assert_eq!(activated(today, "2026-02-28T22:00:00Z").expect_err("refused"), "date_past");
}

#[test]
fn sur_02_a_patient_consents_the_survey_is_not_archived_and_twice_is_asked_about() {
    let refused = |asked: Activating| activated(asked, BEFORE).expect_err("refused");
    for (messaging, code) in [
        (Messaging::NoConsent, "patient_no_consent"),
        (Messaging::Unspecified, "patient_no_consent"),
        (Messaging::ManuallyAdded, "patient_manually_added"),
    ] {
        assert_eq!(refused(Activating { messaging, ..asked() }), code);
    }
    assert_eq!(refused(Activating { archived: true, is_given: true, ..asked() }), "survey_archived");
    assert_eq!(refused(Activating { is_given: true, ..asked() }), "already_open");
    assert!(activated(Activating { is_given: true, again: true, ..asked() }, BEFORE).is_ok());
}

#[test]
fn dig_04_what_a_digital_path_activates_is_activated_by_nobody_who_is_told_of_it_and_stands_so_in_the_store() {
    let by_path = || Activating { by: By::Platform, from_date: String::new(), is_given: true, again: true, ..asked() };
    let happened = activated(by_path(), BEFORE).expect("it is activated");
    let [first, opened] = happened.as_slice() else { panic!("it is open at once") };
    let by_platform = Doer { side: Side::Platform, person: None, name: None, representative: None };
    assert_eq!(first.what, EventKind::Activated { by: by_platform.clone(), patient_name: care_record("Aino") });
    for event in [first, opened] {
        assert_eq!(event.audience(), [AudienceKey::person(AINO), AudienceKey::on_behalf(AINO, HEALTH, false)]);
    }
    let refused = |asked: Activating| activated(asked, BEFORE).expect_err("refused");
    assert_eq!(refused(Activating { messaging: Messaging::ManuallyAdded, ..by_path() }), "patient_manually_added");
    assert_eq!(refused(Activating { archived: true, ..by_path() }), "survey_archived");

    let Encoded { schema, payload } = first.encode(&mut NothingSealed);
    let stored = Stored { event_type: first.event_type().0.to_owned(), schema, payload };
    let Ok(Event { what: EventKind::Activated { by, .. }, standing, informs }) = Event::decode(&stored, &NothingSealed) else {
        panic!("it is read as it was written")
    };
    assert_eq!((by, &standing, informs), (by_platform, &first.standing, None));
    assert_eq!(SurveyActivation::replay(&happened).activated_by, None);
}

#[test]
fn sur_02_it_opens_on_its_first_day_and_expires_after_its_last_one_never_early_and_once() {
    let open = |state: &SurveyActivation, now: &str| decided(state, &Command::Open, now);
    let expire = |state: &SurveyActivation, now: &str| decided(state, &Command::Expire, now);
    assert_eq!(open(&planned(), &just_before(OPENS)), Ok(vec![]));
    assert_eq!(open(&planned(), OPENS), Ok(vec![EventKind::Opened]));
    let opened = after(&[(&Command::Open, OPENS)]);
    assert_eq!((open(&opened, MEANWHILE), expire(&opened, &just_before(CLOSES))), (Ok(vec![]), Ok(vec![])));
    assert_eq!(expire(&opened, CLOSES), Ok(vec![EventKind::Expired]));
    // Nobody has said that it opened, and its last day is over.
    assert_eq!((open(&planned(), CLOSES), expire(&planned(), CLOSES)), (Ok(vec![]), Ok(vec![EventKind::Expired])));
    let answered = after(&[(&answer(resident(AINO)), MEANWHILE)]);
    let withdrawn = after(&[(&withdraw(), MEANWHILE)]);
    let expired = after(&[(&Command::Expire, CLOSES)]);
    for over in [&answered, &withdrawn, &expired] {
        assert_eq!((open(over, LONG_AFTER), expire(over, LONG_AFTER)), (Ok(vec![]), Ok(vec![])), "{:?}", over.phase);
    }
    assert_eq!(decided(&SurveyActivation::default(), &Command::Expire, LONG_AFTER), Ok(vec![]));
}

#[test]
fn sur_03_days_decide_whether_it_is_answered_and_not_who_says_that_they_have_come() {
    for state in [planned(), after(&[(&Command::Open, OPENS)])] {
        let answered = |now: &str| decided(&state, &answer(resident(AINO)), now).map(|happened| happened.len());
        assert_eq!(answered(OPENS), Ok(1));
        assert_eq!(answered(&just_before(CLOSES)), Ok(1), "in the ten minutes after it");
        assert_eq!(answered(CLOSES), Err("survey_over"));
        assert_eq!(state.phase_at(at(CLOSES)), Phase::Expired);
    }
    assert_eq!(decided(&planned(), &answer(resident(AINO)), &just_before(OPENS)), Err("not_open_yet"));
}

#[test]
fn sur_03_it_is_answered_once_and_not_when_it_was_taken_back() {
    let mut state = planned();
    let happened = state.decide(&answer(resident(AINO)), &context(MEANWHILE)).expect("it is answered");
    let expected = EventKind::Answered { by: Doer::of(&resident(AINO), AINO), response: RESPONSE };
    assert_eq!(happened.iter().map(|event| &event.what).collect::<Vec<_>>(), [&expected]);
    for event in &happened {
        state.evolve(event);
    }
    assert_eq!((state.phase, state.response), (Phase::Answered, Some(RESPONSE)));
    assert_eq!(decided(&state, &answer(resident(AINO)), MEANWHILE), Err("already_answered"));
    assert_eq!(state.phase_at(at(LONG_AFTER)), Phase::Answered);
    let withdrawn = after(&[(&withdraw(), MEANWHILE)]);
    assert_eq!(decided(&withdrawn, &answer(resident(AINO)), MEANWHILE), Err("survey_withdrawn"));
    let expired = after(&[(&Command::Expire, CLOSES)]);
    assert_eq!(decided(&expired, &answer(resident(AINO)), CLOSES), Err("survey_over"));
}

#[test]
fn sur_03_who_acts_for_the_patient_answers_by_its_matter_and_both_are_stored() {
    let answered = |by: By| decided(&planned(), &answer(by), MEANWHILE);
    let Ok(happened) = answered(acting(HEALTH, false)) else { panic!("it is answered") };
    let [EventKind::Answered { by, .. }] = happened.as_slice() else { panic!("one event") };
    assert_eq!((by.person, by.name.as_ref().and_then(Sealed::open).map(String::as_str)), (Some(AINO), Some("Aino")));
    assert_eq!(by.representative, Some((EINO, care_record("Eino"))));
    for by in [acting(SOCIAL, false), acting(Mandates::default(), false), acting(HEALTH, true), resident(EINO), liisa(true), By::Platform] {
        assert_eq!(answered(by.clone()), Err("not_found"), "{by:?}");
    }
}

#[test]
fn sur_02_professionals_take_it_back_until_it_is_answered_or_over_and_twice_changes_nothing() {
    let of = |state: &SurveyActivation, by: By, now: &str| decided(state, &Command::Withdraw { by }, now).map(|happened| happened.len());
    assert_eq!(of(&planned(), liisa(true), BEFORE), Ok(1));
    assert_eq!(of(&planned(), liisa(true), MEANWHILE), Ok(1));
    assert_eq!((of(&planned(), liisa(false), BEFORE), of(&planned(), resident(AINO), BEFORE)), (Err("not_found"), Err("not_found")));
    assert_eq!(of(&planned(), liisa(true), CLOSES), Err("survey_over"));
    assert_eq!(of(&after(&[(&withdraw(), BEFORE)]), liisa(true), BEFORE), Ok(0));
    assert_eq!(of(&after(&[(&answer(resident(AINO)), MEANWHILE)]), liisa(true), MEANWHILE), Err("already_answered"));
}

#[test]
fn with_the_account_goes_what_is_not_answered_and_answers_stay() {
    let of = |state: &SurveyActivation, now: &str| decided(state, &Command::WithdrawWithAccount, now);
    let by = Doer::of(&By::Platform, AINO);
    for state in [planned(), after(&[(&Command::Open, OPENS)])] {
        assert_eq!(of(&state, MEANWHILE), Ok(vec![EventKind::Withdrawn { by: by.clone() }]));
        assert_eq!(of(&state, CLOSES), Ok(vec![]), "it is over");
    }
    assert_eq!(of(&after(&[(&answer(resident(AINO)), MEANWHILE)]), MEANWHILE), Ok(vec![]));
    assert_eq!(of(&after(&[(&withdraw(), BEFORE)]), BEFORE), Ok(vec![]));
}

#[test]
fn idn_09_guardians_of_a_teenager_see_it_when_she_shows_it_and_nobody_shows_it_for_her() {
    let show = |by: By, visible: bool| Command::ShowToGuardians { by, visible };
    let guardian = || acting(HEALTH, true);
    assert_eq!(planned().open_to(&guardian()), None);
    assert_eq!(decided(&planned(), &show(guardian(), true), MEANWHILE), Err("not_found"));
    assert_eq!(decided(&planned(), &show(girl(), false), MEANWHILE), Ok(vec![]));
    assert_eq!(decided(&planned(), &show(resident(AINO), true), MEANWHILE), Err("not_the_teenager"));
    let shown = after(&[(&show(girl(), true), MEANWHILE)]);
    assert!(shown.open_to(&guardian()).is_some());
    assert_eq!(decided(&shown, &show(guardian(), false), MEANWHILE), Err("not_the_teenager"));
    assert_eq!(decided(&shown, &answer(guardian()), MEANWHILE).map(|happened| happened.len()), Ok(1));
    assert_eq!((decides_for_guardians(&girl()), decides_for_guardians(&guardian()), decides_for_guardians(&liisa(true))), (true, false, false));
}

#[test]
fn sur_02_those_who_may_know_are_told_and_the_professional_who_activated_it() {
    let told = |state: &SurveyActivation, command: &Command| {
        let happened = state.decide(command, &context(MEANWHILE)).expect("not refused");
        happened.first().expect("an event").audience()
    };
    let on_behalf = |of_teenager| AudienceKey::on_behalf(AINO, HEALTH, of_teenager);
    let expected = [AudienceKey::person(AINO), on_behalf(false), AudienceKey::person(LIISA)];
    let first = activated(asked(), BEFORE).expect("it is activated");
    assert_eq!(first.first().expect("an event").audience(), expected);
    assert_eq!(told(&planned(), &answer(resident(AINO))), expected);
    let show = |visible| Command::ShowToGuardians { by: girl(), visible };
    let shown = after(&[(&show(true), MEANWHILE)]);
    assert!(told(&shown, &answer(girl())).contains(&on_behalf(true)));
    assert!(told(&shown, &show(false)).contains(&on_behalf(true)), "who sees it no more is told so");
}
