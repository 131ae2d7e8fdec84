//! The rows of the access log about one person: by professionals who confirmed a ground, and by people who began to act on the
//! person's behalf. The log is the chassis's; here it is read.

use chassis::{Pool, page::TimeCursor};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

use crate::session::Ground;

/// One row.
#[derive(Clone, Debug)]
pub struct Looked {
    /// Which.
    pub entry_id: Uuid,
    /// When.
    pub at: jiff::Timestamp,
    /// Full path of what was called.
    pub method: String,
    /// Who.
    pub professional: Option<Uuid>,
    /// In which role.
    pub role: Option<Uuid>,
    /// Where.
    pub location: Option<Uuid>,
    /// On what ground; `None` for who acts on behalf.
    pub ground: Option<Ground>,
    /// Who acts on the person's behalf.
    pub representative: Option<Uuid>,
}

/// Which of them.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// About whom.
    pub person: Uuid,
    /// Not before.
    pub since: jiff::Timestamp,
    /// Also what is withheld from the person.
    pub withheld: bool,
}

/// Rows of a person that are shown, by the first two values.
const SHOWN: &str =
    "subject_id = $1 and ((actor_kind = 'practitioner' and ground = any ($2)) or (impersonator_id is not null and ground = 'mandate'))";

/// A page of them, the newest first.
pub async fn page(pool: &Pool, shown: Shown, after: Option<&TimeCursor>, size: usize) -> Result<Vec<Looked>, sqlx::Error> {
    let grounds = Ground::ALL.map(Ground::name);
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select entry_id, at, method, actor_id, role_id, location_id, ground, impersonator_id from access_log l
         where {SHOWN} and at >= $6 and ($7 or not exists (select from access_withheld w where w.entry_id = l.entry_id))
           and ($3::timestamptz is null or (at, entry_id) < ($3, $4))
         order by at desc, entry_id desc limit $5"
    )))
    .bind(shown.person)
    .bind(grounds.as_slice())
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .bind(shown.since.to_sqlx())
    .bind(shown.withheld)
    .fetch_all(pool)
    .await?;
    rows.iter().map(looked).collect()
}

/// One of them, withheld or not.
pub async fn find(pool: &Pool, person: Uuid, entry_id: Uuid) -> Result<Option<Looked>, sqlx::Error> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select entry_id, at, method, actor_id, role_id, location_id, ground, impersonator_id from access_log where {SHOWN} and entry_id = $3"
    )))
    .bind(person)
    .bind(Ground::ALL.map(Ground::name).as_slice())
    .bind(entry_id)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(looked).transpose()
}

/// Who of these people have acted on the person's behalf.
pub async fn have_acted(pool: &Pool, person: Uuid, people: &[Uuid]) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select distinct impersonator_id from access_log where subject_id = $1 and impersonator_id = any ($2)")
        .bind(person)
        .bind(people)
        .fetch_all(pool)
        .await
}

fn looked(row: &PgRow) -> Result<Looked, sqlx::Error> {
    Ok(Looked {
        entry_id: row.try_get("entry_id")?,
        at: row.try_get::<SqlTimestamp, _>("at")?.to_jiff(),
        method: row.try_get("method")?,
        professional: row.try_get("actor_id")?,
        role: row.try_get("role_id")?,
        location: row.try_get("location_id")?,
        ground: Ground::from_name(row.try_get("ground")?),
        representative: row.try_get("impersonator_id")?,
    })
}
