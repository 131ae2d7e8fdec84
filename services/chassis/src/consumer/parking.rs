//! Facts held back: one that cannot be applied, and those behind it in the same aggregate, in order. Driven again by hand
//! once the reason is mended.

use jiff_sqlx::ToSqlx;
use sqlx::{Row, postgres::PgRow, types::Json};
use uuid::Uuid;

use super::{AnyHandler, Epoch, Fact, cursor};
use crate::{
    clock::Clock,
    database::{self, Pool, Tx},
    store::TraceContext,
};

/// A fact that is held back.
#[derive(Clone, Debug)]
pub struct Parked {
    /// The consumer that could not apply it.
    pub consumer: String,
    /// The aggregate.
    pub stream_id: String,
    /// Its number there.
    pub fact_no: u64,
    /// Full name of the message.
    pub fact_type: String,
    /// Why.
    pub error: String,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Headers {
    aggregate: String,
    aggregate_id: Uuid,
    event_id: Uuid,
    at: chassis_domain::Timestamp,
    trace: TraceContext,
    #[serde(default)]
    epoch: Option<Epoch>,
}

/// Everything that is held back, by consumer, aggregate and number.
pub async fn parked(pool: &Pool) -> Result<Vec<Parked>, sqlx::Error> {
    let rows = sqlx::query("select consumer, stream_id, fact_no, fact_type, error from parked order by consumer, stream_id, fact_no")
        .fetch_all(pool)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Parked {
                consumer: row.try_get("consumer")?,
                stream_id: row.try_get("stream_id")?,
                fact_no: u64::try_from(row.try_get::<i64, _>("fact_no")?).unwrap_or_default(),
                fact_type: row.try_get("fact_type")?,
                error: row.try_get("error")?,
            })
        })
        .collect()
}

/// Applies what is parked of one consumer, in order; how many could be. An aggregate whose next fact still fails stays
/// parked from there on.
pub async fn redrive(pool: &Pool, handler: &AnyHandler) -> Result<u64, sqlx::Error> {
    let streams: Vec<String> = sqlx::query_scalar("select distinct stream_id from parked where consumer = $1 order by stream_id")
        .bind(handler.consumer)
        .fetch_all(pool)
        .await?;
    let mut driven = 0;
    for stream_id in streams {
        while drive_next(pool, handler, &stream_id).await? {
            driven += 1;
        }
    }
    Ok(driven)
}

async fn drive_next(pool: &Pool, handler: &AnyHandler, stream_id: &str) -> Result<bool, sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    // A fact that comes meanwhile waits for this one, and then finds nothing parked that it would have to wait behind.
    cursor::at_in_tx(&mut tx, handler.consumer, stream_id).await?;
    let row = sqlx::query(
        "select fact_no, fact_type, headers, body from parked where consumer = $1 and stream_id = $2 order by fact_no limit 1 for update",
    )
    .bind(handler.consumer)
    .bind(stream_id)
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(false) };
    let fact = fact(&row)?;
    if let Err(error) = handler.handle_in_tx(&mut tx, &fact).await {
        tx.rollback().await?;
        tracing::warn!(
            consumer = handler.consumer,
            stream_id,
            fact_no = fact.fact_no,
            error = &error as &dyn std::error::Error,
            "consumer.still_parked"
        );
        return Ok(false);
    }
    sqlx::query("delete from parked where consumer = $1 and stream_id = $2 and fact_no = $3")
        .bind(handler.consumer)
        .bind(stream_id)
        .bind(i64::try_from(fact.fact_no).unwrap_or(i64::MAX))
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    handler.committed();
    Ok(true)
}

fn fact(row: &PgRow) -> Result<Fact, sqlx::Error> {
    let Json(headers): Json<Headers> = row.try_get("headers")?;
    Ok(Fact {
        message: row.try_get("fact_type")?,
        aggregate: headers.aggregate,
        aggregate_id: headers.aggregate_id,
        fact_no: u64::try_from(row.try_get::<i64, _>("fact_no")?).unwrap_or_default(),
        epoch: headers.epoch,
        event_id: headers.event_id,
        at: headers.at,
        payload: row.try_get::<Vec<u8>, _>("body")?.into(),
        trace: headers.trace,
    })
}

pub(super) async fn is_parked_in_tx(tx: &mut Tx<'_>, consumer: &str, stream_id: &str) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from parked where consumer = $1 and stream_id = $2)")
        .bind(consumer)
        .bind(stream_id)
        .fetch_one(&mut **tx)
        .await
}

pub(super) async fn park_in_tx(tx: &mut Tx<'_>, consumer: &str, fact: &Fact, error: &str, tries: u32) -> Result<(), sqlx::Error> {
    let headers = Headers {
        aggregate: fact.aggregate.clone(),
        aggregate_id: fact.aggregate_id,
        event_id: fact.event_id,
        at: fact.at,
        trace: fact.trace.clone(),
        epoch: fact.epoch,
    };
    sqlx::query(
        "insert into parked (consumer, stream_id, fact_no, fact_type, headers, body, error, tries, parked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing",
    )
    .bind(consumer)
    .bind(fact.stream_id())
    .bind(i64::try_from(fact.fact_no).unwrap_or(i64::MAX))
    .bind(&fact.message)
    .bind(Json(headers))
    .bind(fact.payload.as_ref())
    .bind(error)
    .bind(i32::try_from(tries).unwrap_or(i32::MAX))
    // When it was parked is for people who look; nothing is decided by it.
    .bind(Clock::system().now().to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}
