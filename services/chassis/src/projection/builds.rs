//! Builds side by side. Each version of a read model has its tables in a schema of its own, and a process reads and writes those of its
//! own build. What another build appends is taken in stream by stream: at once before a command of this build on the same stream, and
//! otherwise as it gets its position.

use std::{collections::HashSet, sync::Arc, time::Duration};

use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tokio_util::sync::CancellationToken;

use super::{
    InlineProjection, Mode, RebuildError, rebuild,
    rebuild::{pass_on, turn},
};
use crate::{
    database::{self, Pool, Tx},
    service::beat,
    store::{COLUMNS, EventStore, Inner, RawRecorded, StoreError, from_row, with_keys},
};

/// Events looked at in one go.
const BATCH: i64 = 2_000;
/// Events of other builds that are as many as it takes to build anew.
const MANY: i64 = 10_000;
/// Between two looks at what others have appended, and after a failure.
const PAUSE: Duration = Duration::from_secs(1);
/// A build that was not seen for so long has no process any more, and nobody goes back to it in a hurry.
const GONE: &str = "1 day";

/// The versions of read models that this build has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Build {
    /// `None` where nobody else writes: a store without a service around it.
    pub(crate) number: Option<i32>,
    /// `<name>/<version>`.
    pub(crate) read_models: Vec<String>,
}

/// The schema of a version's tables.
pub(super) fn schema(projection: &dyn InlineProjection) -> String {
    schema_of(projection.name(), projection.version())
}

fn schema_of(name: &str, version: impl std::fmt::Display) -> String {
    format!("rm_{name}_v{version}")
}

/// A version, as builds name it.
pub(super) fn key(projection: &dyn InlineProjection) -> String {
    format!("{}/{}", projection.name(), projection.version())
}

/// A version, as a column has it.
pub(super) fn column(projection: &dyn InlineProjection) -> i32 {
    i32::try_from(projection.version()).unwrap_or(i32::MAX)
}

/// Where a build finds its tables: those of its read models first.
pub(crate) fn search_path<'p>(projections: impl IntoIterator<Item = &'p Arc<dyn InlineProjection>>) -> String {
    projections.into_iter().fold(String::new(), |path, projection| path + &schema(projection.as_ref()) + ",") + "public"
}

impl Build {
    /// Makes this build known, before anything of it is built: nobody drops its tables from now on.
    pub(crate) async fn register(pool: &Pool, projections: &[(Arc<dyn InlineProjection>, Mode)]) -> Result<Self, sqlx::Error> {
        let mut read_models: Vec<_> = projections.iter().map(|(projection, _)| key(projection.as_ref())).collect();
        read_models.sort();
        let known =
            "insert into builds (read_models, seen_at) values ($1, now()) on conflict (read_models) do update set seen_at = now() returning build";
        let number = sqlx::query_scalar(known).bind(&read_models).fetch_one(pool).await?;
        Ok(Self { number: Some(number), read_models })
    }
}

/// Makes sure that the inline read models of this build have all of a stream, whoever appended to it; whether they may have missed some.
pub(crate) async fn take_over(inner: &Inner, stream_id: &str) -> Result<bool, StoreError> {
    let theirs: Option<bool> =
        sqlx::query_scalar("select build is distinct from $2 or folded_to is distinct from version from event_streams where stream_id = $1")
            .bind(stream_id)
            .bind(inner.build.number)
            .fetch_optional(&inner.pool)
            .await?;
    let theirs = theirs == Some(true);
    if theirs {
        let mut tx = database::begin(&inner.pool).await?;
        take_over_in_tx(&mut tx, inner, stream_id).await?;
        tx.commit().await?;
    }
    Ok(theirs)
}

