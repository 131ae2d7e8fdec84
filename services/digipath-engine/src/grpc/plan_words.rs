//! A plan in the contract's words: kinds of conditions and actions, spans, and what an action gives.

use chassis_domain::Uuid;
use kajo_proto::digipath_engine::v1::{ActionKind, ConditionKind, PathDelay, PathStepSummary};

use crate::{
    plan::{Action, Block, Condition, Plan, ReferenceKind, Span, Step},
    references::Shown,
};

/// Of a condition.
pub(super) const fn condition_kind(condition: &Condition) -> ConditionKind {
    match condition {
        Condition::Manual => ConditionKind::Manual,
        Condition::Booked { .. } => ConditionKind::Booked,
        Condition::BookedIntegration { .. } => ConditionKind::BookedIntegration,
        Condition::TaskDone { .. } => ConditionKind::TaskDone,
        Condition::SurveyActivated { .. } => ConditionKind::SurveyActivated,
        Condition::SurveyAnswered { .. } => ConditionKind::SurveyAnswered,
        Condition::PreviousRepeated { .. } => ConditionKind::PreviousRepeated,
        Condition::SinceAppointment(_) => ConditionKind::SinceAppointment,
        Condition::UntilAppointment(_) => ConditionKind::UntilAppointment,
        Condition::AfterPrevious => ConditionKind::AfterPrevious,
    }
}

/// Of an action.
pub(super) const fn action_kind(action: &Action) -> ActionKind {
    match action {
        Action::Recommendation { .. } => ActionKind::Recommendation,
        Action::Content { .. } => ActionKind::Content,
        Action::Task { .. } => ActionKind::Task,
        Action::Survey { .. } => ActionKind::Survey,
        Action::RepeatPrevious { .. } => ActionKind::RepeatPrevious,
    }
}

/// What a step gives: of a repeat, what it repeats.
pub(super) fn given(plan: &Plan, step: &Step) -> Option<(ReferenceKind, Uuid)> {
    match plan.action(step.id)? {
        Action::Recommendation { service } => Some((ReferenceKind::Service, *service)),
        Action::Content { content } => Some((ReferenceKind::ServiceContent, *content)),
        Action::Task { queue, .. } => Some((ReferenceKind::TaskQueue, *queue)),
        Action::Survey { survey, .. } => Some((ReferenceKind::Survey, *survey)),
        Action::RepeatPrevious { .. } => None,
    }
}

/// How often a repeat runs, and so many times; `None`: it is none.
pub(super) fn repeated(action: &Action) -> Option<(PathDelay, u32)> {
    match action {
        Action::RepeatPrevious { every, times } => Some((every.public(), *times)),
        Action::Recommendation { .. } | Action::Content { .. } | Action::Task { .. } | Action::Survey { .. } => None,
    }
}

/// What happens when a professional activates a path, of the blocks that begin then and of those that wait in it; `None`: professionals do not
/// activate it.
pub(super) fn by_hand(plan: &Plan, shown: &Shown) -> Option<Vec<PathStepSummary>> {
    if !plan.blocks.iter().any(begins_by_hand) {
        return None;
    }
    let blocks = plan.blocks.iter().zip(1..).filter(|(block, _)| begins_by_hand(block) || !block.is_entry());
    Some(blocks.flat_map(|(block, number)| block.steps.iter().map(move |step| summary(plan, number, step, shown))).collect())
}

fn begins_by_hand(block: &Block) -> bool {
    block.steps.first().is_some_and(|step| step.condition == Condition::Manual)
}

fn summary(plan: &Plan, block: u32, step: &Step, shown: &Shown) -> PathStepSummary {
    let span = match &step.condition {
        Condition::SinceAppointment(anchored) | Condition::UntilAppointment(anchored) => Some(anchored.span.public()),
        _ => None,
    };
    let (every, times) = repeated(&step.action).unzip();
    PathStepSummary {
        block,
        condition: condition_kind(&step.condition).into(),
        delay: step.delay.map(Span::public),
        span,
        action: action_kind(&step.action).into(),
        reference: given(plan, step).and_then(|(kind, id)| shown.name(kind, id)),
        every,
        times: times.unwrap_or_default(),
    }
}
