//! When each of the conditions holds (DIG-03).

use kajo_proto::digipath_engine::v1::ConditionKind;

use super::{
    QUEUE, Run, START, SURVEY, appointment, at, before, booked, content, days, hours_after, id, later, plan, repeat, since, span, starting, step,
    words,
};
use crate::{
    execution::{Appointment, Cause, Command, Heard, StepState},
    plan::{Condition, Late, SpanUnit, Wanted},
};

fn why(run: &Run, step: u128) -> (ConditionKind, String) {
    let because = run.state.step(id(step)).because.expect("planned");
    (because.condition, because.at.to_string())
}

#[test]
fn dig_03_manual_holds_when_a_professional_activates_the_path() {
    let run = Run::manual(&plan(vec![vec![later(1, Condition::Manual, days(3), content())]]));
    assert_eq!(run.due(1), "2026-03-05T08:00:00Z");
    assert_eq!(why(&run, 1), (ConditionKind::Manual, START.to_owned()));
}

#[test]
fn dig_03_booked_holds_when_the_appointment_was_booked_and_not_when_that_is_told() {
    let plan = plan(vec![vec![later(1, booked(false), days(3), content()), step(2, Condition::AfterPrevious, content())]]);
    let appointment = Appointment { booked_at: at("2026-03-01T10:00:00Z"), ..appointment(1, "2026-03-20T08:00:00Z") };
    let run = Run::booked(&plan, &appointment, START);
    assert_eq!(run.due(1), "2026-03-04T10:00:00Z");
    assert_eq!(why(&run, 1), (ConditionKind::Booked, "2026-03-01T10:00:00Z".to_owned()));
    assert_eq!(run.state.step(id(1)).because.and_then(|because| because.appointment), Some(appointment.id));
    let run = Run::booked(&plan, &appointment, "2026-03-09T08:00:00Z");
    assert_eq!(run.due(1), "2026-03-09T08:00:00Z", "what is past is due now");
}

#[test]
fn dig_03_booked_in_another_system_holds_likewise() {
    let told = Condition::BookedIntegration { wanted: Wanted::default() };
    let plan = plan(vec![vec![later(1, told, days(3), content())]]);
    let cause = Cause::BookedIntegration { appointment: appointment(1, "2026-03-20T08:00:00Z") };
    let mut run = Run::new(&plan, START);
    run.tell(Command::Start(Box::new(starting(&plan, cause))));
    assert_eq!(run.due(1), "2026-03-05T08:00:00Z");
    assert_eq!(why(&run, 1), (ConditionKind::BookedIntegration, START.to_owned()));
}

/// Each condition that waits for a fact, with what makes it hold.
fn awaited() -> [(Condition, ConditionKind, fn(u128, &str) -> Heard); 3] {
    [
        (Condition::TaskDone { queue: QUEUE }, ConditionKind::TaskDone, |task, when| Heard::TaskDone { queue: QUEUE, task: id(task), at: at(when) }),
        (Condition::SurveyActivated { survey: SURVEY }, ConditionKind::SurveyActivated, |activation, when| Heard::SurveyActivated {
            survey: SURVEY,
            activation: id(activation),
            at: at(when),
        }),
        (Condition::SurveyAnswered { survey: SURVEY }, ConditionKind::SurveyAnswered, |activation, when| Heard::SurveyAnswered {
            survey: SURVEY,
            activation: id(activation),
            at: at(when),
        }),
    ]
}

#[test]
fn dig_03_a_task_done_and_a_survey_activated_or_answered_hold_from_when_that_happened() {
    for (condition, kind, heard) in awaited() {
        let entry = vec![later(1, Condition::Manual, days(300), content())];
        let mut run = Run::manual(&plan(vec![entry, vec![later(2, condition, span(3, SpanUnit::Hours), content())]]));
        assert_eq!(run.stands(2), &StepState::Waiting);
        run.at("2026-03-03T08:00:00Z");
        // Told of an hour later.
        assert_eq!(words(&run.hear(heard(50, "2026-03-03T07:00:00Z"))), ["heard", "2 planned 1"]);
        assert_eq!(run.due(2), "2026-03-03T10:00:00Z");
        assert_eq!(why(&run, 2), (kind, "2026-03-03T07:00:00Z".to_owned()));
        assert_eq!(words(&run.hear(heard(50, "2026-03-03T07:00:00Z"))), [""; 0], "told twice");
        assert_eq!(words(&run.hear(heard(51, "2026-03-03T07:30:00Z"))), [""; 0], "no step waits for it any more");
    }
}

#[test]
fn dig_03_what_happens_before_a_step_has_its_turn_counts_and_what_happened_before_the_path_began_does_not() {
    for (condition, _, heard) in awaited() {
        let steps = vec![later(1, Condition::Manual, days(3), content()), step(2, condition, content())];
        let mut run = Run::manual(&plan(vec![steps]));
        assert_eq!(words(&run.hear(heard(49, "2026-03-02T07:59:59Z"))), [""; 0], "before it began");
        run.at("2026-03-03T08:00:00Z");
        assert_eq!(words(&run.hear(heard(50, "2026-03-03T08:00:00Z"))), ["heard"]);
        assert_eq!(words(&run.hear(heard(51, "2026-03-02T09:00:00Z"))), ["heard"], "it was earlier, though it is told later");
        assert_eq!(run.stands(2), &StepState::Waiting);
        assert_eq!(words(&run.go_through(1)), ["1 fired 1", "1 done", "2 planned 1"]);
        assert_eq!((run.due(2).as_str(), why(&run, 2).1.as_str()), ("2026-03-05T08:00:00Z", "2026-03-02T09:00:00Z"));
    }
}

