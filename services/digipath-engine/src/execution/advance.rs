//! What follows from how an execution stands: the next step that has its time, or has none any more, and the end when every step is over.

use chassis_domain::{Timestamp, Uuid};

use super::{
    Appointment, Because, Beginning, EndReason, EventKind, Execution, LeftOut, Phase, StepRecord, StepState,
    anchor::{self, Anchor},
    parts,
    step::kind_of,
};
use crate::plan::{Anchored, Block, Condition, Plan, Step};

/// What follows next; `None`: nothing more. Whatever it is changes the state so that it does not follow again: a step has its time by another
/// turn, and the same time follows from the same appointment.
pub(super) fn next(state: &Execution, plan: &Plan, now: Timestamp) -> Option<EventKind> {
    let beginning = state.beginning.as_ref().filter(|_| state.phase == Phase::Active)?;
    let opening = beginning.appointment.and_then(|opening| state.appointments.get(&opening));
    if opening.is_some_and(|opening| opening.cancelled) {
        return Some(EventKind::Ended { reason: EndReason::AppointmentCancelled, by: None });
    }
    let steps = || parts(plan, &beginning.entered).flat_map(|block| block.steps.iter().enumerate().map(move |(place, step)| (block, place, step)));
    let looked_at =
        |(block, place, step): (_, _, &Step)| Place { state, beginning, block, at: place, step, record: state.step(step.id), now }.follows();
    let is_over = |(_, _, step): (&Block, usize, &Step)| state.step(step.id).is_over();
    steps().find_map(looked_at).or_else(|| steps().all(is_over).then_some(EventKind::Completed))
}

/// A step where it stands in its block, and how it stands.
struct Place<'a> {
    state: &'a Execution,
    beginning: &'a Beginning,
    block: &'a Block,
    /// Its place in the block, from 0.
    at: usize,
    step: &'a Step,
    record: &'a StepRecord,
    now: Timestamp,
}

