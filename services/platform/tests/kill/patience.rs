//! Waiting for processes that were killed to come back and to catch up, with a bound.

use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep};

/// What lasts longer is a failure of the test: the platform never came back.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// Tries until it succeeds, as a browser or an operator would; the last failure once [`PATIENCE`] is over.
pub(crate) async fn until_done<T>(pause: Duration, attempt: impl AsyncFn() -> Result<T>) -> Result<T> {
    let begun = Instant::now();
    loop {
        match attempt().await {
            Err(_) if begun.elapsed() < PATIENCE => sleep(pause).await,
            last => return last,
        }
    }
}
