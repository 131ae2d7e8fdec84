//! What becomes of what a resident has here when their account is deleted: contents that nobody has read are taken back; all of them, and health
//! records, stay in the care record. The devices on which they were told are sealed for the account alone, and go with it. Nothing stands against the
//! deletion.

use chassis::{
    Kernel,
    due::EffectError,
    personal_data::{Fate, PersonalData},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, Refusal as _, RetentionClass, Uuid};
use kajo_proto::common::v1::{DeletionSubject, DeletionVeto};

use crate::{
    devices,
    patient_content::{Command, PatientContent, PatientContentId},
    projections::{health_records, patient_contents, push_devices},
    push_device::Reason,
};

/// The data of residents here.
pub(crate) struct CareRecords;

impl PersonalData for CareRecords {
    async fn preview(kernel: &Kernel, person: PersonId) -> Result<Fate, sqlx::Error> {
        let contents = patient_contents::count(&kernel.pool, person).await?;
        let records = health_records::count(&kernel.pool, person).await?;
        Ok(Fate::default().kept_if_any(DeletionSubject::Contents, contents).kept_if_any(DeletionSubject::HealthRecords, records.into()))
    }

    async fn vetoes(_: &Kernel, _: PersonId) -> Result<Vec<DeletionVeto>, sqlx::Error> {
        Ok(Vec::new())
    }

    /// The key goes first: what is sealed for it meanwhile is lost at once.
    async fn erase(kernel: &Kernel, effect_id: Uuid, person: PersonId) -> Result<(), EffectError> {
        kernel.keyring.destroy(person, RetentionClass::Account).await.map_err(again)?;
        for device in push_devices::of_person(&kernel.pool, person).await.map_err(again)? {
            let meta = CommandMeta::system(Uuid::new_v5(&effect_id, device.id.uuid().as_bytes())).caused_by(effect_id);
            devices::switch_off(kernel, device.id, (person, Reason::ByPerson), meta).await.map_err(again)?;
        }
        for id in patient_contents::unread(&kernel.pool, person).await.map_err(again)? {
            let meta = CommandMeta::system(Uuid::new_v5(&effect_id, id.as_bytes())).caused_by(effect_id);
            let withdrawn = kernel.store.execute::<PatientContent>(PatientContentId::from_uuid(id), Command::WithdrawWithAccount, meta);
            match withdrawn.await {
                Ok(_) => {}
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
