//! What becomes of steps before an appointment when their time is past as their turn comes (DIG-05): seven, three and one day before, in the four
//! ways in which an appointment is booked, under the three rules.

use super::{Run, appointment, at, before, booked, content, days, id, plan, step};
use crate::{
    execution::{LeftOut, Phase, StepState},
    plan::{Anchored, Condition, Late},
};

/// Nine in the morning, a day after the clocks were put forward.
const STARTS: &str = "2026-03-30T06:00:00Z";
const SEVEN: &str = "2026-03-23T07:00:00Z";
const THREE: &str = "2026-03-27T07:00:00Z";
const ONE: &str = "2026-03-29T06:00:00Z";

/// When each of the three steps is done, from booking to end; of one that is left out, why.
fn courses(late: Late, told: &str) -> [String; 3] {
    let timed = [(7, 7), (3, 3), (1, 1)].map(|(number, amount)| step(number, before(amount, late), content()));
    let booking = appointment(1, STARTS);
    let mut run = Run::booked(&plan(vec![vec![step(20, booked(false), content())], timed.to_vec()]), &booking, told);
    run.go_through(20);
    while run.state.phase == Phase::Active {
        let planned = run.state.steps.iter().find(|(_, record)| record.state == StepState::Planned);
        let step = planned.map(|(step, _)| step.as_u128()).expect("something is planned until all is over");
        run.go_through(step);
    }
    [7, 3, 1].map(|number| {
        let record = run.state.step(id(number));
        match &record.state {
            StepState::Done => record.over_at.expect("over").to_string(),
            StepState::LeftOut(reason) => format!("{reason:?}"),
            StepState::Waiting | StepState::Planned | StepState::UnderWay | StepState::Failed(_) => panic!("{record:?}"),
        }
    })
}

#[test]
fn dig_05_steps_before_an_appointment_that_is_far_ahead_come_each_at_their_time() {
    for late in [Late::Newest, Late::AtOnce, Late::LeaveOut] {
        assert_eq!(courses(late, "2026-03-20T08:00:00Z"), [SEVEN, THREE, ONE], "{late:?}");
    }
}

#[test]
fn dig_05_booked_two_days_before_the_newest_of_those_that_are_past_comes_at_once() {
    let told = "2026-03-28T07:30:00Z";
    assert_eq!(courses(Late::Newest, told), ["Late", told, ONE]);
    assert_eq!(courses(Late::AtOnce, told), [told, told, ONE]);
    assert_eq!(courses(Late::LeaveOut, told), ["Late", "Late", ONE]);
}

#[test]
fn dig_05_booked_two_hours_before_the_last_one_comes_at_once() {
    let told = "2026-03-30T04:00:00Z";
    assert_eq!(courses(Late::Newest, told), ["Late", "Late", told]);
    assert_eq!(courses(Late::AtOnce, told), [told; 3]);
    assert_eq!(courses(Late::LeaveOut, told), ["Late"; 3]);
}

#[test]
fn dig_05_told_of_when_it_has_begun_nothing_comes_before_it() {
    for late in [Late::Newest, Late::AtOnce, Late::LeaveOut] {
        for told in [STARTS, "2026-03-30T06:30:00Z"] {
            assert_eq!(courses(late, told), ["AppointmentPassed"; 3], "{late:?}");
        }
    }
}

#[test]
fn dig_05_a_step_after_the_appointment_that_is_late_follows_the_same_rule() {
    let left_out = StepState::LeftOut(LeftOut::Late);
    for (late, expected) in [(Late::Newest, StepState::Planned), (Late::AtOnce, StepState::Planned), (Late::LeaveOut, left_out)] {
        let condition = Condition::SinceAppointment(Anchored { span: days(1), services: vec![], late });
        let blocks = vec![vec![step(20, booked(false), content())], vec![step(1, condition, content())]];
        let run = Run::booked(&plan(blocks), &appointment(1, STARTS), "2026-04-02T06:00:00Z");
        assert_eq!(run.stands(1), &expected, "{late:?}");
        assert!(run.state.step(id(1)).due_at.is_none_or(|due_at| due_at == at("2026-04-02T06:00:00Z")));
    }
}
