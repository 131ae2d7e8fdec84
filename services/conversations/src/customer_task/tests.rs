//! The rules of tasks: until when, who comes first, what becomes of them. The state chart of `docs/state-charts.md` is held against them.

use std::collections::BTreeSet;

use chassis_domain::{
    Aggregate, Id, Mandates, Matter, PersonId, Refusal as _, Representative, RetentionClass, Sealed, Timestamp, Translated, Uuid,
    testing::{Given, chart, given},
};
use kajo_proto::conversations::v1::TaskDueUnit;

use super::{
    Activating, Activation, By, Command, CustomerTask, Event, EventKind, GivenBy, Giver, NoDeadline, PathExecution, Phase, TaskTexts, end_of,
};
use crate::{
    category::{Due, SubcategoryId},
    conversation::{ParticipantKind, Place, Unreachable, Who},
};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const HOME: SubcategoryId = SubcategoryId::from_uuid(Uuid::from_u128(10));

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn nurse() -> Who {
    Who::Practitioner { person: LIISA, name: "Liisa".to_owned(), queues: [HOME].into(), consulted_in: [].into() }
}

fn works_queue() -> By {
    By { who: nurse(), patient_opened: false }
}

/// A professional who works other queues.
fn stranger(patient_opened: bool) -> By {
    By { who: Who::Practitioner { person: EINO, name: "Eino".to_owned(), queues: BTreeSet::new(), consulted_in: BTreeSet::new() }, patient_opened }
}

fn patient() -> By {
    By { who: Who::Resident { person: AINO, name: "Aino".to_owned(), representative: None }, patient_opened: false }
}

fn for_patient(mandates: Mandates, of_teenager: bool) -> By {
    let representative = Some(Representative { person: EINO, name: "Eino".to_owned(), mandates, of_teenager });
    By { who: Who::Resident { person: AINO, name: "Aino".to_owned(), representative }, patient_opened: false }
}

const NOW: &str = "2026-03-02T10:00:00Z";
const DUE: Due = Due { unit: TaskDueUnit::Hours, amount: 24 };
const OVER: &str = "2026-03-03T10:00:00Z";

fn asked() -> Activating {
    Activating {
        by: Giver::Practitioner(nurse()),
        patient: AINO,
        patient_name: "Aino".to_owned(),
        unreachable: None,
        service_area: None,
        place: Place { category: Id::from_uuid(Uuid::from_u128(9)), subcategory: HOME },
        matter: Matter::Health,
        title: "Mittaa verenpaine".to_owned(),
        instruction: "Aamuin illoin.".to_owned(),
        service: None,
        content: Some(Uuid::from_u128(92)),
        due: DUE,
        patient_marks_done: true,
        sends_expired: true,
    }
}

fn texts() -> TaskTexts {
    let written = |fi: &str, sv: &str, en: &str| Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() };
    TaskTexts {
        title: written("Mittaa verenpaine", "Mät blodtrycket", "Measure your blood pressure"),
        instruction: written("Aamuin illoin.", "Morgon och kväll.", "Mornings and evenings."),
    }
}

const PATH: PathExecution = PathExecution { path: Uuid::from_u128(60), execution: Uuid::from_u128(61) };

/// The same, given by a digital path.
fn by_path() -> Activating {
    Activating { by: Giver::Path(PATH, texts()), ..asked() }
}

/// What becomes of a task that is given.
fn activated(asked: Activating) -> Event {
    let decided = CustomerTask::default().decide(&Command::Activate(Box::new(asked)), &context(NOW));
    decided.expect("it is given").pop().expect("one event")
}

fn context(now: &str) -> chassis_domain::DecideContext {
    chassis_domain::DecideContext { now: at(now), actor: chassis_domain::Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) }
}

fn one(history: &[EventKind]) -> Given<CustomerTask> {
    with(asked(), history)
}

fn with(asked: Activating, history: &[EventKind]) -> Given<CustomerTask> {
    let first = activated(asked);
    let audience = first.audience.clone();
    let rest = history.iter().map(|what| Event { what: what.clone(), audience: audience.clone() }).collect::<Vec<_>>();
    given::<CustomerTask>([first].into_iter().chain(rest)).at(at(OVER))
}

fn done() -> EventKind {
    EventKind::MarkedDone { by: AINO, kind: ParticipantKind::Resident, name: care_record("Aino"), on_behalf: None }
}

fn withdrawn() -> EventKind {
    EventKind::Withdrawn { by: None }
}

fn care_record(text: &str) -> Sealed<String> {
    Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned())
}

