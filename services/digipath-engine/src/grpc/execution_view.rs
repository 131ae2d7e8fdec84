//! An execution, as professionals see it: the steps of the version with which it began, each with what became of it so far.

use chassis_domain::timestamp;
use kajo_proto::digipath_engine::v1::{ExecutionState, ExecutionStep, PathExecution, StepCause, StepState};

use super::plan_words::{action_kind, condition_kind, given, repeated};
use crate::{
    execution::{Because, EndReason, LeftOut},
    plan::{Block, Condition, Plan, Step},
    projections::execution_pages::{Row, StepRow},
    references::Shown,
    versions::Version,
};

/// Names in sealed columns, opened.
pub(super) struct Opened {
    /// Of who activated it; empty: it began by itself.
    pub(super) starter: String,
    /// Of the professional who ended it.
    pub(super) ender: String,
}

pub(super) fn view(row: &Row, version: &Version, opened: Opened, shown: &Shown) -> PathExecution {
    let runs = row.state == ExecutionState::Active;
    let planned = row.steps.values().filter(|step| step.state == StepState::Planned).filter_map(|step| step.due_at);
    PathExecution {
        path_execution_id: row.execution_id.to_string(),
        path_id: row.path_id.to_string(),
        name: Some(version.name.clone().into()),
        published_version: row.published_version,
        state: row.state.into(),
        started_at: Some(timestamp(row.started_at)),
        started_by: row.started_by.into(),
        started_by_name: opened.starter,
        next_at: planned.min().filter(|_| runs).map(timestamp),
        over_at: row.over_at.map(timestamp),
        end_reason: row.reason.map(EndReason::public).unwrap_or_default().into(),
        ended_by_name: opened.ender,
        may_end: runs,
        steps: steps(row, &version.plan, shown),
    }
}

/// In the order of the path, without those of blocks that this execution does not enter.
fn steps(row: &Row, plan: &Plan, shown: &Shown) -> Vec<ExecutionStep> {
    let mut steps = Vec::new();
    for (block, number) in plan.blocks.iter().zip(1..).filter(|(block, _)| is_entered(row, block)) {
        // The first one waits for nothing before it.
        let mut before = StepState::Done;
        for step in &block.steps {
            let kept = row.steps.get(&step.id);
            let state = kept.map_or_else(|| waiting(step, before), |kept| kept.state);
            steps.push(told((number, step, state), kept.filter(|_| row.state == ExecutionState::Active || is_over(state)), row, plan, shown));
            before = state;
        }
    }
    steps
}

/// A block that begins an execution is entered when something has happened to its first step: its condition holds as the execution begins, or never.
fn is_entered(row: &Row, block: &Block) -> bool {
    !block.is_entry() || block.steps.first().is_some_and(|first| row.steps.contains_key(&first.id))
}

const fn is_over(state: StepState) -> bool {
    matches!(state, StepState::Done | StepState::LeftOut | StepState::Failed)
}

/// Of a step to which nothing has happened: it is waited for when the one before is over, or repeats and runs of that are what it waits for.
fn waiting(step: &Step, before: StepState) -> StepState {
    let counts_runs = matches!(step.condition, Condition::PreviousRepeated { .. });
    let repeats = matches!(before, StepState::Awaited | StepState::Planned | StepState::UnderWay);
    if is_over(before) || (counts_runs && repeats) { StepState::Awaited } else { StepState::Idle }
}

/// Nothing more comes of an execution that is over: what was waited for, or had its time, never had its turn.
fn told((block, step, state): (u32, &Step, StepState), kept: Option<&StepRow>, row: &Row, plan: &Plan, shown: &Shown) -> ExecutionStep {
    let state = if row.state == ExecutionState::Active || is_over(state) { state } else { StepState::Idle };
    let repeat = repeated(&step.action);
    ExecutionStep {
        step_id: step.id.to_string(),
        block,
        condition: condition_kind(&step.condition).into(),
        action: action_kind(&step.action).into(),
        reference: given(plan, step).and_then(|(kind, id)| shown.name(kind, id)),
        state: state.into(),
        due_at: kept.and_then(|kept| kept.due_at).map(timestamp),
        over_at: kept.and_then(|kept| kept.over_at).map(timestamp),
        left_out: kept.and_then(|kept| kept.left_out).map(LeftOut::public).unwrap_or_default().into(),
        code: kept.map(|kept| kept.code.clone()).unwrap_or_default(),
        runs: repeat.as_ref().and(row.steps.get(&step.id)).map(|kept| kept.runs).unwrap_or_default(),
        times: repeat.map(|(_, times)| times).unwrap_or_default(),
        because: kept.and_then(|kept| kept.because).map(cause),
    }
}

fn cause(because: Because) -> StepCause {
    let Because { condition, at, appointment } = because;
    StepCause { condition: condition.into(), at: Some(timestamp(at)), appointment_id: appointment.map(|id| id.to_string()).unwrap_or_default() }
}
