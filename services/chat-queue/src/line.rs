//! The line before a queue: who joins, who comes out of it and who is put back, each in one unit of work with the counters of the line. So
//! two professionals never have the same person, and every change has the number behind the one before.

use chassis::{
    Kernel, Tx,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::{AudienceKey, Timestamp, Uuid};
use jiff_sqlx::ToSqlx;
use kajo_proto::chat_queue::{
    store::v1::{LineMove, LineOutcome},
    v1::{LineChange, LineMoved},
};
use sqlx::Row as _;

use crate::{
    assessment::{self, Assessment, admits},
    call::Ending,
    call_of_chat::{end_call_in, tell_of_call},
    chat::{
        Chat, ChatId, Command, Customer, Joining, LeaveReason, Practitioner, Refused, Side,
        visit::{JOINS_WITHIN, may_join},
    },
    marks,
    places::{AWAY_AFTER, KEEP, not_back_in_tx},
    projections::{assessments, chats},
};

/// How many are passed over at once, of those who are away in front of who is accepted.
const PASSED_OVER_AT_ONCE: i64 = 50;

/// Takes a place at the end of the line, or answers the chat that they have in this queue already. `joining.ticket` is drawn here. The newest
/// assessment of their symptoms goes along where it still may, and where the queue asks for one there is no place without it.
pub(crate) async fn join(kernel: &Kernel, meta: CommandMeta, joining: Joining, asks_assessment: bool) -> Result<Uuid, ExecuteError<Refused>> {
    let outcome = kernel.store.transact(meta, move |unit| Box::pin(join_in(unit, joining, asks_assessment))).await?;
    Ok(id_of(&outcome))
}

async fn join_in(unit: &mut UnitOfWork, joining: Joining, asks_assessment: bool) -> Result<LineOutcome, WorkError<Refused>> {
    let Customer { resident, at_screen, visitor, .. } = joining.customer;
    if visitor {
        // How often they join is counted over all queues: one after another.
        sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))")
            .bind(format!("visit {resident}"))
            .execute(&mut **unit.tx())
            .await
            .map_err(StoreError::from)?;
    }
    let line = hold_in_tx(unit.tx(), joining.queue).await.map_err(StoreError::from)?;
    let found: Option<Uuid> = sqlx::query_scalar(
        "select chat_id from chats
         where chat_queue_id = $1 and resident_id = $2 and at_screen_id = $3 and visitor = $4 and state in (1, 2)",
    )
    .bind(joining.queue)
    .bind(resident.uuid())
    .bind(at_screen.uuid())
    .bind(visitor)
    .fetch_optional(&mut **unit.tx())
    .await
    .map_err(StoreError::from)?;
    if let Some(chat) = found {
        return Ok(LineOutcome { chat_id: chat.to_string(), moved: None });
    }
    if visitor {
        let since = unit.context().now - JOINS_WITHIN;
        let (joined, waiting) = chats::of_visitors_in_tx(unit.tx(), resident, since, joining.queue).await.map_err(StoreError::from)?;
        may_join(joined, waiting).map_err(WorkError::Refused)?;
    }
    // Last of all: nobody assesses anything for a place that they would not get.
    let newest = assessments::newest_in_tx(unit.tx(), joining.queue, &joining.customer).await.map_err(StoreError::from)?;
    let goes_along = admits(asks_assessment, newest, unit.context().now).map_err(WorkError::Refused)?;
    let ticket = line.last_ticket + 1;
    sqlx::query("update lines set last_ticket = $2 where chat_queue_id = $1")
        .bind(joining.queue)
        .bind(ticket)
        .execute(&mut **unit.tx())
        .await
        .map_err(StoreError::from)?;
    let chat: ChatId = unit.context().new_id("chat");
    let now = unit.context().now;
    unit.execute(chat, &Command::Join(Joining { ticket: ticket.unsigned_abs(), ..joining })).await?;
    if let Some(id) = goes_along {
        let join = assessment::Command::Join { chat: chat.uuid() };
        unit.execute::<Assessment>(id, &join).await.map_err(|error| error.map(|_| Refused::AssessmentRequired))?;
    }
    sqlx::query(KEEP).bind(chat.uuid()).bind(now.to_sqlx()).execute(&mut **unit.tx()).await.map_err(StoreError::from)?;
    Ok(LineOutcome { chat_id: chat.to_string(), moved: None })
}

/// Accepts who has waited longest in these queues and is there. Those in front of them who are away are passed over.
pub(crate) async fn accept_next(kernel: &Kernel, meta: CommandMeta, queues: Vec<Uuid>, by: Practitioner) -> Result<Uuid, ExecuteError<Refused>> {
    let outcome = kernel
        .store
        .transact(meta, move |unit| {
            let (queues, by) = (queues.clone(), by.clone());
            Box::pin(async move { accept_next_in(unit, &queues, by).await })
        })
        .await?;
    whisper(kernel, &outcome).await;
    // Whom they passed over is passed over also when nobody is there.
    Uuid::try_parse(&outcome.chat_id).map_err(|_| ExecuteError::Refused(Refused::NobodyWaits))
}

