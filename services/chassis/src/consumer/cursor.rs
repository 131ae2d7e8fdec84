//! What a consumer has applied of each aggregate.

use super::{AnyHandler, Fact, HandlerError, parking};
use crate::database::Tx;

/// What became of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applied {
    /// It counts now, or counted before, or waits among the parked.
    Done,
    /// One before it is still missing.
    TooEarly,
}

/// Applies a fact behind the cursor, and moves the cursor with it.
pub(super) async fn apply_in_tx(tx: &mut Tx<'_>, handler: &AnyHandler, fact: &Fact) -> Result<Applied, HandlerError> {
    let stream_id = fact.stream_id();
    if !handler.faults.no_cursor {
        let last = last_in_tx(tx, handler.consumer, &stream_id).await?;
        if fact.fact_no <= last {
            return Ok(Applied::Done);
        }
        if fact.fact_no > last + 1 {
            return Ok(Applied::TooEarly);
        }
        if parking::is_parked_in_tx(tx, handler.consumer, &stream_id).await? {
            parking::park_in_tx(tx, handler.consumer, fact, "waits behind a parked fact", 0).await?;
            move_in_tx(tx, handler.consumer, &stream_id, fact.fact_no).await?;
            return Ok(Applied::Done);
        }
    }
    handler.handle_in_tx(tx, fact).await?;
    if !handler.faults.cursor_apart {
        move_in_tx(tx, handler.consumer, &stream_id, fact.fact_no).await?;
    }
    Ok(Applied::Done)
}

/// Parks a fact that cannot be applied, and moves the cursor past it.
pub(super) async fn park_in_tx(tx: &mut Tx<'_>, handler: &AnyHandler, fact: &Fact, error: &HandlerError, tries: u64) -> Result<(), sqlx::Error> {
    let stream_id = fact.stream_id();
    if fact.fact_no <= last_in_tx(tx, handler.consumer, &stream_id).await? {
        return Ok(());
    }
    if !handler.faults.skip_failed {
        parking::park_in_tx(tx, handler.consumer, fact, &error.to_string(), tries).await?;
    }
    move_in_tx(tx, handler.consumer, &stream_id, fact.fact_no).await
}

async fn last_in_tx(tx: &mut Tx<'_>, consumer: &str, stream_id: &str) -> Result<u64, sqlx::Error> {
    let last: Option<i64> = sqlx::query_scalar("select last_fact_no from inbox_cursor where consumer = $1 and stream_id = $2 for update")
        .bind(consumer)
        .bind(stream_id)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(last.and_then(|last| u64::try_from(last).ok()).unwrap_or_default())
}

pub(super) async fn move_in_tx(tx: &mut Tx<'_>, consumer: &str, stream_id: &str, fact_no: u64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into inbox_cursor (consumer, stream_id, last_fact_no) values ($1, $2, $3)
         on conflict (consumer, stream_id) do update set last_fact_no = excluded.last_fact_no",
    )
    .bind(consumer)
    .bind(stream_id)
    .bind(i64::try_from(fact_no).unwrap_or(i64::MAX))
    .execute(&mut **tx)
    .await?;
    Ok(())
}
