//! Something has happened to a patient: paths begin with an appointment that was booked (DIG-01, DIG-10), and whatever runs for the patient hears of
//! it (DIG-03).

use chassis::{
    Kernel,
    due::{Effect, EffectError},
    store::ExecuteError,
};
use chassis_domain::PersonId;
use kajo_proto::identity::v1::Messaging;

use crate::{
    execution::{self, Appointment, Cause, Command, Execution, ExecutionId, Heard},
    executors::{again, by_path, settled, unread},
    policies::news::BookedBy,
    projections::executions::{self, Running},
    starting::{self, Asked},
    versions,
};

/// Every path in use begins whose plan begins with the appointment, unless it waits for others as well. What has begun with it already stays as it
/// is.
pub(crate) async fn begin(
    kernel: &Kernel,
    effect: &Effect,
    patient: PersonId,
    (appointment, by): (&Appointment, BookedBy),
) -> Result<(), EffectError> {
    let (by_professional, integration) = (by == BookedBy::Professional, by == BookedBy::System);
    for path in versions::all_in_use(&kernel.pool).await.map_err(unread)? {
        let plan = versions::plan(kernel, path.id, path.published_version).await.map_err(unread)?;
        if !execution::begins(&plan, appointment, by_professional, integration) {
            continue;
        }
        let id = execution::of_booking(path.id, patient, appointment.id);
        let appointment = appointment.clone();
        let cause = if integration { Cause::BookedIntegration { appointment } } else { Cause::Booked { appointment, by_professional } };
        // Nobody asks here whether the patient may be given anything: whoever gives it does. Each appointment has an execution of its own.
        let asked = Asked { path, patient, cause, messaging: Messaging::Allowed, again: true };
        match starting::start(kernel, by_path(effect, &[b"start", id.uuid().as_bytes()]), id, asked).await {
            // One that is refused was archived meanwhile: it begins for nobody.
            Ok(()) | Err(ExecuteError::Refused(_)) => {}
            Err(error) => return Err(again(error)),
        }
    }
    Ok(())
}

/// Tells whatever runs for the patient. One that cannot be told keeps it from no other.
pub(crate) async fn tell(kernel: &Kernel, effect: &Effect, patient: PersonId, heard: Heard) -> Result<(), EffectError> {
    let mut told = Ok(());
    for running in executions::active_of_patient(&kernel.pool, patient).await.map_err(again)? {
        told = told.and(tell_one(kernel, effect, running, heard.clone()).await);
    }
    told
}

async fn tell_one(kernel: &Kernel, effect: &Effect, running: Running, heard: Heard) -> Result<(), EffectError> {
    let id = ExecutionId::from_uuid(running.execution);
    let plan = versions::plan(kernel, running.path, running.published_version).await.map_err(unread)?;
    let meta = by_path(effect, &[b"hear", running.execution.as_bytes()]);
    settled(kernel.store.execute::<Execution>(id, Command::Hear { plan, heard }, meta).await)
}
