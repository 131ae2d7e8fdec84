//! What an execution hears, and what of it is of use. It keeps no more than that, since people answer surveys and book appointments for reasons of
//! their own.

use chassis_domain::{Timestamp, Uuid};
use kajo_proto::digipath_engine::v1::ConditionKind;

use super::{Appointment, EventKind, Execution, Heard, LeftOut, StepState, anchor, parts};
use crate::plan::{Condition, Plan, Step};

/// Something that has happened and that a condition may wait for, beside what becomes of appointments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// Which condition waits for it.
    pub condition: ConditionKind,
    /// The queue or the survey.
    pub reference: Uuid,
    /// When it happened.
    pub at: Timestamp,
    /// The task or the activation.
    pub object: Uuid,
}

impl Heard {
    /// What is kept of it, when it is of no appointment.
    fn fact(&self) -> Option<Fact> {
        let fact = |condition, reference, object, at| Some(Fact { condition, reference, at, object });
        match *self {
            Self::Appointment(_) => None,
            Self::TaskDone { queue, task, at } => fact(ConditionKind::TaskDone, queue, task, at),
            Self::SurveyActivated { survey, activation, at } => fact(ConditionKind::SurveyActivated, survey, activation, at),
            Self::SurveyAnswered { survey, activation, at } => fact(ConditionKind::SurveyAnswered, survey, activation, at),
        }
    }
}

/// For what a condition waits, beside what becomes of appointments.
fn awaited_by(condition: &Condition) -> Option<(ConditionKind, Uuid)> {
    match condition {
        Condition::TaskDone { queue } => Some((ConditionKind::TaskDone, *queue)),
        Condition::SurveyActivated { survey } => Some((ConditionKind::SurveyActivated, *survey)),
        Condition::SurveyAnswered { survey } => Some((ConditionKind::SurveyAnswered, *survey)),
        Condition::Manual
        | Condition::Booked { .. }
        | Condition::BookedIntegration { .. }
        | Condition::PreviousRepeated { .. }
        | Condition::SinceAppointment(_)
        | Condition::UntilAppointment(_)
        | Condition::AfterPrevious => None,
    }
}

impl Execution {
    /// When a step can use it.
    pub(super) fn hear(&self, plan: &Plan, heard: &Heard) -> Option<EventKind> {
        let is_of_use = match heard {
            Heard::Appointment(appointment) => self.uses_appointment(plan, appointment),
            Heard::TaskDone { .. } | Heard::SurveyActivated { .. } | Heard::SurveyAnswered { .. } => {
                heard.fact().is_some_and(|fact| self.uses(plan, &fact))
            }
        };
        is_of_use.then(|| EventKind::Heard(heard.clone()))
    }

    /// Whatever was heard is taken in; that it is of use was decided when it was.
    pub(super) fn keep(&mut self, heard: &Heard) {
        if let Heard::Appointment(appointment) = heard {
            self.appointments.insert(appointment.id, appointment.clone());
        }
        self.facts.extend(heard.fact());
    }

    /// When what a condition waits for happened first.
    pub(super) fn happened(&self, condition: &Condition) -> Option<Timestamp> {
        let (condition, reference) = awaited_by(condition)?;
        self.facts.iter().filter(|fact| (fact.condition, fact.reference) == (condition, reference)).map(|fact| fact.at).min()
    }

    /// Some step waits for it still, and nothing was heard for which that step would not wait any more. Of what happened before the execution
    /// began, nothing counts.
    fn uses(&self, plan: &Plan, fact: &Fact) -> bool {
        let Fact { condition, reference, at, .. } = *fact;
        let is_known = self.facts.iter().any(|known| (known.condition, known.reference) == (condition, reference) && known.at <= at);
        let waits = |step: &Step| {
            let record = self.step(step.id);
            awaited_by(&step.condition) == Some((condition, reference)) && record.state == StepState::Waiting && record.runs == 0
        };
        let counts = self.beginning.as_ref().is_some_and(|beginning| beginning.at <= at);
        counts && !is_known && self.parts(plan).any(waits)
    }

    /// It is the one with which the execution began, or some step counts from it, or did until now. The highest revision counts.
    fn uses_appointment(&self, plan: &Plan, appointment: &Appointment) -> bool {
        let known = self.appointments.get(&appointment.id);
        if known.is_some_and(|known| known.revision >= appointment.revision) {
            return false;
        }
        let counts = |step: &Step| {
            let open = match self.step(step.id).state {
                StepState::Waiting | StepState::Planned | StepState::UnderWay | StepState::LeftOut(LeftOut::Late) => true,
                StepState::Done | StepState::LeftOut(LeftOut::AppointmentPassed | LeftOut::AppointmentCancelled) | StepState::Failed(_) => false,
            };
            let fits = |anchored| anchor::fits(anchored, appointment) || known.is_some_and(|known| anchor::fits(anchored, known));
            open && anchor::anchored(&step.condition).is_some_and(fits)
        };
        self.beginning.as_ref().is_some_and(|beginning| match beginning.appointment {
            Some(opening) => opening == appointment.id,
            None => self.parts(plan).any(counts),
        })
    }

    /// The steps that are part of the execution.
    fn parts<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = &'a Step> {
        let entered = self.beginning.as_ref().map(|beginning| beginning.entered.as_slice()).unwrap_or_default();
        parts(plan, entered).flat_map(|block| &block.steps)
    }
}
