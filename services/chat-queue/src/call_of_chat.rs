//! The call of a chat: the professional who has the chat invites to it, there is one at a time, and it ends with the chat.
//!
//! It ends in the transaction in which the chat ends, is put back into the line, is taken over or becomes somebody's who has signed in. A
//! policy over the facts of chats would end it a moment later, and not before the bus is back when that is away; a sweep would within
//! seconds. So there is never a call that goes on without its chat, and nothing has to ask twice who may be in it.

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::Uuid;
use kajo_proto::chat_queue::v1::{EndChatResponse, InviteToCallResponse};

use crate::{
    call::{Attendee, Call, CallId, Command as CallCommand, Ending, Invitation, Side},
    call_moves::tell_those_there,
    chat::{Chat, ChatId, Command, Practitioner, Refused},
    projections::calls,
};

/// Invites to a call, or answers the one that goes on.
pub(crate) async fn invite(kernel: &Kernel, meta: CommandMeta, chat: ChatId, by: Practitioner) -> Result<Uuid, ExecuteError<Refused>> {
    let invited = kernel.store.transact(meta, move |unit| {
        let by = by.clone();
        Box::pin(async move { invite_in(unit, chat, &by).await })
    });
    Ok(Uuid::try_parse(&invited.await?.call_id).unwrap_or_default())
}

async fn invite_in(unit: &mut UnitOfWork, chat: ChatId, by: &Practitioner) -> Result<InviteToCallResponse, WorkError<Refused>> {
    // Of two presses at once the second one finds the call of the first.
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind(format!("call of chat {chat}"))
        .execute(&mut **unit.tx())
        .await
        .map_err(StoreError::from)?;
    // Nor does the chat end before the call is there to end with it.
    let found = unit.load_held::<Chat>(chat).await?.state;
    let standing = found.may_call(by).map_err(WorkError::Refused)?;
    let going_on = calls::going_on_in_tx(unit.tx(), chat.uuid()).await.map_err(StoreError::from)?;
    if let Some(going_on) = going_on {
        // One whose time is over goes on until somebody has noted that.
        let lapsed = unit.execute::<Call>(CallId::from_uuid(going_on), &CallCommand::Lapse).await.map_err(refused)?;
        if lapsed.events.is_empty() {
            return Ok(InviteToCallResponse { call_id: going_on.to_string() });
        }
    }
    let invited = Attendee { side: Side::Customer, person: standing.resident, at_screen: standing.at_screen, visitor: standing.visitor };
    let invitation = Invitation { chat: chat.uuid(), organiser: Attendee::practitioner(by.person), invited };
    let call: CallId = unit.context().new_id("call");
    unit.execute::<Call>(call, &CallCommand::Invite(invitation)).await.map_err(refused)?;
    Ok(InviteToCallResponse { call_id: call.to_string() })
}

/// No call says no to what is asked here.
fn refused(error: WorkError<crate::call::Refused>) -> WorkError<Refused> {
    error.map(|_| Refused::NotFound)
}

/// Ends a chat, and its call with it.
pub(crate) async fn end_chat(kernel: &Kernel, meta: CommandMeta, chat: ChatId, command: Command) -> Result<(), ExecuteError<Refused>> {
    let ended = kernel.store.transact(meta, move |unit| {
        let command = command.clone();
        Box::pin(async move {
            let executed = unit.execute::<Chat>(chat, &command).await?;
            if !executed.events.is_empty() {
                end_call_in(unit, chat, Ending::ChatOver).await?;
            }
            Ok::<_, WorkError<Refused>>(EndChatResponse {})
        })
    });
    ended.await?;
    Ok(tell_of_call(kernel, chat).await?)
}

/// Ends the call that goes on in a chat, behind what has happened to the chat. Who was in it is told once that is committed, by
/// [`tell_of_call`].
pub(crate) async fn end_call_in(unit: &mut UnitOfWork, chat: ChatId, ending: Ending) -> Result<(), WorkError<Refused>> {
    let going_on = calls::going_on_in_tx(unit.tx(), chat.uuid()).await.map_err(StoreError::from)?;
    if let Some(call) = going_on {
        unit.execute::<Call>(CallId::from_uuid(call), &CallCommand::End { ending }).await.map_err(refused)?;
    }
    Ok(())
}

/// Tells those who are, or were a moment ago, in the newest call of a chat.
pub(crate) async fn tell_of_call(kernel: &Kernel, chat: ChatId) -> Result<(), StoreError> {
    match calls::newest(&kernel.pool, chat.uuid()).await? {
        Some(call) => tell_those_there(kernel, CallId::from_uuid(call.call_id)).await,
        None => Ok(()),
    }
}
