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
pub use read_models::{rebuild_all, rebuilds_to_the_same};
pub use world::World;

use crate::{
    access::tree::{self, Growing},
    service::Kernel,
};

/// How long [`eventually`] waits.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for a value that comes about by itself: a read model that follows, a fact on the bus.
///
/// # Panics
/// When it has not come after twenty seconds.
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

/// Grows the tree over the access log now; how many rows, or why not.
///
/// # Errors
/// In words, when the tree does not grow.
pub async fn grow_access_tree(kernel: &Kernel) -> Result<u64, String> {
    let key = kernel.settings.access_log_key.clone();
    let growing = Growing { log: kernel.name, clock: kernel.clock.clone(), ids: kernel.ids.clone(), key };
    tree::grow(&kernel.pool, &growing).await.map_err(|error| error.to_string())
}
