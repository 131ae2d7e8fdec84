//! Who has signed in takes over what they began in a visit. Their lines are held meanwhile, so that in no queue they come to have two places.

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::chat_queue::v1::ClaimVisitedChatsResponse;

use crate::{
    call::{Ending, Side},
    call_of_chat::{end_call_in, tell_of_call},
    chat::{Chat, ChatId, Command, Refused},
    line::hold_in_tx,
};

/// Answers what has become theirs. What is over is not, nor a place in a queue in which they have something going on already.
pub(crate) async fn claim(
    kernel: &Kernel,
    meta: CommandMeta,
    visit: PersonId,
    by: PersonId,
) -> Result<ClaimVisitedChatsResponse, ExecuteError<Refused>> {
    let claimed = kernel.store.transact(meta, move |unit| Box::pin(claim_in(unit, visit, by))).await?;
    for chat in claimed.chat_ids.iter().filter_map(|id| ChatId::parse(id)) {
        tell_of_call(kernel, chat).await?;
    }
    Ok(claimed)
}

async fn claim_in(unit: &mut UnitOfWork, visit: PersonId, by: PersonId) -> Result<ClaimVisitedChatsResponse, WorkError<Refused>> {
    let queues: Vec<Uuid> =
        sqlx::query_scalar("select distinct chat_queue_id from chats where visit_id = $1 and visitor and state in (1, 2) order by chat_queue_id")
            .bind(visit.uuid())
            .fetch_all(&mut **unit.tx())
            .await
            .map_err(StoreError::from)?;
    for queue in &queues {
        hold_in_tx(unit.tx(), *queue).await.map_err(StoreError::from)?;
    }
    let chats: Vec<Uuid> = sqlx::query_scalar(
        "select c.chat_id from chats c
         where c.visit_id = $1 and c.visitor and c.chat_queue_id = any($3) and (c.state = 2 or c.state = 1 and not exists (
             select from chats o where o.chat_queue_id = c.chat_queue_id and o.resident_id = $2 and o.at_screen_id = $2 and o.state in (1, 2)))
         order by c.joined_at, c.chat_id",
    )
    .bind(visit.uuid())
    .bind(by.uuid())
    .bind(&queues)
    .fetch_all(&mut **unit.tx())
    .await
    .map_err(StoreError::from)?;
    let mut claimed = ClaimVisitedChatsResponse::default();
    for chat in chats {
        let executed = unit.execute::<Chat>(ChatId::from_uuid(chat), &Command::Claim { visit, by }).await?;
        // It may have ended meanwhile.
        if !executed.events.is_empty() {
            // Who was in it was somebody else: the pages of the visit are gone with it, and whoever has signed in is invited anew.
            end_call_in(unit, ChatId::from_uuid(chat), Ending::Side(Side::Customer)).await?;
            claimed.chat_ids.push(chat.to_string());
        }
    }
    Ok(claimed)
}
