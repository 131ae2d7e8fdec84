//! The call of a remote appointment: scheduling, which knows who may come and when, opens it to one after another; there is one at a time, and
//! it ends with the appointment.
//!
//! What becomes of an appointment is known elsewhere and told by facts, so its call ends a moment behind it. From then on scheduling opens
//! none.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::{Refusal as _, Uuid};
use kajo_proto::chat_queue::v1::{AppointmentCall, OpenAppointmentCallResponse};

use crate::{
    call::{Appointment, Attendee, Call, CallId, Command, Ending, Refused},
    call_moves::tell_those_there,
    projections::calls,
};

/// Somebody who may come to the call of an appointment.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    /// The appointment, as it stands now.
    pub(crate) appointment: Appointment,
    /// Who.
    pub(crate) attendee: Attendee,
}

/// Opens the call that goes on, or a new one.
pub(crate) async fn open(kernel: &Kernel, meta: CommandMeta, opening: Opening) -> Result<OpenAppointmentCallResponse, ExecuteError<Refused>> {
    kernel.store.transact(meta, move |unit| Box::pin(open_in(unit, opening.clone()))).await
}

async fn open_in(unit: &mut UnitOfWork, opening: Opening) -> Result<OpenAppointmentCallResponse, WorkError<Refused>> {
    let Opening { appointment, attendee } = opening;
    let going_on = going_on_in(unit, appointment.id).await?;
    let command = Command::Open { appointment, attendee };
    if let Some(call) = going_on {
        match unit.execute::<Call>(CallId::from_uuid(call), &command).await {
            // It has ended in this moment: another one begins.
            Err(WorkError::Refused(Refused::Ended)) => {}
            executed => {
                executed?;
                return Ok(OpenAppointmentCallResponse { call_id: call.to_string() });
            }
        }
    }
    let call: CallId = unit.context().new_id("call");
    unit.execute::<Call>(call, &command).await?;
    Ok(OpenAppointmentCallResponse { call_id: call.to_string() })
}

/// The call of an appointment that goes on. Nobody opens or ends one of this appointment until the transaction is over: of two who come at
/// once the second one finds the call of the first.
async fn going_on_in(unit: &mut UnitOfWork, appointment: Uuid) -> Result<Option<Uuid>, StoreError> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind(format!("call of appointment {appointment}"))
        .execute(&mut **unit.tx())
        .await?;
    Ok(calls::of_appointment_in_tx(unit.tx(), appointment).await?)
}

/// Ends the call of an appointment that is over, was cancelled or has another time. Where none goes on, nothing happens.
pub(crate) async fn end(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let appointment = Uuid::from_slice(&effect.body).map_err(|_| EffectError::Failed("the effect's body is no id".to_owned()))?;
    let ended = match kernel.store.transact(effect.meta(), move |unit| Box::pin(end_in(unit, appointment))).await {
        Ok(ended) => ended,
        Err(ExecuteError::Refused(refusal)) => return Err(EffectError::Failed(refusal.code().to_owned())),
        Err(error) => return Err(EffectError::Retry(error.to_string())),
    };
    match CallId::parse(&ended.call_id) {
        Some(call) => tell_those_there(&kernel, call).await.map_err(|error| EffectError::Retry(error.to_string())),
        None => Ok(()),
    }
}

/// Answers which call has ended, if any.
async fn end_in(unit: &mut UnitOfWork, appointment: Uuid) -> Result<AppointmentCall, WorkError<Refused>> {
    let mut ended = AppointmentCall { appointment_id: appointment.to_string(), ..AppointmentCall::default() };
    if let Some(call) = going_on_in(unit, appointment).await? {
        unit.execute::<Call>(CallId::from_uuid(call), &Command::End { ending: Ending::AppointmentOver }).await?;
        ended.call_id = call.to_string();
    }
    Ok(ended)
}
