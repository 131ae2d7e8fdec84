//! What a path is built of, in few words.

use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::Translated,
    digipath_engine::v1::{ActionKind, ConditionKind, DelayUnit, PathAction, PathBlock, PathCondition, PathDelay, PathStep},
};

pub(crate) fn texts(word: &str) -> Option<Translated> {
    Some(Translated { fi: word.to_owned(), sv: format!("{word} sv"), en: format!("{word} en") })
}

pub(crate) fn span(amount: u32, unit: DelayUnit) -> Option<PathDelay> {
    Some(PathDelay { unit: unit.into(), amount })
}

pub(crate) fn block(steps: impl IntoIterator<Item = PathStep>) -> PathBlock {
    PathBlock { block_id: Uuid::now_v7().to_string(), steps: steps.into_iter().collect(), off: false }
}

pub(crate) fn step(condition: PathCondition, action: PathAction) -> PathStep {
    PathStep { step_id: Uuid::now_v7().to_string(), condition: Some(condition), delay: None, action: Some(action) }
}

/// The same, so long after its condition holds.
pub(crate) fn later(amount: u32, unit: DelayUnit, step: PathStep) -> PathStep {
    PathStep { delay: span(amount, unit), ..step }
}

pub(crate) fn when(kind: ConditionKind) -> PathCondition {
    PathCondition { kind: kind.into(), ..PathCondition::default() }
}

pub(crate) fn manual() -> PathCondition {
    when(ConditionKind::Manual)
}

pub(crate) fn after_previous() -> PathCondition {
    when(ConditionKind::AfterPrevious)
}

/// An appointment in this service, booked here or told of by another system.
pub(crate) fn booked(kind: ConditionKind, service: Uuid) -> PathCondition {
    PathCondition { service_ids: vec![service.to_string()], ..when(kind) }
}

pub(crate) fn task_done(queue: Uuid) -> PathCondition {
    PathCondition { subcategory_id: queue.to_string(), ..when(ConditionKind::TaskDone) }
}

/// A survey was activated, or answered.
pub(crate) fn surveyed(kind: ConditionKind, survey: Uuid) -> PathCondition {
    PathCondition { survey_id: survey.to_string(), ..when(kind) }
}

/// So long since an appointment, or until one.
pub(crate) fn counted(kind: ConditionKind, amount: u32, unit: DelayUnit) -> PathCondition {
    PathCondition { span: span(amount, unit), ..when(kind) }
}

pub(crate) fn repeated(times: u32) -> PathCondition {
    PathCondition { times, ..when(ConditionKind::PreviousRepeated) }
}

fn does(kind: ActionKind) -> PathAction {
    PathAction { kind: kind.into(), ..PathAction::default() }
}

pub(crate) fn recommendation(service: Uuid) -> PathAction {
    PathAction { service_id: service.to_string(), ..does(ActionKind::Recommendation) }
}

pub(crate) fn content(content: Uuid) -> PathAction {
    PathAction { service_content_id: content.to_string(), ..does(ActionKind::Content) }
}

pub(crate) fn survey(survey: Uuid) -> PathAction {
    PathAction { survey_id: survey.to_string(), ..does(ActionKind::Survey) }
}

pub(crate) fn task(queue: Uuid) -> PathAction {
    PathAction { subcategory_id: queue.to_string(), title: texts("Otsikko"), instruction: texts("Ohje"), ..does(ActionKind::Task) }
}

pub(crate) fn repeat(every: Option<PathDelay>, times: u32) -> PathAction {
    PathAction { every, times, ..does(ActionKind::RepeatPrevious) }
}