async fn accept_next_in(unit: &mut UnitOfWork, queues: &[Uuid], by: Practitioner) -> Result<LineOutcome, WorkError<Refused>> {
    let now = unit.context().now;
    let heard_since = now - AWAY_AFTER;
    // Whose turn it is may have changed until the line is held: then it is looked anew, in a line that nobody else moves meanwhile.
    while let Some(queue) = longest_waiting(unit.tx(), queues, heard_since).await.map_err(StoreError::from)? {
        let line = hold_in_tx(unit.tx(), queue).await.map_err(StoreError::from)?;
        let Some((chat, ticket)) = first_in(unit.tx(), queue, heard_since).await.map_err(StoreError::from)? else { continue };
        pass_over(unit, &[queue], Some(ticket), heard_since).await?;
        let moved = move_in(unit, line, chat, false, |line_seq| Command::Accept { by: by.clone(), line_seq }).await?;
        return Ok(LineOutcome { chat_id: chat.to_string(), moved });
    }
    pass_over(unit, queues, None, heard_since).await?;
    Ok(LineOutcome::default())
}

/// The queue of who has waited longest and is there.
async fn longest_waiting(tx: &mut Tx<'static>, queues: &[Uuid], heard_since: Timestamp) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select c.chat_queue_id from chats c join presence p using (chat_id)
         where c.chat_queue_id = any($1) and c.state = 1 and p.seen_at > $2 order by c.joined_at, c.ticket limit 1",
    )
    .bind(queues)
    .bind(heard_since.to_sqlx())
    .fetch_optional(&mut **tx)
    .await
}

/// Who is first in a line of those who are there, with their ticket.
async fn first_in(tx: &mut Tx<'static>, queue: Uuid, heard_since: Timestamp) -> Result<Option<(ChatId, i64)>, sqlx::Error> {
    let row = sqlx::query(
        "select c.chat_id, c.ticket from chats c join presence p using (chat_id)
         where c.chat_queue_id = $1 and c.state = 1 and p.seen_at > $2 order by c.ticket limit 1",
    )
    .bind(queue)
    .bind(heard_since.to_sqlx())
    .fetch_optional(&mut **tx)
    .await?;
    row.map(|row| Ok((ChatId::from_uuid(row.try_get("chat_id")?), row.try_get("ticket")?))).transpose()
}

/// Those who are away in front of a ticket, unless they were passed over since they were last heard of.
async fn pass_over(unit: &mut UnitOfWork, queues: &[Uuid], before: Option<i64>, heard_since: Timestamp) -> Result<(), WorkError<Refused>> {
    let away: Vec<Uuid> = sqlx::query_scalar(
        "select c.chat_id from chats c left join presence p using (chat_id)
         where c.chat_queue_id = any($1) and c.state = 1 and ($2::bigint is null or c.ticket < $2) and coalesce(p.seen_at <= $3, true)
           and (c.passed_over_at is null or p.seen_at > c.passed_over_at)
         order by c.chat_queue_id, c.ticket limit $4",
    )
    .bind(queues)
    .bind(before)
    .bind(heard_since.to_sqlx())
    .bind(PASSED_OVER_AT_ONCE)
    .fetch_all(&mut **unit.tx())
    .await
    .map_err(StoreError::from)?;
    for chat in away {
        unit.execute::<Chat>(ChatId::from_uuid(chat), &Command::PassOver).await?;
    }
    Ok(())
}

/// Accepts this one, wherever they stand.
pub(crate) async fn accept(kernel: &Kernel, meta: CommandMeta, chat: ChatId, by: Practitioner) -> Result<(), ExecuteError<Refused>> {
    moved(kernel, meta, chat, false, move |line_seq| Command::Accept { by: by.clone(), line_seq }).await
}

/// Puts the customer of an own chat back to their place.
pub(crate) async fn give_back(kernel: &Kernel, meta: CommandMeta, chat: ChatId, by: Practitioner) -> Result<(), ExecuteError<Refused>> {
    moved(kernel, meta, chat, true, move |line_seq| Command::Return { by: by.clone(), line_seq }).await?;
    Ok(tell_of_call(kernel, chat).await?)
}

/// Gives the place up.
pub(crate) async fn leave(kernel: &Kernel, meta: CommandMeta, chat: ChatId, by: Customer) -> Result<(), ExecuteError<Refused>> {
    moved(kernel, meta, chat, false, move |line_seq| Command::Leave { by, line_seq }).await
}

/// Takes somebody out of the line who is not served any more, or whose account is gone.
pub(crate) async fn let_go(kernel: &Kernel, meta: CommandMeta, chat: ChatId, reason: LeaveReason) -> Result<(), ExecuteError<Refused>> {
    moved(kernel, meta, chat, false, move |line_seq| Command::LetGo { reason, line_seq }).await
}

