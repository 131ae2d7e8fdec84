//! How the fetching of each search goes, as it is kept for all processes, in the table `search_fetches`; and whose turn it is: whoever fetches a
//! search has its row until they have ended, or for longer than a fetch takes.

use std::collections::HashMap;

use aws_lc_rs::digest::{SHA256, digest};
use chassis_domain::{AdminDetails, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{PgExecutor, Row, postgres::PgRow};

use crate::{
    appointment_search::Details,
    fetch::{FailingSince, FetchState, parameters_of},
};

/// The turn of whoever fetches a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// When it begins.
    pub(crate) now: Timestamp,
    /// Until then nobody else has one. It tells one turn from another.
    pub(crate) until: Timestamp,
}

/// What tells parameters of a search from others.
fn digest_of(details: &Details) -> Vec<u8> {
    digest(&SHA256, &parameters_of(details)).as_ref().to_vec()
}

/// Of these searches: one that was never fetched, or not with these parameters, is left out.
pub(crate) async fn some(executor: impl PgExecutor<'_>, searches: &[(Uuid, &Details)]) -> Result<HashMap<Uuid, FetchState>, sqlx::Error> {
    let digests: HashMap<_, _> = searches.iter().map(|(id, details)| (*id, digest_of(details))).collect();
    let rows = sqlx::query(
        "select search_id, parameters, tried_at, fetched_at, whole_at, cursor, unknown_patients, unreadable, failing_since, failures,
             failure_reason, missing
         from search_fetches where search_id = any ($1)",
    )
    .bind(digests.keys().copied().collect::<Vec<_>>())
    .fetch_all(executor)
    .await?;
    let mut states = HashMap::new();
    for row in &rows {
        let (id, parameters): (Uuid, Vec<u8>) = (row.try_get("search_id")?, row.try_get("parameters")?);
        if digests.get(&id) == Some(&parameters) {
            states.insert(id, read(row)?);
        }
    }
    Ok(states)
}

fn read(row: &PgRow) -> Result<FetchState, sqlx::Error> {
    let time = |column: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(column)?.map(SqlTimestamp::to_jiff));
    let number = |column: &str| Ok::<_, sqlx::Error>(row.try_get::<i32, _>(column)?.unsigned_abs());
    let failing = match time("failing_since")? {
        Some(since) => Some(FailingSince { reason: row.try_get("failure_reason")?, since, in_a_row: number("failures")? }),
        None => None,
    };
    Ok(FetchState {
        tried_at: time("tried_at")?,
        fetched_at: time("fetched_at")?,
        whole_at: time("whole_at")?,
        cursor: row.try_get("cursor")?,
        unknown_patients: number("unknown_patients")?,
        unreadable: number("unreadable")?,
        failing,
        missing: row.try_get("missing")?,
    })
}

/// Takes a turn; `false`: somebody else has theirs. What is kept of the search stays as it is.
pub(crate) async fn take(executor: impl PgExecutor<'_>, id: Uuid, details: &Details, turn: Turn) -> Result<bool, sqlx::Error> {
    let taken = sqlx::query(
        "insert into search_fetches as f (search_id, parameters, busy_until) values ($1, $2, $4)
         on conflict (search_id) do update set busy_until = excluded.busy_until where f.busy_until is null or f.busy_until <= $3",
    )
    .bind(id)
    .bind(digest_of(details))
    .bind(turn.now.to_sqlx())
    .bind(turn.until.to_sqlx())
    .execute(executor)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Keeps how it goes, and ends the turn; `false`: it had ended before, and what somebody else has kept since stays.
pub(crate) async fn save(
    executor: impl PgExecutor<'_>,
    (id, details): (Uuid, &Details),
    state: &FetchState,
    turn: Turn,
) -> Result<bool, sqlx::Error> {
    let count = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let failing = state.failing.as_ref();
    let saved = sqlx::query(
        "update search_fetches set parameters = $3, tried_at = $4, fetched_at = $5, whole_at = $6, cursor = $7, unknown_patients = $8,
             unreadable = $9, failing_since = $10, failures = $11, failure_reason = $12, missing = $13, busy_until = null
         where search_id = $1 and busy_until = $2",
    )
    .bind(id)
    .bind(turn.until.to_sqlx())
    .bind(digest_of(details))
    .bind(state.tried_at.map(ToSqlx::to_sqlx))
    .bind(state.fetched_at.map(ToSqlx::to_sqlx))
    .bind(state.whole_at.map(ToSqlx::to_sqlx))
    .bind(state.cursor.as_deref())
    .bind(count(state.unknown_patients))
    .bind(count(state.unreadable))
    .bind(failing.map(|failing| failing.since.to_sqlx()))
    .bind(count(failing.map_or(0, |failing| failing.in_a_row)))
    .bind(failing.map_or("", |failing| failing.reason.as_str()))
    .bind(&state.missing)
    .execute(executor)
    .await?;
    Ok(saved.rows_affected() == 1)
}

/// Of searches that are no more nothing is kept.
pub(crate) async fn forget_removed(executor: impl PgExecutor<'_>) -> Result<(), sqlx::Error> {
    sqlx::query("delete from search_fetches f where not exists (select from admin_records r where r.category = $1 and r.id = f.search_id)")
        .bind(Details::CATEGORY)
        .execute(executor)
        .await?;
    Ok(())
}
