//! The call of a remote appointment: scheduling, which knows who may come and when, opens it to one after another; there is one at a time, and
//! it ends with the appointment.
//!
//! What becomes of an appointment is known elsewhere and told by facts, so its call ends a moment behind it, and whoever takes part no more is
//! out of it a moment later. From then on scheduling opens none to them.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::{PersonId, Refusal as _, Uuid};
use kajo_proto::{
    chat_queue::v1::{AppointmentCall, OpenAppointmentCallResponse},
    scheduling::v1::AppointmentParticipantsChanged,
};
use prost::Message as _;

use crate::{
    call::{Appointment, Attendee, Call, CallId, Command, Ending, EventKind, Refused, Removed},
    call_moves::{tell_of_removal, tell_those_there},
    call_seats,
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
    let ended = done(kernel.store.transact(effect.meta(), move |unit| Box::pin(end_in(unit, appointment))).await)?;
    match CallId::parse(&ended.call_id) {
        Some(call) => tell_those_there(&kernel, call).await.map_err(again),
        None => Ok(()),
    }
}

/// What has become of a command that an effect is.
fn done<T>(executed: Result<T, ExecuteError<Refused>>) -> Result<T, EffectError> {
    executed.map_err(|error| match error {
        ExecuteError::Refused(refusal) => EffectError::Failed(refusal.code().to_owned()),
        error => again(error),
    })
}

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
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

/// Those who take part in an appointment no more.
#[derive(Clone, Debug)]
struct Leaving {
    appointment: Uuid,
    who: Vec<Removed>,
}

impl Leaving {
    fn read(body: &[u8]) -> Option<Self> {
        let fact = AppointmentParticipantsChanged::decode(body).ok()?;
        let practitioner = PersonId::parse(&fact.left_practitioner_id).map(Removed::Practitioner);
        let guest = Uuid::try_parse(&fact.left_guest_id).ok().map(Removed::Guest);
        Some(Self { appointment: Uuid::try_parse(&fact.appointment_id).ok()?, who: practitioner.into_iter().chain(guest).collect() })
    }
}

/// Takes somebody out of the call of an appointment in which they take part no more. Where none goes on, or they could not come, nothing
/// happens.
pub(crate) async fn remove(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let leaving = Leaving::read(&effect.body).ok_or_else(|| EffectError::Failed("the effect's body is no appointment's".to_owned()))?;
    let removed = done(kernel.store.transact(effect.meta(), move |unit| Box::pin(remove_in(unit, leaving.clone()))).await)?;
    match CallId::parse(&removed.call_id) {
        Some(call) => tell_of_removal(&kernel, call, effect.id).await.map_err(again),
        None => Ok(()),
    }
}

/// Answers from which call somebody was removed, if any.
async fn remove_in(unit: &mut UnitOfWork, leaving: Leaving) -> Result<AppointmentCall, WorkError<Refused>> {
    let mut removed = AppointmentCall { appointment_id: leaving.appointment.to_string(), ..AppointmentCall::default() };
    let Some(call) = going_on_in(unit, leaving.appointment).await? else { return Ok(removed) };
    // Before it is looked who is there, as by everybody who changes a seat: whoever comes in this moment holds theirs.
    call_seats::hold_in_tx(unit.tx(), call).await.map_err(StoreError::from)?;
    for who in leaving.who {
        let executed = unit.execute::<Call>(CallId::from_uuid(call), &Command::Remove { who }).await?;
        for recorded in executed.events {
            if let EventKind::PartyRemoved { participant } = recorded.event.what {
                call_seats::remove_in_tx(unit.tx(), call, participant).await.map_err(StoreError::from)?;
                removed.call_id = call.to_string();
            }
        }
    }
    Ok(removed)
}