fn decided(given: Given<CustomerTask>, command: &Command, now: &str) -> Result<Vec<EventKind>, &'static str> {
    let happened = given.state().decide(command, &context(now));
    happened.map(|events| events.into_iter().map(|event| event.what).collect()).map_err(|refusal| refusal.code())
}

#[test]
fn con_23_minutes_and_hours_are_exact_and_days_weeks_and_months_last_until_the_end_of_that_day_in_helsinki() {
    use TaskDueUnit::{Days, Hours, Minutes, Months, Weeks};
    let table = [
        ("2026-03-02T10:00:00Z", Minutes, 15, "2026-03-02T10:15:00Z"),
        // A day before the clocks go back: 24.10. at 10.00 and 24 hours are 25.10. at 9.00.
        ("2026-10-24T07:00:00Z", Hours, 24, "2026-10-25T07:00:00Z"),
        // And forward: 28.3. at 10.00 and 24 hours are 29.3. at 11.00.
        ("2026-03-28T08:00:00Z", Hours, 24, "2026-03-29T08:00:00Z"),
        // The day on which they go forward, and one day: until 30.3. is over.
        ("2026-03-29T10:00:00Z", Days, 1, "2026-03-30T21:00:00Z"),
        ("2026-03-28T10:00:00Z", Days, 1, "2026-03-29T21:00:00Z"),
        ("2026-10-24T10:00:00Z", Days, 1, "2026-10-25T22:00:00Z"),
        // Half past three does not exist on 29.3.; the day does.
        ("2026-03-28T01:30:00Z", Days, 1, "2026-03-29T21:00:00Z"),
        // A moment before midnight in Helsinki is still that day.
        ("2026-03-02T21:59:59Z", Days, 3, "2026-03-05T22:00:00Z"),
        ("2026-03-02T22:00:00Z", Days, 3, "2026-03-06T22:00:00Z"),
        ("2026-03-20T10:00:00Z", Weeks, 2, "2026-04-03T21:00:00Z"),
        // A day that the month lacks is its last one.
        ("2026-01-31T10:00:00Z", Months, 1, "2026-02-28T22:00:00Z"),
        ("2026-01-31T10:00:00Z", Months, 2, "2026-03-31T21:00:00Z"),
    ];
    for (from, unit, amount, until) in table {
        assert_eq!(end_of(Due { unit, amount }, at(from)), Ok(Some(at(until))), "{amount} {unit:?} from {from}");
    }
    assert_eq!(end_of(Due { unit: TaskDueUnit::AsSoonAsPossible, amount: 0 }, at(NOW)), Ok(None));
    for due in [Due { unit: Days, amount: 0 }, Due { unit: Days, amount: 1_001 }, Due { unit: TaskDueUnit::Unspecified, amount: 1 }] {
        assert_eq!(end_of(due, at(NOW)), Err(NoDeadline), "{due:?}");
    }
}

#[test]
fn a_task_is_given_as_its_queue_says_by_who_works_it_to_who_consents() {
    let EventKind::Activated(given) = activated(asked()).what else { panic!("it is given") };
    let Activation { due_at, content, patient_marks_done, sends_expired, activated_by, .. } = *given;
    assert!(matches!(activated_by, GivenBy::Practitioner { person, .. } if person == LIISA));
    assert_eq!((due_at, content), (Some(at(OVER)), Some(Uuid::from_u128(92))));
    assert!(patient_marks_done && sends_expired);
    let refused = |asked: Activating| given_none().decide(&Command::Activate(Box::new(asked)), &context(NOW)).expect_err("refused").code();
    assert_eq!(refused(Activating { unreachable: Some(Unreachable::NoConsent), ..asked() }), "patient_no_consent");
    assert_eq!(refused(Activating { unreachable: Some(Unreachable::ManuallyAdded), ..asked() }), "patient_manually_added");
    assert_eq!(refused(Activating { by: Giver::Practitioner(stranger(true).who), ..asked() }), "queue_not_worked");
    assert_eq!(refused(Activating { by: Giver::Practitioner(patient().who), ..asked() }), "queue_not_worked");
    assert_eq!(refused(Activating { due: Due { amount: 0, ..DUE }, ..asked() }), "due_out_of_range");
    one(&[]).when(&Command::Activate(Box::new(asked()))).then_refused("already_started");
}

