//! The rows of the access log about one person, by professionals who confirmed a ground. The log is the chassis's; here it is read.

use chassis::page::TimeCursor;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{PgPool, Row};
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
    /// On what ground.
    pub ground: Ground,
}

/// A page of them, the newest first.
pub async fn page(pool: &PgPool, person: Uuid, after: Option<&TimeCursor>, size: usize) -> Result<Vec<Looked>, sqlx::Error> {
    let grounds = Ground::ALL.map(Ground::name);
    let rows = sqlx::query(
        "select entry_id, at, method, actor_id, role_id, location_id, ground from access_log
         where subject_id = $1 and actor_kind = 'practitioner' and ground = any ($2)
           and ($3::timestamptz is null or (at, entry_id) < ($3, $4))
         order by at desc, entry_id desc limit $5",
    )
    .bind(person)
    .bind(grounds.as_slice())
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Looked {
                entry_id: row.try_get("entry_id")?,
                at: row.try_get::<SqlTimestamp, _>("at")?.to_jiff(),
                method: row.try_get("method")?,
                professional: row.try_get("actor_id")?,
                role: row.try_get("role_id")?,
                location: row.try_get("location_id")?,
                ground: Ground::from_name(row.try_get("ground")?).ok_or(sqlx::Error::RowNotFound)?,
            })
        })
        .collect()
}
