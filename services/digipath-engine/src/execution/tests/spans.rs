//! Delays and repeats: when they end, and that they do so once (DIG-05).

use super::{Run, START, appointment, before, booked, content, days, id, later, plan, repeat, span, step, words};
use crate::{
    execution::{Command, EventKind, StepState},
    plan::{Condition, Late, SpanUnit},
};

fn fire(run: &Run, step: u128, turn: u32) -> Command {
    Command::Fire { plan: run.plan.clone(), step: id(step), turn }
}

#[test]
fn dig_05_minutes_and_hours_are_exact_and_days_weeks_and_months_are_those_of_the_calendar() {
    use SpanUnit::{Days, Hours, Minutes, Months, Weeks};
    for (from, delay, due) in [
        ("2026-03-28T08:00:00Z", span(1, Days), "2026-03-29T07:00:00Z"),
        ("2026-03-28T08:00:00Z", span(24, Hours), "2026-03-29T08:00:00Z"),
        ("2026-03-28T08:00:00Z", span(90, Minutes), "2026-03-28T09:30:00Z"),
        ("2026-03-28T08:00:00Z", span(2, Weeks), "2026-04-11T07:00:00Z"),
        ("2026-03-28T01:30:00Z", span(1, Days), "2026-03-29T01:30:00Z"),
        ("2026-10-24T00:30:00Z", span(1, Days), "2026-10-25T00:30:00Z"),
        ("2026-01-31T07:00:00Z", span(1, Months), "2026-02-28T07:00:00Z"),
    ] {
        let run = Run::manual_at(&plan(vec![vec![later(1, Condition::Manual, delay, content())]]), from);
        assert_eq!(run.due(1), due, "{delay:?}");
    }
}

#[test]
fn dig_05_a_step_fires_once_in_its_turn_and_never_early() {
    let mut run = Run::manual(&plan(vec![vec![later(1, Condition::Manual, days(3), content())]]));
    run.at("2026-03-05T07:59:59.999Z");
    assert_eq!(words(&run.fire(1)), [""; 0], "early");
    run.at("2026-03-05T08:00:00Z");
    assert_eq!(run.asked(&fire(&run, 1, 2)), Ok(vec![]), "of another turn");
    assert_eq!(run.asked(&fire(&run, 9, 1)), Ok(vec![]), "of another step");
    assert_eq!(words(&run.fire(1)), ["1 fired 1"]);
    assert_eq!(words(&run.fire(1)), [""; 0], "fired already");
    run.perform(1);
    assert_eq!(words(&run.fire(1)), [""; 0], "done already");
}

#[test]
fn dig_05_what_became_due_while_nobody_said_so_fires_afterwards_but_nothing_before_an_appointment_that_has_begun() {
    let appointment = appointment(1, "2026-03-20T08:00:00Z");
    let entry = vec![step(1, booked(false), content())];
    let mut run = Run::booked(&plan(vec![entry, vec![step(2, before(1, Late::LeaveOut), content())]]), &appointment, START);
    run.at("2026-03-20T07:59:59Z");
    assert_eq!(words(&run.fire(1)), ["1 fired 1"]);
    let fired = run.clone().fire(2);
    assert!(matches!(fired[..], [EventKind::Fired { turn: 1, until: Some(until), .. }] if until == appointment.starts_at), "{fired:?}");
    run.at("2026-03-20T08:00:00Z");
    assert_eq!(words(&run.fire(2)), ["2 passed"]);
}

#[test]
fn dig_05_a_repeat_comes_so_many_times_counted_from_its_first_moment() {
    let every = span(1, SpanUnit::Months);
    let steps = vec![step(1, Condition::Manual, content()), step(2, Condition::AfterPrevious, repeat(every, 3))];
    let mut run = Run::manual_at(&plan(vec![steps]), "2026-01-31T07:00:00Z");
    run.go_through(1);
    assert_eq!(run.due(2), "2026-02-28T07:00:00Z");
    // Done late: the next run does not move.
    run.at("2026-03-01T12:00:00Z");
    assert_eq!(words(&run.go_through(2)), ["2 fired 1", "2 done, again", "2 planned 2"]);
    assert_eq!(run.due(2), "2026-03-31T06:00:00Z");
    run.go_through(2);
    assert_eq!(run.due(2), "2026-04-30T06:00:00Z");
    assert_eq!(words(&run.go_through(2)), ["2 fired 3", "2 done", "completed"]);
}

#[test]
fn dig_05_a_delay_of_a_repeat_is_waited_for_once() {
    let steps = vec![step(1, Condition::Manual, content()), later(2, Condition::AfterPrevious, days(10), repeat(days(1), 2))];
    let mut run = Run::manual(&plan(vec![steps]));
    run.go_through(1);
    assert_eq!(run.due(2), "2026-03-13T08:00:00Z");
    run.go_through(2);
    assert_eq!(run.due(2), "2026-03-14T08:00:00Z");
}

#[test]
fn dig_05_runs_that_were_missed_are_due_at_once_one_behind_the_other() {
    let steps = vec![step(1, Condition::Manual, content()), step(2, Condition::AfterPrevious, repeat(days(1), 3))];
    let mut run = Run::manual(&plan(vec![steps]));
    run.go_through(1);
    run.at("2026-03-04T20:00:00Z");
    run.go_through(2);
    assert_eq!(run.due(2), "2026-03-04T20:00:00Z");
    run.go_through(2);
    assert_eq!(run.due(2), "2026-03-05T08:00:00Z");
}

#[test]
fn dig_05_a_run_that_fails_ends_the_repeat() {
    let steps = vec![
        step(1, Condition::Manual, content()),
        step(2, Condition::AfterPrevious, repeat(days(1), 3)),
        step(3, Condition::AfterPrevious, content()),
    ];
    let mut run = Run::manual(&plan(vec![steps]));
    run.go_through(1);
    run.go_through(2);
    run.at("2026-03-04T08:00:00Z");
    run.fire(2);
    assert_eq!(words(&run.refuse(2, "owner_away")), ["2 failed: owner_away", "3 planned 1"]);
    assert_eq!((run.stands(2), run.state.step(id(2)).runs), (&StepState::Failed("owner_away".to_owned()), 1));
}
