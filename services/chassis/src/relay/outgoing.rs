//! What the relay knows of a numbered event: its position, and the fact on its way to the bus.

use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{Row, postgres::PgRow, types::Json};
use uuid::Uuid;

use crate::store::{StoreError, StoredMeta, TraceContext};

/// An event that has its position.
pub struct Numbered {
    /// Its place in the log of the service.
    pub position: i64,
    /// The fact that it is, unless it stays private.
    pub(super) fact: Option<Outgoing>,
}

/// A fact on its way to the bus.
pub(super) struct Outgoing {
    pub(super) event_id: Uuid,
    pub(super) stream_id: String,
    pub(super) aggregate_id: String,
    pub(super) fact_no: i64,
    pub(super) position: i64,
    pub(super) fact_type: String,
    pub(super) audience: Vec<String>,
    pub(super) recorded_at: String,
    pub(super) trace: TraceContext,
    pub(super) payload: Vec<u8>,
}

/// Reads a row of `outbox` joined with its event.
pub(super) fn numbered(row: &PgRow) -> Result<Numbered, StoreError> {
    Ok(Numbered { position: row.try_get("position")?, fact: outgoing(row)? })
}

fn outgoing(row: &PgRow) -> Result<Option<Outgoing>, StoreError> {
    let Some(payload) = row.try_get::<Option<Vec<u8>>, _>("fact")? else { return Ok(None) };
    let stream_id: String = row.try_get("stream_id")?;
    let Json(meta): Json<StoredMeta> = row.try_get("meta")?;
    let recorded_at: SqlTimestamp = row.try_get("recorded_at")?;
    let id_at = stream_id.len().saturating_sub(36);
    Ok(Some(Outgoing {
        event_id: row.try_get("event_id")?,
        aggregate_id: stream_id.get(id_at..).unwrap_or_default().to_owned(),
        stream_id,
        fact_no: row.try_get("fact_no")?,
        position: row.try_get("position")?,
        fact_type: row.try_get("fact_type")?,
        audience: row.try_get::<Option<Vec<String>>, _>("audience")?.unwrap_or_default(),
        recorded_at: recorded_at.to_jiff().to_string(),
        trace: meta.trace,
        payload,
    }))
}
