//! Building the tables of a read model. Those of a version that nobody has yet are filled aside and given their name. Rebuilding while
//! people read: the same statements run with the search path at a building schema; when the log is taken in, who writes to them waits for a
//! moment, the rest is taken in, and the tables change places in one transaction.
//!
//! One process at a time is at a read model: it holds a lock of the session that builds, so that who loses the lock can write no more.

use std::{
    fmt::Write,
    sync::Arc,
    time::{Duration, Instant},
};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};

use super::{
    InlineProjection, Mode, ProjectionError,
    builds::{column, key, schema, tables},
};
use crate::{
    database::Tx,
    store::{EventStore, RawRecorded, StoreError},
};

/// Events in one transaction.
const BATCH: u32 = 4_000;

/// How often a switch that readers stand in the way of is tried again.
const SWITCH_TRIES: u32 = 50;

/// Before a switch is tried again: those who waited for it pass first.
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

/// What a statement that gave up waiting for a lock ends with.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// What a rebuild did.
#[derive(Clone, Copy, Debug)]
pub struct RebuildReport {
    /// Events taken in.
    pub events: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// How long writers stood still for the switch, in seconds.
    pub switch_seconds: f64,
}

/// Why a rebuild did not finish. What people read is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// No projection of this name.
    #[error("no projection is called {0}")]
    Unknown(String),
    /// The database.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// The store.
    #[error("the store failed")]
    Store(#[from] StoreError),
    /// The projection.
    #[error("the projection failed")]
    Projection(#[from] ProjectionError),
}

impl RebuildError {
    /// Whether others stood in the way of the switch each time it was tried.
    pub(crate) fn gave_way(&self) -> bool {
        let Self::Database(error) = self else { return false };
        error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == LOCK_NOT_AVAILABLE)
    }
}

/// Rebuilds one projection into new tables and switches to them.
pub async fn rebuild(store: &EventStore, projection: &Arc<dyn InlineProjection>, mode: Mode) -> Result<RebuildReport, RebuildError> {
    let mut connection = store.inner.pool.unhurried().await?;
    turn(&mut connection, projection.name()).await?;
    let report = build(&mut connection, store, projection.as_ref(), mode, Place::Read).await?;
    connection.close().await?;
    Ok(report)
}

/// Whether there are tables of the version yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// People read them.
    Read,
    /// Nobody has any.
    New,
}

/// Waits until no other process is at the read model.
pub(super) async fn turn(connection: &mut PgConnection, name: &str) -> Result<(), sqlx::Error> {
    sqlx::query("select pg_advisory_lock(hashtextextended('read model ' || $1, 0))").bind(name).execute(connection).await?;
    Ok(())
}

/// Lets the next one at it.
pub(super) async fn pass_on(connection: &mut PgConnection, name: &str) -> Result<(), sqlx::Error> {
    sqlx::query("select pg_advisory_unlock(hashtextextended('read model ' || $1, 0))").bind(name).execute(connection).await?;
    Ok(())
}

/// Builds in one's [`turn`].
pub(super) async fn build(
    connection: &mut PgConnection,
    store: &EventStore,
    projection: &dyn InlineProjection,
    mode: Mode,
    place: Place,
) -> Result<RebuildReport, RebuildError> {
    let begun = Instant::now();
    let building = format!("building_{}", schema(projection));
    prepare(connection, projection, &building).await?;
    let (mut position, mut events) = (0, 0);
    let mut batch = store.read_log(position, BATCH).await?;
    while let Some(last) = batch.last().and_then(|event| event.position) {
        let mut tx = begin_in(connection, &building).await?;
        // The next batch is read while this one is taken in. Neither is cancelled when the other fails.
        let (taken, next) = tokio::join!(projection.apply_in_tx(&mut tx, &batch), store.read_log(last, BATCH));
        taken?;
        tx.commit().await?;
        position = last;
        events += batch.len() as u64;
        batch = next?;
    }
    if projection.ddl().is_none() {
        index(connection, projection, &building).await?;
    }
    let statements = projection.tables().iter().fold(String::new(), |all, table| all + &format!("analyze {building}.{table};"));
    connection.execute(AssertSqlSafe(statements)).await?;
    let (rest, switch_seconds) = match place {
        Place::Read => switch(connection, store, projection, mode, &building, position).await?,
        Place::New => {
            name(connection, projection, &building, position).await?;
            (0, 0.0)
        }
    };
    Ok(RebuildReport { events: events + rest, seconds: begun.elapsed().as_secs_f64(), switch_seconds })
}

