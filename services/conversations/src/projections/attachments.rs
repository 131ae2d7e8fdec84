//! Files by id, and those that still have to be scanned.

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Timestamp, Uuid};
use jiff_sqlx::ToSqlx;
use sqlx::{Row, postgres::PgRow};

use crate::attachment::{Attachment, Event, Happened};

/// The read model.
pub struct Attachments;

/// A file.
#[derive(Clone, Debug)]
pub struct AttachmentRow {
    /// Which.
    pub attachment_id: Uuid,
    /// Who uploaded it.
    pub owner_id: Uuid,
    /// Its name, sealed.
    pub file_name: Vec<u8>,
    /// Lower case, with its dot.
    pub extension: String,
    /// Plain size.
    pub size_bytes: u64,
    /// Name in the object store.
    pub object_name: String,
    /// As in the contract.
    pub scan_state: i16,
    /// Where it was sent.
    pub conversation_id: Option<Uuid>,
}

impl ReadModel for Attachments {
    const NAME: &'static str = "attachments";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["attachments"];
    const CATEGORIES: &'static [&'static str] = &[Attachment::CATEGORY];
}

impl Projection for Attachments {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let id = event.meta.aggregate_id;
        let scanned = |state: i16| {
            sqlx::query("update attachments set scan_state = $2, scanned_at = $3 where attachment_id = $1")
                .bind(id)
                .bind(state)
                .bind(event.meta.recorded_at.to_sqlx())
        };
        let statement = match event.decode::<Event>()?.what {
            Happened::Uploaded(file) => sqlx::query(
                "insert into attachments (attachment_id, owner_id, file_name, extension, size_bytes, object_name, scan_state, discarded)
                 values ($1, $2, $3, $4, $5, $6, 1, false)",
            )
            .bind(id)
            .bind(file.owner.uuid())
            .bind(file.name.blob().map(to_column).unwrap_or_default())
            .bind(file.extension)
            .bind(i64::try_from(file.size).unwrap_or(i64::MAX))
            .bind(file.object),
            Happened::Clean => scanned(2),
            Happened::Infected => scanned(3),
            Happened::ScanFailed => scanned(4),
            Happened::Sent { conversation, .. } => {
                sqlx::query("update attachments set conversation_id = $2 where attachment_id = $1").bind(id).bind(conversation.uuid())
            }
            Happened::Discarded => sqlx::query("update attachments set discarded = true where attachment_id = $1").bind(id),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

const COLUMNS: &str = "select attachment_id, owner_id, file_name, extension, size_bytes, object_name, scan_state, conversation_id from attachments";

/// Files by id; those taken back are left out.
pub async fn by_ids(pool: &Pool, ids: &[Uuid]) -> Result<Vec<AttachmentRow>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("{COLUMNS} where attachment_id = any ($1) and not discarded"));
    sqlx::query(statement).bind(ids).fetch_all(pool).await?.iter().map(read).collect()
}

/// The next files to scan: new ones, and those whose scan failed before `retry_before`.
pub async fn to_scan(pool: &Pool, retry_before: Timestamp) -> Result<Vec<AttachmentRow>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!(
        "{COLUMNS} where not discarded and (scan_state = 1 or (scan_state = 4 and scanned_at < $1)) order by attachment_id limit 20"
    ));
    sqlx::query(statement).bind(retry_before.to_sqlx()).fetch_all(pool).await?.iter().map(read).collect()
}

/// Files of somebody that no message took along; those taken back too, whose names are still stored.
pub async fn unsent(pool: &Pool, owner: Uuid) -> Result<Vec<AttachmentRow>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("{COLUMNS} where owner_id = $1 and conversation_id is null order by attachment_id"));
    sqlx::query(statement).bind(owner).fetch_all(pool).await?.iter().map(read).collect()
}

/// How many files somebody has uploaded, neither sent nor taken back.
pub async fn count_unsent(pool: &Pool, owner: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from attachments where owner_id = $1 and conversation_id is null and not discarded")
        .bind(owner)
        .fetch_one(pool)
        .await
}

/// Notes that a scan failed once more, so that the next try waits.
pub async fn tried_again(pool: &Pool, id: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("update attachments set scanned_at = $2 where attachment_id = $1").bind(id).bind(now.to_sqlx()).execute(pool).await?;
    Ok(())
}

fn read(row: &PgRow) -> Result<AttachmentRow, sqlx::Error> {
    Ok(AttachmentRow {
        attachment_id: row.try_get("attachment_id")?,
        owner_id: row.try_get("owner_id")?,
        file_name: row.try_get("file_name")?,
        extension: row.try_get("extension")?,
        size_bytes: u64::try_from(row.try_get::<i64, _>("size_bytes")?).unwrap_or_default(),
        object_name: row.try_get("object_name")?,
        scan_state: row.try_get("scan_state")?,
        conversation_id: row.try_get("conversation_id")?,
    })
}
