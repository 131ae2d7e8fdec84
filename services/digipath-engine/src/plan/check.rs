//! What stands against publishing a path: the rules that their words break by themselves. Whether what they refer to is there and in use, its
//! owners know ([`references`](super::references)).

use std::collections::HashSet;

use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::Translated,
    digipath_engine::v1::{ActionKind, ConditionKind, PathAction, PathBlock, PathCondition, PathDelay, PathPart, PathProblem, PathStep},
};

use super::{
    PathKind, Span, SpanUnit, Written,
    parse::{id, in_order},
};

/// A path has so many steps.
const MOST_STEPS: usize = 50;
/// A step is repeated so many times, ..
const MOST_TIMES: u32 = 100;
/// .. and no more often than after so many minutes.
const FEWEST_MINUTES: u32 = 15;

/// A rule: whether it is broken, and what that is called.
type Rule = (bool, &'static str);

/// In document order: what concerns the path as a whole, the events that begin it, its blocks. Of a block that is switched off nothing is told.
pub fn problems(written: Written<'_>) -> Vec<PathProblem> {
    let on: Vec<_> = written.blocks.iter().filter(|block| !block.off).collect();
    let whole = in_path(written, &on).into_iter().map(|code| problem("", "", PathPart::Unspecified, code));
    let of_event = |event, code| PathProblem { event, ..problem("", "", PathPart::Condition, code) };
    let events = written.events().flat_map(|(event, words)| in_event(words).into_iter().map(move |code| of_event(event, code)));
    let mut seen = HashSet::new();
    whole.chain(events).chain(on.iter().flat_map(|block| in_block(block, written.kind, &mut seen))).collect()
}

fn problem(block: &str, step: &str, part: PathPart, code: &str) -> PathProblem {
    let (block_id, step_id, code) = (block.to_owned(), step.to_owned(), code.to_owned());
    PathProblem { block_id, step_id, part: part.into(), code, ..PathProblem::default() }
}

fn broken<const N: usize>(rules: [Rule; N]) -> Vec<&'static str> {
    rules.into_iter().filter_map(|(is_broken, code)| is_broken.then_some(code)).collect()
}

fn in_path(written: Written<'_>, on: &[&PathBlock]) -> Vec<&'static str> {
    let begins = |block: &&PathBlock| block.steps.first().and_then(|step| step.condition.as_ref()).is_some_and(is_entry);
    let without_entry = match written.kind {
        PathKind::Events => (written.events().next().is_none(), "entry_missing"),
        PathKind::Blocks => (!on.is_empty() && !on.iter().any(begins), "path_without_entry"),
    };
    let steps: usize = on.iter().map(|block| block.steps.len()).sum();
    broken([without_entry, (on.is_empty(), "path_empty"), (steps > MOST_STEPS, "path_too_long")])
}

/// The rules that an event breaks with which a path begins.
pub(super) fn in_event(words: &PathCondition) -> Vec<&'static str> {
    match words.kind() {
        ConditionKind::Booked => broken([without_services(words)]),
        ConditionKind::BookedIntegration => Vec::new(),
        ConditionKind::Unspecified
        | ConditionKind::Manual
        | ConditionKind::TaskDone
        | ConditionKind::SurveyActivated
        | ConditionKind::SurveyAnswered
        | ConditionKind::PreviousRepeated
        | ConditionKind::SinceAppointment
        | ConditionKind::UntilAppointment
        | ConditionKind::AfterPrevious => vec!["entry_kind"],
    }
}

fn in_block(block: &PathBlock, kind: PathKind, seen: &mut HashSet<Uuid>) -> Vec<PathProblem> {
    if block.steps.is_empty() {
        return vec![problem(&block.block_id, "", PathPart::Unspecified, "block_empty")];
    }
    let mut told = Vec::new();
    for (before, step) in in_order(block) {
        let is_second = id(&step.step_id).is_some_and(|id| !seen.insert(id));
        let whole = broken([(is_second, "duplicate_step")]).into_iter().map(|code| (PathPart::Unspecified, code));
        told.extend(whole.chain(in_step(step, kind, before)).map(|(part, code)| problem(&block.block_id, &step.step_id, part, code)));
    }
    told
}

/// The rules that a step breaks beside the one before it, part by part.
pub(super) fn in_step(step: &PathStep, kind: PathKind, before: Option<&PathStep>) -> Vec<(PathPart, &'static str)> {
    let of_condition = |words: &PathCondition| match kind {
        PathKind::Events => in_line(words),
        PathKind::Blocks => in_condition(words, before),
    };
    let condition = step.condition.as_ref().map_or_else(|| vec!["condition_missing"], of_condition);
    let action = step.action.as_ref().map_or_else(|| vec!["action_missing"], |words| in_action(words, before));
    let condition = condition.into_iter().map(|code| (PathPart::Condition, code));
    let delay = in_delay(step).map(|code| (PathPart::Delay, code));
    let action = action.into_iter().map(|code| (PathPart::Action, code));
    condition.chain(delay).chain(action).collect()
}

