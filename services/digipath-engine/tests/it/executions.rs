//! Paths that professionals activate: what their steps wait for, what the owners of their actions make of them, and how they end.

use chassis::testkit::refusals::{said, told};
use chassis_domain::{SignedDuration, Uuid};
use digipath_engine::execution::{Execution, ExecutionId};
use kajo_proto::{
    digipath_engine::v1::{
        ActivatePathRequest, ArchivePathRequest, ConditionKind, DelayUnit, EndReason, ExecutionState, PathAction, PublishPathRequest,
        StepState::{Awaited, Done, Failed, Idle, Planned},
    },
    identity::v1::Messaging,
};
use tonic::Code;

use crate::{
    plans::{after_previous, block, booked, content, later, manual, recommendation, span, step, survey, surveyed, task, task_done, texts},
    world::{NURSE, World, due_at, object, states_of, what},
};

#[tokio::test(flavor = "multi_thread")]
async fn dig_03_a_task_that_is_done_and_a_survey_that_is_activated_or_answered_have_the_steps_done_that_wait_for_them() {
    let world = World::start().await;
    let (queue, other_queue, asked) = (world.owners().queue(), world.owners().queue(), Uuid::now_v7());
    let contents: [Uuid; 4] = std::array::from_fn(|_| Uuid::now_v7());
    let blocks = [
        block([step(manual(), content(contents[0]))]),
        block([step(task_done(queue), content(contents[1]))]),
        block([step(surveyed(ConditionKind::SurveyActivated, asked), content(contents[2]))]),
        block([step(surveyed(ConditionKind::SurveyAnswered, asked), content(contents[3]))]),
    ];
    let path = world.publishes("Polku", blocks).await;
    let (patient, neighbour) = (Uuid::now_v7(), Uuid::now_v7());
    world.activates(&path, patient).await.unwrap();
    world.stands(patient, &[Done, Awaited, Awaited, Awaited]).await;

    // Neither another one's task nor one of another queue.
    world.task_done(neighbour, queue).await;
    world.task_done(patient, other_queue).await;
    world.heard(2).await;
    assert_eq!(states_of(&world.executions(patient).await[0]), [Done, Awaited, Awaited, Awaited]);

    let activation = world.survey_activated(patient, asked).await;
    world.stands(patient, &[Done, Awaited, Done, Awaited]).await;
    world.task_done(patient, queue).await;
    world.stands(patient, &[Done, Done, Done, Awaited]).await;
    world.survey_answered(patient, asked, activation).await;
    let over = world.stands(patient, &[Done, Done, Done, Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    assert_eq!(what(&world.owners().given()), [0, 2, 1, 3].map(|number| contents[number].to_string()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_03_what_was_heard_before_a_step_has_its_turn_counts_since_the_path_began() {
    let world = World::start().await;
    let (queue, text, asked) = (world.owners().queue(), Uuid::now_v7(), Uuid::now_v7());
    let steps =
        [step(manual(), content(text)), later(1, DelayUnit::Days, step(after_previous(), survey(asked))), step(task_done(queue), content(text))];
    let path = world.publishes("Polku", [block(steps)]).await;
    let patient = Uuid::now_v7();
    // Before it began it counts nothing.
    world.task_done(patient, queue).await;
    world.heard(1).await;
    world.later(SignedDuration::from_mins(1));
    world.activates(&path, patient).await.unwrap();
    world.stands(patient, &[Done, Planned, Idle]).await;
    world.later(SignedDuration::from_hours(25));
    world.stands(patient, &[Done, Done, Awaited]).await;

    let early = Uuid::now_v7();
    world.activates(&path, early).await.unwrap();
    world.stands(early, &[Done, Planned, Idle]).await;
    world.task_done(early, queue).await;
    world.heard(2).await;
    world.later(SignedDuration::from_hours(25));
    world.stands(early, &[Done, Done, Done]).await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_21_dig_04_each_action_reaches_its_owner_under_an_id_of_its_own_and_a_task_with_its_path() {
    let world = World::start().await;
    let (service, text, queue, asked) = (Uuid::now_v7(), Uuid::now_v7(), world.owners().queue(), Uuid::now_v7());
    let steps = [
        step(manual(), recommendation(service)),
        step(after_previous(), content(text)),
        step(after_previous(), task(queue)),
        step(after_previous(), PathAction { answer_within: span(7, DelayUnit::Days), ..survey(asked) }),
    ];
    let ids = steps.clone().map(|step| step.step_id);
    let path = world.publishes("Polku", [block(steps)]).await;
    let patient = Uuid::now_v7();
    let execution = world.activates(&path, patient).await.unwrap();
    world.stands(patient, &[Done, Done, Done, Done]).await;

    let given = world.owners().given();
    let told: Vec<_> = given.iter().map(|given| (given.owner, given.what.clone(), given.id.clone())).collect();
    let expected = [("scheduling", service), ("content", text), ("conversations", queue), ("survey", asked)];
    let expected: Vec<_> =
        expected.into_iter().zip(&ids).map(|((owner, what), step)| (owner, what.to_string(), object(&execution, step, 1))).collect();
    assert_eq!(told, expected);
    assert!(given.iter().all(|given| given.patient == patient.to_string()));
    assert_eq!((given[2].title.clone(), given[3].answer_by.as_str()), (texts("Otsikko"), "2026-11-27"));
    assert_eq!((&given[2].path, &given[2].execution), (&path, &execution), "professionals are told of which path a task comes");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_04_of_a_service_that_is_recommended_already_the_recommendation_that_waits_is_what_the_step_has_made() {
    let world = World::start().await;
    let (service, waiting, patient) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    world.owners().recommendation_waits(service, waiting);
    let recommends = step(manual(), recommendation(service));
    let id = Uuid::try_parse(&recommends.step_id).unwrap();
    let path = world.publishes("Polku", [block([recommends])]).await;
    let execution = world.activates(&path, patient).await.unwrap();
    world.stands(patient, &[Done]).await;
    let execution = ExecutionId::parse(&execution).unwrap();
    let known = world.running().kernel().store.load::<Execution>(execution).await.unwrap().state;
    assert_eq!(known.steps[&id].object, Some(waiting));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_04_what_was_given_is_given_once_also_when_the_answer_is_lost() {
    let world = World::start().await;
    let steps = [step(manual(), content(Uuid::now_v7())), step(after_previous(), survey(Uuid::now_v7()))];
    let ids = steps.clone().map(|step| step.step_id);
    let path = world.publishes("Polku", [block(steps)]).await;
    world.owners().loses_the_next_answer();
    let patient = Uuid::now_v7();
    let execution = world.activates(&path, patient).await.unwrap();
    world.stands(patient, &[Done, Done]).await;
    let [first, second] = ids.map(|step| object(&execution, &step, 1));
    assert_eq!(world.owners().asked(), [first.clone(), first, second]);
    assert_eq!(world.owners().given().len(), 2);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_08_what_an_owner_refuses_fails_its_step_with_the_code_and_the_rest_goes_on() {
    let world = World::start().await;
    let (text, asked, queue) = (Uuid::now_v7(), Uuid::now_v7(), world.owners().queue());
    let steps = [step(manual(), content(text)), step(after_previous(), survey(asked)), step(after_previous(), task(queue))];
    let path = world.publishes("Polku", [block(steps)]).await;
    world.owners().refuses(text, "content_archived");
    world.owners().does_not_know(asked);
    let patient = Uuid::now_v7();
    world.activates(&path, patient).await.unwrap();
    let over = world.stands(patient, &[Failed, Failed, Done]).await;
    let codes: Vec<_> = over.steps.iter().map(|step| step.code.as_str()).collect();
    assert_eq!(codes, ["content_archived", "survey_gone", ""]);
    assert_eq!(over.state(), ExecutionState::Completed);
    assert_eq!(what(&world.owners().given()), [queue.to_string()]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_08_an_owner_that_is_away_is_asked_again_for_a_day_and_then_the_step_fails() {
    let world = World::start().await;
    let (text, asked) = (Uuid::now_v7(), Uuid::now_v7());
    let path = world.publishes("Polku", [block([step(manual(), content(text)), step(after_previous(), survey(asked))])]).await;
    world.owners().are_away(true);
    let patient = Uuid::now_v7();
    world.activates(&path, patient).await.unwrap();
    world.eventually(|| async { (world.owners().asked().len() >= 2).then_some(()) }).await;
    assert_eq!(world.executions(patient).await[0].state(), ExecutionState::Active);
    world.later(SignedDuration::from_hours(25));
    let failed = || async { Some(world.executions(patient).await.remove(0)).filter(|one| one.steps[0].state() == Failed) };
    let failed = world.eventually(failed).await;
    assert_eq!(failed.steps[0].code, "owner_away");

    // The next step is asked for as long again, and done when its owner is back.
    world.owners().are_away(false);
    let over = world.stands(patient, &[Failed, Done]).await;
    assert_eq!((over.state(), what(&world.owners().given())), (ExecutionState::Completed, vec![asked.to_string()]));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_08_a_path_is_published_without_the_block_that_refers_to_something_archived_and_runs_without_it() {
    let world = World::start().await;
    let (text, old, queue) = (Uuid::now_v7(), Uuid::now_v7(), world.owners().queue());
    world.owners().archives(old);
    let blocks = [block([step(manual(), content(text))]), block([step(task_done(queue), content(old))])];
    let (block_id, step_id) = (blocks[1].block_id.clone(), blocks[1].steps[0].step_id.clone());
    let asked = PublishPathRequest { details: Some(world.path("Polku", blocks)), ..PublishPathRequest::default() };
    let refused = world.builder().publish_path(asked.clone()).await.unwrap().into_inner();
    let problems: Vec<_> = refused.problems.iter().map(|problem| (&problem.block_id, &problem.step_id, problem.code.as_str())).collect();
    assert_eq!((refused.path_id.as_str(), problems), ("", vec![(&block_id, &step_id, "content_archived")]));

    let asked = PublishPathRequest { without_block_ids: vec![block_id.clone()], ..asked };
    let path = world.builder().publish_path(asked).await.unwrap().into_inner().path_id;
    let patient = Uuid::now_v7();
    world.activates(&path, patient).await.unwrap();
    let over = world.stands(patient, &[Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_09_an_archived_path_is_activated_no_more_and_goes_on_where_it_runs() {
    let world = World::start().await;
    let steps = [step(manual(), content(Uuid::now_v7())), later(1, DelayUnit::Days, step(after_previous(), survey(Uuid::now_v7())))];
    let path = world.publishes("Polku", [block(steps)]).await;
    let (patient, neighbour) = (Uuid::now_v7(), Uuid::now_v7());
    world.activates(&path, patient).await.unwrap();
    world.stands(patient, &[Done, Planned]).await;
    world.builder().archive_path(ArchivePathRequest { path_id: path.clone() }).await.unwrap();
    let refused = world.activates(&path, neighbour).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "path_archived"));
    world.later(SignedDuration::from_hours(25));
    let over = world.stands(patient, &[Done, Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_10_a_professional_activates_a_path_and_a_second_time_only_when_they_mean_it() {
    let world = World::start().await;
    let steps = [step(manual(), content(Uuid::now_v7())), later(1, DelayUnit::Days, step(after_previous(), survey(Uuid::now_v7())))];
    let path = world.publishes("Polku", [block(steps)]).await;
    let patient = Uuid::now_v7();
    world.activates(&path, patient).await.unwrap();
    let one = world.stands(patient, &[Done, Planned]).await;
    assert_eq!((one.started_by(), one.started_by_name.as_str(), one.published_version), (ConditionKind::Manual, NURSE, 1));
    assert_eq!(one.name, texts("Polku"));

    let refused = world.activates(&path, patient).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "path_already_active"));
    let again = ActivatePathRequest { patient_id: patient.to_string(), path_id: path.clone(), again: true };
    world.nurse().activate_path(again).await.unwrap();
    assert_eq!(world.list(patient, false).await.len(), 2);

    for (messaging, code) in [(Messaging::NoConsent, "patient_no_consent"), (Messaging::ManuallyAdded, "patient_manually_added")] {
        let patient = world.owners().patient(messaging);
        assert_eq!(told(&world.activates(&path, patient).await.unwrap_err()), said(Code::FailedPrecondition, code));
    }
    let by_booking = step(booked(ConditionKind::Booked, Uuid::now_v7()), content(Uuid::now_v7()));
    let by_booking = world.publishes("Varauksesta", [block([by_booking])]).await;
    let refused = world.activates(&by_booking, Uuid::now_v7()).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "path_not_manual"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_07_what_runs_is_listed_with_what_comes_next_and_what_was_ended_gives_nothing_more() {
    let world = World::start().await;
    let (text, asked) = (Uuid::now_v7(), Uuid::now_v7());
    let steps = [step(manual(), content(text)), later(1, DelayUnit::Days, step(after_previous(), survey(asked)))];
    let path = world.publishes("Polku", [block(steps)]).await;
    let (patient, neighbour) = (Uuid::now_v7(), Uuid::now_v7());
    let execution = world.activates(&path, patient).await.unwrap();
    let runs = world.stands(patient, &[Done, Planned]).await;
    let ahead = due_at(&runs, 1).duration_since(world.now());
    assert!(ahead > SignedDuration::from_hours(23) && ahead <= SignedDuration::from_hours(24), "{ahead}");
    assert_eq!((runs.next_at, runs.may_end, runs.state()), (runs.steps[1].due_at, true, ExecutionState::Active));
    world.activates(&path, neighbour).await.unwrap();
    world.stands(neighbour, &[Done, Planned]).await;

    world.ends(&execution).await;
    world.ends(&execution).await;
    assert!(world.list(patient, false).await.is_empty());
    let ended = world.list(patient, true).await.remove(0);
    assert_eq!((ended.state(), ended.end_reason(), ended.ended_by_name.as_str()), (ExecutionState::Ended, EndReason::ByHand, NURSE));

    world.later(SignedDuration::from_hours(25));
    world.stands(neighbour, &[Done, Done]).await;
    let given = world.owners().given();
    let of_patient: Vec<_> = given.iter().filter(|given| given.patient == patient.to_string()).map(|given| given.what.clone()).collect();
    assert_eq!(of_patient, [text.to_string()]);
    world.end().await;
}
