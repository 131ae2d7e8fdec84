//! What the world is told of an execution. What it has heard stays here, and that a step waits again does too.

use chassis_domain::{AudienceKey, EventMeta, stored::timestamp};
use kajo_proto::digipath_engine::v1::{self as public, ConditionKind};
use prost::Message;

use super::{Event, EventKind, StartedBy};

impl StartedBy {
    /// As the contract calls it.
    pub const fn public(&self) -> ConditionKind {
        match self {
            Self::Manual { .. } => ConditionKind::Manual,
            Self::Booked(_) => ConditionKind::Booked,
            Self::BookedIntegration(_) => ConditionKind::BookedIntegration,
        }
    }
}

impl Event {
    /// Who may be told at once: the professional who activated the path.
    pub(super) fn audience(&self) -> Vec<AudienceKey> {
        self.standing.starter.map(AudienceKey::person).into_iter().collect()
    }

    /// The name of the fact, and what it says.
    pub(super) fn fact(&self, meta: &EventMeta) -> Option<(&'static str, Vec<u8>)> {
        let (path_execution_id, path_id) = (meta.aggregate_id.to_string(), self.standing.path.to_string());
        Some(match &self.what {
            EventKind::Heard(_) | EventKind::Unplanned { .. } => return None,
            EventKind::Started { cause, .. } => {
                let (published_version, patient_id) = (self.standing.published_version, self.standing.patient.to_string());
                let started_by = cause.public().into();
                let fact = public::PathExecutionStarted { path_execution_id, path_id, published_version, patient_id, started_by };
                ("kajo.digipath_engine.v1.PathExecutionStarted", fact.encode_to_vec())
            }
            EventKind::Planned { step, turn, due_at, .. } => {
                let (step_id, due_at) = (step.to_string(), Some(timestamp(*due_at)));
                let fact = public::PathStepPlanned { path_execution_id, step_id, turn: *turn, due_at };
                ("kajo.digipath_engine.v1.PathStepPlanned", fact.encode_to_vec())
            }
            EventKind::Fired { step, turn, action, until } => {
                let (step_id, action, until) = (step.to_string(), (*action).into(), until.map(timestamp));
                let fact = public::PathStepFired { path_execution_id, step_id, turn: *turn, action, until };
                ("kajo.digipath_engine.v1.PathStepFired", fact.encode_to_vec())
            }
            EventKind::Done { step, turn, action, .. } => {
                let (step_id, action) = (step.to_string(), (*action).into());
                let fact = public::PathStepDone { path_execution_id, step_id, turn: *turn, action };
                ("kajo.digipath_engine.v1.PathStepDone", fact.encode_to_vec())
            }
            EventKind::LeftOut { step, reason, .. } => {
                let fact = public::PathStepLeftOut { path_execution_id, step_id: step.to_string(), reason: reason.public().into() };
                ("kajo.digipath_engine.v1.PathStepLeftOut", fact.encode_to_vec())
            }
            EventKind::Failed { step, turn, code, .. } => {
                let fact = public::PathStepFailed { path_execution_id, step_id: step.to_string(), turn: *turn, code: code.clone() };
                ("kajo.digipath_engine.v1.PathStepFailed", fact.encode_to_vec())
            }
            EventKind::Completed => {
                let fact = public::PathExecutionCompleted { path_execution_id, path_id };
                ("kajo.digipath_engine.v1.PathExecutionCompleted", fact.encode_to_vec())
            }
            EventKind::Ended { reason, .. } => {
                let fact = public::PathExecutionEnded { path_execution_id, path_id, reason: reason.public().into() };
                ("kajo.digipath_engine.v1.PathExecutionEnded", fact.encode_to_vec())
            }
        })
    }
}
