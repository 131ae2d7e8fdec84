//! Makes a patient known under a personal identity code: the code is taken and the patient registered, both or neither.

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, WorkError},
};
use chassis_domain::{PersonId, Refusals};
use kajo_proto::identity::v1::LookUpPatientResponse;

use crate::{
    patient::{Command, Info, PatientId, Refused, Register},
    projections::patients,
};

/// Registers a patient, unless the code is somebody's already; answers with whose it is.
///
/// # Errors
/// When the store fails.
pub(crate) async fn register(kernel: &Kernel, patient: Register) -> Result<PersonId, ExecuteError<Refusals<Refused>>> {
    let index = kernel.keyring.blind_index();
    let known = patients::account_by_ssn(&kernel.pool, &index, &patient.ssn).await.map_err(StoreError::from)?;
    if let Some(known) = known {
        return Ok(PersonId::from_uuid(known.uuid()));
    }
    let id = PatientId::from_uuid(patient.person.uuid());
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    let owner: LookUpPatientResponse = kernel
        .store
        .transact(meta, move |unit| {
            let (patient, index) = (patient.clone(), index.clone());
            Box::pin(async move {
                let owner = patients::take_ssn_in_tx(unit.tx(), &index, &patient.ssn, id).await.map_err(StoreError::from)?;
                if owner == id {
                    unit.execute(id, &Command::Register(patient)).await?;
                }
                Ok(LookUpPatientResponse { patient_id: owner.to_string() })
            })
        })
        .await?;
    PersonId::parse(&owner.patient_id).ok_or_else(|| StoreError::Inconsistent("a patient without an id").into())
}

/// Registers somebody whom a professional adds, with what is told of them; refused when the code is somebody's already.
///
/// # Errors
/// When it is refused, or the store fails.
pub(crate) async fn add(
    kernel: &Kernel,
    meta: CommandMeta,
    patient: Register,
    info: Info,
    area_known: bool,
) -> Result<(), ExecuteError<Refusals<Refused>>> {
    let index = kernel.keyring.blind_index();
    let id = PatientId::from_uuid(patient.person.uuid());
    let added = kernel.store.transact(meta, move |unit| {
        let (patient, info, index) = (patient.clone(), info.clone(), index.clone());
        Box::pin(async move {
            let owner = patients::take_ssn_in_tx(unit.tx(), &index, &patient.ssn, id).await.map_err(StoreError::from)?;
            if owner != id {
                return Err(WorkError::Refused(Refused::Exists.into()));
            }
            unit.execute(id, &Command::Register(patient)).await?;
            unit.execute(id, &Command::SaveInfo { info, area_known }).await?;
            Ok(())
        })
    });
    added.await
}
