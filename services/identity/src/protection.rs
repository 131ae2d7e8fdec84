//! Non-disclosure restrictions: the patient record system is asked whenever it matters, and what it said last holds while it is away. It may
//! tell at any time that somebody has come under one, or is under one no more.

use chassis::{
    Kernel, grpc,
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::Refusals;
use tonic::Status;

use crate::{
    adapters::patient_record::PatientRecord,
    patient::{Command, PatientId, Refused},
    projections::protected_patients,
    session::Registered,
    ssn::Ssn,
};

/// Whether a patient is protected, as the patient record system says now.
///
/// # Errors
/// When the store fails.
pub(crate) async fn ask(kernel: &Kernel, record: &PatientRecord, patient: PatientId, ssn: &Ssn) -> Result<bool, Status> {
    match record.registered(ssn).await {
        Ok(Registered::Known { non_disclosure }) => learn(kernel, patient, non_disclosure).await,
        // Whom it does not know, it cannot speak of.
        Ok(Registered::Unknown) => known(kernel, patient).await,
        Err(error) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "patient_record.unavailable");
            known(kernel, patient).await
        }
    }
}

/// The patient record system has said whether a patient is protected.
///
/// # Errors
/// When the store fails.
pub(crate) async fn learn(kernel: &Kernel, patient: PatientId, protected: bool) -> Result<bool, Status> {
    if known(kernel, patient).await? == protected {
        return Ok(protected);
    }
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    match kernel.store.execute(patient, Command::LearnProtection { protected }, meta).await {
        Ok(_) => Ok(protected),
        // Whom professionals do not know has nothing to hide from them.
        Err(ExecuteError::Refused(refused)) if is_unknown(&refused) => Ok(protected),
        Err(error) => Err(error.into()),
    }
}

/// Whether a patient is protected, as far as is known.
///
/// # Errors
/// When the store fails.
pub(crate) async fn known(kernel: &Kernel, patient: PatientId) -> Result<bool, Status> {
    protected_patients::has(&kernel.pool, patient).await.map_err(grpc::fault)
}

fn is_unknown(refused: &Refusals<Refused>) -> bool {
    refused.single() == Some(&Refused::NotFound)
}
