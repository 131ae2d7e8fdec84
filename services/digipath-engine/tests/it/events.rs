//! Paths of the first editor: they begin with events, each with an appointment of its own, and go on step by step (DIG-01).

use chassis::testkit::refusals::{fields, said, told};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    digipath_engine::v1::{
        ConditionKind, DelayUnit, EntryMode, ExecutionState, GetPathRequest, ListActivatablePathsRequest, ListPathsRequest, PathBlock, PathCondition,
        PathDetails, PathEntry, PathKind, PathPart, PathStep, PathSummary, PublishPathRequest, SavePathDraftRequest,
        StepState::{Done, Planned},
        ValidatePathRequest,
    },
    scheduling::v1::AppointmentSide,
};
use tonic::Code;

use crate::{
    plans::{after_previous, block, booked, content, later, manual, step, survey},
    world::{World, what},
};

fn begins<const EVENTS: usize>(mode: EntryMode, events: [PathCondition; EVENTS]) -> PathEntry {
    PathEntry { mode: mode.into(), events: events.into() }
}

/// One thing at once, and another one on the next day.
fn line(first: Uuid, second: Uuid) -> [PathStep; 2] {
    [step(after_previous(), content(first)), later(1, DelayUnit::Days, step(after_previous(), survey(second)))]
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_01_a_path_begins_when_the_second_of_two_appointments_is_booked_and_each_counts_once() {
    let world = World::start().await;
    let (here, elsewhere, first, second) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let both = begins(EntryMode::All, [booked(ConditionKind::Booked, here), booked(ConditionKind::BookedIntegration, elsewhere)]);
    let path = world.publishes_path(world.path_begun_by("Polku", both, line(first, second))).await;
    let (patient, neighbour) = (Uuid::now_v7(), Uuid::now_v7());
    let mut early = world.books(patient, here, "2026-12-01T08:00:00Z", AppointmentSide::Resident).await;
    // Neither another one's appointment nor one that somebody else has booked.
    world.books(neighbour, elsewhere, "2026-12-02T08:00:00Z", AppointmentSide::System).await;
    world.books(patient, elsewhere, "2026-12-02T08:00:00Z", AppointmentSide::Practitioner).await;
    world.heard(3).await;
    assert!(world.executions(patient).await.is_empty() && world.executions(neighbour).await.is_empty());

    world.books(patient, elsewhere, "2026-12-03T08:00:00Z", AppointmentSide::System).await;
    let begun = world.stands(patient, &[Done, Planned]).await;
    assert_eq!((begun.path_id.as_str(), begun.started_by()), (path.as_str(), ConditionKind::BookedIntegration));
    let because = begun.steps[0].because.clone().unwrap();
    assert_eq!((because.condition(), because.appointment_id.as_str()), (ConditionKind::AfterPrevious, ""));

    // The one with which it began has begun it, and the one that counted with it as well.
    world.books(patient, here, "2026-12-04T08:00:00Z", AppointmentSide::Resident).await;
    world.heard(5).await;
    assert_eq!(world.executions(patient).await.len(), 1);
    world.cancels(&mut early, "2026-12-01T08:00:00Z").await;
    world.heard(6).await;
    world.stands(patient, &[Done, Planned]).await;
    world.later(SignedDuration::from_hours(24));
    let over = world.stands(patient, &[Done, Done]).await;
    assert_eq!(over.state(), ExecutionState::Completed);
    assert_eq!(what(&world.owners().given()), [first, second].map(|id| id.to_string()));

    // With what has begun nothing yet it begins again.
    world.books(patient, elsewhere, "2026-12-05T08:00:00Z", AppointmentSide::System).await;
    let again = || async { world.list(patient, false).await.pop() };
    assert_eq!(world.eventually(again).await.path_id, path);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_01_who_has_booked_is_known_when_the_appointment_was_moved_since() {
    let world = World::start().await;
    let (here, elsewhere) = (Uuid::now_v7(), Uuid::now_v7());
    let both = begins(EntryMode::All, [booked(ConditionKind::Booked, here), booked(ConditionKind::BookedIntegration, elsewhere)]);
    world.publishes_path(world.path_begun_by("Polku", both, line(Uuid::now_v7(), Uuid::now_v7()))).await;
    let patient = Uuid::now_v7();
    let mut told_of = world.books(patient, elsewhere, "2026-12-01T08:00:00Z", AppointmentSide::System).await;
    world.moves(&mut told_of, "2026-12-08T08:00:00Z").await;
    world.heard(2).await;
    world.books(patient, here, "2026-12-03T08:00:00Z", AppointmentSide::Resident).await;
    let begun = world.stands(patient, &[Done, Planned]).await;
    assert_eq!(begun.started_by(), ConditionKind::Booked);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_01_what_stands_against_events_is_told_with_their_number_and_nobody_activates_what_they_begin() {
    let world = World::start().await;
    let mut client = world.builder();
    let (gone, archived, open) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    world.owners().does_not_know(gone);
    world.owners().archives(archived);
    let with_role = PathCondition { booking_role_ids: vec![archived.to_string()], ..booked(ConditionKind::BookedIntegration, open) };
    let entry = begins(EntryMode::Any, [booked(ConditionKind::Booked, gone), with_role, manual()]);
    let blocks: Vec<PathBlock> = vec![block(line(Uuid::now_v7(), Uuid::now_v7()))];
    let asked = ValidatePathRequest { blocks, kind: PathKind::Events.into(), entry: Some(entry) };
    let problems = client.validate_path(asked).await.unwrap().into_inner().problems;
    assert!(problems.iter().all(|problem| problem.part() == PathPart::Condition && problem.block_id.is_empty() && problem.step_id.is_empty()));
    let problems: Vec<_> = problems.into_iter().map(|problem| (problem.event, problem.code, problem.id)).collect();
    let expected = [(3, "entry_kind", String::new()), (1, "service_gone", gone.to_string()), (2, "role_archived", archived.to_string())];
    assert_eq!(problems, expected.map(|(event, code, id)| (event, code.to_owned(), id)));

    let entry = begins(EntryMode::Any, [booked(ConditionKind::Booked, open)]);
    let path = world.publishes_path(world.path_begun_by("Tapahtumista", entry, line(Uuid::now_v7(), Uuid::now_v7()))).await;
    world.publishes("Lohkoista", [block([step(manual(), content(Uuid::now_v7()))])]).await;
    for (kind, name) in [(PathKind::Events, "Tapahtumista"), (PathKind::Blocks, "Lohkoista")] {
        let asked = ListPathsRequest { kind: Some(kind.into()), ..ListPathsRequest::default() };
        let [listed]: [PathSummary; 1] = client.list_paths(asked).await.unwrap().into_inner().paths.try_into().unwrap();
        assert_eq!((listed.kind(), listed.name.unwrap().fi.as_str()), (kind, name));
    }
    let offered = world.nurse().list_activatable_paths(ListActivatablePathsRequest {}).await.unwrap().into_inner().paths;
    assert!(offered.iter().all(|offered| offered.path_id != path) && !offered.is_empty());
    let refused = world.activates(&path, Uuid::now_v7()).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "path_not_manual"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_01_a_path_stays_of_the_kind_as_which_it_was_first_saved() {
    let world = World::start().await;
    let mut client = world.builder();
    let entry = begins(EntryMode::Any, [booked(ConditionKind::Booked, Uuid::now_v7())]);
    let details = world.path_begun_by("Polku", entry, line(Uuid::now_v7(), Uuid::now_v7()));
    let asked = SavePathDraftRequest { details: Some(details.clone()), ..SavePathDraftRequest::default() };
    let path_id = client.save_path_draft(asked).await.unwrap().into_inner().path_id;
    let other = Some(world.path("Polku", [block([step(manual(), content(Uuid::now_v7()))])]));
    let names = || ["kind", "entry", "blocks"].map(str::to_owned).to_vec();
    let fixed = [("details.kind".to_owned(), "path_kind_fixed".to_owned())];
    for version in [1, 2] {
        let kept = client.get_path(GetPathRequest { path_id: path_id.clone() }).await.unwrap().into_inner().path.unwrap();
        assert_eq!((kept.version, kept.details), (version, Some(details.clone())));
        let asked = SavePathDraftRequest { path_id: path_id.clone(), details: other.clone(), fields: names(), version };
        assert_eq!(fields(&client.save_path_draft(asked).await.unwrap_err()), fixed);
        let asked =
            PublishPathRequest { path_id: path_id.clone(), details: other.clone(), fields: names(), version, ..PublishPathRequest::default() };
        assert_eq!(fields(&client.publish_path(asked).await.unwrap_err()), fixed);
        if version == 1 {
            let asked =
                PublishPathRequest { path_id: path_id.clone(), details: Some(PathDetails::default()), version, ..PublishPathRequest::default() };
            assert!(client.publish_path(asked).await.unwrap().into_inner().problems.is_empty());
        }
    }
    world.end().await;
}
