//! How long spans last, what blocks say and to what they refer, and what stands against publishing them.

mod events;

use chassis_domain::{Timestamp, Uuid, helsinki};
use kajo_proto::{
    common::v1::Translated,
    digipath_engine::v1::{
        ActionKind, ConditionKind, DelayUnit, LateRule, PathAction, PathBlock, PathCondition, PathDelay, PathPart, PathProblem, PathStep,
    },
    scheduling::v1::AppointmentType,
};

use super::{Action, Anchored, Condition, Late, PathKind, Plan, ReferenceKind, Span, SpanUnit, Wanted, Written, problems, references};

const DAY: Span = Span { amount: 1, unit: SpanUnit::Days };
const MONTH: Span = Span { amount: 1, unit: SpanUnit::Months };

/// As the clocks in Helsinki show it.
fn clock(text: &str) -> Timestamp {
    let civil: jiff::civil::DateTime = text.parse().unwrap();
    helsinki().to_timestamp(civil).unwrap()
}

fn utc(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn hours(amount: u32) -> Span {
    Span { amount, unit: SpanUnit::Hours }
}

#[test]
fn dig_05_a_day_is_one_of_the_calendar_and_an_hour_is_exact() {
    let from = clock("2026-03-28T10:00");
    assert_eq!(DAY.after(from), utc("2026-03-29T07:00:00Z"));
    assert_eq!(hours(24).after(from), utc("2026-03-29T08:00:00Z"));
    assert_eq!(Span { amount: 1, unit: SpanUnit::Weeks }.after(from), clock("2026-04-04T10:00"));
    assert_eq!(Span { amount: 90, unit: SpanUnit::Minutes }.after(clock("2026-03-29T02:30")), clock("2026-03-29T05:00"));
}

#[test]
fn dig_05_a_time_that_is_skipped_is_later_and_one_that_comes_twice_is_the_first() {
    assert_eq!(DAY.after(clock("2026-03-28T03:30")), utc("2026-03-29T01:30:00Z"));
    assert_eq!(DAY.after(clock("2026-10-24T03:30")), utc("2026-10-25T00:30:00Z"));
    assert_eq!(DAY.before(clock("2026-03-30T03:30")), utc("2026-03-29T01:30:00Z"));
    assert_eq!(DAY.before(clock("2026-10-26T03:30")), utc("2026-10-25T00:30:00Z"));
}

#[test]
fn dig_05_months_are_counted_from_the_first_time_and_do_not_drift() {
    let first = clock("2026-01-31T09:00");
    assert_eq!(MONTH.times_after(1, first), clock("2026-02-28T09:00"));
    assert_eq!(MONTH.times_after(2, first), utc("2026-03-31T06:00:00Z"));
    assert_eq!(MONTH.times_after(3, first), clock("2026-04-30T09:00"));
    assert_eq!(MONTH.times_after(0, first), first);
    assert_eq!(DAY.times_after(2, clock("2026-03-28T03:30")), clock("2026-03-30T03:30"), "the day without half past three changes no other");
}

#[test]
fn dig_05_before_an_appointment_is_counted_like_after_it() {
    assert_eq!(Span { amount: 3, unit: SpanUnit::Days }.before(clock("2026-03-30T09:00")), utc("2026-03-27T07:00:00Z"));
    assert_eq!(hours(12).before(clock("2026-03-29T09:00")), utc("2026-03-28T18:00:00Z"));
    assert_eq!(MONTH.before(clock("2026-03-31T09:00")), clock("2026-02-28T09:00"));
}

#[test]
fn dig_05_what_lies_beyond_the_calendar_is_its_end_or_its_beginning() {
    for unit in [SpanUnit::Minutes, SpanUnit::Hours, SpanUnit::Days, SpanUnit::Weeks, SpanUnit::Months] {
        let ages = Span { amount: u32::MAX, unit };
        assert_eq!(ages.after(Timestamp::UNIX_EPOCH), Timestamp::MAX, "{unit:?}");
        assert_eq!(ages.before(Timestamp::UNIX_EPOCH), Timestamp::MIN, "{unit:?}");
        assert_eq!(ages.times_after(u32::MAX, Timestamp::UNIX_EPOCH), Timestamp::MAX, "{unit:?}");
    }
    assert_eq!(DAY.after(Timestamp::MAX), Timestamp::MAX);
    assert_eq!(hours(1).before(Timestamp::MIN), Timestamp::MIN);
}

#[test]
fn dig_06_a_span_without_an_amount_or_a_unit_is_none() {
    for unit in [SpanUnit::Minutes, SpanUnit::Hours, SpanUnit::Days, SpanUnit::Weeks, SpanUnit::Months] {
        let span = Span { amount: 3, unit };
        assert_eq!(Span::of(Some(&span.public())), Some(span));
    }
    assert_eq!(Span::of(None), None);
    for (unit, amount) in [(DelayUnit::Unspecified.into(), 3), (DelayUnit::Days.into(), 0), (17, 3), (-1, 3)] {
        assert_eq!(Span::of(Some(&PathDelay { unit, amount })), None, "{unit} {amount}");
    }
}

fn uuid(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

fn condition(kind: ConditionKind) -> PathCondition {
    PathCondition { kind: kind.into(), ..PathCondition::default() }
}

fn action(kind: ActionKind) -> PathAction {
    PathAction { kind: kind.into(), ..PathAction::default() }
}

fn booked(services: &[u128]) -> PathCondition {
    PathCondition { service_ids: services.iter().copied().map(uuid).collect(), ..condition(ConditionKind::Booked) }
}

fn timed(kind: ConditionKind, span: Span) -> PathCondition {
    PathCondition { span: Some(span.public()), ..condition(kind) }
}

fn content() -> PathAction {
    PathAction { service_content_id: uuid(50), ..action(ActionKind::Content) }
}

fn repeat(every: Span, times: u32) -> PathAction {
    PathAction { every: Some(every.public()), times, ..action(ActionKind::RepeatPrevious) }
}

fn text(word: &str) -> Translated {
    Translated { fi: word.to_owned(), sv: word.to_owned(), en: word.to_owned() }
}

fn task() -> PathAction {
    PathAction { subcategory_id: uuid(60), title: Some(text("Kävele")), instruction: Some(text("Joka päivä")), ..action(ActionKind::Task) }
}

fn step(id: u128, condition: PathCondition, action: PathAction) -> PathStep {
    PathStep { step_id: uuid(id), condition: Some(condition), delay: None, action: Some(action) }
}

fn block(id: u128, steps: Vec<PathStep>) -> PathBlock {
    PathBlock { block_id: uuid(id), steps, off: false }
}

/// Built with blocks.
fn written(blocks: &[PathBlock]) -> Written<'_> {
    Written { kind: PathKind::Blocks, entry: None, blocks }
}

/// Begins by hand with a content, and goes on with this.
fn begun(then: Vec<PathStep>) -> Vec<PathBlock> {
    let first = step(1, condition(ConditionKind::Manual), content());
    vec![block(100, [vec![first], then].concat())]
}

/// The same, going on with one step after the one before.
fn followed(action: PathAction) -> Vec<PathBlock> {
    begun(vec![step(2, condition(ConditionKind::AfterPrevious), action)])
}

/// Of each problem the block, the step, the part and the code.
fn told(blocks: &[PathBlock]) -> Vec<(String, String, PathPart, String)> {
    let one = |problem: PathProblem| (problem.block_id.clone(), problem.step_id.clone(), problem.part(), problem.code);
    problems(written(blocks)).into_iter().map(one).collect()
}

/// Of each problem the part and the code.
fn codes(blocks: &[PathBlock]) -> Vec<(PathPart, String)> {
    told(blocks).into_iter().map(|(_, _, part, code)| (part, code)).collect()
}

/// No problem.
const NOTHING: [(PathPart, String); 0] = [];

fn code(part: PathPart, code: &str) -> Vec<(PathPart, String)> {
    vec![(part, code.to_owned())]
}

#[test]
fn what_is_written_of_conditions_and_actions_is_what_the_engine_works_on() {
    let types = vec![AppointmentType::Video.into()];
    let late = LateRule::LeaveOut.into();
    let survey = PathAction { survey_id: uuid(70), answer_within: Some(DAY.public()), ..action(ActionKind::Survey) };
    let recommendation = PathAction { service_id: uuid(10), ..action(ActionKind::Recommendation) };
    let task_done = PathCondition { subcategory_id: uuid(60), ..condition(ConditionKind::TaskDone) };
    let activated = PathCondition { survey_id: uuid(70), ..condition(ConditionKind::SurveyActivated) };
    let answered = PathCondition { survey_id: uuid(70), ..condition(ConditionKind::SurveyAnswered) };
    let until = PathCondition { service_ids: vec![uuid(10)], late, ..timed(ConditionKind::UntilAppointment, hours(12)) };
    let repeated = PathCondition { times: 2, ..condition(ConditionKind::PreviousRepeated) };
    let by_professional = PathCondition { booking_role_ids: vec![uuid(20)], types, by_professional: true, ..booked(&[10, 11]) };
    let blocks = [
        block(100, vec![step(1, by_professional, recommendation), step(2, timed(ConditionKind::SinceAppointment, DAY), content())]),
        block(101, vec![step(3, condition(ConditionKind::BookedIntegration), task()), step(4, until, survey)]),
        block(102, vec![PathStep { delay: Some(hours(1).public()), ..step(5, task_done, content()) }, step(6, activated, content())]),
        block(
            103,
            vec![
                step(7, condition(ConditionKind::Manual), content()),
                step(8, condition(ConditionKind::AfterPrevious), repeat(MONTH, 3)),
                step(9, repeated, content()),
                step(10, answered, content()),
            ],
        ),
    ];
    assert_eq!(codes(&blocks), NOTHING);
    let [ten, eleven, fifty, sixty, seventy] = [10, 11, 50, 60, 70].map(Uuid::from_u128);
    let wanted = Wanted { services: vec![ten, eleven], roles: vec![Uuid::from_u128(20)], types: vec![AppointmentType::Video] };
    let plan = Plan::of(written(&blocks));
    let expected = [
        (Condition::Booked { wanted, by_professional: true }, None, Action::Recommendation { service: ten }),
        (Condition::SinceAppointment(Anchored { span: DAY, services: vec![], late: Late::Newest }), None, Action::Content { content: fifty }),
        (
            Condition::BookedIntegration { wanted: Wanted::default() },
            None,
            Action::Task { queue: sixty, title: text("Kävele"), instruction: text("Joka päivä") },
        ),
        (
            Condition::UntilAppointment(Anchored { span: hours(12), services: vec![ten], late: Late::LeaveOut }),
            None,
            Action::Survey { survey: seventy, answer_within: Some(DAY) },
        ),
        (Condition::TaskDone { queue: sixty }, Some(hours(1)), Action::Content { content: fifty }),
        (Condition::SurveyActivated { survey: seventy }, None, Action::Content { content: fifty }),
        (Condition::Manual, None, Action::Content { content: fifty }),
        (Condition::AfterPrevious, None, Action::RepeatPrevious { every: MONTH, times: 3 }),
        (Condition::PreviousRepeated { times: 2 }, None, Action::Content { content: fifty }),
        (Condition::SurveyAnswered { survey: seventy }, None, Action::Content { content: fifty }),
    ];
    let steps: Vec<_> = plan.blocks.iter().flat_map(|block| &block.steps).collect();
    assert_eq!(steps.iter().map(|step| step.id).collect::<Vec<_>>(), (1..=10).map(Uuid::from_u128).collect::<Vec<_>>());
    for (step, (condition, delay, action)) in steps.into_iter().zip(expected) {
        assert_eq!((&step.condition, step.delay, &step.action), (&condition, delay, &action));
    }
    assert_eq!(plan.blocks.iter().map(super::Block::is_entry).collect::<Vec<_>>(), [true, true, false, true]);
    assert_eq!(plan.action(Uuid::from_u128(8)), Some(&Action::Content { content: fifty }), "what a repeat does");
}

#[test]
fn dig_08_a_block_that_is_switched_off_is_in_no_plan_and_nothing_of_it_is_told() {
    let mut blocks = begun(vec![]);
    blocks.push(PathBlock { off: true, ..block(101, vec![step(2, booked(&[]), action(ActionKind::Survey)), step(1, booked(&[10]), task())]) });
    assert_eq!(codes(&blocks), NOTHING);
    assert_eq!(references(written(&blocks)).len(), 1);
    assert_eq!(Plan::of(written(&blocks)), Plan::of(written(&blocks[..1])));
    blocks[0].off = true;
    assert_eq!(codes(&blocks), code(PathPart::Unspecified, "path_empty"));
    assert_eq!(Plan::of(written(&blocks)), Plan::default());
}

#[test]
fn a_block_ends_before_a_step_that_breaks_a_rule() {
    let later = |id| step(id, condition(ConditionKind::AfterPrevious), content());
    let blocks = begun(vec![later(2), step(3, condition(ConditionKind::AfterPrevious), action(ActionKind::Survey)), later(4)]);
    let steps = |blocks: &[PathBlock]| Plan::of(written(blocks)).blocks.iter().map(|block| block.steps.len()).collect::<Vec<_>>();
    assert_eq!(steps(&blocks), [2]);
    assert_eq!(steps(&begun(vec![later(1)])), [1], "no two steps have one name");
    assert_eq!(steps(&[block(100, vec![step(1, booked(&[]), content()), later(2)])]), [0; 0], "what nothing opens does not open by itself");
}

#[test]
fn dig_08_what_steps_refer_to_is_told_step_by_step_and_part_by_part() {
    let condition = PathCondition { booking_role_ids: vec![uuid(20)], survey_id: uuid(71), ..booked(&[10, 11]) };
    let survey = PathAction { survey_id: uuid(70), service_id: uuid(12), ..action(ActionKind::Survey) };
    let since = PathCondition { service_ids: vec![uuid(10)], ..timed(ConditionKind::SinceAppointment, DAY) };
    let done = PathCondition { subcategory_id: uuid(61), ..self::condition(ConditionKind::TaskDone) };
    let unsaid = self::condition(ConditionKind::SurveyAnswered);
    let steps = vec![step(2, since, task()), step(3, done, content()), step(4, unsaid, repeat(DAY, 2))];
    let blocks = [block(100, [vec![step(1, condition, survey)], steps].concat())];
    let found = references(written(&blocks));
    assert!(found.iter().all(|reference| reference.block_id == uuid(100)));
    let found: Vec<_> = found.into_iter().map(|found| (found.step_id, found.part, found.kind, found.id.as_u128())).collect();
    let expected = [
        (1, PathPart::Condition, ReferenceKind::Service, 10_u128),
        (1, PathPart::Condition, ReferenceKind::Service, 11),
        (1, PathPart::Condition, ReferenceKind::BookingRole, 20),
        (1, PathPart::Action, ReferenceKind::Survey, 70),
        (2, PathPart::Condition, ReferenceKind::Service, 10),
        (2, PathPart::Action, ReferenceKind::TaskQueue, 60),
        (3, PathPart::Condition, ReferenceKind::TaskQueue, 61),
        (3, PathPart::Action, ReferenceKind::ServiceContent, 50),
    ];
    assert_eq!(found, expected.map(|(step, part, kind, id)| (uuid(step), part, kind, id)));
}

#[test]
fn dig_06_a_delay_needs_a_duration_and_a_time_of_an_appointment_has_none() {
    let delayed = |delay: PathDelay, condition: PathCondition| begun(vec![PathStep { delay: Some(delay), ..step(2, condition, content()) }]);
    let (after, since) = (condition(ConditionKind::AfterPrevious), timed(ConditionKind::SinceAppointment, DAY));
    for unset in [PathDelay::default(), PathDelay { amount: 0, ..DAY.public() }, PathDelay { amount: 3, ..PathDelay::default() }] {
        assert_eq!(codes(&delayed(unset, after.clone())), code(PathPart::Delay, "delay_without_duration"));
    }
    assert_eq!(codes(&delayed(hours(3).public(), since)), code(PathPart::Delay, "delay_on_timed_step"));
    assert_eq!(codes(&delayed(Span { amount: 25, ..MONTH }.public(), after.clone())), code(PathPart::Delay, "span_too_long"));
    assert_eq!(codes(&delayed(Span { amount: 24, ..MONTH }.public(), after)), NOTHING);
}

#[test]
fn dig_06_a_condition_without_an_action_and_an_action_without_a_condition_are_told() {
    let after = || condition(ConditionKind::AfterPrevious);
    for without in [None, Some(action(ActionKind::Unspecified))] {
        assert_eq!(codes(&begun(vec![PathStep { action: without, ..step(2, after(), content()) }])), code(PathPart::Action, "action_missing"));
    }
    for without in [None, Some(condition(ConditionKind::Unspecified))] {
        let blocks = begun(vec![PathStep { condition: without, ..step(2, after(), content()) }]);
        assert_eq!(codes(&blocks), code(PathPart::Condition, "condition_missing"));
    }
}

#[test]
fn dig_02_what_conditions_lack_is_told() {
    let of = |condition: PathCondition| codes(&begun(vec![step(2, condition, content())]));
    let first = |condition: PathCondition| codes(&[begun(vec![]).remove(0), block(101, vec![step(2, condition, content())])]);
    let told = |text: &str| code(PathPart::Condition, text);
    assert_eq!(of(condition(ConditionKind::Manual)), told("entry_not_first"));
    assert_eq!(of(booked(&[10])), told("entry_not_first"));
    assert_eq!(of(condition(ConditionKind::BookedIntegration)), told("entry_not_first"));
    assert_eq!(of(condition(ConditionKind::TaskDone)), told("queue_missing"));
    assert_eq!(of(condition(ConditionKind::SurveyActivated)), told("survey_missing"));
    assert_eq!(of(condition(ConditionKind::SurveyAnswered)), told("survey_missing"));
    assert_eq!(of(condition(ConditionKind::UntilAppointment)), told("span_missing"));
    assert_eq!(of(timed(ConditionKind::SinceAppointment, Span { amount: 105, unit: SpanUnit::Weeks })), told("span_too_long"));
    assert_eq!(of(PathCondition { times: 1, ..condition(ConditionKind::PreviousRepeated) }), told("previous_not_repeated"));
    assert_eq!(first(booked(&[])), told("services_missing"));
    assert_eq!(first(condition(ConditionKind::AfterPrevious)), told("previous_missing"));
    assert_eq!(first(PathCondition { times: 1, ..condition(ConditionKind::PreviousRepeated) }), told("previous_missing"));
    assert_eq!(first(condition(ConditionKind::BookedIntegration)), NOTHING);
}

#[test]
fn dig_02_what_actions_lack_is_told() {
    let of = |action: PathAction| codes(&followed(action));
    let told = |text: &str| code(PathPart::Action, text);
    assert_eq!(of(action(ActionKind::Recommendation)), told("service_missing"));
    assert_eq!(of(action(ActionKind::Content)), told("content_missing"));
    assert_eq!(of(action(ActionKind::Survey)), told("survey_missing"));
    let endless = PathAction { survey_id: uuid(70), answer_within: Some(PathDelay::default()), ..action(ActionKind::Survey) };
    assert_eq!(of(endless), told("span_missing"));
    assert_eq!(of(PathAction { subcategory_id: String::new(), ..task() }), told("queue_missing"));
    let finnish = Translated { fi: "Kävele".to_owned(), sv: " ".to_owned(), en: String::new() };
    for text in [None, Some(finnish)] {
        assert_eq!(of(PathAction { title: text.clone(), ..task() }), told("task_text_missing"));
        assert_eq!(of(PathAction { instruction: text, ..task() }), told("task_text_missing"));
    }
}

#[test]
fn dig_05_a_repeat_has_something_to_repeat_bounds_and_runs_that_are_reached() {
    let of = |every: PathAction| codes(&followed(every));
    let told = |text: &str| code(PathPart::Action, text);
    let minutes = |amount| Span { amount, unit: SpanUnit::Minutes };
    assert_eq!(of(repeat(minutes(15), 100)), NOTHING);
    assert_eq!(of(repeat(minutes(14), 2)), told("repeat_too_often"));
    assert_eq!(of(repeat(DAY, 0)), told("repeats_missing"));
    assert_eq!(of(repeat(DAY, 101)), told("repeats_too_many"));
    assert_eq!(of(repeat(hours(17_545), 2)), told("span_too_long"));
    assert_eq!(of(PathAction { every: None, ..repeat(DAY, 2) }), told("span_missing"));
    let after = |id, action| step(id, condition(ConditionKind::AfterPrevious), action);
    assert_eq!(codes(&begun(vec![after(2, repeat(DAY, 2)), after(3, repeat(DAY, 2))])), told("repeat_without_step"));
    assert_eq!(codes(&[block(100, vec![step(1, condition(ConditionKind::Manual), repeat(DAY, 2))])]), told("repeat_without_step"));
    let counted = |times| {
        let repeated = PathCondition { times, ..condition(ConditionKind::PreviousRepeated) };
        codes(&begun(vec![after(2, repeat(DAY, 3)), step(3, repeated, content())]))
    };
    assert_eq!(counted(3), NOTHING);
    assert_eq!(counted(4), code(PathPart::Condition, "repeats_never_reached"));
    assert_eq!(counted(0), code(PathPart::Condition, "repeats_missing"));
}

#[test]
fn dig_02_what_stands_against_a_path_and_its_blocks_is_told_in_document_order() {
    let nothing = String::new;
    assert_eq!(told(&[]), [(nothing(), nothing(), PathPart::Unspecified, "path_empty".to_owned())]);
    let steps = (1..=51).map(|id| step(id, PathCondition { survey_id: uuid(70), ..condition(ConditionKind::SurveyAnswered) }, content()));
    let long = block(100, steps.collect());
    let twice = block(102, vec![step(7, condition(ConditionKind::TaskDone), action(ActionKind::Content))]);
    let whole = |block: String, step: String, code: &str| (block, step, PathPart::Unspecified, code.to_owned());
    let expected = [
        whole(nothing(), nothing(), "path_without_entry"),
        whole(nothing(), nothing(), "path_too_long"),
        whole(uuid(101), nothing(), "block_empty"),
        whole(uuid(102), uuid(7), "duplicate_step"),
        (uuid(102), uuid(7), PathPart::Condition, "queue_missing".to_owned()),
        (uuid(102), uuid(7), PathPart::Action, "content_missing".to_owned()),
    ];
    assert_eq!(told(&[long, block(101, vec![]), twice]), expected);
}