#[test]
fn con_21_dig_04_a_path_gives_a_task_in_nobodys_name_in_every_language_and_asks_for_consent_all_the_same() {
    let Event { what: EventKind::Activated(given), audience } = activated(by_path()) else { panic!("it is given") };
    assert_eq!(given.texts(), Some(&texts()));
    assert_eq!((given.title.open(), given.instruction.open()), (Some(&texts().title.fi), Some(&texts().instruction.fi)), "beside it in Finnish");
    assert_eq!(given.path(), Some(PATH));
    assert_eq!((audience.people, audience.queues), ([AINO].into(), [HOME].into()), "nobody gave it who is told of it");
    let EventKind::Activated(written) = activated(asked()).what else { panic!("it is given") };
    assert_eq!((written.texts(), written.path()), (None, None), "in the language of who wrote it");
    let refused = |asked: Activating| given_none().decide(&Command::Activate(Box::new(asked)), &context(NOW)).expect_err("refused").code();
    assert_eq!(refused(Activating { unreachable: Some(Unreachable::NoConsent), ..by_path() }), "patient_no_consent");
    assert_eq!(refused(Activating { unreachable: Some(Unreachable::ManuallyAdded), ..by_path() }), "patient_manually_added");
    with(by_path(), &[]).when(&Command::Activate(Box::new(by_path()))).then_refused("already_started");
}

#[test]
fn dig_04_what_a_path_gave_expires_and_is_done_and_taken_back_as_any_task() {
    let of = |history: &[EventKind], command: Command, now: &str| decided(with(by_path(), history), &command, now);
    assert_eq!(of(&[], Command::Expire, "2026-03-03T09:59:59Z"), Ok(vec![]));
    assert_eq!(of(&[], Command::Expire, OVER), Ok(vec![EventKind::Expired]));
    let expired = with(by_path(), &[EventKind::Expired]);
    let opening = expired.state().opening(Id::from_uuid(Uuid::from_u128(50))).expect("what it opens with");
    assert_eq!(opening.topic, texts().title.fi);
    assert_eq!(of(&[], Command::MarkDone { by: patient() }, NOW), Ok(vec![done()]));
    assert!(of(&[EventKind::Expired], Command::Withdraw { by: works_queue() }, OVER).is_ok_and(|happened| happened.len() == 1));
    assert_eq!(of(&[], Command::WithdrawWithAccount, NOW), Ok(vec![withdrawn()]));
}

fn given_none() -> CustomerTask {
    CustomerTask::default()
}

#[test]
fn con_23_the_patient_or_a_professional_marks_it_done_and_the_second_changes_nothing() {
    let of = |by: By| decided(one(&[]), &Command::MarkDone { by }, NOW);
    assert_eq!(of(patient()), Ok(vec![done()]));
    let professional = |person: PersonId, name: &str| EventKind::MarkedDone {
        by: person,
        kind: ParticipantKind::Practitioner,
        name: Sealed::new(person, RetentionClass::Professional, name.to_owned()),
        on_behalf: None,
    };
    assert_eq!(of(works_queue()), Ok(vec![professional(LIISA, "Liisa")]));
    assert_eq!(of(stranger(true)), Ok(vec![professional(EINO, "Eino")]), "who has opened the patient");
    assert_eq!(of(stranger(false)), Err("not_found"));
    for by in [patient(), works_queue()] {
        assert_eq!(decided(one(&[done()]), &Command::MarkDone { by: by.clone() }, OVER), Ok(vec![]));
        assert_eq!(decided(one(&[EventKind::Expired, done()]), &Command::MarkDone { by: by.clone() }, OVER), Ok(vec![]));
        assert_eq!(decided(one(&[withdrawn()]), &Command::MarkDone { by }, OVER), Err("task_withdrawn"));
    }
    // Where the queue does not let patients.
    let theirs = Activating { patient_marks_done: false, ..asked() };
    assert_eq!(decided(with(theirs.clone(), &[]), &Command::MarkDone { by: patient() }, NOW), Err("marked_by_professionals"));
    assert!(decided(with(theirs, &[]), &Command::MarkDone { by: works_queue() }, NOW).is_ok());
}

#[test]
fn who_acts_for_the_patient_sees_it_by_its_matter_and_guardians_of_teenagers_do_not() {
    let may = |by: By| decided(one(&[]), &Command::MarkDone { by }, NOW).map(|happened| happened.len());
    let (health, social) = (Mandates { health: true, social: false }, Mandates { health: false, social: true });
    assert_eq!(may(for_patient(health, false)), Ok(1));
    assert_eq!(may(for_patient(social, false)), Err("not_found"));
    assert_eq!(may(for_patient(Mandates { health: true, social: true }, true)), Err("not_found"));
    let Ok(happened) = decided(one(&[]), &Command::MarkDone { by: for_patient(health, false) }, NOW) else { panic!("it is done") };
    assert!(matches!(&happened[..], [EventKind::MarkedDone { by, on_behalf: Some(somebody), .. }] if *by == AINO && somebody.person == EINO));
}

