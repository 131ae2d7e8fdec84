//! What browsers in a call tell one another to find each other. What it says is between them, and has network addresses in it: not logged, and
//! gone within two minutes.

use std::collections::BTreeSet;

use chassis::{
    Kernel, Pool, database,
    store::{ExecuteError, StoreError},
};
use chassis_domain::{SignedDuration, Timestamp, Uuid};
use jiff_sqlx::ToSqlx;
use kajo_proto::chat_queue::v1::CallSignal;

use crate::{
    call::{Call, CallId, Refused},
    call_seats,
};

/// So many signals one seat sends within [`SENT_WITHIN`].
const MOST: usize = 50;
/// See [`MOST`].
const SENT_WITHIN: SignedDuration = SignedDuration::from_secs(1);
/// What a signal says has so many bytes at most: an offer of a browser, with everything that it can do, has half as many.
pub(crate) const LONGEST: usize = 16 * 1_024;
/// How many are answered at once: more than a connection needs, and no more than an answer holds.
const ANSWERED: i64 = 50;
/// They are looked over every few seconds: none is kept for longer than two minutes.
const KEPT_FOR: SignedDuration = SignedDuration::from_secs(110);

/// A signal on its way.
#[derive(Clone, Debug)]
pub(crate) struct Signal {
    /// To whom.
    pub(crate) participant: Uuid,
    /// And to which of their seats.
    pub(crate) seat: Uuid,
    /// What.
    pub(crate) payload: String,
}

/// Somebody's seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Whose.
    pub(crate) participant: Uuid,
    /// Which.
    pub(crate) seat: Uuid,
}

/// Hands signals over, from somebody in a call to others in it, and answers to whom there were any. One seat of a call sends at a time: so
/// whoever has read up to a number has missed none before it.
pub(crate) async fn send(
    kernel: &Kernel,
    (id, call): (CallId, &Call),
    from: Place,
    signals: &[Signal],
) -> Result<BTreeSet<Uuid>, ExecuteError<Refused>> {
    let now = kernel.clock.now();
    let mut tx = database::begin(&kernel.pool).await.map_err(StoreError::from)?;
    let seats = call_seats::hold_in_tx(&mut tx, id.uuid()).await.map_err(StoreError::from)?;
    let is_there = |participant: Uuid, seat: Uuid| call.is_in(participant) && seats.contains(&(participant, seat));
    if !is_there(from.participant, from.seat) {
        return Err(ExecuteError::Refused(Refused::NotAdmitted));
    }
    let sent: i64 = sqlx::query_scalar("select count(*) from call_signals where call_id = $1 and from_seat_id = $2 and sent_at > $3")
        .bind(id.uuid())
        .bind(from.seat)
        .bind((now - SENT_WITHIN).to_sqlx())
        .fetch_one(&mut *tx)
        .await
        .map_err(StoreError::from)?;
    if usize::try_from(sent).unwrap_or(usize::MAX).saturating_add(signals.len()) > MOST {
        return Err(ExecuteError::Refused(Refused::SignalsTooMany));
    }
    let going: Vec<_> = signals.iter().filter(|signal| is_there(signal.participant, signal.seat)).collect();
    sqlx::query(
        "insert into call_signals (call_id, from_participant_id, from_seat_id, to_participant_id, to_seat_id, payload, sent_at)
         select $1, $2, $3, participant_id, seat_id, payload, $4
         from unnest($5::uuid[], $6::uuid[], $7::bytea[]) with ordinality as t (participant_id, seat_id, payload, place) order by place",
    )
    .bind(id.uuid())
    .bind(from.participant)
    .bind(from.seat)
    .bind(now.to_sqlx())
    .bind(going.iter().map(|signal| signal.participant).collect::<Vec<_>>())
    .bind(going.iter().map(|signal| signal.seat).collect::<Vec<_>>())
    .bind(going.iter().map(|signal| signal.payload.as_bytes().to_vec()).collect::<Vec<_>>())
    .execute(&mut *tx)
    .await
    .map_err(StoreError::from)?;
    tx.commit().await.map_err(StoreError::from)?;
    Ok(going.into_iter().map(|signal| signal.participant).collect())
}

/// Those for a seat behind a number.
pub(crate) async fn behind(pool: &Pool, call: Uuid, to: Place, after_number: u64) -> Result<Vec<CallSignal>, sqlx::Error> {
    let rows: Vec<(i64, Uuid, Uuid, Vec<u8>)> = sqlx::query_as(
        "select number, from_participant_id, from_seat_id, payload from call_signals
         where call_id = $1 and to_participant_id = $2 and to_seat_id = $3 and number > $4 order by number limit $5",
    )
    .bind(call)
    .bind(to.participant)
    .bind(to.seat)
    .bind(i64::try_from(after_number).unwrap_or(i64::MAX))
    .bind(ANSWERED)
    .fetch_all(pool)
    .await?;
    let signal = |(number, participant, seat, payload): (i64, Uuid, Uuid, Vec<u8>)| CallSignal {
        number: number.unsigned_abs(),
        participant_id: participant.to_string(),
        seat_id: seat.to_string(),
        payload: String::from_utf8_lossy(&payload).into_owned(),
    };
    Ok(rows.into_iter().map(signal).collect())
}

/// Forgets those that were sent a while ago, and those of calls that are over.
pub(crate) async fn forget(pool: &Pool, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("delete from call_signals s where s.sent_at <= $1 or exists (select from calls c where c.call_id = s.call_id and c.state = 3)")
        .bind((now - KEPT_FOR).to_sqlx())
        .execute(pool)
        .await
        .map(drop)
}
