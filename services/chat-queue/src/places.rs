//! Where somebody stands in a line, and that they are there still.

use chassis::{Kernel, Pool, Tx};
use chassis_domain::{SignedDuration, Timestamp, Uuid, timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::chat_queue::v1::{ChatPlace, WaitRange};
use sqlx::{AssertSqlSafe, Row as _};

use crate::{
    chat::{ChatId, LeaveReason, Phase},
    projections::chats,
    wait_range::wait_range,
};

/// Who is not heard of for so long is away.
pub(crate) const AWAY_AFTER: SignedDuration = SignedDuration::from_secs(150);
/// Who was away when it was their turn is back by then, or out of the line.
const BACK_WITHIN: SignedDuration = SignedDuration::from_mins(15);
/// For so long before now those are counted who have come out of a line.
pub(crate) const OPEN_FOR_AT_MOST: SignedDuration = SignedDuration::from_mins(30);
/// When nobody was accepted for so long, and nobody chats, nobody serves.
const UNATTENDED_AFTER: SignedDuration = SignedDuration::from_mins(20);

/// A place, as of a change of the line.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) phase: Phase,
    pub(crate) left: Option<LeaveReason>,
    ticket: u64,
    ahead: u32,
    line_seq: u64,
    departed: u32,
    joined_at: Timestamp,
    passed_over_at: Option<Timestamp>,
    seen_at: Option<Timestamp>,
    accepted_at: Option<Timestamp>,
    anybody_chats: bool,
    open_minutes: u32,
}

/// One statement, so that all of it is as of the same change of the line.
const PLACE: &str = "
    select c.state, c.left_reason, c.ticket, c.joined_at, c.passed_over_at, p.seen_at,
           (select count(*) from chats o where o.chat_queue_id = c.chat_queue_id and o.state = 1 and o.ticket < c.ticket) as ahead,
           (select last_seq from lines l where l.chat_queue_id = c.chat_queue_id) as line_seq,
           (select count(*) from chats d where d.chat_queue_id = c.chat_queue_id and d.departed_at > $2
                and coalesce(d.left_reason, 1) = 1) as departed,
           (select max(d.accepted_at) from chats d where d.chat_queue_id = c.chat_queue_id and d.departed_at > $2) as accepted_at,
           exists (select from chats a where a.chat_queue_id = c.chat_queue_id and a.state = 2
                and greatest(a.accepted_at, a.last_message_at) > $3) as anybody_chats
    from chats c left join presence p using (chat_id)
    where c.chat_id = $1";

/// Where they stand now, in a queue that has been open for so long, as far as that is at most [`OPEN_FOR_AT_MOST`].
pub(crate) async fn find(pool: &Pool, chat: Uuid, now: Timestamp, open_for: SignedDuration) -> Result<Option<Place>, sqlx::Error> {
    let asked = sqlx::query(PLACE).bind(chat).bind((now - open_for).to_sqlx()).bind((now - UNATTENDED_AFTER).to_sqlx());
    let Some(row) = asked.fetch_optional(pool).await? else { return Ok(None) };
    let moment = |column: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(column)?.map(SqlTimestamp::to_jiff));
    let counted = |column: &str| Ok::<_, sqlx::Error>(u32::try_from(row.try_get::<i64, _>(column)?).unwrap_or(u32::MAX));
    Ok(Some(Place {
        phase: chats::phase(row.try_get("state")?),
        left: chats::reason(row.try_get("left_reason")?),
        ticket: row.try_get::<i64, _>("ticket")?.unsigned_abs(),
        ahead: counted("ahead")?,
        line_seq: row.try_get::<Option<i64>, _>("line_seq")?.unwrap_or_default().unsigned_abs(),
        departed: counted("departed")?,
        joined_at: row.try_get::<SqlTimestamp, _>("joined_at")?.to_jiff(),
        passed_over_at: moment("passed_over_at")?,
        seen_at: moment("seen_at")?,
        accepted_at: moment("accepted_at")?,
        anybody_chats: row.try_get("anybody_chats")?,
        open_minutes: u32::try_from(open_for.as_mins().max(0)).unwrap_or_default(),
    }))
}

impl Place {
    /// To the contract, while they wait.
    pub(crate) fn message(&self, now: Timestamp) -> Option<ChatPlace> {
        if self.phase != Phase::Waiting {
            return None;
        }
        let wait = wait_range(self.ahead, self.departed, self.open_minutes);
        let served_at = self.accepted_at.map_or(self.joined_at, |accepted| accepted.max(self.joined_at));
        // They were not heard of since it was their turn.
        let missed = self.passed_over_at.filter(|passed_over| self.seen_at.is_none_or(|seen| seen < *passed_over));
        Some(ChatPlace {
            ticket: self.ticket,
            ahead: self.ahead,
            line_seq: self.line_seq,
            wait: wait.map(|range| WaitRange { from_minutes: range.from, until_minutes: range.until }),
            unattended: !self.anybody_chats && now >= served_at + UNATTENDED_AFTER,
            back_by: missed.map(|passed_over| timestamp(passed_over + BACK_WITHIN)),
        })
    }
}

/// Who is not heard of for so long is out of the line.
const GONE_AFTER: SignedDuration = SignedDuration::from_hours(2);

/// Those who wait and are away for too long, or since it was their turn and for a while.
const NOT_BACK: &str = "
    from chats c join presence p using (chat_id)
    where c.state = 1 and (p.seen_at <= $1 or (c.passed_over_at <= $2 and p.seen_at < c.passed_over_at))";

/// All of them, by when they joined.
pub(crate) async fn not_back(pool: &Pool, now: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(AssertSqlSafe(format!("select c.chat_id {NOT_BACK} order by c.joined_at")))
        .bind((now - GONE_AFTER).to_sqlx())
        .bind((now - BACK_WITHIN).to_sqlx())
        .fetch_all(pool)
        .await
}

/// The queue of one of them; `None`: they are back, or out of the line.
pub(crate) async fn not_back_in_tx(tx: &mut Tx<'static>, chat: ChatId, now: Timestamp) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar(AssertSqlSafe(format!("select c.chat_queue_id {NOT_BACK} and c.chat_id = $3 for update of p")))
        .bind((now - GONE_AFTER).to_sqlx())
        .bind((now - BACK_WITHIN).to_sqlx())
        .bind(chat.uuid())
        .fetch_optional(&mut **tx)
        .await
}

/// Somebody who waits was heard of.
pub(crate) async fn keep(kernel: &Kernel, chat: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query(KEEP).bind(chat).bind(kernel.clock.now().to_sqlx()).execute(&kernel.pool).await.map(drop)
}

/// See [`keep`].
pub(crate) const KEEP: &str = "
    insert into presence (chat_id, seen_at) values ($1, $2)
    on conflict (chat_id) do update set seen_at = greatest(presence.seen_at, excluded.seen_at)";