#[test]
fn con_24_it_expires_when_its_time_is_over_never_before_once_and_only_where_the_queue_sends_it_on() {
    assert_eq!(decided(one(&[]), &Command::Expire, "2026-03-03T09:59:59Z"), Ok(vec![]));
    assert_eq!(decided(one(&[]), &Command::Expire, OVER), Ok(vec![EventKind::Expired]));
    assert_eq!(decided(one(&[EventKind::Expired]), &Command::Expire, OVER), Ok(vec![]));
    let late_at_the_most = Activating { sends_expired: false, ..asked() };
    assert_eq!(decided(with(late_at_the_most, &[]), &Command::Expire, OVER), Ok(vec![]));
    let soon = Activating { due: Due { unit: TaskDueUnit::AsSoonAsPossible, amount: 0 }, ..asked() };
    assert_eq!(decided(with(soon, &[]), &Command::Expire, "2036-03-03T10:00:00Z"), Ok(vec![]));
}

#[test]
fn of_done_and_deadline_what_is_stored_first_counts() {
    // Done: it expires no more, and opens nothing.
    let state = one(&[done()]);
    assert!(!state.state().expired);
    state.when(&Command::Expire).then_nothing();
    // Expired: it is done still, and its conversation ends with it.
    let happened = decided(one(&[EventKind::Expired]), &Command::MarkDone { by: patient() }, OVER);
    assert_eq!(happened, Ok(vec![done()]));
    assert!(one(&[EventKind::Expired, done()]).state().expired);
}

#[test]
fn it_is_taken_back_by_professionals_until_it_is_done() {
    let of = |history: &[EventKind], by: By| decided(one(history), &Command::Withdraw { by }, NOW).map(|happened| happened.len());
    assert_eq!(of(&[], works_queue()), Ok(1));
    assert_eq!(of(&[EventKind::Expired], stranger(true)), Ok(1));
    assert_eq!(of(&[withdrawn()], works_queue()), Ok(0));
    assert_eq!(of(&[done()], works_queue()), Err("task_done"));
    assert_eq!(of(&[], patient()), Err("not_found"));
    assert_eq!(of(&[], stranger(false)), Err("not_found"));
    assert_eq!(decided(one(&[done()]), &Command::WithdrawWithAccount, NOW), Ok(vec![]));
    assert_eq!(decided(one(&[EventKind::Expired]), &Command::WithdrawWithAccount, NOW), Ok(vec![withdrawn()]));
}

#[test]
fn what_one_may_do_is_what_is_not_refused() {
    let may = |history: &[EventKind], by: &By| {
        let known = one(history);
        (known.state().may_mark_done(by), known.state().may_withdraw(by))
    };
    for open in [&[][..], &[EventKind::Expired]] {
        assert_eq!(may(open, &patient()), (true, false));
        assert_eq!(may(open, &works_queue()), (true, true));
        assert_eq!(may(open, &stranger(false)), (false, false));
    }
    for over in [[done()], [withdrawn()]] {
        assert_eq!(may(&over, &patient()), (false, false));
        assert_eq!(may(&over, &works_queue()), (false, false));
    }
}

/// Every way from one state to another, as the code has it.
fn transitions() -> BTreeSet<String> {
    let states = [
        (Phase::NotActivated, None),
        (Phase::Activated, Some(vec![])),
        (Phase::Expired, Some(vec![EventKind::Expired])),
        (Phase::Done, Some(vec![done()])),
        (Phase::Withdrawn, Some(vec![withdrawn()])),
    ];
    let commands = [
        ("Activate", Command::Activate(Box::new(asked()))),
        ("MarkDone", Command::MarkDone { by: works_queue() }),
        ("Expire", Command::Expire),
        ("Withdraw", Command::Withdraw { by: works_queue() }),
        ("WithdrawWithAccount", Command::WithdrawWithAccount),
    ];
    let mut found = BTreeSet::new();
    for (phase, history) in states {
        for (name, command) in &commands {
            let before = history.as_ref().map_or_else(CustomerTask::default, |history| one(history).state().clone());
            assert_eq!(before.phase, phase);
            for event in before.decide(command, &context(OVER)).unwrap_or_default() {
                let mut after = before.clone();
                after.evolve(&event);
                found.insert(chart::arrow(phase == Phase::NotActivated, &format!("{phase:?}"), &format!("{:?}", after.phase), name));
            }
        }
    }
    found
}

#[test]
fn the_drawn_state_chart_is_what_the_code_does() {
    let page = include_str!("../../../../docs/state-charts.md");
    assert_eq!(chart::drawn(page, "A customer task"), transitions());
}
