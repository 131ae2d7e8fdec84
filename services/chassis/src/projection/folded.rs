//! Read models folded in memory: what the tables hold of one aggregate is read as one value, the events are folded into it
//! in plain code, and the value is written back. What a live event writes is part of its append, after one reading; a
//! rebuild reads once and writes once per batch.

use std::collections::{HashMap, HashSet};

use futures::future::BoxFuture;
use sqlx::{
    AssertSqlSafe, PgExecutor, Row,
    postgres::{PgRow, types::Oid},
};
use uuid::Uuid;

use super::{AppendPlan, InlineProjection, Plan, ProjectionError, ReadModel, Statement};
use crate::{database::Tx, store::RawRecorded};

/// A read model whose rows belong to one aggregate each, and change by its events alone.
pub trait Folding: ReadModel {
    /// What the tables hold of one aggregate.
    type Rows: Send + Sync;

    /// What reads the rows of the aggregates with the ids `$1`: a query that can be part of another one.
    const LOAD: &'static str;

    /// What was read, by aggregate.
    fn loaded(rows: &[PgRow]) -> Result<HashMap<Uuid, Self::Rows>, sqlx::Error>;

    /// Takes one event in; `None`: the tables hold nothing of the aggregate. Rows that were once there stay.
    fn evolve(rows: &mut Option<Self::Rows>, event: &RawRecorded) -> Result<(), ProjectionError>;

    /// What writes what the tables hold from now on. None of the statements sees what another one writes.
    fn save(rows: &[(Uuid, Self::Rows)]) -> Vec<Statement>;
}

/// A [`Folding`] read model, as the service takes it.
pub struct Folded<F>(pub F);

impl<F: Folding> InlineProjection for Folded<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn version(&self) -> u32 {
        F::VERSION
    }

    fn tables(&self) -> &'static [&'static str] {
        F::TABLES
    }

    fn categories(&self) -> &'static [&'static str] {
        F::CATEGORIES
    }

    fn ddl(&self) -> Option<&'static str> {
        F::DDL
    }

    fn plan<'e>(&self, events: &'e [RawRecorded]) -> Result<Plan<'e>, ProjectionError> {
        let events = Events::of::<F>(events);
        if events.order.is_empty() {
            return Ok(Plan::Nothing);
        }
        Ok(Plan::AfterRead(Box::new(move |pool| {
            Box::pin(async move {
                let (loaded, read_from) = load::<F>(pool, &events.known).await?;
                // Nobody else writes these rows meanwhile: one append alone moves a stream on from its version. But a rebuild may put
                // other tables in the place of those that were read, and mended rows with them.
                let provided = read_from.map(|read_from| Statement::new("to_regclass($1)::oid = $2").bind(main_table::<F>()).bind(read_from));
                Ok(AppendPlan { statements: events.fold::<F>(loaded)?, provided: provided.into_iter().collect() })
            })
        })))
    }

    fn apply_in_tx<'a>(&'a self, tx: &'a mut Tx<'_>, events: &'a [RawRecorded]) -> BoxFuture<'a, Result<(), ProjectionError>> {
        Box::pin(async move {
            let events = Events::of::<F>(events);
            if events.order.is_empty() {
                return Ok(());
            }
            // No rebuild puts other tables in the place of those that are read from here on.
            sqlx::query(AssertSqlSafe(format!("lock table {} in row exclusive mode", main_table::<F>()))).execute(&mut **tx).await?;
            let (loaded, _) = load::<F>(&mut **tx, &events.known).await?;
            for statement in events.fold::<F>(loaded)? {
                statement.execute(tx).await?;
            }
            Ok(())
        })
    }
}

/// The events that a read model takes.
struct Events<'e> {
    /// The aggregates, as they come.
    order: Vec<Uuid>,
    /// Those that the tables may hold something of: the first event of the others is here.
    known: Vec<Uuid>,
    streams: HashMap<Uuid, Vec<&'e RawRecorded>>,
}

impl<'e> Events<'e> {
    fn of<F: Folding>(events: &'e [RawRecorded]) -> Self {
        let mut order = Vec::new();
        let mut streams: HashMap<Uuid, Vec<&RawRecorded>> = HashMap::new();
        for event in events.iter().filter(|event| F::CATEGORIES.contains(&event.category.as_str())) {
            let of_one = streams.entry(event.meta.aggregate_id).or_default();
            if of_one.is_empty() {
                order.push(event.meta.aggregate_id);
            }
            of_one.push(event);
        }
        let new: HashSet<Uuid> = events.iter().filter(|event| event.meta.version == 1).map(|event| event.meta.aggregate_id).collect();
        let known = order.iter().copied().filter(|id| !new.contains(id)).collect();
        Self { order, known, streams }
    }

    /// Folds them into what was loaded; what writes the outcome.
    fn fold<F: Folding>(mut self, mut loaded: HashMap<Uuid, F::Rows>) -> Result<Vec<Statement>, ProjectionError> {
        let mut saved = Vec::with_capacity(self.order.len());
        for id in self.order {
            let mut rows = loaded.remove(&id);
            for event in self.streams.remove(&id).unwrap_or_default() {
                F::evolve(&mut rows, event)?;
            }
            saved.extend(rows.map(|rows| (id, rows)));
        }
        Ok(if saved.is_empty() { Vec::new() } else { F::save(&saved) })
    }
}

/// What the tables hold of these aggregates, and which table it was.
async fn load<F: Folding>(executor: impl PgExecutor<'_>, ids: &[Uuid]) -> Result<(HashMap<Uuid, F::Rows>, Option<Oid>), sqlx::Error> {
    if ids.is_empty() {
        return Ok((HashMap::new(), None));
    }
    let query = format!("select to_regclass($2)::oid as read_from, loaded.* from ({}) as loaded", F::LOAD);
    let rows = sqlx::query(AssertSqlSafe(query)).bind(ids).bind(main_table::<F>()).fetch_all(executor).await?;
    let read_from = rows.first().map(|row| row.try_get("read_from")).transpose()?;
    Ok((F::loaded(&rows)?, read_from))
}

/// Tables of a read model change places together.
fn main_table<F: Folding>() -> &'static str {
    F::TABLES.first().copied().unwrap_or_default()
}
