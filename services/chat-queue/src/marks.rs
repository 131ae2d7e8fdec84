//! How far each side of a chat has come in reading. Not logged, and forgotten a while after the chat.

use chassis::{Pool, Tx};
use chassis_domain::{SignedDuration, Timestamp, Uuid};
use jiff_sqlx::ToSqlx;
use kajo_proto::chat_queue::v1::ChatMark;

use crate::chat::Side;

/// They are kept for so long after the chat is over.
const KEPT_FOR: SignedDuration = SignedDuration::from_mins(30);

/// How far one side has come, by the numbers of messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// Which side.
    pub(crate) side: Side,
    /// Their app has got everything up to this one.
    pub(crate) delivered: u32,
    /// They have had everything up to this one before their eyes.
    pub(crate) seen: u32,
}

impl Mark {
    /// To the contract.
    pub(crate) fn message(self) -> ChatMark {
        ChatMark { side: self.side.public().into(), delivered_number: self.delivered, seen_number: self.seen }
    }
}

/// One statement, so that of two pages of the same side neither takes back what the other has said. Answers nothing when nothing rises.
const RAISE: &str = "
    insert into chat_marks as m (chat_id, side, delivered_number, seen_number) values ($1, $2, $3, $4)
    on conflict (chat_id, side) do update
        set delivered_number = greatest(m.delivered_number, excluded.delivered_number), seen_number = greatest(m.seen_number, excluded.seen_number)
        where excluded.delivered_number > m.delivered_number or excluded.seen_number > m.seen_number
    returning m.delivered_number, m.seen_number";

/// Raises a mark, and answers how it stands then; `None`: it was as high before.
pub(crate) async fn raise(pool: &Pool, chat: Uuid, mark: Mark) -> Result<Option<Mark>, sqlx::Error> {
    let Mark { side, delivered, seen } = mark;
    // Of a side that has got nothing there is no mark.
    if delivered == 0 {
        return Ok(None);
    }
    let raised: Option<(i32, i32)> =
        sqlx::query_as(RAISE).bind(chat).bind(column(side.number())).bind(column(delivered)).bind(column(seen)).fetch_optional(pool).await?;
    Ok(raised.map(|(delivered, seen)| Mark { side, delivered: delivered.unsigned_abs(), seen: seen.unsigned_abs() }))
}

/// The marks of a chat that are kept.
pub(crate) async fn of_chat(pool: &Pool, chat: Uuid) -> Result<Vec<Mark>, sqlx::Error> {
    let rows: Vec<(i32, i32, i32)> = sqlx::query_as("select side, delivered_number, seen_number from chat_marks where chat_id = $1 order by side")
        .bind(chat)
        .fetch_all(pool)
        .await?;
    let mark = |(side, delivered, seen): (i32, i32, i32)| {
        Some(Mark { side: Side::from_number(side.unsigned_abs())?, delivered: delivered.unsigned_abs(), seen: seen.unsigned_abs() })
    };
    Ok(rows.into_iter().filter_map(mark).collect())
}

/// Forgets how far one side has come.
pub(crate) async fn forget_side_in_tx(tx: &mut Tx<'static>, chat: Uuid, side: Side) -> Result<(), sqlx::Error> {
    let forgotten = sqlx::query("delete from chat_marks where chat_id = $1 and side = $2").bind(chat).bind(column(side.number()));
    forgotten.execute(&mut **tx).await.map(drop)
}

/// Forgets those of chats that have been over for a while.
pub(crate) async fn forget(pool: &Pool, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("delete from chat_marks m using chats c where c.chat_id = m.chat_id and c.over_at <= $1")
        .bind((now - KEPT_FOR).to_sqlx())
        .execute(pool)
        .await
        .map(drop)
}

fn column(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
