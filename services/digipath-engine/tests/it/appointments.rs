//! Paths that begin with an appointment, and steps that count from one: booked, moved, cancelled.

use chassis_domain::{SignedDuration, Timestamp, Uuid};
use kajo_proto::{
    digipath_engine::v1::{
        ArchivePathRequest, ConditionKind, DelayUnit, EndReason, ExecutionState, PathBlock, PathCondition,
        StepState::{Done, Failed, Idle, Planned},
    },
    scheduling::v1::AppointmentSide,
};

use crate::{
    plans::{after_previous, block, booked, content, counted, manual, step, survey},
    world::{World, due_at, what},
};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Gives one thing when an appointment is booked in a service, and another one three days before it.
fn before_appointment(service: Uuid, (first, second): (Uuid, Uuid)) -> PathBlock {
    block([
        step(booked(ConditionKind::Booked, service), content(first)),
        step(counted(ConditionKind::UntilAppointment, 3, DelayUnit::Days), content(second)),
    ])
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_10_a_resident_s_booking_begins_the_path_and_its_steps_follow_the_appointment() {
    let world = World::start().await;
    let (service, first, second, asked) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let mut follows = before_appointment(service, (first, second));
    follows.steps.push(step(counted(ConditionKind::SinceAppointment, 1, DelayUnit::Hours), survey(asked)));
    let path = world.publishes("Polku", [follows]).await;
    let patient = Uuid::now_v7();
    world.books(patient, Uuid::now_v7(), "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    world.heard(1).await;
    assert!(world.executions(patient).await.is_empty());

    let mut booking = world.books(patient, service, "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    let begun = world.stands(patient, &[Done, Planned, Idle]).await;
    assert_eq!((begun.path_id.as_str(), begun.started_by(), begun.started_by_name.as_str()), (path.as_str(), ConditionKind::Booked, ""));
    assert_eq!(due_at(&begun, 1), at("2026-11-28T08:00:00Z"));
    let because = begun.steps[1].because.clone().unwrap();
    assert_eq!((because.condition(), because.appointment_id), (ConditionKind::UntilAppointment, booking.id.to_string()));

    world.moves(&mut booking, "2026-12-08T08:00:00Z").await;
    let moved = || async { Some(world.executions(patient).await.remove(0)).filter(|one| due_at(one, 1) == at("2026-12-05T08:00:00Z")) };
    world.eventually(moved).await;
    world.until("2026-11-29T08:00:00Z");
    assert_eq!(world.owners().given().len(), 1);
    world.until("2026-12-05T08:00:00Z");
    let fired = world.stands(patient, &[Done, Done, Planned]).await;
    assert_eq!(due_at(&fired, 2), at("2026-12-08T09:30:00Z"));
    world.until("2026-12-08T09:30:00Z");
    let over = world.stands(patient, &[Done, Done, Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    assert_eq!(what(&world.owners().given()), [first, second, asked].map(|id| id.to_string()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_10_who_has_booked_says_which_paths_begin() {
    let world = World::start().await;
    let service = Uuid::now_v7();
    let of = |condition: PathCondition| [block([step(condition, content(Uuid::now_v7()))])];
    let by_resident = world.publishes("Asukas", of(booked(ConditionKind::Booked, service))).await;
    let by_anybody = PathCondition { by_professional: true, ..booked(ConditionKind::Booked, service) };
    let by_anybody = world.publishes("Kuka vain", of(by_anybody)).await;
    let by_system = world.publishes("Toinen järjestelmä", of(booked(ConditionKind::BookedIntegration, service))).await;
    let cases = [
        (AppointmentSide::Resident, vec![&by_resident, &by_anybody], ConditionKind::Booked),
        (AppointmentSide::Practitioner, vec![&by_anybody], ConditionKind::Booked),
        (AppointmentSide::System, vec![&by_system], ConditionKind::BookedIntegration),
    ];
    for (number, (side, paths, cause)) in (1..).zip(cases) {
        let patient = Uuid::now_v7();
        world.books(patient, service, "2026-12-01T08:00:00Z", side).await;
        world.heard(number).await;
        let executions = world.executions(patient).await;
        let mut begun: Vec<_> = executions.iter().map(|one| (&one.path_id, one.started_by())).collect();
        begun.sort_by_key(|(path, _)| paths.iter().position(|other| other == path));
        assert_eq!(begun, paths.into_iter().map(|path| (path, cause)).collect::<Vec<_>>(), "{side:?}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_10_each_appointment_has_an_execution_of_its_own_and_ends_it_when_it_is_cancelled() {
    let world = World::start().await;
    let (service, first, second) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    world.publishes("Polku", [before_appointment(service, (first, second))]).await;
    let patient = Uuid::now_v7();
    let mut cancelled = world.books(patient, service, "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    world.stands(patient, &[Done, Planned]).await;
    let kept = world.books(patient, service, "2026-12-02T08:00:00Z", AppointmentSide::Resident).await;
    world.given(2).await;
    assert_eq!(world.list(patient, false).await.len(), 2);

    world.cancels(&mut cancelled, "2026-12-01T08:00:00Z").await;
    let ended = world.eventually(|| async { world.list(patient, true).await.pop() }).await;
    assert_eq!((ended.state(), ended.end_reason()), (ExecutionState::Ended, EndReason::AppointmentCancelled));
    // What was to be given before it is not.
    world.until("2026-11-29T08:00:00Z");
    world.given(3).await;
    let over = world.eventually(|| async { world.list(patient, true).await.into_iter().find(|one| one.state() == ExecutionState::Completed) }).await;
    assert_eq!(over.steps[1].because.clone().unwrap().appointment_id, kept.id.to_string());
    assert_eq!(what(&world.owners().given()), [first, first, second].map(|id| id.to_string()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_03_a_path_that_a_professional_activates_counts_from_the_appointment_that_was_booked_last() {
    let world = World::start().await;
    let service = Uuid::now_v7();
    let until = PathCondition { service_ids: vec![service.to_string()], ..counted(ConditionKind::UntilAppointment, 1, DelayUnit::Days) };
    let path = world.publishes("Polku", [block([step(manual(), content(Uuid::now_v7())), step(until, survey(Uuid::now_v7()))])]).await;
    let patient = Uuid::now_v7();
    world.books(patient, service, "2026-12-03T08:00:00Z", AppointmentSide::System).await;
    world.later(SignedDuration::from_mins(1));
    let mut last = world.books(patient, service, "2026-12-10T08:00:00Z", AppointmentSide::Practitioner).await;
    world.later(SignedDuration::from_mins(1));
    world.books(patient, Uuid::now_v7(), "2026-12-20T08:00:00Z", AppointmentSide::Resident).await;
    world.heard(3).await;
    world.activates(&path, patient).await.unwrap();
    let planned = world.stands(patient, &[Done, Planned]).await;
    assert_eq!(due_at(&planned, 1), at("2026-12-09T08:00:00Z"));

    // When it is cancelled, the one before counts.
    world.cancels(&mut last, "2026-12-10T08:00:00Z").await;
    let is_planned_again = || async {
        let one = world.executions(patient).await.remove(0);
        (one.steps[1].state() == Planned && due_at(&one, 1) == at("2026-12-02T08:00:00Z")).then_some(())
    };
    world.eventually(is_planned_again).await;
    world.until("2026-12-02T08:00:00Z");
    world.stands(patient, &[Done, Done]).await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_14_a_path_begins_with_no_booking_of_before_and_follows_what_the_system_that_keeps_an_appointment_says_of_it() {
    let world = World::start().await;
    let service = Uuid::now_v7();
    let begins = step(booked(ConditionKind::BookedIntegration, service), content(Uuid::now_v7()));
    let since = step(counted(ConditionKind::SinceAppointment, 1, DelayUnit::Hours), survey(Uuid::now_v7()));
    world.publishes("Polku", [block([begins, since])]).await;
    let patient = Uuid::now_v7();
    world.was_booked_before(patient, service, "2026-12-01T08:00:00Z").await;
    world.heard(1).await;
    assert!(world.executions(patient).await.is_empty());

    let mut booking = world.books(patient, service, "2026-12-02T08:00:00Z", AppointmentSide::System).await;
    let begun = world.stands(patient, &[Done, Planned]).await;
    assert_eq!(due_at(&begun, 1), at("2026-12-02T09:30:00Z"));
    world.takes(&mut booking, "2026-12-02T08:00:00Z", 90).await;
    let longer = || async { Some(world.executions(patient).await.remove(0)).filter(|one| due_at(one, 1) == at("2026-12-02T10:30:00Z")) };
    world.eventually(longer).await;
    assert_eq!(world.executions(patient).await.len(), 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_09_an_archived_path_begins_with_no_booking_and_goes_on_where_it_runs() {
    let world = World::start().await;
    let (service, first, second) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let path = world.publishes("Polku", [before_appointment(service, (first, second))]).await;
    let (patient, neighbour) = (Uuid::now_v7(), Uuid::now_v7());
    world.books(patient, service, "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    world.stands(patient, &[Done, Planned]).await;
    world.builder().archive_path(ArchivePathRequest { path_id: path }).await.unwrap();
    world.books(neighbour, service, "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    world.heard(2).await;
    assert!(world.executions(neighbour).await.is_empty());
    world.until("2026-11-28T08:00:00Z");
    let over = world.stands(patient, &[Done, Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_08_what_an_owner_was_away_for_until_the_appointment_begins_is_not_given_any_more() {
    let world = World::start().await;
    let (service, asked) = (Uuid::now_v7(), Uuid::now_v7());
    let steps = [
        step(booked(ConditionKind::Booked, service), content(Uuid::now_v7())),
        step(counted(ConditionKind::UntilAppointment, 3, DelayUnit::Hours), survey(asked)),
        step(after_previous(), content(Uuid::now_v7())),
    ];
    world.publishes("Polku", [block(steps)]).await;
    let patient = Uuid::now_v7();
    world.books(patient, service, "2026-11-20T14:00:00Z", AppointmentSide::Resident).await;
    world.stands(patient, &[Done, Planned, Idle]).await;
    world.owners().are_away(true);
    world.until("2026-11-20T11:00:00Z");
    world.eventually(|| async { (world.owners().asked().len() >= 2).then_some(()) }).await;
    world.until("2026-11-20T14:00:00Z");
    let failed = || async { Some(world.executions(patient).await.remove(0)).filter(|one| one.steps[1].state() == Failed) };
    assert_eq!(world.eventually(failed).await.steps[1].code, "owner_away");
    world.owners().are_away(false);
    let over = world.stands(patient, &[Done, Failed, Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    assert!(!what(&world.owners().given()).contains(&asked.to_string()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_appointment_that_is_long_over_is_kept_no_longer_when_the_patient_has_another_one() {
    let world = World::start().await;
    let (patient, service) = (Uuid::now_v7(), Uuid::now_v7());
    world.books(patient, service, "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    let kept = world.books(patient, service, "2027-01-20T08:00:00Z", AppointmentSide::Resident).await;
    world.heard(2).await;
    world.until("2027-02-10T08:00:00Z");
    let last = world.books(patient, service, "2027-03-01T08:00:00Z", AppointmentSide::Resident).await;
    let pool = world.running().kernel().pool.clone();
    let known = || async {
        let known = sqlx::query_scalar::<_, Uuid>("select appointment_id from known_appointments where patient_id = $1 order by starts_at");
        known.bind(patient).fetch_all(&pool).await.unwrap()
    };
    // What was done long ago is forgotten as well, so it is not counted how much was heard.
    world.eventually(|| async { (known().await == [kept.id, last.id]).then_some(()) }).await;
    world.end().await;
}
