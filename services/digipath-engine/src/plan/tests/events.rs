//! Paths of the first editor: events that begin them, and one line of steps (DIG-01).

use chassis_domain::Uuid;
use kajo_proto::digipath_engine::v1::{ActionKind, ConditionKind, EntryMode, PathBlock, PathCondition, PathEntry, PathPart, PathStep};

use super::{DAY, action, block, booked, condition, content, hours, repeat, step, task, timed, uuid};
use crate::plan::{Condition, Entry, PathKind, Plan, ReferenceKind, Wanted, Written, problems, references};

fn entry(mode: EntryMode, events: Vec<PathCondition>) -> PathEntry {
    PathEntry { mode: mode.into(), events }
}

/// A resident books in this service.
fn any(service: u128) -> PathEntry {
    entry(EntryMode::Any, vec![booked(&[service])])
}

fn written<'a>(entry: &'a PathEntry, blocks: &'a [PathBlock]) -> Written<'a> {
    Written { kind: PathKind::Events, entry: Some(entry), blocks }
}

fn after(number: u128, delay: Option<u32>) -> PathStep {
    let delay = delay.map(|amount| hours(amount).public());
    PathStep { delay, ..step(number, condition(ConditionKind::AfterPrevious), content()) }
}

/// At once, and an hour later.
fn line() -> Vec<PathBlock> {
    vec![block(100, vec![after(1, None), after(2, Some(1))])]
}

/// No problem.
const NOTHING: [(u32, String, PathPart, String); 0] = [];

/// Of each problem the event, the step, the part and the code.
fn told(written: Written<'_>) -> Vec<(u32, String, PathPart, String)> {
    problems(written).into_iter().map(|problem| (problem.event, problem.step_id.clone(), problem.part(), problem.code)).collect()
}

#[test]
fn dig_01_events_and_a_line_of_steps_do_what_the_same_steps_do_in_a_block() {
    let (by_events, line) = (any(10), line());
    assert_eq!(told(written(&by_events, &line)), NOTHING);
    let plan = Plan::of(written(&by_events, &line));
    let mut blocks = line.clone();
    blocks[0].steps[0].condition = Some(booked(&[10]));
    let alike = Plan::of(Written { kind: PathKind::Blocks, entry: None, blocks: &blocks });
    let done = |plan: &Plan| {
        let steps = plan.blocks.iter().flat_map(|block| block.steps.iter().map(|step| (block.id, step.id, step.delay, step.action.clone())));
        steps.collect::<Vec<_>>()
    };
    assert_eq!(done(&plan), done(&alike));
    // What opens the block there begins the path here.
    assert_eq!(plan.entry.map(|entry| entry.events), Some(vec![alike.blocks[0].steps[0].condition.clone()]));
    assert_eq!(alike.entry, None);
}

#[test]
fn dig_01_each_of_the_events_or_one_of_them_begins_it() {
    let elsewhere = PathCondition { booking_role_ids: vec![uuid(20)], ..condition(ConditionKind::BookedIntegration) };
    let events = vec![PathCondition { by_professional: true, ..booked(&[10, 11]) }, elsewhere];
    let [ten, eleven, twenty] = [10, 11, 20].map(Uuid::from_u128);
    let expected = vec![
        Condition::Booked { wanted: Wanted { services: vec![ten, eleven], ..Wanted::default() }, by_professional: true },
        Condition::BookedIntegration { wanted: Wanted { roles: vec![twenty], ..Wanted::default() } },
    ];
    for (mode, all) in [(EntryMode::All, true), (EntryMode::Any, false), (EntryMode::Unspecified, false)] {
        let plan = Plan::of(written(&entry(mode, events.clone()), &line()));
        assert_eq!(plan.entry, Some(Entry { all, events: expected.clone() }), "{mode:?}");
        assert!(plan.blocks.iter().all(|block| !block.is_entry()));
    }
}

