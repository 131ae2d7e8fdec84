//! Rebuilding while people read: the same statements run with the search path at a building schema; when the log is taken in,
//! who writes to them waits for a moment, the rest is taken in, and the tables change places in one transaction.

use std::{
    fmt::Write,
    sync::Arc,
    time::{Duration, Instant},
};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};

use super::{InlineProjection, Mode, ProjectionError};
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

/// Rebuilds one projection into new tables and switches to them.
pub async fn rebuild(store: &EventStore, projection: &Arc<dyn InlineProjection>, mode: Mode) -> Result<RebuildReport, RebuildError> {
    let begun = Instant::now();
    let schema = format!("building_{}", projection.name());
    let mut connection = store.inner.pool.apart().await?;
    prepare(&mut connection, projection.as_ref(), &schema).await?;
    let (mut position, mut events) = (0, 0);
    let mut batch = store.read_log(position, BATCH).await?;
    while let Some(last) = batch.last().and_then(|event| event.position) {
        let mut tx = begin_in(&mut connection, &schema).await?;
        // The next batch is read while this one is taken in. Neither is cancelled when the other fails.
        let (taken, next) = tokio::join!(projection.apply_in_tx(&mut tx, &batch), store.read_log(last, BATCH));
        taken?;
        tx.commit().await?;
        position = last;
        events += batch.len() as u64;
        batch = next?;
    }
    index(&mut connection, projection.as_ref(), &schema).await?;
    let (rest, switch_seconds) = switch(&mut connection, store, projection.as_ref(), mode, &schema, position).await?;
    connection.close().await?;
    Ok(RebuildReport { events: events + rest, seconds: begun.elapsed().as_secs_f64(), switch_seconds })
}

/// Makes empty tables like those that are read, with their primary keys alone: other indexes are cheaper made at once.
async fn prepare(connection: &mut PgConnection, projection: &dyn InlineProjection, schema: &str) -> Result<(), sqlx::Error> {
    let mut statements = format!("drop schema if exists {schema} cascade; create schema {schema};");
    for table in projection.tables() {
        let _ = write!(statements, "create table {schema}.{table} (like public.{table} including all excluding indexes);");
    }
    for definition in indexes(connection, projection, true).await? {
        let _ = write!(statements, "{};", moved(&definition, schema));
    }
    connection.execute(AssertSqlSafe(statements)).await?;
    Ok(())
}

/// Makes the indexes that [`prepare`] left out, and counts the rows for the planner.
async fn index(connection: &mut PgConnection, projection: &dyn InlineProjection, schema: &str) -> Result<(), sqlx::Error> {
    let mut statements = String::new();
    for definition in indexes(connection, projection, false).await? {
        let _ = write!(statements, "{};", moved(&definition, schema));
    }
    for table in projection.tables() {
        let _ = write!(statements, "analyze {schema}.{table};");
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

/// A transaction whose unqualified names mean the tables that are being built.
async fn begin_in<'c>(connection: &'c mut PgConnection, schema: &str) -> Result<Tx<'c>, sqlx::Error> {
    let mut tx = connection.begin().await?;
    // What is lost in a crash is rebuilt by the next try.
    let statement = format!("set local synchronous_commit = off; set local search_path = {schema}, public");
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
    schema: &str,
    position: u64,
) -> Result<(u64, f64), RebuildError> {
    for _ in 1..SWITCH_TRIES {
        match switch_once(connection, store, projection, mode, schema, position).await {
            Err(RebuildError::Database(error)) if gave_way(&error) => tokio::time::sleep(BETWEEN_TRIES).await,
            other => return other,
        }
    }
    switch_once(connection, store, projection, mode, schema, position).await
}

fn gave_way(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == LOCK_NOT_AVAILABLE)
}

/// Lets nobody write, takes the rest in, changes the tables' places.
async fn switch_once(
    connection: &mut PgConnection,
    store: &EventStore,
    projection: &dyn InlineProjection,
    mode: Mode,
    schema: &str,
    position: u64,
) -> Result<(u64, f64), RebuildError> {
    let begun = Instant::now();
    let mut tx = begin_in(connection, schema).await?;
    let names = projection.tables().iter().map(|table| format!("public.{table}")).collect::<Vec<_>>().join(", ");
    // Shorter than `deadlock_timeout`, which is a second.
    tx.execute("set local lock_timeout = '200ms'").await?;
    if mode == Mode::Inline {
        // What has written here is committed then. Who is about to write waits, and writes into the new tables.
        tx.execute(AssertSqlSafe(format!("lock table {names} in exclusive mode"))).await?;
    } else {
        sqlx::query("select 1 from projection_state where name = $1 for update").bind(projection.name()).fetch_optional(&mut *tx).await?;
    }
    // What is committed and has no position yet belongs in as well, for an inline projection.
    let rest = rest(&mut tx, store, mode, position).await?;
    projection.apply_in_tx(&mut tx, &rest).await?;
    let reached = rest.iter().filter_map(|event| event.position).max().unwrap_or(position);
    tx.execute(AssertSqlSafe(format!("lock table {names} in access exclusive mode"))).await?;
    let mut statements = format!("drop schema if exists retired_{schema} cascade; create schema retired_{schema};");
    for table in projection.tables() {
        let _ = write!(statements, "alter table public.{table} set schema retired_{schema}; alter table {schema}.{table} set schema public;");
    }
    let _ = write!(statements, "drop schema retired_{schema} cascade; drop schema {schema} cascade;");
    tx.execute(AssertSqlSafe(statements)).await?;
    sqlx::query(
        "insert into public.projection_state (name, version, position, status) values ($1, $2, $3, 'active')
         on conflict (name, version) do update set position = excluded.position, status = 'active', error = null",
    )
    .bind(projection.name())
    .bind(i32::try_from(projection.version()).unwrap_or(i32::MAX))
    .bind(i64::try_from(reached).unwrap_or(i64::MAX))
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok((rest.len() as u64, begun.elapsed().as_secs_f64()))
}

async fn rest(tx: &mut Tx<'_>, store: &EventStore, mode: Mode, position: u64) -> Result<Vec<RawRecorded>, RebuildError> {
    let condition = match mode {
        Mode::Inline => "o.position > $1 or o.position is null",
        Mode::Following => "o.position > $1",
    };
    let rows = sqlx::query(AssertSqlSafe(format!(
        "select {}, o.position, o.fact_no from outbox o join events e on e.stream_id = o.stream_id and e.version = o.version
         where {condition} order by o.position nulls last, o.seq",
        crate::store::COLUMNS
    )))
    .bind(i64::try_from(position).unwrap_or(i64::MAX))
    .fetch_all(&mut **tx)
    .await?;
    let events = rows.iter().map(|row| crate::store::from_row(row, row.try_get("position")?, row.try_get("fact_no")?)).collect::<Result<_, _>>()?;
    Ok(crate::store::with_keys(&store.inner.keyring, events).await?)
}
