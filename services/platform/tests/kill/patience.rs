//! Waiting for processes that were killed to come back and to catch up, with a bound.

use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep};

/// How long the platform may take to come back and answer; what lasts longer is a failure of the test.
pub(crate) const COMES_BACK: Duration = Duration::from_mins(2);

/// Tries until it succeeds, as a browser or an operator would; the last failure once `patience` is over.
pub(crate) async fn until_done<T>(patience: Duration, pause: Duration, attempt: impl AsyncFn() -> Result<T>) -> Result<T> {
    let begun = Instant::now();
    loop {
        match attempt().await {
            Err(_) if begun.elapsed() < patience => sleep(pause).await,
            last => return last,
        }
    }
}
