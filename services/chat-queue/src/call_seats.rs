//! The seats of those who are in a call or in its lobby: which browser they came with last, when it was last heard of, and what the others
//! see of them. Not logged, and gone with the call.

use chassis::{Pool, Tx};
use chassis_domain::{Timestamp, Uuid};
use jiff_sqlx::ToSqlx;

/// A seat.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    /// Whose.
    pub(crate) participant: Uuid,
    /// Made up by their browser.
    pub(crate) id: Uuid,
    /// What they are called, a guest as they say themselves; empty: a visitor.
    pub(crate) name: String,
    /// They show themselves.
    pub(crate) camera_on: bool,
    /// They are heard.
    pub(crate) microphone_on: bool,
}

/// Somebody who comes.
#[derive(Clone, Debug)]
pub(crate) struct Coming {
    /// Who.
    pub(crate) participant: Uuid,
    /// With which seat.
    pub(crate) seat: Uuid,
    /// What they are called.
    pub(crate) name: String,
}

/// What a browser says of its seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// Whose.
    pub(crate) participant: Uuid,
    /// Which.
    pub(crate) seat: Uuid,
    /// They show themselves.
    pub(crate) camera_on: bool,
    /// They are heard.
    pub(crate) microphone_on: bool,
}

/// Those of a call, by when they came.
pub(crate) async fn of_call(pool: &Pool, call: Uuid) -> Result<Vec<Seat>, sqlx::Error> {
    let rows: Vec<(Uuid, Uuid, String, bool, bool)> = sqlx::query_as(
        "select participant_id, seat_id, name, camera_on, microphone_on from call_seats where call_id = $1 order by entered_at, participant_id",
    )
    .bind(call)
    .fetch_all(pool)
    .await?;
    let seat = |(participant, id, name, camera_on, microphone_on)| Seat { participant, id, name, camera_on, microphone_on };
    Ok(rows.into_iter().map(seat).collect())
}

/// A newer seat takes the place of the older one of the same person; the same one again stays as it is.
const TAKE: &str = "
    insert into call_seats as s (call_id, participant_id, seat_id, name, camera_on, microphone_on, seen_at, entered_at)
    values ($1, $2, $3, $4, false, false, $5, $5)
    on conflict (call_id, participant_id) do update set
        seat_id = excluded.seat_id, name = excluded.name, seen_at = greatest(s.seen_at, excluded.seen_at),
        camera_on = s.camera_on and s.seat_id = excluded.seat_id, microphone_on = s.microphone_on and s.seat_id = excluded.seat_id";

/// Somebody comes with a seat.
pub(crate) async fn take_in_tx(tx: &mut Tx<'static>, call: Uuid, coming: &Coming, now: Timestamp) -> Result<(), sqlx::Error> {
    let taken = sqlx::query(TAKE).bind(call).bind(coming.participant).bind(coming.seat).bind(&coming.name).bind(now.to_sqlx());
    taken.execute(&mut **tx).await.map(drop)
}

/// Answers nothing when somebody has another seat by now, or none.
const KEEP: &str = "
    update call_seats s set seen_at = greatest(s.seen_at, $4), camera_on = $5, microphone_on = $6
    from (select camera_on, microphone_on from call_seats where call_id = $1 and participant_id = $2 and seat_id = $3 for update) as earlier
    where s.call_id = $1 and s.participant_id = $2 and s.seat_id = $3
    returning earlier.camera_on <> $5 or earlier.microphone_on <> $6";

/// A seat is heard of; answers whether the others see anything else than before. `None`: it counts no more.
pub(crate) async fn keep(pool: &Pool, call: Uuid, kept: Kept, now: Timestamp) -> Result<Option<bool>, sqlx::Error> {
    let Kept { participant, seat, camera_on, microphone_on } = kept;
    sqlx::query_scalar(KEEP)
        .bind(call)
        .bind(participant)
        .bind(seat)
        .bind(now.to_sqlx())
        .bind(camera_on)
        .bind(microphone_on)
        .fetch_optional(pool)
        .await
}

/// Gives up a seat, and answers whether its person is there no more. Whoever has a newer one is.
pub(crate) async fn leave_in_tx(tx: &mut Tx<'static>, call: Uuid, participant: Uuid, seat: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query("delete from call_seats where call_id = $1 and participant_id = $2 and seat_id = $3")
        .bind(call)
        .bind(participant)
        .bind(seat)
        .execute(&mut **tx)
        .await?;
    is_away_in_tx(tx, call, participant).await
}

/// Takes the seat away of somebody who may come no more.
pub(crate) async fn remove_in_tx(tx: &mut Tx<'static>, call: Uuid, participant: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("delete from call_seats where call_id = $1 and participant_id = $2").bind(call).bind(participant).execute(&mut **tx).await.map(drop)
}

/// Takes the seat of somebody away who was not heard of for so long, and answers whether they are there no more.
pub(crate) async fn leave_unseen_in_tx(tx: &mut Tx<'static>, call: Uuid, participant: Uuid, since: Timestamp) -> Result<bool, sqlx::Error> {
    sqlx::query("delete from call_seats where call_id = $1 and participant_id = $2 and seen_at <= $3")
        .bind(call)
        .bind(participant)
        .bind(since.to_sqlx())
        .execute(&mut **tx)
        .await?;
    is_away_in_tx(tx, call, participant).await
}

async fn is_away_in_tx(tx: &mut Tx<'static>, call: Uuid, participant: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select not exists (select from call_seats where call_id = $1 and participant_id = $2)")
        .bind(call)
        .bind(participant)
        .fetch_one(&mut **tx)
        .await
}

/// Those who count as there and whose seat was not heard of for so long: their calls, and what the others know them by. After a crash of the
/// database nobody has a seat: they come again by themselves.
pub(crate) async fn unseen(pool: &Pool, since: Timestamp) -> Result<Vec<(Uuid, Uuid)>, sqlx::Error> {
    sqlx::query_as(
        "select c.call_id, p.participant_id from calls c
         cross join lateral unnest(c.lobby || c.taking_part) as p (participant_id)
         left join call_seats s on s.call_id = c.call_id and s.participant_id = p.participant_id
         where c.state in (1, 2) and coalesce(s.seen_at <= $1, true)
         order by c.call_id, p.participant_id",
    )
    .bind(since.to_sqlx())
    .fetch_all(pool)
    .await
}

/// All of them count as heard of now. They are taken in their order, as by those who hold the seats of a call.
pub(crate) async fn count_as_seen(pool: &Pool, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "update call_seats s set seen_at = $1
         from (select call_id, participant_id from call_seats where seen_at < $1 order by call_id, participant_id for update) as unheard
         where s.call_id = unheard.call_id and s.participant_id = unheard.participant_id",
    )
    .bind(now.to_sqlx())
    .execute(pool)
    .await
    .map(drop)
}

/// Whose seats there are in a call. Until the transaction ends nobody else who asks so goes on, and nobody's seat changes.
pub(crate) async fn hold_in_tx(tx: &mut Tx<'static>, call: Uuid) -> Result<Vec<(Uuid, Uuid)>, sqlx::Error> {
    sqlx::query_as("select participant_id, seat_id from call_seats where call_id = $1 order by participant_id for update")
        .bind(call)
        .fetch_all(&mut **tx)
        .await
}

/// Forgets those of calls that are over.
pub(crate) async fn forget(pool: &Pool) -> Result<(), sqlx::Error> {
    sqlx::query("delete from call_seats s using calls c where c.call_id = s.call_id and c.state = 3").execute(pool).await.map(drop)
}