async fn take_over_in_tx(tx: &mut Tx<'_>, inner: &Inner, stream_id: &str) -> Result<(), StoreError> {
    let row = sqlx::query(
        "select s.category, s.version, coalesce(s.folded_to, 0) as folded_to, coalesce(b.read_models, '{}') as read_models
         from event_streams s left join builds b using (build)
         where s.stream_id = $1 and (s.build is distinct from $2 or s.folded_to is distinct from s.version) for update of s",
    )
    .bind(stream_id)
    .bind(inner.build.number)
    .fetch_optional(&mut **tx)
    .await?;
    // Another process of this build was faster.
    let Some(row) = row else { return Ok(()) };
    let (category, version): (String, i64) = (row.try_get("category")?, row.try_get("version")?);
    let (folded_to, theirs): (i64, HashSet<String>) =
        (row.try_get("folded_to")?, row.try_get::<Vec<String>, _>("read_models")?.into_iter().collect());
    // Where they left off, for when they come back to the stream.
    let left: Vec<_> = theirs.iter().filter(|known| !inner.build.read_models.contains(known)).collect();
    sqlx::query(
        "insert into folded (stream_id, read_model, version) select $1, read_model, $3 from unnest($2::text[]) as left_off (read_model)
         on conflict (stream_id, read_model) do update set version = excluded.version",
    )
    .bind(stream_id)
    .bind(left)
    .bind(folded_to)
    .execute(&mut **tx)
    .await?;
    for projection in inner.inline.iter().filter(|projection| projection.categories().contains(&category.as_str())) {
        let shared = theirs.contains(&key(projection.as_ref()));
        if !shared || folded_to < version {
            let missed = missed(tx, inner, projection.as_ref(), stream_id, shared.then_some(folded_to)).await?;
            projection.apply_in_tx(tx, &missed).await.map_err(|error| StoreError::Projection(projection.name(), error))?;
        }
    }
    sqlx::query("update event_streams set build = $2, folded_to = version where stream_id = $1")
        .bind(stream_id)
        .bind(inner.build.number)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The events of a stream that a read model has not got: neither since its tables were built, nor with an append.
async fn missed(
    tx: &mut Tx<'_>,
    inner: &Inner,
    projection: &dyn InlineProjection,
    stream_id: &str,
    folded_to: Option<i64>,
) -> Result<Vec<RawRecorded>, StoreError> {
    // A rebuild that would take in the same events waits, or was before and has said how far it came.
    tx.execute(AssertSqlSafe(format!("lock table {} in row exclusive mode", tables(&schema(projection), projection)))).await?;
    let rows = sqlx::query(AssertSqlSafe(format!(
        "select {COLUMNS}, o.position, o.fact_no from events e join outbox o on o.seq = e.seq
         where e.stream_id = $1
           and e.version > coalesce($2, (select version from folded where stream_id = $1 and read_model = $3), 0)
           and (o.position is null or o.position > (select position from read_models where name = $4 and version = $5))
         order by e.version"
    )))
    .bind(stream_id)
    .bind(folded_to)
    .bind(key(projection))
    .bind(projection.name())
    .bind(column(projection))
    .fetch_all(&mut **tx)
    .await?;
    let events = rows.iter().map(|row| from_row(row, row.try_get("position")?, row.try_get("fact_no")?)).collect::<Result<_, _>>()?;
    with_keys(&inner.keyring, events).await
}

/// The tables of a read model in a schema, as a list.
pub(super) fn tables(schema: &str, projection: &dyn InlineProjection) -> String {
    projection.tables().iter().map(|table| format!("{schema}.{table}")).collect::<Vec<_>>().join(", ")
}

/// Takes in everything that other builds have appended, before this one answers anybody.
pub(crate) async fn take_in_others(store: &EventStore) -> Result<(), RebuildError> {
    let inner = &store.inner;
    set_out(inner).await?;
    if many(inner).await? {
        for projection in &inner.inline {
            rebuild(store, projection, Mode::Inline).await?;
        }
        set_out(inner).await?;
    }
    while look(inner).await? {}
    // What has no position yet: who appended it may be gone.
    let waiting: Vec<String> = sqlx::query_scalar("select distinct stream_id from outbox where position is null").fetch_all(&inner.pool).await?;
    for stream_id in waiting {
        take_over(inner, &stream_id).await?;
    }
    Ok(())
}

/// Says from where on others have to be taken in: each read model has what there was when it was built, and what any build that has it too
/// has taken in.
async fn set_out(inner: &Inner) -> Result<(), sqlx::Error> {
    let inline: Vec<_> = inner.inline.iter().map(|projection| key(projection.as_ref())).collect();
    sqlx::query(
        "update builds set position = greatest(position, coalesce(
             (select min(greatest(r.position, (select max(b.position) from builds b where r.name || '/' || r.version = any(b.read_models))))
              from read_models r where r.name || '/' || r.version = any($2)),
             (select position from log_head)))
         where build = $1",
    )
    .bind(inner.build.number)
    .bind(inline)
    .execute(&inner.pool)
    .await?;
    Ok(())
}

