//! What steps do, and what becomes of them when it is done or cannot be (DIG-04).

use kajo_proto::{common::v1::Translated, digipath_engine::v1::ActionKind};

use super::{CONTENT, QUEUE, Run, SURVEY, content, days, id, made, plan, repeat, step, words};
use crate::{
    execution::{Command, EventKind, StepState},
    plan::{Action, Condition},
};

fn actions() -> [(Action, ActionKind); 4] {
    let (title, instruction) = (Translated::default(), Translated::default());
    [
        (Action::Recommendation { service: id(60) }, ActionKind::Recommendation),
        (Action::Content { content: CONTENT }, ActionKind::Content),
        (Action::Task { queue: QUEUE, title, instruction }, ActionKind::Task),
        (Action::Survey { survey: SURVEY, answer_within: Some(days(7)) }, ActionKind::Survey),
    ]
}

#[test]
fn dig_04_each_action_is_wanted_when_its_time_has_come_and_is_then_done() {
    for (action, kind) in actions() {
        let mut run = Run::manual(&plan(vec![vec![step(1, Condition::Manual, action)]]));
        assert!(!run.state.wanted(id(1), 1));
        assert_eq!(run.fire(1), [EventKind::Fired { step: id(1), turn: 1, action: kind, until: None }]);
        assert!(run.state.wanted(id(1), 1) && !run.state.wanted(id(1), 2));
        let done = EventKind::Done { step: id(1), turn: 1, action: kind, object: made(1, 1), again: false, at: run.now };
        assert_eq!(run.perform(1), [done, EventKind::Completed]);
        assert!(!run.state.wanted(id(1), 1));
        let record = run.state.step(id(1));
        assert_eq!((&record.state, record.object, record.over_at), (&StepState::Done, Some(made(1, 1)), Some(run.now)));
    }
}

#[test]
fn dig_04_a_repeat_does_again_what_the_step_before_did() {
    for (action, kind) in actions() {
        let steps = vec![step(1, Condition::Manual, action), step(2, Condition::AfterPrevious, repeat(days(1), 2))];
        let mut run = Run::manual(&plan(vec![steps]));
        run.go_through(1);
        run.at("2026-03-03T08:00:00Z");
        assert_eq!(run.fire(2), [EventKind::Fired { step: id(2), turn: 1, action: kind, until: None }]);
        let done = EventKind::Done { step: id(2), turn: 1, action: kind, object: made(2, 1), again: true, at: run.now };
        assert_eq!(run.perform(2).first(), Some(&done));
        run.go_through(2);
        assert_eq!((run.state.step(id(2)).runs, run.stands(2)), (2, &StepState::Done));
    }
}

#[test]
fn dig_04_what_an_owner_refuses_fails_with_its_code_and_the_block_goes_on() {
    let mut run = Run::manual(&plan(vec![vec![step(1, Condition::Manual, content()), step(2, Condition::AfterPrevious, content())]]));
    run.fire(1);
    assert_eq!(words(&run.refuse(1, "patient_no_consent")), ["1 failed: patient_no_consent", "2 planned 1"]);
    assert_eq!(run.stands(1), &StepState::Failed("patient_no_consent".to_owned()));
    assert_eq!(words(&run.perform(1)), [""; 0], "what has failed stays so");
    run.fire(2);
    assert_eq!(words(&run.refuse(2, "owner_away")), ["2 failed: owner_away", "completed"]);
}

#[test]
fn dig_04_what_is_not_under_way_is_neither_done_nor_refused() {
    let mut run = Run::manual(&plan(vec![vec![step(1, Condition::Manual, content())]]));
    assert_eq!(words(&run.perform(1)), [""; 0], "not fired yet");
    assert_eq!(words(&run.refuse(1, "owner_away")), [""; 0]);
    run.fire(1);
    let of = |turn, step: u128| Command::Performed { plan: run.plan.clone(), step: id(step), turn, object: made(step, turn) };
    for command in [of(2, 1), of(0, 1), of(1, 9)] {
        assert_eq!(run.asked(&command), Ok(vec![]));
    }
    run.perform(1);
    assert_eq!(words(&run.perform(1)), [""; 0], "done once");
}
