//! Steps follow the appointment from which they count: when it is moved, cancelled, told of twice, or is one of two (DIG-03, DIG-05).

use super::{DENTIST, QUEUE, Run, START, appointment, at, before, booked, cancelled, content, id, moved, plan, since, step, words};
use crate::{
    execution::{Appointment, Command, LeftOut, Phase, StepState},
    plan::{Condition, Late, Step},
};

const STARTS: &str = "2026-03-20T08:00:00Z";

fn manual(steps: Vec<Step>) -> Vec<Vec<Step>> {
    vec![vec![step(20, Condition::Manual, content())], steps]
}

fn opened(steps: Vec<Step>) -> Vec<Vec<Step>> {
    vec![vec![step(20, booked(false), content())], steps]
}

fn day_before(number: u128) -> Step {
    step(number, before(1, Late::Newest), content())
}

#[test]
fn dig_05_a_step_that_is_planned_follows_an_appointment_that_is_moved() {
    let booking = appointment(1, STARTS);
    let mut run = Run::booked(&plan(opened(vec![day_before(1), step(2, since(1), content())])), &booking, START);
    let later = moved(&booking, "2026-03-25T08:00:00Z");
    assert_eq!(words(&run.hear_of(&later)), ["heard", "1 planned 2"]);
    assert_eq!(run.due(1), "2026-03-24T08:00:00Z");
    // What was said of the turn before is nothing.
    let stale = Command::Fire { plan: run.plan.clone(), step: id(1), turn: 1 };
    run.at("2026-03-24T08:00:00Z");
    assert_eq!(run.asked(&stale), Ok(vec![]));
    run.go_through(1);
    assert_eq!(words(&run.hear_of(&moved(&later, "2026-04-10T07:00:00Z"))), ["heard", "2 planned 2"], "done stays done");
    assert_eq!(run.due(2), "2026-04-11T08:00:00Z");
}

#[test]
fn dig_05_that_an_appointment_is_another_one_at_the_same_time_changes_no_step() {
    let booking = appointment(1, STARTS);
    let mut run = Run::booked(&plan(opened(vec![day_before(1)])), &booking, START);
    let other = Appointment { role: None, ..moved(&booking, STARTS) };
    assert_eq!(words(&run.hear_of(&other)), ["heard"]);
    assert_eq!(run.state.appointments[&booking.id], other);
}

#[test]
fn dig_05_told_twice_and_in_any_order_the_highest_revision_counts() {
    let booking = appointment(1, STARTS);
    let mut run = Run::booked(&plan(opened(vec![day_before(1)])), &booking, START);
    let later = moved(&booking, "2026-03-25T08:00:00Z");
    let latest = moved(&later, "2026-03-26T08:00:00Z");
    assert_eq!(words(&run.hear_of(&booking)), [""; 0]);
    run.hear_of(&latest);
    for told in [&later, &booking, &latest] {
        assert_eq!(words(&run.hear_of(told)), [""; 0]);
    }
    assert_eq!(run.due(1), "2026-03-25T08:00:00Z");
}

#[test]
fn dig_05_what_is_past_when_the_appointment_is_moved_nearer_follows_the_late_rule() {
    for (late, expected) in [(Late::Newest, "1 planned 2"), (Late::AtOnce, "1 planned 2"), (Late::LeaveOut, "1 late")] {
        let booking = appointment(1, STARTS);
        let mut run = Run::booked(&plan(opened(vec![step(1, before(1, late), content())])), &booking, START);
        assert_eq!(words(&run.hear_of(&moved(&booking, "2026-03-02T18:00:00Z"))), ["heard", expected]);
    }
}

#[test]
fn dig_05_what_was_left_out_as_late_waits_again_when_its_time_is_ahead_after_all() {
    let steps = vec![step(7, before(7, Late::Newest), content()), step(3, before(3, Late::Newest), content())];
    let booking = appointment(1, "2026-03-04T08:00:00Z");
    let mut run = Run::booked(&plan(opened(steps)), &booking, START);
    assert_eq!(run.stands(7), &StepState::LeftOut(LeftOut::Late));
    assert_eq!(run.due(3), START);
    let little = moved(&booking, "2026-03-06T08:00:00Z");
    assert_eq!(words(&run.hear_of(&little)), ["heard", "3 planned 2"], "seven days before that is past still");
    assert_eq!(words(&run.hear_of(&moved(&little, "2026-03-20T08:00:00Z"))), ["heard", "7 planned 1", "3 planned 3"]);
    assert_eq!((run.due(7).as_str(), run.due(3).as_str()), ("2026-03-13T08:00:00Z", "2026-03-17T08:00:00Z"));
}

