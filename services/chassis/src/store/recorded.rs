//! Events as they come out of the store.

use chassis_domain::{DecodeError, DomainEvent, EventMeta, Stored};
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{Row, postgres::PgRow, types::Json};
use uuid::Uuid;

use super::{
    StoreError,
    meta::{StoredMeta, TraceContext},
};
use crate::sealing::{BlindIndex, KeySet, Keyring, Needs};

/// A decoded event with what the store knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded<E> {
    /// What the store knows.
    pub meta: EventMeta,
    /// The event.
    pub event: E,
}

/// A stored event of any aggregate, as projections see it.
#[derive(Clone)]
pub struct RawRecorded {
    /// What the store knows.
    pub meta: EventMeta,
    /// The kind of aggregate.
    pub category: String,
    /// Name, schema and payload.
    pub stored: Stored,
    /// Place in the log of the service; none before the relay has given it.
    pub position: Option<u64>,
    /// Number of the fact in its stream, when the event is public.
    pub fact_no: Option<u64>,
    /// The trace it was recorded in.
    pub trace: TraceContext,
    /// The effect, or the event, that its command followed from.
    pub cause: Option<Uuid>,
    /// The command that began what it belongs to; its own when nothing was before.
    pub correlation: Uuid,
    pub(crate) needs: Needs,
    pub(crate) keys: KeySet,
    pub(crate) index: Option<BlindIndex>,
}

impl RawRecorded {
    /// The event as its own type; sealed values open as far as their keys exist.
    pub fn decode<E: DomainEvent>(&self) -> Result<E, DecodeError> {
        E::decode(&self.stored, &self.keys)
    }

    /// Keyed tokens to find a sealed text by; see [`BlindIndex`].
    pub fn search_tokens(&self, text: &str) -> Vec<Vec<u8>> {
        self.index.as_ref().map(|index| index.tokens(text)).unwrap_or_default()
    }
}

/// Columns that [`from_row`] reads, of `events e`.
pub(crate) const COLUMNS: &str = "e.stream_id, e.version, e.event_id, e.event_type, e.schema, e.payload, e.meta, e.recorded_at";

/// Reads a row; keys are fetched later, for many rows at once.
pub(crate) fn from_row(row: &PgRow, position: Option<i64>, fact_no: Option<i64>) -> Result<RawRecorded, StoreError> {
    let stream_id: String = row.try_get("stream_id")?;
    // `<category>-<uuid>`; a UUID takes the last 36 letters.
    let split = stream_id.len().checked_sub(37).ok_or(StoreError::Inconsistent("a stream without an id"))?;
    let (category, aggregate_id) = stream_id.split_at_checked(split).ok_or(StoreError::Inconsistent("a stream without an id"))?;
    let aggregate_id = Uuid::try_parse(aggregate_id.trim_start_matches('-')).map_err(|_| StoreError::Inconsistent("a stream without an id"))?;
    let Json(meta): Json<StoredMeta> = row.try_get("meta")?;
    let recorded_at: SqlTimestamp = row.try_get("recorded_at")?;
    Ok(RawRecorded {
        category: category.to_owned(),
        stored: Stored {
            event_type: row.try_get("event_type")?,
            schema: number(row.try_get::<i16, _>("schema")?)?,
            payload: row.try_get("payload")?,
        },
        position: position.map(number).transpose()?,
        fact_no: fact_no.map(number).transpose()?,
        trace: meta.trace.clone(),
        cause: meta.cause,
        correlation: meta.correlation.unwrap_or(meta.command),
        needs: meta.needs(),
        keys: KeySet::default(),
        index: None,
        meta: EventMeta {
            event_id: row.try_get("event_id")?,
            aggregate_id,
            version: number(row.try_get::<i64, _>("version")?)?,
            recorded_at: recorded_at.to_jiff(),
            actor: meta.actor()?,
            on_behalf_of: meta.on_behalf_of(),
            command_id: meta.command,
        },
    })
}

/// Gives events the keys they need, fetched once for all of them.
pub(crate) async fn with_keys(keyring: &Keyring, mut events: Vec<RawRecorded>) -> Result<Vec<RawRecorded>, StoreError> {
    let needs: Needs = events.iter().flat_map(|event| event.needs.iter().copied()).collect();
    let keys = if needs.is_empty() { KeySet::default() } else { keyring.open(&needs).await? };
    for event in &mut events {
        event.keys = keys.clone();
        event.index = Some(keyring.blind_index());
    }
    Ok(events)
}

/// A number of the store, none of which is negative.
pub(crate) fn number<T, U: TryFrom<T>>(value: T) -> Result<U, StoreError> {
    U::try_from(value).map_err(|_| StoreError::Inconsistent("a number out of range"))
}

/// A number for the store.
pub(crate) fn column(value: u64) -> Result<i64, StoreError> {
    number(value)
}