#[test]
fn dig_01_what_events_lack_is_told_with_their_number() {
    let line = line();
    let of = |event, code: &str| (event, String::new(), PathPart::Condition, code.to_owned());
    let wrong =
        entry(EntryMode::All, vec![booked(&[]), booked(&[10]), condition(ConditionKind::BookedIntegration), condition(ConditionKind::Manual)]);
    assert_eq!(told(written(&wrong, &line)), [of(1, "services_missing"), of(4, "entry_kind")]);
    assert_eq!(Plan::of(written(&wrong, &line)).entry, Some(Entry { all: true, events: vec![] }), "one that cannot be told lets none begin it");
    let missing = |code: &str| (0, String::new(), PathPart::Unspecified, code.to_owned());
    assert_eq!(told(written(&PathEntry::default(), &line)), [missing("entry_missing")]);
    let nothing = Written { kind: PathKind::Events, entry: None, blocks: &[] };
    assert_eq!(told(nothing), [missing("entry_missing"), missing("path_empty")]);
    let off = [PathBlock { off: true, ..line[0].clone() }];
    assert_eq!(told(written(&any(10), &off)), [missing("path_empty")]);
    // Blocks say themselves with what they begin.
    let blocks = [block(100, vec![step(1, condition(ConditionKind::Manual), content())])];
    assert_eq!(told(Written { kind: PathKind::Blocks, entry: Some(&wrong), blocks: &blocks }), NOTHING);
}

#[test]
fn dig_01_each_step_follows_the_one_before_and_none_waits_for_anything_else() {
    let by_events = any(10);
    let of = |steps: Vec<PathStep>| told(written(&by_events, &[block(100, steps)]));
    let told = |step: u128, part, code: &str| vec![(0, uuid(step), part, code.to_owned())];
    for elsewhere in [
        condition(ConditionKind::Manual),
        booked(&[10]),
        PathCondition { subcategory_id: uuid(60), ..condition(ConditionKind::TaskDone) },
        timed(ConditionKind::UntilAppointment, DAY),
    ] {
        assert_eq!(of(vec![after(1, None), step(2, elsewhere, content())]), told(2, PathPart::Condition, "condition_not_here"));
    }
    assert_eq!(of(vec![step(1, condition(ConditionKind::Unspecified), content())]), told(1, PathPart::Condition, "condition_missing"));
    let again = |number| step(number, condition(ConditionKind::AfterPrevious), repeat(DAY, 2));
    assert_eq!(of(vec![again(1)]), told(1, PathPart::Action, "repeat_without_step"));
    assert_eq!(of(vec![after(1, None), again(2)]), NOTHING);
    let unsaid = step(2, condition(ConditionKind::AfterPrevious), action(ActionKind::Survey));
    assert_eq!(of(vec![after(1, None), unsaid]), told(2, PathPart::Action, "survey_missing"));
}

#[test]
fn dig_01_what_events_refer_to_is_told_with_their_number_before_what_steps_do() {
    let first = PathCondition { booking_role_ids: vec![uuid(20)], ..booked(&[10]) };
    let elsewhere = PathCondition { service_ids: vec![uuid(11)], ..condition(ConditionKind::BookedIntegration) };
    let both = entry(EntryMode::All, vec![first, elsewhere]);
    let blocks = [block(100, vec![step(1, condition(ConditionKind::AfterPrevious), task())])];
    let found: Vec<_> = references(written(&both, &blocks)).into_iter().map(|found| (found.event, found.step_id, found.kind, found.id)).collect();
    let expected = [
        (1, String::new(), ReferenceKind::Service, 10_u128),
        (1, String::new(), ReferenceKind::BookingRole, 20),
        (2, String::new(), ReferenceKind::Service, 11),
        (0, uuid(1), ReferenceKind::TaskQueue, 60),
    ];
    assert_eq!(found, expected.map(|(event, step, kind, id)| (event, step, kind, Uuid::from_u128(id))));
    let built_with_blocks = Written { kind: PathKind::Blocks, ..written(&both, &blocks) };
    assert_eq!(references(built_with_blocks).len(), 1);
}
