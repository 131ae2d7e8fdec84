//! The table of what is due. Each of these is one statement, or joins a transaction.

use std::time::Duration;

use chassis_domain::Timestamp;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

use super::{Job, New, row::Claimed};
use crate::database::{self, Pool, Tx};

/// How long a claim holds that nobody prolongs: what a process had that died is taken up by another after this time.
pub(super) const LEASE: Duration = Duration::from_secs(30);

/// Puts something; what is there under its id, even done, stays as it is.
pub(crate) async fn put_in_tx(tx: &mut Tx<'_>, new: New<'_>, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into due (id, target, key, body, due_at, state, asked_at, until, cause, traceparent)
         values ($1, $2, $3, $4, $5, 'waiting', $6, $7, $8, $9) on conflict (id) do nothing",
    )
    .bind(new.id)
    .bind(new.target)
    .bind(new.key)
    .bind(new.body)
    .bind(new.due_at.to_sqlx())
    // A limit is counted from when it is due.
    .bind(new.due_at.max(now).to_sqlx())
    .bind(new.until.map(ToSqlx::to_sqlx))
    .bind(new.cause.event)
    .bind(&new.cause.trace.traceparent)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Puts a timer in the place of the one of its name.
pub(crate) async fn set_timer_in_tx(tx: &mut Tx<'_>, new: New<'_>, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("delete from due where target = $1 and key = $2 and state <> 'done' and id <> $3")
        .bind(&new.target)
        .bind(new.key)
        .bind(new.id)
        .execute(&mut **tx)
        .await?;
    put_in_tx(tx, new, now).await
}

/// Forgets a timer, also one that is about to fire.
pub(crate) async fn forget_timer_in_tx(tx: &mut Tx<'_>, target: &str, key: &str) -> Result<(), sqlx::Error> {
    sqlx::query("delete from due where target = $1 and key = $2 and state <> 'done'").bind(target).bind(key).execute(&mut **tx).await?;
    Ok(())
}

/// Notes, in the transaction of what follows from it, that a timer has fired; false when it was set anew or forgotten meanwhile.
pub(crate) async fn settle_timer_in_tx(tx: &mut Tx<'_>, id: Uuid, lease: Uuid, now: Timestamp) -> Result<bool, sqlx::Error> {
    let settled = sqlx::query(DONE).bind(id).bind(lease).bind(now.to_sqlx()).execute(&mut **tx).await?;
    Ok(settled.rows_affected() > 0)
}

/// What is claimed; its row, unless nobody can read it.
pub(super) struct Taken {
    pub(super) id: Uuid,
    pub(super) target: String,
    pub(super) row: Result<Claimed, sqlx::Error>,
}

/// Room for more of one target.
pub(super) struct Room<'a> {
    /// As its rows have it.
    pub(super) target: &'a str,
    /// How many more of it may be at work.
    pub(super) of_target: usize,
    /// Its lane.
    pub(super) lane: &'a str,
    /// How many more of all in its lane.
    pub(super) of_lane: usize,
}

