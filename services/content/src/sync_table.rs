//! How the fetching of each integration goes, as it is kept for all processes, in the table `integration_syncs`.

use std::collections::HashMap;

use chassis_domain::Uuid;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{PgExecutor, Row, postgres::PgRow};

use crate::{
    content_integration::Details,
    sync::{CONTENT, Failing, Failure, SERVICE, SyncState, Texts},
};

/// Of these integrations: one that has never been tried, or fills another target since, is left out.
pub(crate) async fn some(executor: impl PgExecutor<'_>, integrations: &[(Uuid, &Details)]) -> Result<HashMap<Uuid, SyncState>, sqlx::Error> {
    let ids: Vec<_> = integrations.iter().map(|(id, _)| *id).collect();
    let rows = sqlx::query(
        "select integration_id, target_id, source_id, tried_at, succeeded_at, failing_since, failures, failure_reason, failure_field,
             failure_params, failure_values, fields, texts, lacking
         from integration_syncs where integration_id = any ($1)",
    )
    .bind(&ids)
    .fetch_all(executor)
    .await?;
    let mut states = HashMap::new();
    for row in &rows {
        let id: Uuid = row.try_get("integration_id")?;
        let (target, source_id): (Uuid, String) = (row.try_get("target_id")?, row.try_get("source_id")?);
        let is_this = |(other, details): &(Uuid, &Details)| *other == id && details.target.id() == Some(target) && details.source_id == source_id;
        if integrations.iter().any(is_this) {
            states.insert(id, read(row)?);
        }
    }
    Ok(states)
}

fn read(row: &PgRow) -> Result<SyncState, sqlx::Error> {
    let failing = match row.try_get::<Option<SqlTimestamp>, _>("failing_since")? {
        None => None,
        Some(since) => {
            let (names, values): (Vec<String>, Vec<String>) = (row.try_get("failure_params")?, row.try_get("failure_values")?);
            let failure = Failure {
                reason: row.try_get("failure_reason")?,
                field: row.try_get("failure_field")?,
                params: names.into_iter().zip(values).collect(),
            };
            Some(Failing { failure, since: since.to_jiff(), in_a_row: row.try_get::<i32, _>("failures")?.unsigned_abs() })
        }
    };
    let (names, texts): (Vec<String>, Vec<String>) = (row.try_get("fields")?, row.try_get("texts")?);
    let known = |name: String| SERVICE.iter().chain(&CONTENT).map(|field| field.name).find(|known| *known == name);
    let texts: Texts = names.into_iter().zip(texts).filter_map(|(name, text)| Some((known(name)?, text))).collect();
    Ok(SyncState {
        tried_at: Some(row.try_get::<SqlTimestamp, _>("tried_at")?.to_jiff()),
        succeeded_at: row.try_get::<Option<SqlTimestamp>, _>("succeeded_at")?.map(SqlTimestamp::to_jiff),
        failing,
        texts,
        lacking: row.try_get("lacking")?,
    })
}

/// Keeps how it goes after it was tried.
pub(crate) async fn save(executor: impl PgExecutor<'_>, id: Uuid, details: &Details, state: &SyncState) -> Result<(), sqlx::Error> {
    let failing = state.failing.as_ref();
    let failure = failing.map(|failing| failing.failure.clone()).unwrap_or_default();
    let (params, values): (Vec<_>, Vec<_>) = failure.params.into_iter().unzip();
    let (fields, texts): (Vec<_>, Vec<_>) = state.texts.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).unzip();
    sqlx::query(
        "insert into integration_syncs (integration_id, target_id, source_id, tried_at, succeeded_at, failing_since, failures, failure_reason,
             failure_field, failure_params, failure_values, fields, texts, lacking)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         on conflict (integration_id) do update set target_id = $2, source_id = $3, tried_at = $4, succeeded_at = $5, failing_since = $6,
             failures = $7, failure_reason = $8, failure_field = $9, failure_params = $10, failure_values = $11, fields = $12, texts = $13,
             lacking = $14",
    )
    .bind(id)
    .bind(details.target.id())
    .bind(&details.source_id)
    .bind(state.tried_at.map(ToSqlx::to_sqlx))
    .bind(state.succeeded_at.map(ToSqlx::to_sqlx))
    .bind(failing.map(|failing| failing.since.to_sqlx()))
    .bind(failing.map_or(0, |failing| i32::try_from(failing.in_a_row).unwrap_or(i32::MAX)))
    .bind(failure.reason)
    .bind(failure.field)
    .bind(params)
    .bind(values)
    .bind(fields)
    .bind(texts)
    .bind(&state.lacking)
    .execute(executor)
    .await?;
    Ok(())
}

/// Nothing is fetched for it any more.
pub(crate) async fn forget(executor: impl PgExecutor<'_>, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("delete from integration_syncs where integration_id = $1").bind(id).execute(executor).await?;
    Ok(())
}
