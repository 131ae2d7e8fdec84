//! Read models. An inline one changes in the transaction of its events and is there when the command is answered; a
//! following one takes the log in by position. Both rebuild while people read them.

mod append_plan;
mod builds;
mod folded;
mod following;
mod rebuild;
mod upgrade;

use futures::future::BoxFuture;

pub(crate) use append_plan::Plans;
pub use append_plan::{AppendPlan, InStatement, OneStatement, Plan, Reading, Statement};
pub(crate) use builds::{Build, follow_others, retire, search_path, take_in_others, take_over};
pub use folded::{Folded, Folding};
pub(crate) use following::follow;
pub use rebuild::{RebuildError, RebuildReport, rebuild};
pub(crate) use upgrade::upgrade;

use crate::{database::Tx, store::RawRecorded};

/// What every read model says of itself. How events change it is said by one of [`Projection`], [`Folding`] and [`OneStatement`].
///
/// Its SQL names its tables unqualified and as static text: a rebuild, and another version, run the same statements on tables in another
/// schema.
pub trait ReadModel: Send + Sync + 'static {
    /// Stable name.
    const NAME: &'static str;
    /// Raised when the fold or the tables change: the next start rebuilds the read model before it is read.
    const VERSION: u32;
    /// Its tables. No foreign keys, no sequences.
    const TABLES: &'static [&'static str];
    /// The categories of aggregates whose events it takes.
    const CATEGORIES: &'static [&'static str];
    /// What makes its tables: they change with the version, while those of the version before go on beside them. `None`: as the service's
    /// migrations made those of the same names.
    const DDL: Option<&'static str> = None;
}

/// A read model that takes events one after another, in SQL of its own. One that follows single aggregates closely is better
/// a [`Folding`], one that each event changes by a single statement a [`OneStatement`].
pub trait Projection: ReadModel {
    /// Takes one event in. No side effects beside the tables.
    fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> impl Future<Output = Result<(), ProjectionError>> + Send;
}

/// Why an event was not taken in. The projection stops there and says so; nothing is skipped.
#[derive(Debug, thiserror::Error)]
pub enum ProjectionError {
    /// The database.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// This build cannot read the event.
    #[error("an event cannot be read")]
    Undecodable(#[from] chassis_domain::DecodeError),
    /// The tables and the event do not fit together.
    #[error("the read model is inconsistent: {0}")]
    Inconsistent(&'static str),
}

/// How a projection runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// In the transaction of the events.
    Inline,
    /// Behind the log.
    Following,
}

/// A projection whose type is forgotten.
pub trait InlineProjection: Send + Sync {
    /// Stable name.
    fn name(&self) -> &'static str;
    /// Version of the fold.
    fn version(&self) -> u32;
    /// Its tables.
    fn tables(&self) -> &'static [&'static str];
    /// The categories of aggregates whose events it takes.
    fn categories(&self) -> &'static [&'static str];
    /// What makes its tables.
    fn ddl(&self) -> Option<&'static str>;
    /// What becomes of events that are about to be appended.
    fn plan<'e>(&self, events: &'e [RawRecorded]) -> Result<Plan<'e>, ProjectionError>;
    /// Takes events in, in order, those that are of its categories.
    fn apply_in_tx<'a>(&'a self, tx: &'a mut Tx<'_>, events: &'a [RawRecorded]) -> BoxFuture<'a, Result<(), ProjectionError>>;
}

impl<P: Projection> InlineProjection for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn version(&self) -> u32 {
        P::VERSION
    }

    fn tables(&self) -> &'static [&'static str] {
        P::TABLES
    }

    fn categories(&self) -> &'static [&'static str] {
        P::CATEGORIES
    }

    fn ddl(&self) -> Option<&'static str> {
        P::DDL
    }

    fn plan<'e>(&self, events: &'e [RawRecorded]) -> Result<Plan<'e>, ProjectionError> {
        Ok(Plan::in_transaction(P::CATEGORIES, events))
    }

    fn apply_in_tx<'a>(&'a self, tx: &'a mut Tx<'_>, events: &'a [RawRecorded]) -> BoxFuture<'a, Result<(), ProjectionError>> {
        Box::pin(async move {
            for event in events.iter().filter(|event| P::CATEGORIES.contains(&event.category.as_str())) {
                Projection::apply_in_tx(self, tx, event).await?;
            }
            Ok(())
        })
    }
}
