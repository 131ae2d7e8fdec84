//! A row of what is due, on its way in and on its way out.

use chassis_domain::Timestamp;
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

use crate::store::TraceContext;

/// What led to something: an event, in its trace. `name` is the same whenever the same is reacted to.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    pub(crate) name: String,
    pub(crate) event: Option<Uuid>,
    pub(crate) trace: TraceContext,
}

/// What is to be put.
pub(crate) struct New<'a> {
    pub(crate) id: Uuid,
    pub(crate) target: String,
    pub(crate) key: &'a str,
    pub(crate) body: Vec<u8>,
    pub(crate) due_at: Timestamp,
    pub(crate) until: Option<Timestamp>,
    pub(crate) cause: &'a Cause,
}

/// What a runner holds for a while.
#[derive(Clone, Debug)]
pub(super) struct Claimed {
    pub(super) id: Uuid,
    pub(super) lease: Uuid,
    pub(super) body: Vec<u8>,
    pub(super) due_at: Timestamp,
    pub(super) asked_at: Timestamp,
    pub(super) until: Option<Timestamp>,
    pub(super) tries: u32,
    pub(super) cause: Option<Uuid>,
    pub(super) trace: TraceContext,
}

impl Claimed {
    pub(super) fn read(row: &PgRow, id: Uuid, lease: Uuid) -> Result<Self, sqlx::Error> {
        let (due_at, asked_at): (SqlTimestamp, SqlTimestamp) = (row.try_get("due_at")?, row.try_get("asked_at")?);
        let until: Option<SqlTimestamp> = row.try_get("until")?;
        Ok(Self {
            id,
            lease,
            body: row.try_get("body")?,
            due_at: due_at.to_jiff(),
            asked_at: asked_at.to_jiff(),
            until: until.map(SqlTimestamp::to_jiff),
            tries: u32::try_from(row.try_get::<i32, _>("tries")?).unwrap_or_default(),
            cause: row.try_get("cause")?,
            trace: TraceContext { traceparent: row.try_get("traceparent")?, tracestate: String::new() },
        })
    }
}