#[test]
fn dig_05_an_appointment_with_which_a_path_began_ends_it_when_it_is_cancelled() {
    let booking = appointment(1, STARTS);
    let mut run = Run::booked(&plan(opened(vec![day_before(1)])), &booking, START);
    run.at("2026-03-19T08:00:00Z");
    run.fire(1);
    assert_eq!(words(&run.hear_of(&cancelled(&booking))), ["heard", "ended: AppointmentCancelled"]);
    assert!(!run.state.wanted(id(1), 1), "cancelled after firing, before performing: nothing is sent");
    assert_eq!(words(&run.perform(1)), [""; 0]);
}

#[test]
fn dig_05_of_a_path_that_a_professional_activated_the_steps_before_a_cancelled_appointment_are_left_out() {
    let booking = appointment(1, STARTS);
    let steps = vec![day_before(1), step(2, since(1), content()), step(3, Condition::AfterPrevious, content())];
    let blocks = [manual(steps), vec![vec![day_before(4)]]].concat();
    let mut run = Run::manual_with(&plan(blocks), vec![booking.clone()]);
    run.at("2026-03-19T08:00:00Z");
    run.fire(1);
    let happened = run.hear_of(&cancelled(&booking));
    assert_eq!(words(&happened), ["heard", "1 cancelled", "2 cancelled", "3 planned 1", "4 cancelled"], "planned, under way, or to come");
    assert!(!run.state.wanted(id(1), 1));
    assert_eq!(run.state.phase, Phase::Active);
}

#[test]
fn dig_05_another_appointment_that_fits_takes_the_place_of_a_cancelled_one() {
    let booking = appointment(1, STARTS);
    let other = Appointment { booked_at: at("2026-03-01T08:00:00Z"), ..appointment(2, "2026-04-01T07:00:00Z") };
    let mut run = Run::manual_with(&plan(manual(vec![day_before(1)])), vec![booking.clone(), other]);
    assert_eq!(run.due(1), "2026-03-19T08:00:00Z", "the one that was booked last");
    let fired = {
        let mut run = run.clone();
        run.at("2026-03-19T08:00:00Z");
        run.fire(1);
        run.hear_of(&cancelled(&booking))
    };
    assert_eq!(words(&fired), ["heard", "1 unplanned", "1 planned 2"], "also of what is under way");
    assert_eq!(words(&run.hear_of(&cancelled(&booking))), ["heard", "1 unplanned", "1 planned 2"]);
    assert_eq!(run.due(1), "2026-03-31T07:00:00Z");
}

#[test]
fn dig_05_of_two_appointments_the_one_that_was_booked_last_and_fits_counts() {
    let booking = appointment(1, STARTS);
    let mut run = Run::manual_with(&plan(manual(vec![day_before(1)])), vec![booking.clone()]);
    let dentist = Appointment { service: DENTIST, booked_at: at("2026-03-02T09:00:00Z"), ..appointment(3, "2026-03-10T08:00:00Z") };
    assert_eq!(words(&run.hear_of(&dentist)), [""; 0], "in a service that no step names");
    let newer = Appointment { booked_at: at("2026-03-02T09:00:00Z"), ..appointment(2, "2026-04-01T07:00:00Z") };
    assert_eq!(words(&run.hear_of(&newer)), ["heard", "1 planned 2"]);
    assert_eq!(run.due(1), "2026-03-31T07:00:00Z");
    let elsewhere = Appointment { service: DENTIST, ..moved(&newer, "2026-04-01T07:00:00Z") };
    assert_eq!(words(&run.hear_of(&elsewhere)), ["heard", "1 planned 3"], "it does not fit any more");
    assert_eq!(run.due(1), "2026-03-19T08:00:00Z");
    let gone = Appointment { service: DENTIST, ..moved(&booking, STARTS) };
    assert_eq!(words(&run.hear_of(&gone)), ["heard", "1 unplanned"], "neither does the other");
    assert_eq!(run.stands(1), &StepState::Waiting);
}

#[test]
fn dig_05_in_a_path_that_began_with_an_appointment_no_other_one_counts() {
    let booking = appointment(1, STARTS);
    let mut run = Run::booked(&plan(opened(vec![day_before(1)])), &booking, START);
    let newer = Appointment { booked_at: at("2026-03-02T09:00:00Z"), ..appointment(2, "2026-04-01T07:00:00Z") };
    assert_eq!(words(&run.hear_of(&newer)), [""; 0]);
    assert_eq!(run.due(1), "2026-03-19T08:00:00Z");
}

#[test]
fn dig_05_when_every_step_that_counts_from_appointments_is_over_none_is_heard_of() {
    let booking = appointment(1, STARTS);
    let steps = vec![day_before(1), step(2, Condition::TaskDone { queue: QUEUE }, content())];
    let mut run = Run::manual_with(&plan(manual(steps)), vec![booking.clone()]);
    run.go_through(20);
    run.go_through(1);
    assert_eq!(words(&run.hear_of(&cancelled(&booking))), [""; 0]);
    assert_eq!(words(&run.hear_of(&appointment(2, "2026-04-01T07:00:00Z"))), [""; 0]);
    assert_eq!(run.state.phase, Phase::Active, "it waits for the task");
}
