//! The first result of every command. The same key answers with it, for ever; the same key for another command is an error.

use std::sync::LazyLock;

use chassis_domain::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::{AssertSqlSafe, PgExecutor, Row};

use super::{
    CommandMeta, Inner, StoreError,
    recorded::{column, number},
};
use crate::{access, database::Pool};

/// A command that was executed before.
pub(super) struct Logged {
    fingerprint: Vec<u8>,
    stream_id: Option<String>,
    pub(super) from_version: u64,
    pub(super) to_version: u64,
    pub(super) outcome: Vec<u8>,
}

impl Logged {
    /// Whether it was this command, on this stream or on no single one. What was logged before fingerprints were keyed has none.
    pub(super) fn is(&self, inner: &Inner, meta: &CommandMeta, stream_id: Option<&str>) -> bool {
        let same = self.fingerprint.is_empty() || self.fingerprint == fingerprint(inner, meta);
        same && self.stream_id.as_deref() == stream_id
    }
}

/// What a command is known again by. Keyed: it outlives what was sent, and must not tell it to whoever guesses.
pub(super) fn fingerprint(inner: &Inner, meta: &CommandMeta) -> Vec<u8> {
    inner.keyring.blind_index().fingerprint(&meta.fingerprint)
}

/// What a command came to, for the log.
#[derive(Default)]
pub(super) struct Entry<'a> {
    pub(super) stream_id: Option<&'a str>,
    pub(super) from_version: u64,
    pub(super) to_version: u64,
    pub(super) outcome: Option<Vec<u8>>,
}

/// The first result under this key, when there is one.
pub(super) async fn find(pool: &Pool, meta: &CommandMeta) -> Result<Option<Logged>, StoreError> {
    let row = sqlx::query("select fingerprint, stream_id, from_version, to_version, outcome from command_log where idempotency_key = $1")
        .bind(meta.command_id)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Logged {
            fingerprint: row.try_get("fingerprint")?,
            stream_id: row.try_get("stream_id")?,
            from_version: number(row.try_get::<Option<i64>, _>("from_version")?.unwrap_or_default())?,
            to_version: number(row.try_get::<Option<i64>, _>("to_version")?.unwrap_or_default())?,
            outcome: row.try_get::<Option<Vec<u8>>, _>("outcome")?.unwrap_or_default(),
        })
    })
    .transpose()
}

/// A statement with a row for the access log, and one without.
static WITH_ACCESS: LazyLock<String> = LazyLock::new(|| {
    let (wait, insert) = (access::wait(FIRST_OF_ACCESS, ""), access::insert(FIRST_OF_ACCESS, ""));
    format!("with logged as ({INSERT}), waits as ({wait}) {insert}")
});

const FIRST_OF_ACCESS: usize = 8;

const INSERT: &str =
    "insert into command_log (idempotency_key, fingerprint, stream_id, from_version, to_version, outcome, at) values ($1, $2, $3, $4, $5, $6, $7)";

/// Logs a result, with the row that the access log is to have of the command, in one statement. A second one under the same key breaks
/// `command_log_pkey`, and its transaction with it.
pub(super) async fn insert(
    executor: impl PgExecutor<'_>,
    inner: &Inner,
    meta: &CommandMeta,
    now: Timestamp,
    entry: Entry<'_>,
) -> Result<(), StoreError> {
    let statement = if meta.access.is_some() { WITH_ACCESS.as_str() } else { INSERT };
    let query = sqlx::query(AssertSqlSafe(statement))
        .bind(meta.command_id)
        .bind(fingerprint(inner, meta))
        .bind(entry.stream_id)
        .bind(column(entry.from_version)?)
        .bind(column(entry.to_version)?)
        .bind(entry.outcome)
        .bind(now.to_sqlx());
    let query = match &meta.access {
        Some(access) => access.bind(query, inner.ids.v7(now), now),
        None => query,
    };
    query.execute(executor).await?;
    Ok(())
}
