//! What a consumer has applied of each aggregate.

use std::cmp::Ordering;

use kajo_proto::facts;

use super::{AnyHandler, Epoch, Fact, HandlerError, parking};
use crate::database::Tx;

/// What became of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applied {
    /// It counts now, or counted before, or waits among the parked.
    Done,
    /// The contract of this build does not have it: passed over.
    Unknown,
    /// One before it is still missing.
    TooEarly,
}

/// Applies a fact behind the cursor, and moves the cursor with it.
pub(super) async fn apply_in_tx(tx: &mut Tx<'_>, handler: &AnyHandler, fact: &Fact) -> Result<Applied, HandlerError> {
    let stream_id = fact.stream_id();
    if !handler.faults.no_cursor {
        let at = at_in_tx(tx, handler.consumer, &stream_id).await?;
        match at.sees(fact) {
            Sees::Behind => return Ok(Applied::Done),
            Sees::TooFar => return Ok(Applied::TooEarly),
            Sees::Again => {
                let (consumer, last, fact_no) = (handler.consumer, at.last, fact.fact_no);
                tracing::warn!(consumer, stream_id, last, fact_no, "consumer.starts_over_at_numbers_given_again");
            }
            Sees::Next => {}
        }
        if parking::is_parked_in_tx(tx, handler.consumer, &stream_id).await? {
            parking::park_in_tx(tx, handler.consumer, fact, "waits behind a parked fact", 0).await?;
            move_in_tx(tx, handler.consumer, fact).await?;
            return Ok(Applied::Done);
        }
    }
    if !handler.aggregates.iter().any(|aggregate| *aggregate == fact.aggregate) {
        return Err(HandlerError::Retry(format!("another build hears of {}", fact.aggregate)));
    }
    let applied = match facts::find(&fact.message) {
        Some(_) => {
            handler.handle_in_tx(tx, fact).await?;
            Applied::Done
        }
        None => Applied::Unknown,
    };
    if !handler.faults.cursor_apart {
        move_in_tx(tx, handler.consumer, fact).await?;
    }
    Ok(applied)
}

/// Parks a fact that cannot be applied, and moves the cursor past it.
pub(super) async fn park_in_tx(tx: &mut Tx<'_>, handler: &AnyHandler, fact: &Fact, error: &HandlerError, tries: u32) -> Result<(), sqlx::Error> {
    if at_in_tx(tx, handler.consumer, &fact.stream_id()).await?.sees(fact) == Sees::Behind {
        return Ok(());
    }
    if !handler.faults.skip_failed {
        parking::park_in_tx(tx, handler.consumer, fact, &error.to_string(), tries).await?;
    }
    move_in_tx(tx, handler.consumer, fact).await
}

/// The last fact of an aggregate that counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At {
    epoch: i64,
    last: u64,
}

/// How a fact stands to the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sees {
    /// It counted, or was lost with an epoch that is over.
    Behind,
    /// It is the next one.
    Next,
    /// It is the first of a new epoch, with a number that was given before.
    Again,
    /// One before it is missing.
    TooFar,
}

impl At {
    fn sees(self, fact: &Fact) -> Sees {
        let epoch = fact.epoch.unwrap_or(Epoch { number: self.epoch, first: 1 });
        match epoch.number.cmp(&self.epoch) {
            Ordering::Less => Sees::Behind,
            Ordering::Equal if fact.fact_no <= self.last => Sees::Behind,
            Ordering::Equal if fact.fact_no == self.last + 1 => Sees::Next,
            // A new epoch begins in an aggregate with the first fact of it, and nowhere else.
            Ordering::Greater if fact.fact_no == epoch.first && fact.fact_no == self.last + 1 => Sees::Next,
            Ordering::Greater if fact.fact_no == epoch.first && fact.fact_no <= self.last => Sees::Again,
            Ordering::Equal | Ordering::Greater => Sees::TooFar,
        }
    }
}

