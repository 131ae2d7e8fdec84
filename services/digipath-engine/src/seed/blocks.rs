//! Blocks and steps of the demo, with fixed ids.

use chassis_domain::demo_id;
use kajo_proto::digipath_engine::v1::{ActionKind, ConditionKind, DelayUnit, PathAction, PathBlock, PathCondition, PathDelay, PathStep};

pub(super) fn block<const STEPS: usize>(key: &str, steps: [PathStep; STEPS]) -> PathBlock {
    let named = |step: PathStep| PathStep { step_id: demo_id("path-step", &format!("{key}/{}", step.step_id)).to_string(), ..step };
    PathBlock { block_id: demo_id("path-block", key).to_string(), steps: steps.into_iter().map(named).collect(), off: false }
}

/// Its key becomes an id in its block.
pub(super) fn step(key: &str, condition: PathCondition, delay: Option<PathDelay>, action: PathAction) -> PathStep {
    PathStep { step_id: key.to_owned(), condition: Some(condition), delay, action: Some(action) }
}

pub(super) fn days(amount: u32) -> PathDelay {
    PathDelay { unit: DelayUnit::Days.into(), amount }
}

/// A condition that says nothing more.
pub(super) fn when(kind: ConditionKind) -> PathCondition {
    PathCondition { kind: kind.into(), ..PathCondition::default() }
}

/// Gives a content of the demo.
pub(super) fn content(key: &str) -> PathAction {
    let service_content_id = demo_id("service-content", key).to_string();
    PathAction { kind: ActionKind::Content.into(), service_content_id, ..PathAction::default() }
}

/// Activates a survey of the demo, to be answered within a week.
pub(super) fn survey(key: &str) -> PathAction {
    let survey_id = demo_id("survey", key).to_string();
    PathAction { kind: ActionKind::Survey.into(), survey_id, answer_within: Some(days(7)), ..PathAction::default() }
}
