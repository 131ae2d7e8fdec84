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
    pub(super) fingerprint: Vec<u8>,
    pub(super) from_version: u64,
    pub(super) to_version: u64,
    pub(super) outcome: Vec<u8>,
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
    let row = sqlx::query("select fingerprint, from_version, to_version, outcome from command_log where idempotency_key = $1")
        .bind(meta.command_id)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Logged {
            fingerprint: row.try_get("fingerprint")?,
            from_version: number(row.try_get::<Option<i64>, _>("from_version")?.unwrap_or_default())?,
            to_version: number(row.try_get::<Option<i64>, _>("to_version")?.unwrap_or_default())?,
            outcome: row.try_get::<Option<Vec<u8>>, _>("outcome")?.unwrap_or_default(),
        })
    })
    .transpose()
}

/// A statement with a row for the access log, and one without.
static WITH_ACCESS: LazyLock<String> = LazyLock::new(|| format!("with logged as ({INSERT}) {}", access::insert(FIRST_OF_ACCESS, "")));

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
        .bind(&meta.fingerprint)
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
