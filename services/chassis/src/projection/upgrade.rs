//! A version of a read model that the store has not got yet is filled before its service answers anybody.

use std::{collections::HashSet, sync::Arc};

use super::{
    InlineProjection, Mode, RebuildError,
    builds::{column, schema},
    rebuild::{Place, build, index, pass_on, prepare, turn},
};
use crate::store::EventStore;

const KNOWN: &str = "select name, version from read_models";

/// Brings read models to the versions of this build. Processes that start together take turns, and the first one does the work.
///
/// # Errors
/// When one cannot be built. What other builds read is as it was.
pub(crate) async fn upgrade(store: &EventStore, projections: &[(Arc<dyn InlineProjection>, Mode)]) -> Result<(), RebuildError> {
    let known: HashSet<(String, i32)> = sqlx::query_as(KNOWN).fetch_all(&store.inner.pool).await?.into_iter().collect();
    let is_known =
        |known: &HashSet<(String, i32)>, projection: &dyn InlineProjection| known.contains(&(projection.name().to_owned(), column(projection)));
    let missing: Vec<_> = projections.iter().filter(|(projection, _)| !is_known(&known, projection.as_ref())).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut connection = store.inner.pool.unhurried().await?;
    for (projection, mode) in missing {
        turn(&mut connection, projection.name()).await?;
        let known: HashSet<(String, i32)> = sqlx::query_as(KNOWN).fetch_all(&mut connection).await?.into_iter().collect();
        if !is_known(&known, projection.as_ref()) {
            // A first version that follows may as well begin at the beginning while its service answers.
            if *mode == Mode::Following && projection.version() < 2 {
                begin(&mut connection, projection.as_ref()).await?;
            } else {
                let report = build(&mut connection, store, projection.as_ref(), *mode, Place::New).await?;
                tracing::info!(projection = projection.name(), version = projection.version(), events = report.events, "projection.built");
            }
        }
        pass_on(&mut connection, projection.name()).await?;
    }
    Ok(sqlx::Connection::close(connection).await?)
}

/// Makes empty tables for a read model that follows the log from its beginning.
async fn begin(connection: &mut sqlx::PgConnection, projection: &dyn InlineProjection) -> Result<(), sqlx::Error> {
    let own = schema(projection);
    prepare(connection, projection, &own).await?;
    if projection.ddl().is_none() {
        index(connection, projection, &own).await?;
    }
    sqlx::query("insert into read_models (name, version, position, status) values ($1, $2, 0, 'active')")
        .bind(projection.name())
        .bind(column(projection))
        .execute(connection)
        .await?;
    Ok(())
}
