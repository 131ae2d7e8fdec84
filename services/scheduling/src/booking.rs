//! Booking, moving and cancelling: the claim of a time and what becomes of the appointment, in one unit of work. So nobody is told of an
//! appointment whose time somebody else has, and a move that is refused leaves the old time as it was. What guests are to be told goes with it.

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::{PersonId, Uuid};
use futures::future::BoxFuture;

use crate::{
    adapters::source::{OwnCalendar, Source},
    appointment::{
        Appointment, AppointmentId, Booking, Command, EventKind, Refusal, Standing, outside::Outside, participant::Participant, value::BookedTime,
    },
    claims::{self, Claim, Slot, Wanted},
    guest_messages, guests,
    recommendation::{self, Recommendation, RecommendationId},
};

/// Where this time is booked. All are the own calendar's.
pub(crate) fn source_of(_: &BookedTime) -> &'static dyn Source {
    &OwnCalendar
}

/// What is held, and claimed by the command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// As its holder knows it.
    pub(crate) claim: Claim,
    /// The time, and who holds it.
    pub(crate) wanted: Wanted,
}

/// Books an appointment under this id.
pub(crate) async fn book(kernel: &Kernel, meta: CommandMeta, id: AppointmentId, held: Held, booking: Booking) -> Result<(), ExecuteError<Refusal>> {
    let booked = kernel.store.transact(meta, move |unit| {
        let booking = booking.clone();
        Box::pin(async move { book_in(unit, id, held, booking).await })
    });
    tell_guests(kernel, booked.await?).await;
    Ok(())
}

/// Guests hear at once of what they are to be told.
async fn tell_guests(kernel: &Kernel, are_told: bool) {
    if are_told {
        guest_messages::soon(kernel).await;
    }
}

/// Books a time that nobody holds under this id, and takes it from everybody's calendar who takes part.
pub(crate) async fn book_unheld(
    kernel: &Kernel,
    meta: CommandMeta,
    id: AppointmentId,
    wanted: Wanted,
    booking: Booking,
) -> Result<(), ExecuteError<Refusal>> {
    let booked = kernel.store.transact(meta, move |unit| {
        let booking = booking.clone();
        Box::pin(async move { book_unheld_in(unit, id, wanted, booking).await })
    });
    tell_guests(kernel, booked.await?).await;
    Ok(())
}

async fn book_unheld_in(unit: &mut UnitOfWork, id: AppointmentId, wanted: Wanted, booking: Booking) -> Result<bool, WorkError<Refusal>> {
    use_in(unit, id, &booking).await?;
    let booked = unit.execute::<Appointment>(id, &Command::Book(Box::new(booking))).await?;
    let Some(standing) = booked.state.standing.as_ref().filter(|_| !booked.events.is_empty()) else { return Ok(false) };
    let mut all: Vec<_> = of_colleagues(id, wanted, standing).chain([wanted]).collect();
    all.sort_by_key(|wanted| wanted.slot.resource);
    for each in all {
        claim_in(unit, id, each, &standing.time, Refusal::SlotTaken).await?;
    }
    guests::follow_in(unit, id, &booked, None).await
}

async fn use_in(unit: &mut UnitOfWork, id: AppointmentId, booking: &Booking) -> Result<(), WorkError<Refusal>> {
    let Some(recommendation) = booking.recommendation else { return Ok(()) };
    let used = recommendation::Command::Use { patient: booking.patient, service: booking.time.service, appointment: id };
    let used = unit.execute::<Recommendation>(RecommendationId::from_uuid(recommendation), &used).await;
    used.map(|_| ()).map_err(|error| error.map(|_| Refusal::RecommendationUnusable))
}

/// The time of each colleague who takes part. Whom it is with has it already.
fn of_colleagues(id: AppointmentId, wanted: Wanted, standing: &Standing) -> impl Iterator<Item = Wanted> {
    let others = standing.colleagues.iter().filter(|colleague| standing.time.practitioner != Some(**colleague));
    others.map(move |colleague| of_colleague(id, wanted, *colleague))
}

