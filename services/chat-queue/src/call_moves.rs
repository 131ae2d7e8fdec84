//! What moves in calls, and whoever is there is told at once: who comes, goes, is let in, and ends it.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, WorkError},
};
use chassis_domain::{AudienceKey, SignedDuration, Uuid};
use kajo_proto::chat_queue::v1::{CallMoved, EnterCallResponse, LeaveCallResponse};

use crate::{
    call::{Call, CallId, Command, Party, Refused},
    call_seats::{self, Coming},
};

/// Whose seat is not heard of for so long is there no more.
pub(crate) const UNSEEN_FOR: SignedDuration = SignedDuration::from_secs(30);

/// Gives a command to a call.
pub(crate) async fn change(kernel: &Kernel, meta: CommandMeta, id: CallId, command: Command) -> Result<(), ExecuteError<Refused>> {
    let executed = kernel.store.execute::<Call>(id, command, meta).await?;
    if !executed.events.is_empty() {
        tell_those_there(kernel, id).await?;
    }
    Ok(())
}

/// Somebody comes with a seat. It is taken with what follows from it in one transaction: nobody counts as there without one.
pub(crate) async fn enter(kernel: &Kernel, meta: CommandMeta, id: CallId, coming: Coming) -> Result<EnterCallResponse, ExecuteError<Refused>> {
    let entered = kernel.store.transact(meta, move |unit| {
        let coming = coming.clone();
        Box::pin(async move {
            let now = unit.context().now;
            // Before it is looked who is there: whoever takes an unseen seat away holds the row that is written here.
            call_seats::take_in_tx(unit.tx(), id.uuid(), &coming, now).await.map_err(StoreError::from)?;
            let executed = unit.execute::<Call>(id, &Command::Enter { by: coming.participant }).await?;
            let presence = executed.state.presence_of(coming.participant).public().into();
            Ok::<_, WorkError<Refused>>(EnterCallResponse { presence })
        })
    });
    let entered = entered.await?;
    // An older seat hears so that it counts no more, and the others that they connect anew.
    tell_those_there(kernel, id).await?;
    Ok(entered)
}

/// Somebody leaves with a seat. An older one leaves nothing.
pub(crate) async fn leave(kernel: &Kernel, meta: CommandMeta, id: CallId, participant: Uuid, seat: Uuid) -> Result<(), ExecuteError<Refused>> {
    let left = kernel.store.transact(meta, move |unit| {
        Box::pin(async move {
            if call_seats::leave_in_tx(unit.tx(), id.uuid(), participant, seat).await.map_err(StoreError::from)? {
                unit.execute::<Call>(id, &Command::Leave { participant }).await?;
            }
            Ok::<_, WorkError<Refused>>(LeaveCallResponse {})
        })
    });
    left.await?;
    Ok(tell_those_there(kernel, id).await?)
}

/// Somebody has left who was not heard of for a while. Whoever was heard of in the last moment has not.
pub(crate) async fn leave_unseen(kernel: &Kernel, meta: CommandMeta, id: CallId, participant: Uuid) -> Result<(), ExecuteError<Refused>> {
    let left = kernel.store.transact(meta, move |unit| {
        Box::pin(async move {
            let since = unit.context().now - UNSEEN_FOR;
            if call_seats::leave_unseen_in_tx(unit.tx(), id.uuid(), participant, since).await.map_err(StoreError::from)? {
                unit.execute::<Call>(id, &Command::Leave { participant }).await?;
            }
            Ok::<_, WorkError<Refused>>(LeaveCallResponse {})
        })
    });
    left.await?;
    Ok(tell_those_there(kernel, id).await?)
}

/// Tells those who are in a call, or in its lobby, that something has changed. What, `KeepCall` says to each of them.
pub(crate) async fn tell_those_there(kernel: &Kernel, id: CallId) -> Result<(), StoreError> {
    let there: BTreeSet<_> = call_seats::of_call(&kernel.pool, id.uuid()).await?.into_iter().map(|seat| seat.participant).collect();
    if !there.is_empty() {
        let call = kernel.store.load::<Call>(id).await?.state;
        tell(kernel, id, &call, &there).await;
    }
    Ok(())
}

/// Tells those who could take part in a call until a command has removed some of them: a page of theirs that is open asks, and finds no call.
pub(crate) async fn tell_of_removal(kernel: &Kernel, id: CallId, command: Uuid) -> Result<(), StoreError> {
    let history = kernel.store.history::<Call>(id).await?;
    if let Some(removal) = history.iter().find(|recorded| recorded.meta.command_id == command) {
        let audience: Vec<_> = removal.event.standing.parties.iter().map(Party::key).collect();
        tell_all(kernel, id, &audience).await;
    }
    Ok(())
}

/// Tells these alone.
pub(crate) async fn tell(kernel: &Kernel, id: CallId, call: &Call, participants: &BTreeSet<Uuid>) {
    tell_all(kernel, id, &call.keys_of(participants)).await;
}

async fn tell_all(kernel: &Kernel, id: CallId, audience: &[AudienceKey]) {
    if !audience.is_empty() {
        kernel.whispers.tell(audience, "kajo.chat_queue.v1.CallMoved", &CallMoved { call_id: id.to_string() }).await;
    }
}