/// In a path that begins with events each step follows the one before, and the first one what has begun it.
fn in_line(words: &PathCondition) -> Vec<&'static str> {
    match words.kind() {
        ConditionKind::Unspecified => vec!["condition_missing"],
        kind => broken([(kind != ConditionKind::AfterPrevious, "condition_not_here")]),
    }
}

fn in_condition(words: &PathCondition, before: Option<&PathStep>) -> Vec<&'static str> {
    let entry_not_first = (before.is_some(), "entry_not_first");
    match words.kind() {
        ConditionKind::Unspecified => vec!["condition_missing"],
        ConditionKind::Manual | ConditionKind::BookedIntegration => broken([entry_not_first]),
        ConditionKind::Booked => broken([entry_not_first, without_services(words)]),
        ConditionKind::TaskDone => broken([missing(&words.subcategory_id, "queue_missing")]),
        ConditionKind::SurveyActivated | ConditionKind::SurveyAnswered => broken([missing(&words.survey_id, "survey_missing")]),
        ConditionKind::PreviousRepeated => in_count(words.times, before),
        ConditionKind::SinceAppointment | ConditionKind::UntilAppointment => Vec::from_iter(in_span(words.span.as_ref(), "span_missing")),
        ConditionKind::AfterPrevious => broken([(before.is_none(), "previous_missing")]),
    }
}

/// That the step before has run so many times. While nobody said how many times it runs, that alone is told, of that step.
fn in_count(times: u32, before: Option<&PathStep>) -> Vec<&'static str> {
    let runs = before.and_then(|before| before.action.as_ref()).filter(|action| is_repeat(action)).map(|action| action.times);
    broken([
        (before.is_none(), "previous_missing"),
        (before.is_some() && runs.is_none(), "previous_not_repeated"),
        (times == 0, "repeats_missing"),
        (runs.is_some_and(|runs| runs > 0 && times > runs), "repeats_never_reached"),
    ])
}

fn in_delay(step: &PathStep) -> Option<&'static str> {
    let delay = step.delay.as_ref()?;
    if step.condition.as_ref().is_some_and(is_timed) { Some("delay_on_timed_step") } else { in_span(Some(delay), "delay_without_duration") }
}

fn in_action(words: &PathAction, before: Option<&PathStep>) -> Vec<&'static str> {
    match words.kind() {
        ActionKind::Unspecified => vec!["action_missing"],
        ActionKind::Recommendation => broken([missing(&words.service_id, "service_missing")]),
        ActionKind::Content => broken([missing(&words.service_content_id, "content_missing")]),
        ActionKind::Task => {
            let is_told = is_written(words.title.as_ref()) && is_written(words.instruction.as_ref());
            broken([missing(&words.subcategory_id, "queue_missing"), (!is_told, "task_text_missing")])
        }
        ActionKind::Survey => {
            let within = words.answer_within.as_ref().and_then(|within| in_span(Some(within), "span_missing"));
            broken([missing(&words.survey_id, "survey_missing")]).into_iter().chain(within).collect()
        }
        ActionKind::RepeatPrevious => in_repeat(words, before),
    }
}

fn in_repeat(words: &PathAction, before: Option<&PathStep>) -> Vec<&'static str> {
    let follows_repeat = before.and_then(|before| before.action.as_ref()).is_some_and(is_repeat);
    let is_too_often = Span::of(words.every.as_ref()).is_some_and(|every| every.unit == SpanUnit::Minutes && every.amount < FEWEST_MINUTES);
    let every = in_span(words.every.as_ref(), "span_missing");
    let times = [(words.times == 0, "repeats_missing"), (words.times > MOST_TIMES, "repeats_too_many")];
    let others = broken([(before.is_none() || follows_repeat, "repeat_without_step"), (is_too_often, "repeat_too_often")]);
    others.into_iter().chain(every).chain(broken(times)).collect()
}

fn in_span(span: Option<&PathDelay>, missing: &'static str) -> Option<&'static str> {
    Span::of(span).map_or(Some(missing), |span| span.is_too_long().then_some("span_too_long"))
}

fn without_services(words: &PathCondition) -> Rule {
    (words.service_ids.iter().all(|service| id(service).is_none()), "services_missing")
}

fn missing(text: &str, code: &'static str) -> Rule {
    (id(text).is_none(), code)
}

/// In every language.
fn is_written(text: Option<&Translated>) -> bool {
    text.is_some_and(|text| [&text.fi, &text.sv, &text.en].iter().all(|words| !words.trim().is_empty()))
}

fn is_entry(words: &PathCondition) -> bool {
    matches!(words.kind(), ConditionKind::Manual | ConditionKind::Booked | ConditionKind::BookedIntegration)
}

fn is_timed(words: &PathCondition) -> bool {
    matches!(words.kind(), ConditionKind::SinceAppointment | ConditionKind::UntilAppointment)
}

fn is_repeat(words: &PathAction) -> bool {
    words.kind() == ActionKind::RepeatPrevious
}