fn of_colleague(id: AppointmentId, wanted: Wanted, colleague: PersonId) -> Wanted {
    let slot = wanted.slot.of_colleague(colleague);
    Wanted { claim: Uuid::new_v5(&id.uuid(), slot.key.as_bytes()), slot, ..wanted }
}

async fn book_in(unit: &mut UnitOfWork, id: AppointmentId, held: Held, booking: Booking) -> Result<bool, WorkError<Refusal>> {
    take_in(unit, id, held, &booking.time).await?;
    use_in(unit, id, &booking).await?;
    let booked = unit.execute::<Appointment>(id, &Command::Book(Box::new(booking))).await?;
    guests::follow_in(unit, id, &booked, None).await
}

/// Puts an appointment to the time that is held.
pub(crate) async fn put(kernel: &Kernel, meta: CommandMeta, id: AppointmentId, held: Held, command: Command) -> Result<(), ExecuteError<Refusal>> {
    let moved = kernel.store.transact(meta, move |unit| {
        let command = command.clone();
        Box::pin(async move { put_in(unit, id, held, &command).await })
    });
    tell_guests(kernel, moved.await?).await;
    Ok(())
}

async fn put_in(unit: &mut UnitOfWork, id: AppointmentId, held: Held, command: &Command) -> Result<bool, WorkError<Refusal>> {
    // Whether it may be moved is said before anything is claimed: who comes too late is told so, whoever has the time.
    let moved = unit.execute::<Appointment>(id, command).await?;
    let Some(standing) = moved.state.standing.as_ref().filter(|_| !moved.events.is_empty()) else { return Ok(false) };
    free_in(unit, id, &standing.time).await?;
    take_in(unit, id, held, &standing.time).await?;
    let mut colleagues: Vec<_> = of_colleagues(id, held.wanted, standing).collect();
    colleagues.sort_by_key(|wanted| wanted.slot.resource);
    for each in colleagues {
        claim_in(unit, id, each, &standing.time, Refusal::HoldLost).await?;
    }
    guests::follow_in(unit, id, &moved, None).await
}

/// Has somebody else take part, and takes a colleague's time; `person` is at the screen.
pub(crate) fn add(
    kernel: &Kernel,
    meta: CommandMeta,
    id: AppointmentId,
    (person, command): (PersonId, Command),
) -> BoxFuture<'_, Result<(), ExecuteError<Refusal>>> {
    let added = kernel.store.transact(meta, move |unit| {
        let command = command.clone();
        Box::pin(async move { add_in(unit, id, person, &command).await })
    });
    Box::pin(async move {
        tell_guests(kernel, added.await?).await;
        Ok(())
    })
}

async fn add_in(unit: &mut UnitOfWork, id: AppointmentId, person: PersonId, command: &Command) -> Result<bool, WorkError<Refusal>> {
    // What a guest was before says what has changed.
    let before = if matches!(command, Command::ChangeGuest { .. }) { Some(unit.load::<Appointment>(id).await?) } else { None };
    let added = unit.execute::<Appointment>(id, command).await?;
    let Some(standing) = &added.state.standing else { return Ok(false) };
    for event in &added.events {
        let EventKind::ParticipantSaved { participant: Participant { colleague: Some(colleague), .. }, .. } = &event.event.what else {
            continue;
        };
        let BookedTime { slot, starts_at, ends_at, .. } = standing.time;
        let wanted = Wanted { claim: Uuid::nil(), slot: Slot { key: slot, resource: None, starts_at, ends_at }, person };
        claim_in(unit, id, of_colleague(id, wanted, *colleague), &standing.time, Refusal::ColleagueBusy).await?;
    }
    guests::follow_in(unit, id, &added, before.as_ref()).await
}

