//! The state chart of executions is held against what is decided.

use std::collections::BTreeSet;

use chassis_domain::{
    Aggregate,
    testing::chart::{arrow, drawn},
};

use super::{Run, START, appointment, before, booked, cancelled, content, context, id, liisa, made, plan, starting, step};
use crate::{
    execution::{Cause, Command, EndReason, Heard, Phase},
    plan::{Condition, Late},
};

const STARTS: &str = "2026-03-20T08:00:00Z";

/// What can be asked, of its only step.
fn commands(run: &Run) -> Vec<(&'static str, Command)> {
    let (plan, step, turn) = (run.plan.clone(), id(1), run.turn(1));
    let is_booked = matches!(run.plan.blocks[0].steps[0].condition, Condition::Booked { .. });
    let booking = Cause::Booked { appointment: appointment(1, STARTS), by_professional: false };
    let cause = if is_booked { booking } else { Cause::Manual { by: liisa() } };
    vec![
        ("Start", Command::Start(Box::new(starting(&plan, cause)))),
        ("Hear", Command::Hear { plan: plan.clone(), heard: Heard::Appointment(cancelled(&appointment(1, STARTS))) }),
        ("Fire", Command::Fire { plan: plan.clone(), step, turn }),
        ("Performed", Command::Performed { plan: plan.clone(), step, turn, object: made(1, turn) }),
        ("Refused", Command::Refused { plan, step, turn, code: "owner_away".to_owned() }),
        ("End", Command::End { reason: EndReason::ByHand, by: Some(liisa()) }),
    ]
}

#[test]
fn the_state_chart_of_a_digital_path_of_a_patient_is_what_is_decided() {
    let by_hand = plan(vec![vec![step(1, Condition::Manual, content())]]);
    let by_booking = plan(vec![vec![step(1, booked(false), content())]]);
    let ahead = plan(vec![vec![step(20, Condition::Manual, content())], vec![step(1, before(1, Late::Newest), content())]]);
    let mut under_way = Run::manual(&by_hand);
    under_way.fire(1);
    let mut before_it = Run::manual_with(&ahead, vec![appointment(1, STARTS)]);
    before_it.go_through(20);
    let mut completed = under_way.clone();
    completed.perform(1);
    let mut ended = under_way.clone();
    ended.tell(Command::End { reason: EndReason::PathEnded, by: None });
    let opened = Run::booked(&by_booking, &appointment(1, STARTS), START);
    let runs = [Run::new(&by_hand, START), Run::new(&by_booking, START), Run::manual(&by_hand), under_way, before_it, opened, completed, ended];
    let mut arrows = BTreeSet::new();
    for mut run in runs {
        for now in [START, STARTS] {
            run.at(now);
            for (name, command) in commands(&run) {
                let Ok(events) = run.state.decide(&command, &context(run.now)) else { continue };
                let mut after = run.state.clone();
                for event in &events {
                    after.evolve(event);
                }
                if after.phase != run.state.phase {
                    let (from, to) = (format!("{:?}", run.state.phase), format!("{:?}", after.phase));
                    arrows.insert(arrow(run.state.phase == Phase::NotStarted, &from, &to, name));
                }
            }
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../../docs/state-charts.md"), "A digital path of a patient"));
}