/// Takes somebody out of the line who does not come back. Who has come back in the last moment stays.
pub(crate) async fn let_go_if_away(kernel: &Kernel, meta: CommandMeta, chat: ChatId) -> Result<(), ExecuteError<Refused>> {
    let outcome = kernel
        .store
        .transact(meta, move |unit| {
            Box::pin(async move {
                let now = unit.context().now;
                let queue = not_back_in_tx(unit.tx(), chat, now).await.map_err(StoreError::from)?;
                let Some(queue) = queue else { return Ok(LineOutcome::default()) };
                let line = hold_in_tx(unit.tx(), queue).await.map_err(StoreError::from)?;
                let moved = move_in(unit, line, chat, false, |line_seq| Command::LetGo { reason: LeaveReason::NotBack, line_seq }).await?;
                Ok::<_, WorkError<Refused>>(LineOutcome { chat_id: chat.to_string(), moved })
            })
        })
        .await?;
    whisper(kernel, &outcome).await;
    Ok(())
}

async fn moved(
    kernel: &Kernel,
    meta: CommandMeta,
    chat: ChatId,
    returned: bool,
    command: impl Fn(u64) -> Command + Clone + Send + Sync + 'static,
) -> Result<(), ExecuteError<Refused>> {
    let outcome = kernel
        .store
        .transact(meta, move |unit| {
            let command = command.clone();
            Box::pin(async move {
                let queue: Option<Uuid> = sqlx::query_scalar("select chat_queue_id from chats where chat_id = $1")
                    .bind(chat.uuid())
                    .fetch_optional(&mut **unit.tx())
                    .await
                    .map_err(StoreError::from)?;
                let line = hold_in_tx(unit.tx(), queue.ok_or(WorkError::Refused(Refused::NotFound))?).await.map_err(StoreError::from)?;
                let moved = move_in(unit, line, chat, returned, command).await?;
                if returned && moved.is_some() {
                    // They were there a moment ago, and nobody asks for signs of life of those who chat.
                    let now = unit.context().now;
                    sqlx::query(KEEP).bind(chat.uuid()).bind(now.to_sqlx()).execute(&mut **unit.tx()).await.map_err(StoreError::from)?;
                    // Who accepts them next has read nothing yet.
                    marks::forget_side_in_tx(unit.tx(), chat.uuid(), Side::Practitioner).await.map_err(StoreError::from)?;
                    end_call_in(unit, chat, Ending::ChatOver).await?;
                }
                Ok::<_, WorkError<Refused>>(LineOutcome { chat_id: chat.to_string(), moved })
            })
        })
        .await?;
    whisper(kernel, &outcome).await;
    Ok(())
}

/// The counters of a line that nobody else moves until the transaction is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    queue: Uuid,
    last_ticket: i64,
    last_seq: i64,
}

/// Whoever moves a line, or changes whose a place in it is, holds it first.
pub(crate) async fn hold_in_tx(tx: &mut Tx<'static>, queue: Uuid) -> Result<Line, sqlx::Error> {
    let row = sqlx::query(
        "insert into lines (chat_queue_id) values ($1)
         on conflict (chat_queue_id) do update set last_seq = lines.last_seq returning last_ticket, last_seq",
    )
    .bind(queue)
    .fetch_one(&mut **tx)
    .await?;
    Ok(Line { queue, last_ticket: row.try_get("last_ticket")?, last_seq: row.try_get("last_seq")? })
}

/// Gives a command that may move a line; `None`: it has not.
async fn move_in(
    unit: &mut UnitOfWork,
    line: Line,
    chat: ChatId,
    returned: bool,
    command: impl FnOnce(u64) -> Command,
) -> Result<Option<LineMove>, WorkError<Refused>> {
    let seq = line.last_seq + 1;
    let executed = unit.execute::<Chat>(chat, &command(seq.unsigned_abs())).await?;
    let Some(standing) = executed.state.standing.filter(|_| !executed.events.is_empty()) else { return Ok(None) };
    sqlx::query("update lines set last_seq = $2 where chat_queue_id = $1")
        .bind(line.queue)
        .bind(seq)
        .execute(&mut **unit.tx())
        .await
        .map_err(StoreError::from)?;
    Ok(Some(LineMove { chat_queue_id: line.queue.to_string(), line_seq: seq.unsigned_abs(), ticket: standing.ticket, returned }))
}

/// Tells all who wait how the line has moved. One frame for all: nothing is reckoned for each of them.
async fn whisper(kernel: &Kernel, outcome: &LineOutcome) {
    let Some(moved) = &outcome.moved else { return };
    let Ok(queue) = Uuid::try_parse(&moved.chat_queue_id) else { return };
    let changes = vec![LineChange { ticket: moved.ticket, returned: moved.returned }];
    let told = LineMoved { chat_queue_id: moved.chat_queue_id.clone(), from_seq: moved.line_seq, changes };
    kernel.whispers.tell(&[AudienceKey::line(queue)], "kajo.chat_queue.v1.LineMoved", &told).await;
}

fn id_of(outcome: &LineOutcome) -> Uuid {
    Uuid::try_parse(&outcome.chat_id).unwrap_or_default()
}
