//! Beginning a path for a patient, by hand or with appointments (DIG-01, DIG-10): what is in the way, and what is known of the patient, are read in
//! the transaction in which it begins.

use std::sync::Arc;

use chassis::{
    Kernel, publication,
    store::{CommandMeta, ExecuteError, UnitOfWork, WorkError},
};
use chassis_domain::PersonId;
use kajo_proto::identity::v1::Messaging;

use crate::{
    execution::{Cause, Command, Execution, ExecutionId, Refusal, Starting},
    known_appointments, path,
    projections::executions,
    versions::InForce,
};

/// What is to begin.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The path, as it is in force.
    pub(crate) path: InForce,
    /// For whom.
    pub(crate) patient: PersonId,
    /// With what.
    pub(crate) cause: Cause,
    /// Whether they may be given anything.
    pub(crate) messaging: Messaging,
    /// Also while it runs for them already.
    pub(crate) again: bool,
}

/// Begins a path. What began already under this id stays as it is.
pub(crate) async fn start(kernel: &Kernel, meta: CommandMeta, id: ExecutionId, asked: Asked) -> Result<(), ExecuteError<Refusal>> {
    let Asked { path, patient, cause, messaging, again } = asked;
    let starting = Starting {
        plan: Arc::new(path.body.plan()),
        path: path.id,
        published_version: path.published_version,
        patient,
        matter: path.body.matter,
        cause,
        archived: path.archived,
        messaging,
        is_active: false,
        again,
        appointments: Vec::new(),
        used: Vec::new(),
    };
    let started = kernel.store.transact(meta, move |unit| {
        let starting = starting.clone();
        Box::pin(async move { start_in(unit, id, starting).await })
    });
    started.await
}

/// An appointment that becomes known meanwhile waits for this, and is told to what has begun here.
async fn start_in(unit: &mut UnitOfWork, id: ExecutionId, starting: Starting) -> Result<(), WorkError<Refusal>> {
    let (path, patient) = (starting.path, starting.patient);
    known_appointments::one_at_a_time_in_tx(unit.tx(), patient).await?;
    let in_force = publication::published_in_tx::<path::Body>(unit.tx(), &[path]).await?;
    let archived = in_force.get(&path).copied().ok_or(WorkError::Refused(Refusal::NotFound))?;
    let is_active = executions::is_active_in_tx(unit.tx(), patient, path, id.uuid()).await?;
    let appointments = known_appointments::of_patient_in_tx(unit.tx(), patient).await?;
    let used = executions::begun_with_in_tx(unit.tx(), patient, path).await?;
    let starting = Starting { archived, is_active, appointments, used, ..starting };
    unit.execute::<Execution>(id, &Command::Start(Box::new(starting))).await?;
    Ok(())
}