#[test]
fn dig_03_what_no_step_waits_for_is_not_kept() {
    let entry = vec![step(1, Condition::Manual, content())];
    let waiting = vec![step(2, Condition::SurveyAnswered { survey: SURVEY }, content())];
    let elsewhere = vec![step(3, booked(false), content()), step(4, Condition::TaskDone { queue: QUEUE }, content())];
    let mut run = Run::manual(&plan(vec![entry, waiting, elsewhere]));
    let when = at(START);
    assert_eq!(words(&run.hear(Heard::SurveyAnswered { survey: id(99), activation: id(50), at: when })), [""; 0]);
    assert_eq!(words(&run.hear(Heard::SurveyActivated { survey: SURVEY, activation: id(50), at: when })), [""; 0]);
    assert_eq!(words(&run.hear(Heard::TaskDone { queue: QUEUE, task: id(50), at: when })), [""; 0], "its block is no part of it");
    assert_eq!(words(&run.hear_of(&appointment(1, "2026-03-20T08:00:00Z"))), [""; 0]);
}

#[test]
fn dig_03_repeated_holds_when_the_step_before_has_run_so_many_times_and_it_runs_on() {
    let mut run = Run::manual(&plan(vec![vec![
        step(1, Condition::Manual, content()),
        step(2, Condition::AfterPrevious, repeat(days(1), 3)),
        later(3, Condition::PreviousRepeated { times: 2 }, span(1, SpanUnit::Hours), content()),
        step(4, Condition::AfterPrevious, content()),
    ]]));
    run.go_through(1);
    assert_eq!(words(&run.go_through(2)), ["2 fired 1", "2 done, again", "2 planned 2"]);
    assert_eq!(run.stands(3), &StepState::Waiting);
    assert_eq!(words(&run.go_through(2)), ["2 fired 2", "2 done, again", "2 planned 3", "3 planned 1"]);
    assert_eq!((run.due(3).as_str(), run.due(2).as_str()), ("2026-03-04T09:00:00Z", "2026-03-05T08:00:00Z"));
    assert_eq!(why(&run, 3), (ConditionKind::PreviousRepeated, "2026-03-04T08:00:00Z".to_owned()));
    assert_eq!(words(&run.go_through(3)), ["3 fired 1", "3 done", "4 planned 1"]);
    assert_eq!(words(&run.go_through(4)), ["4 fired 1", "4 done"]);
    assert_eq!(words(&run.go_through(2)), ["2 fired 3", "2 done", "completed"]);
}

#[test]
fn dig_03_what_waits_for_runs_that_never_come_ends_as_the_repeat_does() {
    let mut run = Run::manual(&plan(vec![vec![
        step(1, Condition::Manual, content()),
        step(2, Condition::AfterPrevious, repeat(days(1), 3)),
        step(3, Condition::PreviousRepeated { times: 2 }, content()),
        step(4, Condition::AfterPrevious, content()),
    ]]));
    run.go_through(1);
    run.go_through(2);
    run.at("2026-03-04T08:00:00Z");
    run.fire(2);
    let happened = run.refuse(2, "service_content_archived");
    assert_eq!(words(&happened), ["2 failed: service_content_archived", "3 failed: service_content_archived", "4 planned 1"]);
}

#[test]
fn dig_03_since_an_appointment_counts_from_its_end_and_until_one_from_its_start() {
    let appointment = appointment(1, "2026-03-30T06:00:00Z");
    let entry = vec![step(1, booked(false), content())];
    let blocks = vec![entry, vec![step(2, since(2), content())], vec![step(3, before(3, Late::Newest), content())]];
    let run = Run::booked(&plan(blocks), &appointment, START);
    assert_eq!(run.due(2), "2026-04-01T07:00:00Z");
    assert_eq!(why(&run, 2), (ConditionKind::SinceAppointment, hours_after(appointment.starts_at, 1).to_string()));
    assert_eq!(run.due(3), "2026-03-27T07:00:00Z", "nine in the morning, still in winter time");
    assert_eq!(why(&run, 3), (ConditionKind::UntilAppointment, "2026-03-30T06:00:00Z".to_owned()));
}

#[test]
fn dig_03_without_an_appointment_a_step_waits_for_one() {
    let entry = vec![step(1, Condition::Manual, content())];
    let mut run = Run::manual(&plan(vec![entry, vec![step(2, before(1, Late::Newest), content())]]));
    run.go_through(1);
    assert_eq!(run.stands(2), &StepState::Waiting);
    assert_eq!(words(&run.hear_of(&appointment(1, "2026-03-20T08:00:00Z"))), ["heard", "2 planned 1"]);
    assert_eq!(run.due(2), "2026-03-19T08:00:00Z");
}

#[test]
fn dig_03_after_the_step_before_counts_from_when_that_was_over() {
    let mut run = Run::manual(&plan(vec![vec![
        step(1, Condition::Manual, content()),
        later(2, Condition::AfterPrevious, days(1), content()),
        step(3, Condition::AfterPrevious, content()),
    ]]));
    run.at("2026-03-02T09:00:00Z");
    run.fire(1);
    assert_eq!(run.stands(2), &StepState::Waiting);
    run.at("2026-03-02T10:00:00Z");
    run.perform(1);
    assert_eq!(run.due(2), "2026-03-03T10:00:00Z");
    assert_eq!(why(&run, 2), (ConditionKind::AfterPrevious, "2026-03-02T10:00:00Z".to_owned()));
    run.at("2026-03-03T10:00:00Z");
    run.fire(2);
    assert_eq!(words(&run.refuse(2, "owner_away")), ["2 failed: owner_away", "3 planned 1"], "over is also what failed");
}
