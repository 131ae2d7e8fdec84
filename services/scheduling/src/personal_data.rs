//! What becomes of a resident's appointments when their account is deleted: those to come are cancelled and their times are free again, but for
//! those that another system keeps; all of them stay in the care record. Nothing stands against the deletion.

use chassis::{
    Kernel,
    due::EffectError,
    personal_data::{Fate, PersonalData},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, Refusal as _, RetentionClass, Uuid};
use kajo_proto::common::v1::{DeletionSubject, DeletionVeto};

use crate::{
    appointment::{AppointmentId, Command},
    booking, claims,
    projections::my_appointments,
};

/// The data of residents here.
pub(crate) struct Appointments;

impl PersonalData for Appointments {
    async fn preview(kernel: &Kernel, person: PersonId) -> Result<Fate, sqlx::Error> {
        Ok(Fate::default().kept_if_any(DeletionSubject::Appointments, my_appointments::count(&kernel.pool, person).await?))
    }

    async fn vetoes(_: &Kernel, _: PersonId) -> Result<Vec<DeletionVeto>, sqlx::Error> {
        Ok(Vec::new())
    }

    async fn erase(kernel: &Kernel, effect_id: Uuid, person: PersonId) -> Result<(), EffectError> {
        kernel.keyring.destroy(person, RetentionClass::Account).await.map_err(again)?;
        claims::release_all(&kernel.pool, person).await.map_err(again)?;
        for id in my_appointments::to_come(&kernel.pool, person, kernel.clock.now()).await.map_err(again)? {
            let meta = CommandMeta::system(Uuid::new_v5(&effect_id, id.as_bytes())).caused_by(effect_id);
            match booking::cancel(kernel, meta, AppointmentId::from_uuid(id), Command::CancelWithAccount).await {
                Ok(()) => {}
                Err(ExecuteError::Refused(refusal)) => return Err(EffectError::Failed(refusal.code().to_owned())),
                Err(error) => return Err(again(error)),
            }
        }
        Ok(())
    }
}

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
