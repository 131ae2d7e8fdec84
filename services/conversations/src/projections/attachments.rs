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

use crate::attachment::{Attachment, Event, EventKind, Sent};

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
    pub sent: Option<SentTo>,
}

/// Where a file was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentTo {
    /// Into a conversation.
    Conversation(Uuid),
    /// Into a chat.
    Chat(Uuid),
}

impl ReadModel for Attachments {
    const NAME: &'static str = "attachments";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["attachments"];
    const CATEGORIES: &'static [&'static str] = &[Attachment::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table attachments (
             attachment_id uuid not null,
             owner_id uuid not null,
             file_name bytea not null,
             extension text not null,
             size_bytes bigint not null,
             object_name text not null,
             scan_state smallint not null,
             uploaded_at timestamptz not null,
             scanned_at timestamptz,
             conversation_id uuid,
             chat_id uuid,
             discarded boolean not null,
             constraint attachments_pkey primary key (attachment_id)
         );
         create index attachments_to_scan_idx on attachments (attachment_id) where scan_state in (1, 4) and not discarded;
         create index attachments_unsent_idx on attachments (owner_id) where conversation_id is null and chat_id is null;
         create index attachments_left_idx on attachments (uploaded_at) where conversation_id is null and chat_id is null and not discarded;
         create index attachments_sent_idx on attachments (conversation_id)",
    );
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
            EventKind::Uploaded(file) => sqlx::query(
                "insert into attachments (attachment_id, owner_id, file_name, extension, size_bytes, object_name, scan_state, uploaded_at, discarded)
                 values ($1, $2, $3, $4, $5, $6, 1, $7, false)",
            )
            .bind(id)
            .bind(file.owner.uuid())
            .bind(file.name.blob().map(to_column).unwrap_or_default())
            .bind(file.extension)
            .bind(i64::try_from(file.size).unwrap_or(i64::MAX))
            .bind(file.object)
            .bind(event.meta.recorded_at.to_sqlx()),
            EventKind::Clean => scanned(2),
            EventKind::Infected => scanned(3),
            EventKind::ScanFailed => scanned(4),
            EventKind::Sent(Sent::Message(conversation, _)) => {
                sqlx::query("update attachments set conversation_id = $2 where attachment_id = $1").bind(id).bind(conversation.uuid())
            }
            EventKind::Sent(Sent::Chat(chat)) => sqlx::query("update attachments set chat_id = $2 where attachment_id = $1").bind(id).bind(chat),
            EventKind::Discarded => sqlx::query("update attachments set discarded = true where attachment_id = $1").bind(id),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

const COLUMNS: &str =
    "select attachment_id, owner_id, file_name, extension, size_bytes, object_name, scan_state, conversation_id, chat_id from attachments";

/// Files by id; those taken back are left out.
pub async fn by_ids(pool: &Pool, ids: &[Uuid]) -> Result<Vec<AttachmentRow>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("{COLUMNS} where attachment_id = any ($1) and not discarded"));
    sqlx::query(statement).bind(ids).fetch_all(pool).await?.iter().map(read).collect()
}

/// The next file to scan: a new one, or one whose scan failed before `retry_before`. Not one of these, nor of somebody whose files take
/// all that is theirs now.
pub async fn to_scan(pool: &Pool, retry_before: Timestamp, besides: &[Uuid], owners: &[Uuid]) -> Result<Option<AttachmentRow>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!(
        "{COLUMNS} where not discarded and (scan_state = 1 or (scan_state = 4 and scanned_at <= $1))
           and attachment_id <> all ($2) and owner_id <> all ($3)
         order by attachment_id limit 1"
    ));
    let found = sqlx::query(statement).bind(retry_before.to_sqlx()).bind(besides).bind(owners).fetch_optional(pool).await?;
    found.as_ref().map(read).transpose()
}

/// Files behind one that lay about unsent since before `before`, some of them.
pub async fn left(pool: &Pool, before: Timestamp, behind: Option<Uuid>) -> Result<Vec<AttachmentRow>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!(
        "{COLUMNS} where conversation_id is null and chat_id is null and not discarded and uploaded_at <= $1 and ($2::uuid is null or attachment_id > $2)
         order by attachment_id limit 100"
    ));
    sqlx::query(statement).bind(before.to_sqlx()).bind(behind).fetch_all(pool).await?.iter().map(read).collect()
}

/// Files of somebody that no message took along; those taken back too, whose names are still stored.
pub async fn unsent(pool: &Pool, owner: Uuid) -> Result<Vec<AttachmentRow>, sqlx::Error> {
    let statement =
        sqlx::AssertSqlSafe(format!("{COLUMNS} where owner_id = $1 and conversation_id is null and chat_id is null order by attachment_id"));
    sqlx::query(statement).bind(owner).fetch_all(pool).await?.iter().map(read).collect()
}

/// How many files somebody has uploaded, neither sent nor taken back.
pub async fn count_unsent(pool: &Pool, owner: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from attachments where owner_id = $1 and conversation_id is null and chat_id is null and not discarded")
        .bind(owner)
        .fetch_one(pool)
        .await
}

/// The same without one of them. Whoever uploads for the same person at the same time waits until this transaction is over.
pub async fn count_other_unsent_in_tx(tx: &mut Tx<'_>, owner: Uuid, besides: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended('unsent files of ' || $1::text, 0))").bind(owner).execute(&mut **tx).await?;
    sqlx::query_scalar(
        "select count(*) from attachments
         where owner_id = $1 and conversation_id is null and chat_id is null and not discarded and attachment_id <> $2",
    )
    .bind(owner)
    .bind(besides)
    .fetch_one(&mut **tx)
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
        sent: match row.try_get::<Option<Uuid>, _>("conversation_id")? {
            Some(conversation) => Some(SentTo::Conversation(conversation)),
            None => row.try_get::<Option<Uuid>, _>("chat_id")?.map(SentTo::Chat),
        },
    })
}
