//! What becomes of a resident's digital paths when their account is deleted: those that run are ended, the appointments that are known for steps to
//! count from are forgotten, and what began for them stays in the care record. Nothing stands against the deletion.

use chassis::{
    Kernel,
    due::EffectError,
    personal_data::{Fate, PersonalData},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, Refusal as _, Uuid};
use kajo_proto::common::v1::{DeletionSubject, DeletionVeto};

use crate::{
    execution::{Command, EndReason, Execution, ExecutionId},
    known_appointments,
    projections::executions,
};

/// The data of residents here.
pub(crate) struct DigitalPaths;

impl PersonalData for DigitalPaths {
    async fn preview(kernel: &Kernel, person: PersonId) -> Result<Fate, sqlx::Error> {
        Ok(Fate::default().kept_if_any(DeletionSubject::DigitalPaths, executions::count(&kernel.pool, person).await?))
    }

    async fn vetoes(_: &Kernel, _: PersonId) -> Result<Vec<DeletionVeto>, sqlx::Error> {
        Ok(Vec::new())
    }

    /// Appointments go last: until then what runs may still count from them.
    async fn erase(kernel: &Kernel, effect_id: Uuid, person: PersonId) -> Result<(), EffectError> {
        for running in executions::active_of_patient(&kernel.pool, person).await.map_err(again)? {
            let meta = CommandMeta::system(Uuid::new_v5(&effect_id, running.execution.as_bytes())).caused_by(effect_id);
            let end = Command::End { reason: EndReason::AccountDeleted, by: None };
            let ended = kernel.store.execute::<Execution>(ExecutionId::from_uuid(running.execution), end, meta);
            match ended.await {
                Ok(_) => {}
                Err(ExecuteError::Refused(refusal)) => return Err(EffectError::Failed(refusal.code().to_owned())),
                Err(error) => return Err(again(error)),
            }
        }
        known_appointments::forget(&kernel.pool, person).await.map_err(again)
    }
}

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