/// Makes empty tables: by the read model's own word, or like those of the migrations, with their primary keys alone: other indexes are
/// cheaper made at once.
pub(super) async fn prepare(connection: &mut PgConnection, projection: &dyn InlineProjection, schema: &str) -> Result<(), sqlx::Error> {
    let mut statements = format!("drop schema if exists {schema} cascade; create schema {schema};");
    if let Some(ddl) = projection.ddl() {
        let _ = write!(statements, "set search_path = {schema}; {ddl}; set search_path = public");
        connection.execute(AssertSqlSafe(statements)).await?;
        return Ok(());
    }
    for table in projection.tables() {
        let _ = write!(statements, "create table {schema}.{table} (like public.{table} including all excluding indexes);");
    }
    for definition in indexes(connection, projection, true).await? {
        let _ = write!(statements, "{};", moved(&definition, schema));
    }
    connection.execute(AssertSqlSafe(statements)).await?;
    Ok(())
}

/// Gives the tables of a version that nobody has yet their name. What has no position, or gets one from now on, is taken in stream by stream.
async fn name(connection: &mut PgConnection, projection: &dyn InlineProjection, building: &str, position: u64) -> Result<(), RebuildError> {
    let mut tx = connection.begin().await?;
    let own = schema(projection);
    tx.execute(AssertSqlSafe(format!("drop schema if exists {own} cascade; alter schema {building} rename to {own}"))).await?;
    reached(&mut tx, projection, position).await?;
    tx.commit().await?;
    Ok(())
}

/// Says how far the tables have come.
async fn reached(tx: &mut Tx<'_>, projection: &dyn InlineProjection, position: u64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into public.read_models (name, version, position, status) values ($1, $2, $3, 'active')
         on conflict (name, version) do update set position = excluded.position, status = 'active', error = null",
    )
    .bind(projection.name())
    .bind(column(projection))
    .bind(i64::try_from(position).unwrap_or(i64::MAX))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Makes the indexes that [`prepare`] left out.
pub(super) async fn index(connection: &mut PgConnection, projection: &dyn InlineProjection, schema: &str) -> Result<(), sqlx::Error> {
    let mut statements = String::new();
    for definition in indexes(connection, projection, false).await? {
        let _ = write!(statements, "{};", moved(&definition, schema));
    }
    connection.execute(AssertSqlSafe(statements)).await?;
    Ok(())
}

/// Definitions of the constraints with an index, or of the other indexes, of a read model's tables.
async fn indexes(connection: &mut PgConnection, projection: &dyn InlineProjection, constraints: bool) -> Result<Vec<String>, sqlx::Error> {
    let query = if constraints {
        "select format('alter table public.%I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid))
         from pg_constraint c join pg_class t on t.oid = c.conrelid
         where t.relnamespace = 'public'::regnamespace and t.relname = any($1) and c.contype in ('p', 'u', 'x') order by 1"
    } else {
        "select pg_get_indexdef(i.indexrelid)
         from pg_index i join pg_class t on t.oid = i.indrelid
         where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
           and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1"
    };
    sqlx::query_scalar(query).bind(projection.tables()).fetch_all(connection).await
}

/// The definition for the table of the same name in `schema`.
fn moved(definition: &str, schema: &str) -> String {
    definition.replacen("public.", &format!("{schema}."), 1)
}

/// A transaction whose unqualified names mean the tables that are being built, and never those of another version.
async fn begin_in<'c>(connection: &'c mut PgConnection, schema: &str) -> Result<Tx<'c>, sqlx::Error> {
    let mut tx = connection.begin().await?;
    // What is lost in a crash is rebuilt by the next try.
    let statement = format!("set local synchronous_commit = off; set local search_path = {schema}");
    tx.execute(AssertSqlSafe(statement)).await?;
    Ok(tx)
}

