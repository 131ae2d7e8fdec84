//! How each step of an execution stands, and what becomes of one whose time has come.

use chassis_domain::{Timestamp, Uuid};
use kajo_proto::digipath_engine::v1::{ActionKind, ConditionKind};

use super::{Because, EventKind, Execution, LeftOut};
use crate::plan::{Action, Condition, Plan};

/// A step to which nothing has happened.
pub(super) static UNTOUCHED: StepRecord =
    StepRecord { state: StepState::Waiting, turn: 0, due_at: None, because: None, runs: 0, over_at: None, object: None };

/// How a step stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepRecord {
    /// Where it is in its life.
    pub state: StepState,
    /// Counts the times that it was planned.
    pub turn: u32,
    /// When its action is due, or was.
    pub due_at: Option<Timestamp>,
    /// Why it is due then. A repeat counts all its runs from there.
    pub because: Option<Because>,
    /// So many times its action was done.
    pub runs: u32,
    /// When it was over.
    pub over_at: Option<Timestamp>,
    /// What the owner made of it, of a repeat the last time.
    pub object: Option<Uuid>,
}

/// Where a step is in its life.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StepState {
    /// Its turn has not come, or its condition does not hold yet.
    #[default]
    Waiting,
    /// Its action has its time.
    Planned,
    /// Its action is under way.
    UnderWay,
    /// Its action is done.
    Done,
    /// It was left out.
    LeftOut(LeftOut),
    /// Its action could not be done, for this reason of the owner.
    Failed(String),
}

impl StepRecord {
    /// Whether the step behind it has its turn.
    pub const fn is_over(&self) -> bool {
        match self.state {
            StepState::Done | StepState::LeftOut(_) | StepState::Failed(_) => true,
            StepState::Waiting | StepState::Planned | StepState::UnderWay => false,
        }
    }

    pub(super) fn planned(&mut self, turn: u32, due_at: Timestamp, because: Because) {
        let Self { runs, object, .. } = *self;
        *self = Self { state: StepState::Planned, turn, due_at: Some(due_at), because: Some(because), runs, over_at: None, object };
    }

    pub(super) fn unplanned(&mut self) {
        self.state = StepState::Waiting;
        self.due_at = None;
        self.because = None;
    }

    pub(super) fn fired(&mut self, turn: u32) {
        self.state = StepState::UnderWay;
        self.turn = turn;
    }

    pub(super) fn done(&mut self, object: Uuid, again: bool, at: Timestamp) {
        self.runs = self.runs.saturating_add(1);
        self.object = Some(object);
        if again {
            self.state = StepState::Waiting;
        } else {
            self.over(StepState::Done, at);
        }
    }

    pub(super) fn over(&mut self, state: StepState, at: Timestamp) {
        self.state = state;
        self.over_at = Some(at);
    }
}

impl Execution {
    /// Never early, in its turn alone, and not when the appointment has begun before which it was to be.
    pub(super) fn fire(&self, plan: &Plan, step: Uuid, turn: u32, now: Timestamp) -> Option<EventKind> {
        let record = self.step(step);
        let is_due = record.state == StepState::Planned && record.turn == turn && record.due_at.is_some_and(|due_at| due_at <= now);
        let (_, _, found) = plan.find(step).filter(|_| is_due)?;
        let is_before = matches!(found.condition, Condition::UntilAppointment(_));
        let until = record.because.filter(|_| is_before).map(|because| because.at);
        let has_begun = until.is_some_and(|begins| begins <= now);
        let left_out = EventKind::LeftOut { step, reason: LeftOut::AppointmentPassed, at: now };
        Some(if has_begun { left_out } else { EventKind::Fired { step, turn, action: action_of(plan, step), until } })
    }

    pub(super) fn performed(&self, plan: &Plan, step: Uuid, turn: u32, object: Uuid, at: Timestamp) -> Option<EventKind> {
        let (_, _, found) = plan.find(step).filter(|_| self.wanted(step, turn))?;
        let runs = self.step(step).runs.saturating_add(1);
        let again = matches!(found.action, Action::RepeatPrevious { times, .. } if runs < times);
        Some(EventKind::Done { step, turn, action: action_of(plan, step), object, again, at })
    }

    /// A repeat of which one run fails comes no more.
    pub(super) fn refused(&self, step: Uuid, turn: u32, code: &str, at: Timestamp) -> Option<EventKind> {
        self.wanted(step, turn).then(|| EventKind::Failed { step, turn, code: code.to_owned(), at })
    }
}

/// What a step really does. A repeat that has nothing before it does nothing: whoever performs it refuses.
fn action_of(plan: &Plan, step: Uuid) -> ActionKind {
    plan.action(step).map_or(ActionKind::RepeatPrevious, |action| match action {
        Action::Recommendation { .. } => ActionKind::Recommendation,
        Action::Content { .. } => ActionKind::Content,
        Action::Task { .. } => ActionKind::Task,
        Action::Survey { .. } => ActionKind::Survey,
        Action::RepeatPrevious { .. } => ActionKind::RepeatPrevious,
    })
}

/// A condition as the contract calls it.
pub(super) const fn kind_of(condition: &Condition) -> ConditionKind {
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
