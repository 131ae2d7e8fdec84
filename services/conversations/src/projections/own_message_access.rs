//! The rows of the access log about one resident's conversations: who opened them and the files in them, and what was done on the
//! resident's behalf. The log is the chassis's; here it is read.

use chassis::{Pool, page::TimeCursor};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

/// What a professional does to somebody's conversations that stands in the log under that person.
const OPENED: [&str; 5] = ["GetConversation", "DownloadAttachment", "ListConversationAccess", "WithholdMessageAccess", "ShowMessageAccess"];
/// What is done on a resident's behalf. What a list and a thread need beside it says nothing more.
const ON_BEHALF: [&str; 5] = ["GetConversation", "DownloadAttachment", "ListMyConversations", "StartConversation", "WriteMessage"];

/// One row.
#[derive(Clone, Debug)]
pub struct Accessed {
    /// Which.
    pub entry_id: Uuid,
    /// When.
    pub at: jiff::Timestamp,
    /// What was called, without its service.
    pub method: String,
    /// Who; for what is done on behalf, the resident.
    pub actor: Option<Uuid>,
    /// In which role.
    pub role: Option<Uuid>,
    /// Where.
    pub location: Option<Uuid>,
    /// Which conversation or file; `None`: no single one.
    pub object: Option<Uuid>,
    /// On what ground.
    pub ground: String,
    /// Who acts on the resident's behalf.
    pub representative: Option<Uuid>,
}

/// Which of them.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// About whom.
    pub resident: Uuid,
    /// Not before.
    pub since: jiff::Timestamp,
    /// About one conversation alone, and also what is withheld from the resident.
    pub conversation: Option<Uuid>,
}

const COLUMNS: &str = "l.entry_id, l.at, split_part(l.method, '/', 3) as method, l.actor_id, l.role_id, l.location_id, \
                       l.object_id, l.ground, l.impersonator_id";

/// Rows of a resident that are shown, by the first three values.
const SHOWN: &str = "l.subject_id = $1 and ((l.actor_kind = 'practitioner' and split_part(l.method, '/', 3) = any ($2))
                     or (l.impersonator_id is not null and split_part(l.method, '/', 3) = any ($3)))";

/// A page of them, the newest first.
pub async fn page(pool: &Pool, shown: Shown, after: Option<&TimeCursor>, size: usize) -> Result<Vec<Accessed>, sqlx::Error> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select {COLUMNS} from access_log l
         where {SHOWN} and l.at >= $4 and ($5::timestamptz is null or (l.at, l.entry_id) < ($5, $6))
           and case when $7::uuid is null then not exists (select from access_withheld w where w.entry_id = l.entry_id)
                    else l.object_id = $7 or l.object_id in (select attachment_id from attachments where conversation_id = $7) end
         order by l.at desc, l.entry_id desc limit $8"
    )))
    .bind(shown.resident)
    .bind(OPENED.as_slice())
    .bind(ON_BEHALF.as_slice())
    .bind(shown.since.to_sqlx())
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(shown.conversation)
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter().map(accessed).collect()
}

/// One of them that is about this conversation, withheld or not.
pub async fn find(pool: &Pool, resident: Uuid, conversation: Uuid, entry_id: Uuid) -> Result<Option<Accessed>, sqlx::Error> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select {COLUMNS} from access_log l where {SHOWN} and l.entry_id = $4
           and (l.object_id = $5 or l.object_id in (select attachment_id from attachments where conversation_id = $5))"
    )))
    .bind(resident)
    .bind(OPENED.as_slice())
    .bind(ON_BEHALF.as_slice())
    .bind(entry_id)
    .bind(conversation)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(accessed).transpose()
}

fn accessed(row: &PgRow) -> Result<Accessed, sqlx::Error> {
    Ok(Accessed {
        entry_id: row.try_get("entry_id")?,
        at: row.try_get::<SqlTimestamp, _>("at")?.to_jiff(),
        method: row.try_get("method")?,
        actor: row.try_get("actor_id")?,
        role: row.try_get("role_id")?,
        location: row.try_get("location_id")?,
        object: row.try_get("object_id")?,
        ground: row.try_get("ground")?,
        representative: row.try_get("impersonator_id")?,
    })
}