/// Switches, again and again while others stand in the way. A query that joins two tables may hold the one and wait for the
/// other, while the switch holds the other and waits for the one. It is the switch that lets go, before the database looks for
/// a deadlock and picks somebody's query.
async fn switch(
    connection: &mut PgConnection,
    store: &EventStore,
    projection: &dyn InlineProjection,
    mode: Mode,
    building: &str,
    position: u64,
) -> Result<(u64, f64), RebuildError> {
    for _ in 1..SWITCH_TRIES {
        match switch_once(connection, store, projection, mode, building, position).await {
            Err(error) if error.gave_way() => tokio::time::sleep(BETWEEN_TRIES).await,
            other => return other,
        }
    }
    switch_once(connection, store, projection, mode, building, position).await
}

/// Lets nobody write, takes the rest in, changes the tables' places.
async fn switch_once(
    connection: &mut PgConnection,
    store: &EventStore,
    projection: &dyn InlineProjection,
    mode: Mode,
    building: &str,
    position: u64,
) -> Result<(u64, f64), RebuildError> {
    let begun = Instant::now();
    let mut tx = begin_in(connection, building).await?;
    let own = schema(projection);
    let names = tables(&own, projection);
    // Shorter than `deadlock_timeout`, which is a second.
    tx.execute("set local lock_timeout = '200ms'").await?;
    if mode == Mode::Inline {
        // What has written here is committed then. Who is about to write waits, and writes into the new tables.
        tx.execute(AssertSqlSafe(format!("lock table {names} in exclusive mode"))).await?;
    } else {
        sqlx::query("select from public.read_models where name = $1 and version = $2 for update")
            .bind(projection.name())
            .bind(column(projection))
            .fetch_optional(&mut *tx)
            .await?;
    }
    // What is committed and has no position yet belongs in as well, for an inline projection.
    let rest = rest(&mut tx, store, projection, mode, position).await?;
    projection.apply_in_tx(&mut tx, &rest).await?;
    let last = rest.iter().filter_map(|event| event.position).max().unwrap_or(position);
    tx.execute(AssertSqlSafe(format!("lock table {names} in access exclusive mode"))).await?;
    let mut statements = format!("drop schema if exists retired_{own} cascade; create schema retired_{own};");
    for table in projection.tables() {
        let _ = write!(statements, "alter table {own}.{table} set schema retired_{own}; alter table {building}.{table} set schema {own};");
    }
    let _ = write!(statements, "drop schema retired_{own} cascade; drop schema {building} cascade;");
    tx.execute(AssertSqlSafe(statements)).await?;
    reached(&mut tx, projection, last).await?;
    tx.commit().await?;
    Ok((rest.len() as u64, begun.elapsed().as_secs_f64()))
}

/// What the log has got since, and of what has no position yet that which an append of this version, or somebody who took the stream over,
/// has brought into the tables. The others are taken in stream by stream.
async fn rest(
    tx: &mut Tx<'_>,
    store: &EventStore,
    projection: &dyn InlineProjection,
    mode: Mode,
    position: u64,
) -> Result<Vec<RawRecorded>, RebuildError> {
    let condition = match mode {
        Mode::Inline => {
            "o.position > $1 or (o.position is null and e.version <= greatest(
                 (select s.folded_to from public.event_streams s join public.builds b using (build)
                  where s.stream_id = o.stream_id and $2 = any(b.read_models)),
                 (select f.version from public.folded f where f.stream_id = o.stream_id and f.read_model = $2)))"
        }
        Mode::Following => "o.position > $1 and $2 <> ''",
    };
    let rows = sqlx::query(AssertSqlSafe(format!(
        "select {}, o.position, o.fact_no from public.outbox o join public.events e on e.stream_id = o.stream_id and e.version = o.version
         where {condition} order by o.position nulls last, o.seq",
        crate::store::COLUMNS
    )))
    .bind(i64::try_from(position).unwrap_or(i64::MAX))
    .bind(key(projection))
    .fetch_all(&mut **tx)
    .await?;
    let events = rows.iter().map(|row| crate::store::from_row(row, row.try_get("position")?, row.try_get("fact_no")?)).collect::<Result<_, _>>()?;
    Ok(crate::store::with_keys(&store.inner.keyring, events).await?)
}
