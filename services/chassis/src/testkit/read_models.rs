//! Whether read models are what follows from the events, and nothing beside it.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use sqlx::AssertSqlSafe;

use crate::{
    projection::{RebuildError, RebuildReport},
    service::Running,
};

/// How often a test has a read model rebuilt whose switch found readers and writers in its way each time, for a quarter of a minute.
const TRIES: usize = 4;

/// Rebuilds a read model while it is written and read. An operator is told after a while that the switch found no gap; a test, on a machine
/// that does much else, tries again.
///
/// # Errors
/// When the rebuild fails.
pub async fn rebuild(running: &Running, name: &str) -> Result<RebuildReport, RebuildError> {
    for _ in 1..TRIES {
        match running.rebuild(name).await {
            Err(error) if error.gave_way() => {}
            other => return other,
        }
    }
    running.rebuild(name).await
}

/// Rebuilds every read model of a service, one after the other, while it serves.
///
/// # Errors
/// When a rebuild fails.
pub async fn rebuild_all(running: &Running) -> Result<()> {
    for (name, _) in running.read_models() {
        rebuild(running, name).await?;
    }
    Ok(())
}

/// Holds every read model of a service at rest, row by row, to what a rebuild makes of the events.
///
/// # Errors
/// With the first row that differs; and when nothing stands in a table, so that a read model that is added is not left out by a test
/// that writes nothing into it.
pub async fn rebuilds_to_the_same(running: &Running) -> Result<()> {
    let live = rows(running).await?;
    for (table, rows) in &live {
        ensure!(!rows.is_empty(), "{table} is empty: let the test do what fills it");
    }
    rebuild_all(running).await?;
    for (table, rebuilt) in rows(running).await? {
        let live = live.get(table).map(Vec::as_slice).unwrap_or_default();
        let differing = live.iter().zip(&rebuilt).find(|(live, rebuilt)| live != rebuilt);
        ensure!(differing.is_none(), "{table}: live and rebuilt differ: {differing:#?}");
        ensure!(live.len() == rebuilt.len(), "{table}: {} rows live, {} rebuilt", live.len(), rebuilt.len());
    }
    Ok(())
}

/// The rows of every table of the read models, each as a text.
async fn rows(running: &Running) -> Result<BTreeMap<&'static str, Vec<String>>> {
    let mut found = BTreeMap::new();
    for table in running.read_models().flat_map(|(_, tables)| tables) {
        let statement = AssertSqlSafe(format!("select to_jsonb(t)::text from {table} t order by 1"));
        found.insert(*table, sqlx::query_scalar(statement).fetch_all(&running.kernel().pool).await?);
    }
    Ok(found)
}
