//! The first result of every command. The same key answers with it, for ever; the same key for another command is an error.

use chassis_domain::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::{PgConnection, Row};

use super::{CommandMeta, StoreError, recorded::number};
use crate::database::Tx;

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
pub(super) async fn find(connection: &mut PgConnection, meta: &CommandMeta) -> Result<Option<Logged>, StoreError> {
    let row = sqlx::query("select fingerprint, from_version, to_version, outcome from command_log where idempotency_key = $1")
        .bind(meta.command_id)
        .fetch_optional(connection)
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

/// Logs a result. A second one under the same key breaks `command_log_pkey`, and its transaction with it.
pub(super) async fn insert_in_tx(tx: &mut Tx<'_>, meta: &CommandMeta, now: Timestamp, entry: Entry<'_>) -> Result<(), StoreError> {
    sqlx::query(
        "insert into command_log (idempotency_key, fingerprint, stream_id, from_version, to_version, outcome, at) values ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(meta.command_id)
    .bind(&meta.fingerprint)
    .bind(entry.stream_id)
    .bind(super::recorded::column(entry.from_version)?)
    .bind(super::recorded::column(entry.to_version)?)
    .bind(entry.outcome)
    .bind(now.to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}
