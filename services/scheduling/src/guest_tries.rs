//! Wrong secrets of guests' links: ten within ten minutes shut a link for ten, for whoever has the right one as well (SCH-09). They are counted by
//! invitation, whether there is such a one or not, so that nothing tells the two apart. What was named is nowhere.

use chassis::Pool;
use chassis_domain::{SignedDuration, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};

/// So many wrong ones are answered.
const MOST: i64 = 10;
/// They are as many within so long, and shut the link for so long from the last of them: when it opens again, none of them counts any more.
const WINDOW: SignedDuration = SignedDuration::from_mins(10);
/// So many of those that count no more go with one that does.
const FORGOTTEN_AT_ONCE: i64 = 100;

/// Until when nobody comes by the link of an invitation; `None`: whoever has it does.
pub(crate) async fn shut_until(pool: &Pool, invitation: Uuid, now: Timestamp) -> Result<Option<Timestamp>, sqlx::Error> {
    read(pool, "select until from guest_tries where invitation_id = $1 and shut and until > $2", invitation, now).await
}

/// The same for whoever has named the right secret, behind those whose wrong ones are being counted: to name many at once gives no more tries.
pub(crate) async fn shut_meanwhile(pool: &Pool, invitation: Uuid, now: Timestamp) -> Result<Option<Timestamp>, sqlx::Error> {
    // Which of them hold is asked of the row as it is once it is locked, and not as it was found.
    let sql = "with counted as materialized (select shut, until from guest_tries where invitation_id = $1 for update)
               select until from counted where shut and until > $2";
    read(pool, sql, invitation, now).await
}

async fn read(pool: &Pool, sql: &'static str, invitation: Uuid, now: Timestamp) -> Result<Option<Timestamp>, sqlx::Error> {
    let until: Option<SqlTimestamp> = sqlx::query_scalar(sql).bind(invitation).bind(now.to_sqlx()).fetch_optional(pool).await?;
    Ok(until.map(SqlTimestamp::to_jiff))
}

/// Counts a wrong secret. While the link is shut none is: it is told until when.
///
/// An update sees its row as the one before has left it, so those who try at the same time are counted one after another.
pub(crate) async fn count(pool: &Pool, invitation: Uuid, now: Timestamp) -> Result<Option<Timestamp>, sqlx::Error> {
    let (ago, until) = (now.saturating_sub(WINDOW).unwrap_or(now), now.saturating_add(WINDOW).unwrap_or(now));
    let counted = sqlx::query(
        "insert into guest_tries as t (invitation_id, wrong_at, until) values ($1, array[$2::timestamptz], $4)
         on conflict (invitation_id) do update set
             wrong_at = excluded.wrong_at || array(select at from unnest(t.wrong_at) as w (at) where at > $3),
             shut = (select count(*) + 1 >= $5 from unnest(t.wrong_at) as w (at) where at > $3),
             until = excluded.until
         where not t.shut or t.until <= $2::timestamptz",
    )
    .bind(invitation)
    .bind(now.to_sqlx())
    .bind(ago.to_sqlx())
    .bind(until.to_sqlx())
    .bind(MOST)
    .execute(pool)
    .await?;
    if counted.rows_affected() == 0 {
        return shut_until(pool, invitation, now).await;
    }
    forget(pool, now).await?;
    Ok(None)
}

/// Takes away what counts no more. Rows that somebody else works on are theirs.
async fn forget(pool: &Pool, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "delete from guest_tries where invitation_id in (
             select invitation_id from guest_tries where until <= $1 order by until limit $2 for update skip locked)",
    )
    .bind(now.to_sqlx())
    .bind(FORGOTTEN_AT_ONCE)
    .execute(pool)
    .await?;
    Ok(())
}
