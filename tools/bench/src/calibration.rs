//! What this machine can do at best, measured in the same run.

use std::{fs::OpenOptions, io::Write, path::Path, time::Instant};

use anyhow::{Context, Result};
use hdrhistogram::Histogram;

/// Milliseconds that one fdatasync of a small append takes here: the price of one durable write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fdatasync {
    /// Median.
    pub(crate) p50: f64,
    /// 99th percentile.
    pub(crate) p99: f64,
}

/// Appends 512 bytes and syncs, a few hundred times.
pub(crate) fn fdatasync(folder: &Path) -> Result<Fdatasync> {
    let path = folder.join(format!("kajo-bench-{}.synced", std::process::id()));
    let mut file = OpenOptions::new().create(true).append(true).open(&path).context("a file to sync")?;
    let mut times = histogram()?;
    for _ in 0..400 {
        file.write_all(&[7; 512])?;
        let begun = Instant::now();
        file.sync_data()?;
        times.record(micros(begun))?;
    }
    std::fs::remove_file(&path)?;
    Ok(Fdatasync { p50: millis(&times, 0.5), p99: millis(&times, 0.99) })
}

/// Microseconds from 1 to a minute, three digits.
pub(crate) fn histogram() -> Result<Histogram<u64>> {
    Ok(Histogram::new_with_bounds(1, 60_000_000, 3)?)
}

/// Microseconds since `begun`, at least 1.
pub(crate) fn micros(begun: Instant) -> u64 {
    micros_between(begun, Instant::now())
}

/// Microseconds from `begun` until `over`, at least 1.
pub(crate) fn micros_between(begun: Instant, over: Instant) -> u64 {
    u64::try_from(over.saturating_duration_since(begun).as_micros()).unwrap_or(u64::MAX).clamp(1, 60_000_000)
}

/// A quantile in milliseconds.
#[expect(clippy::cast_precision_loss, reason = "microseconds up to a minute fit a double")]
pub(crate) fn millis(times: &Histogram<u64>, quantile: f64) -> f64 {
    times.value_at_quantile(quantile) as f64 / 1000.0
}
