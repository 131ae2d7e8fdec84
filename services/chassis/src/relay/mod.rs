//! What happens after the commit: one leader per service gives positions to what was committed, publishes the facts to
//! JetStream and links the access log. Postgres is the truth; the bus can be wiped and is filled again from here.

mod bus_stream;
mod epochs;
mod held;
mod leader;
mod lost;
mod outgoing;
mod publisher;
mod refill;
mod sequencer;

use std::{str::FromStr, sync::Arc};

use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

pub(crate) use bus_stream::headers;
pub use bus_stream::{Bus, BusError};
pub use epochs::begin_epoch;
pub(crate) use epochs::current as current_epoch;
pub use outgoing::Numbered;
pub use refill::refill;
pub use sequencer::Sequencer;

use crate::{access::tree::Growing, database::Pool, store::StoreError};

/// What the relay of one service works with.
#[derive(Clone)]
pub struct Relay {
    pub(crate) service: &'static str,
    pub(crate) pool: Pool,
    pub(crate) server_url: String,
    pub(crate) bus: Bus,
    /// Told after each commit in this process.
    pub(crate) committed: Arc<Notify>,
    /// The newest position; following projections wait for it.
    pub(crate) head: Arc<watch::Sender<u64>>,
    /// What the tree over the access log grows with.
    pub(crate) tree: Growing,
    /// Guards that a test takes away. All stand in production.
    pub(crate) faults: RelayFaults,
}

/// Guards taken away by the tests that show what they are for.
#[derive(Clone, Copy, Debug, Default)]
pub struct RelayFaults {
    /// The relay trusts that it is told of every commit, and never looks.
    pub no_look: bool,
    /// A stream that is there is taken to hold everything it was given.
    pub trusts_the_bus: bool,
}

/// Why a pass of the relay ended early. It is tried again.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// The database.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// The store.
    #[error("the store failed")]
    Store(#[from] StoreError),
    /// The bus.
    #[error("the bus failed")]
    Bus(#[from] BusError),
}

impl Relay {
    /// A connection outside the pool, for what holds on to one: a lock, or the plans of its statements.
    async fn connect(&self, name: &str) -> Result<PgConnection, sqlx::Error> {
        let database: String = sqlx::query_scalar("select current_database()").fetch_one(&self.pool).await?;
        let options = PgConnectOptions::from_str(&self.server_url)?.application_name(name).database(&database);
        PgConnection::connect_with(&options).await
    }

    /// Runs until stopped: leads when nobody else does, waits otherwise, and starts over after any failure.
    pub async fn run(self, stopping: CancellationToken) {
        leader::run(self, stopping).await;
    }
}