impl Place<'_> {
    fn follows(&self) -> Option<EventKind> {
        let anchored = anchor::anchored(&self.step.condition);
        match (&self.record.state, anchored) {
            (StepState::Waiting, None) => self.waiting(),
            (StepState::Waiting, Some(anchored)) => self.is_awaited().then(|| self.counting(anchored)).flatten(),
            (StepState::Planned, Some(anchored)) => self.planned_by(anchored),
            (StepState::UnderWay, Some(anchored)) => self.under_way_by(anchored),
            (StepState::LeftOut(LeftOut::Late), Some(anchored)) => self.is_awaited().then(|| self.late_before(anchored)).flatten(),
            (StepState::LeftOut(LeftOut::AppointmentPassed | LeftOut::AppointmentCancelled) | StepState::Done | StepState::Failed(_), Some(_))
            | (StepState::Planned | StepState::UnderWay | StepState::LeftOut(_) | StepState::Done | StepState::Failed(_), None) => None,
        }
    }

    fn before(&self) -> Option<&StepRecord> {
        let before = self.at.checked_sub(1).and_then(|before| self.block.steps.get(before))?;
        Some(self.state.step(before.id))
    }

    /// The step before is over, or this one repeats already.
    fn is_awaited(&self) -> bool {
        self.record.runs > 0 || self.before().is_none_or(StepRecord::is_over)
    }

    /// A step that counts from no appointment.
    fn waiting(&self) -> Option<EventKind> {
        // A repeat that has run goes on from the moment at which it began.
        if let Some(because) = self.record.because {
            return Some(self.planned(because));
        }
        let (at, appointment) = match &self.step.condition {
            Condition::PreviousRepeated { times } => return self.repeated(*times),
            Condition::Manual | Condition::Booked { .. } | Condition::BookedIntegration { .. } => {
                (Some(self.beginning.counts_from), self.beginning.appointment)
            }
            Condition::TaskDone { .. } | Condition::SurveyActivated { .. } | Condition::SurveyAnswered { .. } => {
                (self.state.happened(&self.step.condition), None)
            }
            Condition::AfterPrevious => (Some(self.before().and_then(|before| before.over_at).unwrap_or(self.beginning.at)), None),
            Condition::SinceAppointment(_) | Condition::UntilAppointment(_) => (None, None),
        };
        at.filter(|_| self.is_awaited()).map(|at| self.planned(self.because(at, appointment)))
    }

    /// A step that waits until the one before has run so many times. When that has ended sooner it never will, and ends likewise.
    fn repeated(&self, times: u32) -> Option<EventKind> {
        let before = self.before()?;
        if before.runs >= times {
            return Some(self.planned(self.because(self.now, None)));
        }
        match &before.state {
            StepState::LeftOut(reason) => Some(self.left_out(*reason)),
            StepState::Failed(code) => Some(EventKind::Failed { step: self.step.id, turn: self.record.turn, code: code.clone(), at: self.now }),
            StepState::Waiting | StepState::Planned | StepState::UnderWay | StepState::Done => None,
        }
    }

    /// A step whose turn has come, and which counts from an appointment.
    fn counting(&self, anchored: &Anchored) -> Option<EventKind> {
        match anchor::of(self.state, anchored) {
            Anchor::Stands(appointment) => Some(self.timed(anchored, appointment)),
            Anchor::Cancelled => Some(self.left_out(LeftOut::AppointmentCancelled)),
            Anchor::Unknown => None,
        }
    }

    /// Its time follows the appointment, or another one when that is cancelled or was booked since. One that does not fit any more is none.
    fn planned_by(&self, anchored: &Anchored) -> Option<EventKind> {
        match anchor::of(self.state, anchored) {
            Anchor::Stands(appointment) if self.record.because == Some(anchor::because(self.step, appointment)) => None,
            Anchor::Stands(_) if self.counts_from_cancelled() => Some(self.unplanned()),
            Anchor::Stands(appointment) => Some(self.timed(anchored, appointment)),
            Anchor::Cancelled => Some(self.left_out(LeftOut::AppointmentCancelled)),
            Anchor::Unknown => Some(self.unplanned()),
        }
    }

    /// What is under way is not wanted any more when the appointment is cancelled; that it is moved changes nothing.
    fn under_way_by(&self, anchored: &Anchored) -> Option<EventKind> {
        if !self.counts_from_cancelled() {
            return None;
        }
        Some(match anchor::of(self.state, anchored) {
            Anchor::Stands(_) => self.unplanned(),
            Anchor::Cancelled | Anchor::Unknown => self.left_out(LeftOut::AppointmentCancelled),
        })
    }

    /// What was left out since it was late waits again when its time is ahead after all.
    fn late_before(&self, anchored: &Anchored) -> Option<EventKind> {
        match anchor::of(self.state, anchored) {
            Anchor::Stands(appointment) => {
                let due_at = anchor::due(self.step, anchor::because(self.step, appointment).at, 1);
                (due_at > self.now).then(|| self.timed(anchored, appointment))
            }
            Anchor::Cancelled | Anchor::Unknown => None,
        }
    }

    /// When it is due by this appointment, if it is at all. A repeat that has begun is late no more.
    fn timed(&self, anchored: &Anchored, appointment: &Appointment) -> EventKind {
        let because = anchor::because(self.step, appointment);
        let is_past = self.record.runs == 0 && anchor::due(self.step, because.at, 1) < self.now;
        if anchor::is_before(self.step) && appointment.starts_at <= self.now {
            self.left_out(LeftOut::AppointmentPassed)
        } else if is_past && anchor::leaves_out(self.state, self.block, self.at, anchored.late, appointment, self.now) {
            self.left_out(LeftOut::Late)
        } else {
            self.planned(because)
        }
    }

    fn counts_from_cancelled(&self) -> bool {
        let appointment = self.record.because.and_then(|because| because.appointment);
        appointment.and_then(|id| self.state.appointments.get(&id)).is_some_and(|appointment| appointment.cancelled)
    }

    fn because(&self, at: Timestamp, appointment: Option<Uuid>) -> Because {
        Because { condition: kind_of(&self.step.condition), at, appointment }
    }

    /// What is past is due now.
    fn planned(&self, because: Because) -> EventKind {
        let due_at = anchor::due(self.step, because.at, self.record.runs.saturating_add(1)).max(self.now);
        EventKind::Planned { step: self.step.id, turn: self.record.turn.saturating_add(1), due_at, because }
    }

    const fn unplanned(&self) -> EventKind {
        EventKind::Unplanned { step: self.step.id }
    }

    const fn left_out(&self, reason: LeftOut) -> EventKind {
        EventKind::LeftOut { step: self.step.id, reason, at: self.now }
    }
}
