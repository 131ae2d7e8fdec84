//! A service on real Postgres and NATS in a test: databases and a part of the bus of its own, a clock that the test sets, and
//! calls in process, signed as the gateway would.

mod apart;
mod calls;
mod environment;
mod golden;

use std::time::Duration;

pub use apart::apart;
pub use calls::{Calls, caller};
pub use environment::TestEnvironment;
pub use golden::golden;

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
