//! Read models folded in memory: what the tables hold of one aggregate is read as one value, the events are folded into it
//! in plain code, and the value is written back. A live event costs two statements, and a rebuild two per batch.

use std::collections::{HashMap, HashSet};

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{InlineProjection, ProjectionError, ReadModel, Ride};
use crate::{database::Tx, store::RawRecorded};

/// A read model whose rows belong to one aggregate each.
pub trait Folding: ReadModel {
    /// What the tables hold of one aggregate.
    type Rows: Send + Sync;

    /// Takes one event in; `None`: the tables hold nothing of the aggregate. Rows that were once there stay.
    fn evolve(rows: &mut Option<Self::Rows>, event: &RawRecorded) -> Result<(), ProjectionError>;

    /// What the tables hold of these aggregates.
    fn load_in_tx(tx: &mut Tx<'_>, ids: &[Uuid]) -> impl Future<Output = Result<HashMap<Uuid, Self::Rows>, ProjectionError>> + Send;

    /// Writes what they hold from now on.
    fn save_in_tx(tx: &mut Tx<'_>, rows: &[(Uuid, Self::Rows)]) -> impl Future<Output = Result<(), ProjectionError>> + Send;
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

    fn ride(&self, events: &[RawRecorded]) -> Result<Ride, ProjectionError> {
        Ok(Ride::apart(F::CATEGORIES, events))
    }

    fn apply_in_tx<'a>(&'a self, tx: &'a mut Tx<'_>, events: &'a [RawRecorded]) -> BoxFuture<'a, Result<(), ProjectionError>> {
        Box::pin(fold_in_tx::<F>(tx, events))
    }
}

async fn fold_in_tx<F: Folding>(tx: &mut Tx<'_>, events: &[RawRecorded]) -> Result<(), ProjectionError> {
    let mut order = Vec::new();
    let mut streams: HashMap<Uuid, Vec<&RawRecorded>> = HashMap::new();
    for event in events.iter().filter(|event| F::CATEGORIES.contains(&event.category.as_str())) {
        let of_one = streams.entry(event.meta.aggregate_id).or_default();
        if of_one.is_empty() {
            order.push(event.meta.aggregate_id);
        }
        of_one.push(event);
    }
    // Of an aggregate whose first event is among them, the tables hold nothing yet.
    let new: HashSet<Uuid> = events.iter().filter(|event| event.meta.version == 1).map(|event| event.meta.aggregate_id).collect();
    let known: Vec<Uuid> = order.iter().copied().filter(|id| !new.contains(id)).collect();
    let mut loaded = if known.is_empty() { HashMap::new() } else { F::load_in_tx(tx, &known).await? };
    let mut saved = Vec::with_capacity(order.len());
    for id in order {
        let mut rows = loaded.remove(&id);
        for event in streams.remove(&id).unwrap_or_default() {
            F::evolve(&mut rows, event)?;
        }
        saved.extend(rows.map(|rows| (id, rows)));
    }
    if saved.is_empty() { Ok(()) } else { F::save_in_tx(tx, &saved).await }
}
