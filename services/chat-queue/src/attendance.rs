//! That professionals are there for their chats, and what becomes of the chats of those who have vanished.

use chassis::{
    Kernel,
    due::Sweep,
    store::{CommandMeta, ExecuteError, StoreError, WorkError},
};
use chassis_domain::{PersonId, SignedDuration, Uuid};
use jiff_sqlx::ToSqlx;
use kajo_proto::chat_queue::{store::v1::LineOutcome, v1::TakeOverChatResponse};
use sqlx::AssertSqlSafe;

use crate::{
    call::Ending,
    call_of_chat::{end_call_in, tell_of_call},
    chat::{Chat, ChatId, Command, Practitioner, Refused, Side},
    listening, marks,
    projections::chats::{self, LiveChat},
};

/// Who is not heard of for so long has vanished (design of chat-queue, section 8).
const VANISHED_AFTER: SignedDuration = SignedDuration::from_mins(2);

/// The service looks twice a minute; where it has not for longer than this, it was away itself.
const AWAY_FOR_AT_MOST: SignedDuration = SignedDuration::from_secs(75);
/// Under which it is kept when this has looked.
const SWEEP: &str = "attendance";

/// A professional is heard of.
pub(crate) async fn heard(kernel: &Kernel, practitioner: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into attendance as a (practitioner_id, seen_at) values ($1, $2)
         on conflict (practitioner_id) do update set seen_at = greatest(a.seen_at, excluded.seen_at)",
    )
    .bind(practitioner.uuid())
    .bind(kernel.clock.now().to_sqlx())
    .execute(&kernel.pool)
    .await
    .map(drop)
}

/// A professional is heard of; answers their chats that go on. Those that were unattended are not any more.
pub(crate) async fn keep(kernel: &Kernel, practitioner: PersonId, meta: CommandMeta) -> Result<Vec<LiveChat>, ExecuteError<Refused>> {
    // Before it is looked what is unattended: whoever notes that holds the row that is written here.
    heard(kernel, practitioner).await.map_err(StoreError::from)?;
    let own = chats::of_practitioner(&kernel.pool, practitioner).await.map_err(StoreError::from)?;
    for chat in own.iter().filter(|chat| chat.unattended_at.is_some()) {
        let meta = CommandMeta { command_id: Uuid::new_v5(&meta.command_id, chat.chat_id.as_bytes()), ..meta.clone() };
        kernel.store.execute::<Chat>(ChatId::from_uuid(chat.chat_id), Command::Attend { by: practitioner }, meta).await?;
    }
    Ok(own)
}

/// Chats whose professional has vanished.
const VANISHED: &str = "
    from chats c join attendance a using (practitioner_id)
    where c.state = 2 and c.unattended_at is null and greatest(c.accepted_at, a.seen_at) <= $1";

/// Notes of whom nothing was heard for a while.
pub(crate) async fn sweep(kernel: &Kernel, sweep: &mut Sweep<'_>) -> Result<(), sqlx::Error> {
    let now = kernel.clock.now();
    if !listening::has_listened(kernel, SWEEP, AWAY_FOR_AT_MOST).await? {
        sqlx::query("update attendance set seen_at = $1 where seen_at < $1").bind(now.to_sqlx()).execute(&kernel.pool).await?;
    }
    listening::listens(kernel, SWEEP).await?;
    sqlx::query("delete from attendance a where not exists (select from chats c where c.practitioner_id = a.practitioner_id and c.state = 2)")
        .execute(&kernel.pool)
        .await?;
    // Those who have just accepted, and everybody after a crash of the database.
    sqlx::query(
        "insert into attendance (practitioner_id, seen_at)
         select distinct practitioner_id, $1 from chats where state = 2 and practitioner_id is not null
         on conflict (practitioner_id) do nothing",
    )
    .bind(now.to_sqlx())
    .execute(&kernel.pool)
    .await?;
    let vanished: Vec<Uuid> = sqlx::query_scalar(AssertSqlSafe(format!("select c.chat_id {VANISHED} order by c.accepted_at, c.chat_id")))
        .bind((now - VANISHED_AFTER).to_sqlx())
        .fetch_all(&kernel.pool)
        .await?;
    for chat in vanished {
        sweep.row(chat, note(kernel, CommandMeta::system(kernel.ids.v7(now)), ChatId::from_uuid(chat)).await);
    }
    Ok(())
}

/// Whoever was heard of in the last moment, and whoever has it instead by now, has not vanished.
async fn note(kernel: &Kernel, meta: CommandMeta, chat: ChatId) -> Result<(), ExecuteError<Refused>> {
    let noted = kernel.store.transact(meta, move |unit| {
        Box::pin(async move {
            let before = unit.context().now - VANISHED_AFTER;
            let found: Option<Uuid> =
                sqlx::query_scalar(AssertSqlSafe(format!("select c.practitioner_id {VANISHED} and c.chat_id = $2 for update of a")))
                    .bind(before.to_sqlx())
                    .bind(chat.uuid())
                    .fetch_optional(&mut **unit.tx())
                    .await
                    .map_err(StoreError::from)?;
            if let Some(practitioner) = found.map(PersonId::from_uuid) {
                unit.execute::<Chat>(chat, &Command::NoteUnattended { practitioner }).await?;
            }
            Ok::<_, WorkError<Refused>>(LineOutcome::default())
        })
    });
    noted.await.map(drop)
}

/// Takes a chat over from a colleague who has vanished.
pub(crate) async fn take_over(kernel: &Kernel, meta: CommandMeta, chat: ChatId, by: Practitioner) -> Result<(), ExecuteError<Refused>> {
    let taken = kernel.store.transact(meta, move |unit| {
        let by = by.clone();
        Box::pin(async move {
            let executed = unit.execute::<Chat>(chat, &Command::TakeOver { by }).await?;
            if !executed.events.is_empty() {
                // Who has it now has read nothing yet.
                marks::forget_side_in_tx(unit.tx(), chat.uuid(), Side::Practitioner).await.map_err(StoreError::from)?;
                end_call_in(unit, chat, Ending::ChatOver).await?;
            }
            Ok::<_, WorkError<Refused>>(TakeOverChatResponse {})
        })
    });
    taken.await?;
    Ok(tell_of_call(kernel, chat).await?)
}
