//! A service on real Postgres and NATS in a test: databases and a part of the bus of its own, a clock that the test sets, and
//! calls in process, signed as the gateway would.

mod calls;
mod effort;
mod environment;
mod fields;
mod golden;
#[cfg(test)]
mod golden_tests;
mod in_transaction;
mod process;
mod read_models;
pub mod refusals;
mod templates;
mod world;

use std::time::Duration;

pub use calls::{Calls, caller};
pub use effort::tries;
pub use environment::TestEnvironment;
pub use golden::golden;
pub use in_transaction::needing_transaction;
pub use process::Process;
pub use read_models::{rebuild, rebuild_all, rebuilds_to_the_same};
pub use world::World;

use crate::{
    access::tree::{self, Growing},
    database::{self, Pool, Tx},
    service::Kernel,
};

/// How long [`eventually`] waits: twice as long as the bus takes to hand a message on that its first reader did not live to acknowledge.
const PATIENCE: Duration = Duration::from_mins(1);

/// Waits for a value that comes about by itself: a read model that follows, a fact on the bus.
///
/// # Panics
/// When it has not come after a minute.
pub async fn eventually<T, F>(mut look: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    let begun = tokio::time::Instant::now();
    loop {
        if let Some(value) = look().await {
            return value;
        }
        assert!(begun.elapsed() < PATIENCE, "it did not come about within {PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Begins a transaction that a test holds open while it does other things. The server does not end it, as it ends others that idle for ten
/// seconds: on a busy machine a test may take longer.
///
/// # Errors
/// When the database does not answer.
pub async fn begin_and_hold(pool: &Pool) -> Result<Tx<'static>, sqlx::Error> {
    let mut held = database::begin(pool).await?;
    sqlx::query("set local idle_in_transaction_session_timeout = 0").execute(&mut *held).await?;
    Ok(held)
}

/// Grows the tree over the access log now; how many rows, or why not.
///
/// # Errors
/// In words, when the tree does not grow.
pub async fn grow_access_tree(kernel: &Kernel) -> Result<u64, String> {
    let key = kernel.settings.access_log_key.clone();
    let growing = Growing { log: kernel.name, clock: kernel.clock.clone(), ids: kernel.ids.clone(), key };
    tree::grow(&kernel.pool, &growing).await.map_err(|error| error.to_string())
}