/// Whether others have appended so much that building anew is the shorter way, as for a build that comes back after weeks.
async fn many(inner: &Inner) -> Result<bool, StoreError> {
    let events: i64 = sqlx::query_scalar(
        "select count(*) from (
             select from outbox o join event_streams s using (stream_id)
             where o.position > (select position from builds where build = $1)
               and (s.build is distinct from $1 or s.folded_to is distinct from s.version) limit $2) as theirs",
    )
    .bind(inner.build.number)
    .bind(MANY)
    .fetch_one(&inner.pool)
    .await?;
    Ok(events == MANY)
}

/// Takes in what other builds append, until stopped. What cannot be taken in is said aloud and tried again.
pub(crate) async fn follow_others(store: EventStore, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        beat();
        match look(&store.inner).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::error!(error = &error as &dyn std::error::Error, "projection.others_not_taken_in"),
        }
        stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
    }
}

/// Looks at the next events; whether there may be more.
async fn look(inner: &Inner) -> Result<bool, StoreError> {
    let row = sqlx::query(
        "with next as (
             select o.position, o.stream_id from outbox o
             where o.position > (select position from builds where build = $1) order by o.position limit $2
         )
         select count(*) as events, max(next.position) as position,
             coalesce(array_agg(distinct next.stream_id)
                 filter (where s.build is distinct from $1 or s.folded_to is distinct from s.version), '{}') as theirs
         from next join event_streams s using (stream_id)",
    )
    .bind(inner.build.number)
    .bind(BATCH)
    .fetch_one(&inner.pool)
    .await?;
    let mut failed = None;
    for stream_id in row.try_get::<Vec<String>, _>("theirs")? {
        // One that cannot be taken in holds no other stream back.
        failed = take_over(inner, &stream_id).await.err().or(failed);
    }
    if let Some(error) = failed {
        return Err(error);
    }
    // A build that is at rest says once a minute that it is there.
    let seen = "update builds set position = greatest(position, $2), seen_at = now()
         where build = $1 and (position < $2 or seen_at < now() - interval '1 minute')";
    sqlx::query(seen).bind(inner.build.number).bind(row.try_get::<Option<i64>, _>("position")?).execute(&inner.pool).await?;
    Ok(row.try_get::<i64, _>("events")? == BATCH)
}

/// Drops the tables of versions that no build has any more.
pub(crate) async fn retire(store: &EventStore) -> Result<(), sqlx::Error> {
    let unused = format!(
        "select name, version from read_models r where not exists (
             select from builds b where r.name || '/' || r.version = any(b.read_models) and b.seen_at > now() - interval '{GONE}')"
    );
    let retired: Vec<(String, i32)> = sqlx::query_as(AssertSqlSafe(unused.as_str())).fetch_all(&store.inner.pool).await?;
    if retired.is_empty() {
        return Ok(());
    }
    let mut connection = store.inner.pool.unhurried().await?;
    for (name, version) in retired {
        turn(&mut connection, &name).await?;
        let mut tx = connection.begin().await?;
        // A process of it that has started meanwhile has made itself known, and finds its tables or builds them anew.
        let still: Vec<(String, i32)> = sqlx::query_as(AssertSqlSafe(unused.as_str())).fetch_all(&mut *tx).await?;
        if still.iter().any(|(known, of)| *known == name && *of == version) {
            tx.execute(AssertSqlSafe(format!("drop schema if exists {} cascade", schema_of(&name, version)))).await?;
            sqlx::query("delete from read_models where name = $1 and version = $2").bind(&name).bind(version).execute(&mut *tx).await?;
            sqlx::query("delete from folded where read_model = $1").bind(format!("{name}/{version}")).execute(&mut *tx).await?;
            tracing::info!(projection = name, version, "projection.retired");
        }
        tx.commit().await?;
        pass_on(&mut connection, &name).await?;
    }
    connection.close().await
}