/// Where the cursor stands. Until this transaction ends, nobody else is at this aggregate for this consumer.
pub(super) async fn at_in_tx(tx: &mut Tx<'_>, consumer: &str, stream_id: &str) -> Result<At, sqlx::Error> {
    if let Some(at) = locked_in_tx(tx, consumer, stream_id).await? {
        return Ok(at);
    }
    // Nothing was there to be locked. Whoever else is at the first fact waits here, and then sees what became of it.
    sqlx::query("insert into inbox_cursor (consumer, stream_id, last_fact_no) values ($1, $2, 0) on conflict do nothing")
        .bind(consumer)
        .bind(stream_id)
        .execute(&mut **tx)
        .await?;
    Ok(locked_in_tx(tx, consumer, stream_id).await?.unwrap_or(At { epoch: 1, last: 0 }))
}

async fn locked_in_tx(tx: &mut Tx<'_>, consumer: &str, stream_id: &str) -> Result<Option<At>, sqlx::Error> {
    let at: Option<(i64, i64)> = sqlx::query_as("select epoch, last_fact_no from inbox_cursor where consumer = $1 and stream_id = $2 for update")
        .bind(consumer)
        .bind(stream_id)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(at.map(|(epoch, last)| At { epoch, last: u64::try_from(last).unwrap_or_default() }))
}

/// Moves the cursor to a fact. One of a build before, which says nothing of epochs, leaves the epoch as it is.
pub(super) async fn move_in_tx(tx: &mut Tx<'_>, consumer: &str, fact: &Fact) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into inbox_cursor (consumer, stream_id, last_fact_no, epoch) values ($1, $2, $3, coalesce($4, 1))
         on conflict (consumer, stream_id) do update set last_fact_no = excluded.last_fact_no, epoch = coalesce($4, inbox_cursor.epoch)",
    )
    .bind(consumer)
    .bind(fact.stream_id())
    .bind(i64::try_from(fact.fact_no).unwrap_or(i64::MAX))
    .bind(fact.epoch.map(|epoch| epoch.number))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use chassis_domain::{Timestamp, Uuid};

    use super::*;
    use crate::store::TraceContext;

    fn seen(at: (i64, u64), fact_no: u64, epoch: Option<(i64, u64)>) -> Sees {
        let fact = Fact {
            message: String::new(),
            aggregate: String::new(),
            aggregate_id: Uuid::nil(),
            fact_no,
            epoch: epoch.map(|(number, first)| Epoch { number, first }),
            event_id: Uuid::nil(),
            at: Timestamp::UNIX_EPOCH,
            payload: Bytes::new(),
            trace: TraceContext::default(),
        };
        At { epoch: at.0, last: at.1 }.sees(&fact)
    }

    #[test]
    fn within_an_epoch_numbers_are_dense() {
        for epoch in [None, Some((1, 1))] {
            assert_eq!([1, 3, 4, 5].map(|fact_no| seen((1, 3), fact_no, epoch)), [Sees::Behind, Sees::Behind, Sees::Next, Sees::TooFar]);
        }
    }

    #[test]
    fn a_new_epoch_begins_with_its_first_fact_whether_its_number_was_given_before_or_not() {
        let second = Some((2, 4));
        assert_eq!(seen((1, 3), 4, second), Sees::Next);
        assert_eq!(seen((1, 5), 4, second), Sees::Again);
        // One that overtakes the first, and one whose predecessors of the epoch before are still missing.
        assert_eq!(seen((1, 5), 6, second), Sees::TooFar);
        assert_eq!(seen((1, 2), 4, second), Sees::TooFar);
    }

    #[test]
    fn what_was_lost_with_an_epoch_counts_no_more() {
        assert_eq!(seen((2, 4), 5, Some((1, 1))), Sees::Behind);
    }

    #[test]
    fn a_source_of_a_build_before_says_nothing_of_epochs_and_is_heard_in_any() {
        assert_eq!(seen((2, 4), 5, None), Sees::Next);
    }
}
