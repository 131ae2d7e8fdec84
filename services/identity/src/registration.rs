//! Makes a patient known under a personal identity code: the code is taken and the patient registered, both or neither.

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError},
};
use chassis_domain::PersonId;
use kajo_proto::identity::v1::LookUpPatientResponse;

use crate::{
    patient::{PatientId, Register},
    projections::patients,
    refusal::Never,
};

/// Registers a patient, unless the code is somebody's already; answers with whose it is.
///
/// # Errors
/// When the store fails.
pub(crate) async fn register(kernel: &Kernel, patient: Register) -> Result<PersonId, ExecuteError<Never>> {
    let index = kernel.keyring.blind_index();
    let known = patients::by_ssn(&kernel.pool, &index, &patient.ssn).await.map_err(StoreError::from)?;
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
                    unit.execute(id, &patient).await?;
                }
                Ok(LookUpPatientResponse { patient_id: owner.to_string() })
            })
        })
        .await?;
    PersonId::parse(&owner.patient_id).ok_or_else(|| StoreError::Inconsistent("a patient without an id").into())
}