/// Claims what is due, the earliest first, as far as there is room.
pub(super) async fn claim(pool: &Pool, rooms: &[Room<'_>], lease: Uuid, now: Timestamp) -> Result<Vec<Taken>, sqlx::Error> {
    let claimed = sqlx::query(
        "with chosen as (
             select d.*, r.lane, r.of_lane
             from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) as r (target, of_target, lane, of_lane) cross join lateral (
                 select id, target, key, due_at from due
                 where target = r.target and state = 'waiting' and due_at <= $5
                     and (key is null or not exists (select from due c where c.target = due.target and c.key = due.key and c.state = 'claimed'))
                 order by due_at limit r.of_target for update skip locked
             ) d
         ), of_each_key as (
             select distinct on (target, coalesce(key, id::text)) * from chosen order by target, coalesce(key, id::text), due_at
         ), in_order as (
             select id, of_lane, row_number() over (partition by lane order by due_at) as place from of_each_key
         )
         update due set state = 'claimed', lease = $6, leased_until = $7, tries = least(tries, 2147483646) + 1
         from in_order where due.id = in_order.id and place <= of_lane
         returning due.id, due.target, due.body, due.due_at, due.asked_at, due.until, due.tries, due.cause, due.traceparent",
    )
    .bind(rooms.iter().map(|room| room.target).collect::<Vec<_>>())
    .bind(rooms.iter().map(|room| column(room.of_target)).collect::<Vec<_>>())
    .bind(rooms.iter().map(|room| room.lane).collect::<Vec<_>>())
    .bind(rooms.iter().map(|room| column(room.of_lane)).collect::<Vec<_>>())
    .bind(now.to_sqlx())
    .bind(lease)
    .bind(leased_until(now))
    .fetch_all(pool)
    .await;
    match claimed {
        Ok(rows) => rows.iter().map(|row| taken(row, lease)).collect(),
        // Another process claimed one of the same key at this moment; there is another look.
        Err(error) if database::constraint(&error) == Some("due_claimed_key") => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn taken(row: &PgRow, lease: Uuid) -> Result<Taken, sqlx::Error> {
    let id = row.try_get("id")?;
    Ok(Taken { id, target: row.try_get("target")?, row: Claimed::read(row, id, lease) })
}

const DONE: &str = "update due set state = 'done', settled_at = $3, error = null, lease = null, leased_until = null
     where id = $1 and lease = $2 and state = 'claimed'";

/// It was done. False: it is somebody else's by now, as with all that settle.
pub(super) async fn settle_done(pool: &Pool, id: Uuid, lease: Uuid, now: Timestamp) -> Result<bool, sqlx::Error> {
    Ok(sqlx::query(DONE).bind(id).bind(lease).bind(now.to_sqlx()).execute(pool).await?.rows_affected() > 0)
}

/// It is to be tried again.
pub(super) async fn settle_later(pool: &Pool, id: Uuid, lease: Uuid, due_at: Timestamp, error: &str) -> Result<bool, sqlx::Error> {
    let settled = sqlx::query(
        "update due set state = 'waiting', due_at = $3, error = $4, lease = null, leased_until = null
         where id = $1 and lease = $2 and state = 'claimed'",
    );
    Ok(settled.bind(id).bind(lease).bind(due_at.to_sqlx()).bind(error).execute(pool).await?.rows_affected() > 0)
}

/// It is given up.
pub(super) async fn settle_given_up(pool: &Pool, id: Uuid, lease: Uuid, now: Timestamp, error: &str) -> Result<bool, sqlx::Error> {
    let settled = sqlx::query(
        "update due set state = 'given_up', settled_at = $3, error = $4, lease = null, leased_until = null
         where id = $1 and lease = $2 and state = 'claimed'",
    );
    Ok(settled.bind(id).bind(lease).bind(now.to_sqlx()).bind(error).execute(pool).await?.rows_affected() > 0)
}

/// A job has ended, and comes again at `next`; now, when somebody asked for it meanwhile.
pub(super) async fn settle_job(pool: &Pool, job: &Claimed, now: Timestamp, next: Timestamp, error: Option<&str>) -> Result<bool, sqlx::Error> {
    let settled = sqlx::query(
        "update due set state = 'waiting', due_at = case when again then $3 else $4 end, again = false, error = $5,
             tries = case when $5 is null then 0 else tries end, lease = null, leased_until = null
         where id = $1 and lease = $2 and state = 'claimed'",
    );
    let settled = settled.bind(job.id).bind(job.lease).bind(now.to_sqlx()).bind(next.to_sqlx()).bind(error);
    Ok(settled.execute(pool).await?.rows_affected() > 0)
}

/// Gives back what is not finished, to be taken up at once.
pub(super) async fn give_back(pool: &Pool, leases: &[(Uuid, Uuid)]) -> Result<(), sqlx::Error> {
    let (ids, leases): (Vec<_>, Vec<_>) = leases.iter().copied().unzip();
    sqlx::query(
        "update due set state = 'waiting', lease = null, leased_until = null
         from unnest($1::uuid[], $2::uuid[]) as mine (id, lease) where due.id = mine.id and due.lease = mine.lease and state = 'claimed'",
    )
    .bind(ids)
    .bind(leases)
    .execute(pool)
    .await?;
    Ok(())
}

/// Holds on to what takes longer than a lease.
pub(super) async fn prolong(pool: &Pool, leases: &[(Uuid, Uuid)], now: Timestamp) -> Result<(), sqlx::Error> {
    let (ids, leases): (Vec<_>, Vec<_>) = leases.iter().copied().unzip();
    sqlx::query(
        "update due set leased_until = $3
         from unnest($1::uuid[], $2::uuid[]) as mine (id, lease) where due.id = mine.id and due.lease = mine.lease and state = 'claimed'",
    )
    .bind(ids)
    .bind(leases)
    .bind(leased_until(now))
    .execute(pool)
    .await?;
    Ok(())
}

/// Frees what was claimed by whoever prolongs it no more; `mine` is at work here.
pub(super) async fn free_abandoned(pool: &Pool, mine: &[Uuid], now: Timestamp) -> Result<u64, sqlx::Error> {
    let freed = sqlx::query(
        "update due set state = 'waiting', lease = null, leased_until = null where state = 'claimed' and leased_until <= $1 and id <> all($2)",
    );
    Ok(freed.bind(now.to_sqlx()).bind(mine).execute(pool).await?.rows_affected())
}

/// When there is something to do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Next {
    /// Something of the targets asked for is due.
    pub(super) due_at: Option<Timestamp>,
    /// A claim of somebody else ends.
    pub(super) lease_ends_at: Option<Timestamp>,
}

