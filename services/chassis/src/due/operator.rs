//! What operators see and do: what was given up, what is tried again, and driving it anew.

use chassis_domain::Timestamp;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

use crate::database::Pool;

/// Something that was not done at its time.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Names it for ever.
    pub id: Uuid,
    /// Who is to perform it.
    pub target: String,
    /// Whether it was given up; otherwise it is tried again.
    pub given_up: bool,
    /// How often it was tried.
    pub tries: i32,
    /// Why it was not done.
    pub error: String,
    /// Since when it is to be done; `None` when its row cannot be read.
    pub asked_at: Option<Timestamp>,
}

/// What was given up, and what has failed and is tried again; the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn list(pool: &Pool) -> Result<Vec<Listed>, sqlx::Error> {
    let rows = sqlx::query(
        "select id, target, state, tries, coalesce(error, '') as error, asked_at from due
         where state = 'given_up' or (state in ('waiting', 'claimed') and tries > 0 and error is not null) order by asked_at, id",
    )
    .fetch_all(pool)
    .await?;
    rows.iter().map(listed).collect()
}

fn listed(row: &PgRow) -> Result<Listed, sqlx::Error> {
    Ok(Listed {
        id: row.try_get("id")?,
        target: row.try_get("target")?,
        given_up: row.try_get::<String, _>("state")? == "given_up",
        tries: row.try_get("tries")?,
        error: row.try_get("error")?,
        asked_at: row.try_get::<SqlTimestamp, _>("asked_at").ok().map(SqlTimestamp::to_jiff),
    })
}

/// Has what was given up performed again, all of it or one, with all its tries; how many. A running service begins within seconds.
///
/// # Errors
/// When the database fails.
pub async fn redrive(pool: &Pool, only: Option<Uuid>, now: Timestamp) -> Result<u64, sqlx::Error> {
    let driven = sqlx::query(
        "update due set state = 'waiting', due_at = $2, asked_at = $2, until = null, tries = 0, settled_at = null
         where state = 'given_up' and ($1::uuid is null or id = $1)",
    );
    Ok(driven.bind(only).bind(now.to_sqlx()).execute(pool).await?.rows_affected())
}