/// Somebody takes part no more; a colleague's time is free again, and a guest's links are good no more.
pub(crate) fn deactivate(
    kernel: &Kernel,
    meta: CommandMeta,
    id: AppointmentId,
    command: Command,
) -> BoxFuture<'_, Result<(), ExecuteError<Refusal>>> {
    let deactivated = kernel.store.transact(meta, move |unit| {
        let command = command.clone();
        Box::pin(async move {
            let deactivated = unit.execute::<Appointment>(id, &command).await?;
            let practitioner = deactivated.state.standing.as_ref().and_then(|standing| standing.time.practitioner);
            for event in &deactivated.events {
                // Moved into a colleague's own calendar, it is with them: its one claim stays, though they are named no more beside it.
                if let EventKind::ParticipantDeactivated { colleague: Some(colleague), .. } = event.event.what
                    && practitioner != Some(colleague)
                {
                    claims::free_resource_in_tx(unit.tx(), id, colleague.uuid()).await.map_err(StoreError::from)?;
                }
            }
            guests::follow_in(unit, id, &deactivated, None).await
        })
    });
    Box::pin(async move {
        tell_guests(kernel, deactivated.await?).await;
        Ok(())
    })
}

/// Gives a command that may cancel an appointment, and frees its time when it does.
pub(crate) fn cancel(kernel: &Kernel, meta: CommandMeta, id: AppointmentId, command: Command) -> BoxFuture<'_, Result<(), ExecuteError<Refusal>>> {
    let cancelled = kernel.store.transact(meta, move |unit| {
        let command = command.clone();
        Box::pin(async move {
            let cancelled = unit.execute::<Appointment>(id, &command).await?;
            if let Some(standing) = cancelled.state.standing.as_ref().filter(|_| !cancelled.events.is_empty()) {
                free_in(unit, id, &standing.time).await?;
            }
            guests::follow_in(unit, id, &cancelled, None).await
        })
    });
    Box::pin(async move {
        tell_guests(kernel, cancelled.await?).await;
        Ok(())
    })
}

/// Takes in what is heard of an appointment that another system keeps. There its time is taken, so that it has no claim here, and it has no guests
/// who were to be told.
pub(crate) async fn see_outside(kernel: &Kernel, meta: CommandMeta, id: AppointmentId, outside: Outside) -> Result<(), ExecuteError<Refusal>> {
    kernel.store.execute(id, Command::SeeOutside(Box::new(outside)), meta).await?;
    Ok(())
}

async fn take_in(unit: &mut UnitOfWork, id: AppointmentId, held: Held, time: &BookedTime) -> Result<(), WorkError<Refusal>> {
    let now = unit.context().now;
    let taken = source_of(time).take_in_tx(unit.tx(), held.claim, held.wanted, id, now).await.map_err(StoreError::from)?;
    if taken { Ok(()) } else { Err(WorkError::Refused(Refusal::HoldLost)) }
}

async fn claim_in(unit: &mut UnitOfWork, id: AppointmentId, wanted: Wanted, time: &BookedTime, lost: Refusal) -> Result<(), WorkError<Refusal>> {
    let now = unit.context().now;
    let claimed = source_of(time).claim_in_tx(unit.tx(), wanted, id, now).await.map_err(StoreError::from)?;
    if claimed { Ok(()) } else { Err(WorkError::Refused(lost)) }
}

async fn free_in(unit: &mut UnitOfWork, id: AppointmentId, time: &BookedTime) -> Result<(), WorkError<Refusal>> {
    source_of(time).free_in_tx(unit.tx(), id).await.map_err(StoreError::from)?;
    Ok(())
}

/// The id that a command gives to what it books: a retry gives the same.
pub(crate) fn id_of(meta: &CommandMeta) -> AppointmentId {
    AppointmentId::from_uuid(Uuid::new_v5(&meta.command_id, b"appointment"))
}