/// When there is something to do after `now`; `mine` is at work here.
pub(super) async fn next(pool: &Pool, targets: &[&str], mine: &[Uuid], now: Timestamp) -> Result<Next, sqlx::Error> {
    // What is due after the end of the calendar can never be read, and is never due.
    let row = sqlx::query(
        "select (select min(d.due_at) from unnest($1::text[]) as t (target) cross join lateral (
                 select due_at from due where target = t.target and state = 'waiting' and due_at > $2 and due_at < '9999-12-30'
                 order by due_at limit 1) d) as due_at,
             (select min(leased_until) from due where state = 'claimed' and id <> all($3)) as lease_ends_at",
    )
    .bind(targets)
    .bind(now.to_sqlx())
    .bind(mine)
    .fetch_one(pool)
    .await?;
    let time = |column| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(column)?.map(SqlTimestamp::to_jiff));
    Ok(Next { due_at: time("due_at")?, lease_ends_at: time("lease_ends_at")? })
}

/// Sees to it that each job has its row, and that none waits longer than until its next time: its times may have changed, and the clock
/// may have been put back.
pub(super) async fn plan(pool: &Pool, jobs: &[Job], now: Timestamp) -> Result<(), sqlx::Error> {
    let times = |time: fn(&Job, Timestamp) -> Timestamp| jobs.iter().map(|job| time(job, now).to_sqlx()).collect::<Vec<SqlTimestamp>>();
    sqlx::query(
        "with known as (select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[]) as k (id, target, first, next)),
         put as (
             insert into due (id, target, body, due_at, state, asked_at) select id, target, '', first, 'waiting', $5 from known on conflict (id) do nothing
         )
         update due set due_at = known.next from known where due.id = known.id and due.state = 'waiting' and due.due_at > known.next",
    )
    .bind(jobs.iter().map(|job| Job::id(job.name)).collect::<Vec<_>>())
    .bind(jobs.iter().map(|job| Job::target(job.name)).collect::<Vec<_>>())
    .bind(times(|job, now| job.every.first(now)))
    .bind(times(|job, now| job.every.next(now)))
    .bind(now.to_sqlx())
    .execute(pool)
    .await?;
    Ok(())
}

fn leased_until(now: Timestamp) -> SqlTimestamp {
    now.saturating_add(LEASE).unwrap_or(now).to_sqlx()
}

fn column(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
