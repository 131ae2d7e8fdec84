//! From which appointment a step counts, when it is due by that, and what becomes of it when that is past (DIG-05).

use chassis_domain::Timestamp;

use super::{Appointment, Because, Execution, step::kind_of};
use crate::plan::{Action, Anchored, Block, Condition, Late, Step};

/// The appointment from which a step counts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor<'a> {
    /// It stands.
    Stands(&'a Appointment),
    /// It was cancelled, and there is no other one.
    Cancelled,
    /// There has been none.
    Unknown,
}

/// How a step counts from an appointment, when it does.
pub(super) const fn anchored(condition: &Condition) -> Option<&Anchored> {
    match condition {
        Condition::SinceAppointment(anchored) | Condition::UntilAppointment(anchored) => Some(anchored),
        Condition::Manual
        | Condition::Booked { .. }
        | Condition::BookedIntegration { .. }
        | Condition::TaskDone { .. }
        | Condition::SurveyActivated { .. }
        | Condition::SurveyAnswered { .. }
        | Condition::PreviousRepeated { .. }
        | Condition::AfterPrevious => None,
    }
}

/// Whether a step may count from this appointment, in an execution that began with none.
pub(super) fn fits(anchored: &Anchored, appointment: &Appointment) -> bool {
    anchored.services.is_empty() || anchored.services.contains(&appointment.service)
}

/// From which appointment a step counts: that with which the execution began, otherwise the one that was booked last of those that fit.
pub(super) fn of<'a>(state: &'a Execution, anchored: &Anchored) -> Anchor<'a> {
    let opening = state.beginning.as_ref().and_then(|beginning| beginning.appointment);
    let is_meant = |appointment: &Appointment| opening.map_or_else(|| fits(anchored, appointment), |opening| opening == appointment.id);
    let meant: Vec<_> = state.appointments.values().filter(|appointment| is_meant(appointment)).collect();
    let standing = meant.iter().copied().filter(|appointment| !appointment.cancelled);
    match standing.max_by_key(|appointment| (appointment.booked_at, appointment.id)) {
        Some(appointment) => Anchor::Stands(appointment),
        None if meant.is_empty() => Anchor::Unknown,
        None => Anchor::Cancelled,
    }
}

/// Why a step has its time that counts from this appointment.
pub(super) fn because(step: &Step, appointment: &Appointment) -> Because {
    let at = if is_before(step) { appointment.starts_at } else { appointment.ends_at };
    Because { condition: kind_of(&step.condition), at, appointment: Some(appointment.id) }
}

/// Whether it is of use before the appointment alone.
pub(super) const fn is_before(step: &Step) -> bool {
    matches!(step.condition, Condition::UntilAppointment(_))
}

/// When a step's action is due, even if that is past: counted from the moment at which its condition holds, of a repeat in the run of this number.
pub(super) fn due(step: &Step, at: Timestamp, run: u32) -> Timestamp {
    let from = match &step.condition {
        Condition::SinceAppointment(anchored) => anchored.span.after(at),
        Condition::UntilAppointment(anchored) => anchored.span.before(at),
        Condition::Manual
        | Condition::Booked { .. }
        | Condition::BookedIntegration { .. }
        | Condition::TaskDone { .. }
        | Condition::SurveyActivated { .. }
        | Condition::SurveyAnswered { .. }
        | Condition::PreviousRepeated { .. }
        | Condition::AfterPrevious => step.delay.map_or(at, |delay| delay.after(at)),
    };
    match &step.action {
        Action::RepeatPrevious { every, .. } => every.times_after(run, from),
        Action::Recommendation { .. } | Action::Content { .. } | Action::Task { .. } | Action::Survey { .. } => from,
    }
}

/// Whether a step is left out whose time is past as its turn comes: by the newest, when one behind it that counts from the same appointment is
/// past as well.
pub(super) fn leaves_out(state: &Execution, block: &Block, place: usize, late: Late, appointment: &Appointment, now: Timestamp) -> bool {
    let is_past = |step: &Step| {
        anchored(&step.condition).is_some_and(|anchored| match of(state, anchored) {
            Anchor::Stands(other) => other.id == appointment.id && due(step, because(step, appointment).at, 1) < now,
            Anchor::Cancelled | Anchor::Unknown => false,
        })
    };
    match late {
        Late::AtOnce => false,
        Late::LeaveOut => true,
        Late::Newest => block.steps.iter().skip(place.saturating_add(1)).any(is_past),
    }
}
