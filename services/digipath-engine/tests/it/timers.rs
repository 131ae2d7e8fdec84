//! Delays and repeats, with a clock that the test moves: nothing comes early, nothing comes twice, and what was due while the service was stopped
//! comes when it is back.

use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    digipath_engine::v1::{
        ConditionKind, DelayUnit, ExecutionState, LeftOutReason,
        StepState::{Awaited, Done, Idle, LeftOut, Planned},
    },
    scheduling::v1::AppointmentSide,
};

use crate::{
    plans::{after_previous, block, booked, content, counted, later, manual, repeat, repeated, span, step, survey},
    world::{World, due_at, object, states_of, what},
};

#[tokio::test(flavor = "multi_thread")]
async fn dig_05_a_delay_is_kept_from_when_the_step_before_was_over() {
    let world = World::start().await;
    let steps = [
        step(manual(), content(Uuid::now_v7())),
        later(2, DelayUnit::Hours, step(after_previous(), survey(Uuid::now_v7()))),
        later(1, DelayUnit::Days, step(after_previous(), content(Uuid::now_v7()))),
    ];
    let path = world.publishes("Polku", [block(steps)]).await;
    let patient = Uuid::now_v7();
    world.activates(&path, patient).await.unwrap();
    let first = world.stands(patient, &[Done, Planned, Idle]).await;
    world.later(SignedDuration::from_mins(110));
    assert_eq!(states_of(&world.executions(patient).await[0]), [Done, Planned, Idle]);
    world.later(SignedDuration::from_mins(10));
    let second = world.stands(patient, &[Done, Done, Planned]).await;
    assert!(due_at(&second, 2).duration_since(due_at(&first, 1)) >= SignedDuration::from_hours(24));
    world.later(SignedDuration::from_hours(24));
    let over = world.stands(patient, &[Done, Done, Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    assert_eq!(world.owners().asked().len(), 3);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_05_what_repeats_comes_so_many_times_and_dig_03_another_step_follows_when_it_has_come_often_enough() {
    let world = World::start().await;
    let (text, asked) = (Uuid::now_v7(), Uuid::now_v7());
    let steps = [step(manual(), content(text)), step(after_previous(), repeat(span(1, DelayUnit::Days), 3)), step(repeated(2), survey(asked))];
    let repeating = steps[1].step_id.clone();
    let path = world.publishes("Polku", [block(steps)]).await;
    let patient = Uuid::now_v7();
    let execution = world.activates(&path, patient).await.unwrap();
    let first = due_at(&world.stands(patient, &[Done, Planned, Awaited]).await, 1);

    world.later(SignedDuration::from_hours(24));
    let once = || async { Some(world.executions(patient).await.remove(0)).filter(|one| one.steps[1].runs == 1 && one.steps[1].state() == Planned) };
    let once = world.eventually(once).await;
    assert_eq!((once.steps[1].times, states_of(&once)), (3, vec![Done, Planned, Awaited]));
    // Counted from the first time, not from when it was done.
    assert_eq!(due_at(&once, 1), first.saturating_add(SignedDuration::from_hours(24)).unwrap());

    world.later(SignedDuration::from_hours(24));
    let twice = world.stands(patient, &[Done, Planned, Done]).await;
    assert_eq!(twice.steps[1].runs, 2);
    assert_eq!(due_at(&twice, 1), first.saturating_add(SignedDuration::from_hours(48)).unwrap());

    world.later(SignedDuration::from_hours(24));
    let over = world.stands(patient, &[Done, Done, Done]).await;
    assert_eq!((over.state(), over.steps[1].runs), (ExecutionState::Completed, 3));
    let given = world.owners().given();
    let runs: Vec<_> = given.iter().filter(|given| given.what == text.to_string()).skip(1).map(|given| given.id.clone()).collect();
    assert_eq!(runs, [1, 2, 3].map(|turn| object(&execution, &repeating, turn)));
    assert_eq!(what(&given).iter().filter(|what| **what == asked.to_string()).count(), 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_05_what_was_due_while_the_service_was_stopped_fires_once_when_it_is_back() {
    let mut world = World::start().await;
    let (text, asked) = (Uuid::now_v7(), Uuid::now_v7());
    let steps = [step(manual(), content(text)), later(1, DelayUnit::Days, step(after_previous(), survey(asked)))];
    let path = world.publishes("Polku", [block(steps)]).await;
    let patients: [Uuid; 3] = std::array::from_fn(|_| Uuid::now_v7());
    for patient in patients {
        world.activates(&path, patient).await.unwrap();
        world.stands(patient, &[Done, Planned]).await;
    }
    world.has_timers(3).await;
    world.stops().await;
    world.later(SignedDuration::from_hours(72));
    world.comes_back().await;
    for patient in patients {
        let over = world.stands(patient, &[Done, Done]).await;
        assert_eq!(over.state(), ExecutionState::Completed);
    }
    let given = world.owners().given();
    assert_eq!(what(&given).iter().filter(|what| **what == asked.to_string()).count(), 3);
    assert_eq!(world.owners().asked().len(), 6);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_05_what_was_being_given_when_the_service_stopped_is_given_once_when_it_is_back() {
    let mut world = World::start().await;
    let path = world.publishes("Polku", [block([step(manual(), content(Uuid::now_v7()))])]).await;
    let patient = Uuid::now_v7();
    world.owners().loses_the_next_answer();
    world.activates(&path, patient).await.unwrap();
    world.given(1).await;
    world.stops().await;
    world.comes_back().await;
    world.stands(patient, &[Done]).await;
    let given = world.owners().given();
    assert_eq!(given.len(), 1);
    assert!(world.owners().asked().iter().all(|id| *id == given[0].id));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_05_nothing_that_goes_before_an_appointment_fires_when_the_service_is_back_after_it_began() {
    let mut world = World::start().await;
    let (service, asked) = (Uuid::now_v7(), Uuid::now_v7());
    let steps = [
        step(booked(ConditionKind::Booked, service), content(Uuid::now_v7())),
        step(counted(ConditionKind::UntilAppointment, 3, DelayUnit::Days), survey(asked)),
    ];
    world.publishes("Polku", [block(steps)]).await;
    let patient = Uuid::now_v7();
    world.books(patient, service, "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    world.stands(patient, &[Done, Planned]).await;
    world.has_timers(1).await;
    world.stops().await;
    world.until("2026-12-01T08:00:00Z");
    world.comes_back().await;
    let over = world.stands(patient, &[Done, LeftOut]).await;
    assert_eq!((over.state(), over.steps[1].left_out()), (ExecutionState::Completed, LeftOutReason::AppointmentPassed));
    assert!(!what(&world.owners().given()).contains(&asked.to_string()));
    world.end().await;
}
