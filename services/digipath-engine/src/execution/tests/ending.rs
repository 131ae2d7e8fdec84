//! Executions run until every step is over, or until somebody ends them (DIG-07).

use std::sync::Arc;

use super::{LIISA, Run, START, SURVEY, appointment, at, booked, content, days, id, later, liisa, made, plan, step, words};
use crate::{
    execution::{Command, EndReason, EventKind, Heard, Phase, StepState},
    plan::{Condition, Plan},
};

fn by_hand() -> Command {
    Command::End { reason: EndReason::ByHand, by: Some(liisa()) }
}

fn two_blocks() -> Arc<Plan> {
    plan(vec![
        vec![step(1, Condition::Manual, content()), later(2, Condition::AfterPrevious, days(1), content())],
        vec![step(3, Condition::SurveyAnswered { survey: SURVEY }, content())],
    ])
}

#[test]
fn dig_07_it_is_completed_when_every_step_of_every_block_is_over() {
    let mut run = Run::manual(&two_blocks());
    run.go_through(1);
    run.go_through(2);
    assert_eq!((run.state.phase, run.stands(3)), (Phase::Active, &StepState::Waiting), "it waits for an answer");
    let heard = Heard::SurveyAnswered { survey: SURVEY, activation: id(50), at: run.now };
    run.hear(heard);
    assert_eq!(words(&run.go_through(3)), ["3 fired 1", "3 done", "completed"]);
    assert_eq!(run.state.phase, Phase::Completed);
}

#[test]
fn dig_07_a_professional_ends_it_and_it_is_told_who_did() {
    let mut run = Run::manual(&two_blocks());
    let ended = run.tell(by_hand());
    let [EventKind::Ended { reason: EndReason::ByHand, by: Some((person, name)) }] = &ended[..] else { panic!("{ended:?}") };
    assert_eq!((*person, name.open().map(String::as_str)), (LIISA, Some("Liisa")));
    assert_eq!(run.state.phase, Phase::Ended);
}

#[test]
fn dig_07_it_ends_with_the_path_and_with_the_account() {
    for reason in [EndReason::PathEnded, EndReason::AccountDeleted] {
        let mut run = Run::manual(&two_blocks());
        assert_eq!(run.tell(Command::End { reason, by: None }), [EventKind::Ended { reason, by: None }]);
    }
}

#[test]
fn dig_07_what_is_over_stays_as_it_was() {
    let mut ended = Run::manual(&two_blocks());
    ended.fire(1);
    ended.tell(by_hand());
    let mut completed = Run::manual(&plan(vec![vec![step(1, Condition::Manual, content())]]));
    completed.go_through(1);
    for run in [ended, completed] {
        let plan = run.plan.clone();
        let (step, turn) = (id(1), run.turn(1));
        for command in [
            by_hand(),
            Command::End { reason: EndReason::AccountDeleted, by: None },
            Command::Fire { plan: plan.clone(), step, turn },
            Command::Performed { plan: plan.clone(), step, turn, object: made(1, turn) },
            Command::Refused { plan: plan.clone(), step, turn, code: "owner_away".to_owned() },
            Command::Hear { plan: plan.clone(), heard: Heard::SurveyAnswered { survey: SURVEY, activation: id(50), at: at(START) } },
            Command::Hear { plan, heard: Heard::Appointment(appointment(1, "2026-03-20T08:00:00Z")) },
        ] {
            assert_eq!(run.asked(&command), Ok(vec![]), "{command:?}");
        }
        assert!(!run.state.wanted(step, turn));
    }
}

#[test]
fn dig_07_what_never_began_is_not_there_to_be_ended_and_hears_nothing() {
    let plan = plan(vec![vec![step(1, booked(false), content())]]);
    let run = Run::new(&plan, START);
    assert_eq!(run.asked(&by_hand()), Err("not_found"));
    let heard = Heard::Appointment(appointment(1, "2026-03-20T08:00:00Z"));
    assert_eq!(run.asked(&Command::Hear { plan: plan.clone(), heard }), Ok(vec![]));
    assert_eq!(run.asked(&Command::Fire { plan, step: id(1), turn: 0 }), Ok(vec![]));
    assert_eq!(run.state.standing(), None);
}
