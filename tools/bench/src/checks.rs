//! How long calls waited in the gateway until it was known whose they are: from its own metrics, so that nothing else of a call, nor of
//! the machine between two calls, is taken for it.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context, Result};

use crate::world::World;

const TIMES: &str = "kajo_session_check_seconds";
/// Calls, as the gateway tells them from streams.
const CALLS: [&str; 2] = ["person", "background"];

/// Checks by the upper bounds of the gateway's buckets, of which the last holds all. Each holds those of the ones before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checks(BTreeMap<Duration, u64>);

impl Checks {
    /// Those up to now.
    pub(crate) async fn read(world: &World) -> Result<Self> {
        let text = reqwest::get(&world.metrics_url).await?.error_for_status()?.text().await?;
        Self::parse(&text)
    }

    fn parse(text: &str) -> Result<Self> {
        let mut buckets = BTreeMap::new();
        for line in text.lines().filter_map(|line| line.strip_prefix(TIMES)?.strip_prefix("_bucket")) {
            if !CALLS.iter().any(|kind| line.contains(&format!("kind=\"{kind}\""))) {
                continue;
            }
            let (_, bound) = line.split_once("le=\"").context("a bucket without a bound")?;
            let (bound, count) = bound.split_once("\"} ").context("a bucket without a count")?;
            let bound = if bound == "+Inf" { Duration::MAX } else { Duration::from_secs_f64(bound.parse()?) };
            *buckets.entry(bound).or_default() += count.parse::<u64>()?;
        }
        Ok(Self(buckets))
    }

    /// Those since `before`.
    pub(crate) fn since(mut self, before: &Self) -> Self {
        for (bound, count) in &mut self.0 {
            *count -= before.0.get(bound).copied().unwrap_or_default();
        }
        self
    }

    /// These and those.
    pub(crate) fn and(mut self, more: Self) -> Self {
        for (bound, count) in more.0 {
            *self.0.entry(bound).or_default() += count;
        }
        self
    }

    /// How many.
    pub(crate) fn count(&self) -> u64 {
        self.0.get(&Duration::MAX).copied().unwrap_or_default()
    }

    /// The bound that a share of them stayed within, in milliseconds.
    #[expect(clippy::cast_precision_loss, reason = "a bench makes no 2^53 calls")]
    pub(crate) fn within(&self, share: f64) -> f64 {
        let wanted = self.count() as f64 * share;
        self.0.iter().find(|(_, count)| **count as f64 >= wanted).map_or(f64::INFINITY, |(bound, _)| bound.as_secs_f64() * 1_000.0)
    }

    /// The share of them that took no longer than a bound of the gateway's.
    #[expect(clippy::cast_precision_loss, reason = "a bench makes no 2^53 calls")]
    pub(crate) fn share_within(&self, bound: Duration) -> f64 {
        let within = self.0.range(..=bound).next_back().map_or(0, |(_, count)| *count);
        within as f64 / self.count().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# TYPE kajo_session_check_seconds histogram
kajo_session_check_seconds_bucket{service=\"gateway\",kind=\"background\",le=\"0.00001\"} 5
kajo_session_check_seconds_bucket{service=\"gateway\",kind=\"background\",le=\"0.0001\"} 9
kajo_session_check_seconds_bucket{service=\"gateway\",kind=\"background\",le=\"+Inf\"} 10
kajo_session_check_seconds_sum{service=\"gateway\",kind=\"background\"} 0.5
kajo_session_check_seconds_bucket{service=\"gateway\",kind=\"person\",le=\"0.00001\"} 90
kajo_session_check_seconds_bucket{service=\"gateway\",kind=\"person\",le=\"0.0001\"} 90
kajo_session_check_seconds_bucket{service=\"gateway\",kind=\"person\",le=\"+Inf\"} 90
kajo_session_check_seconds_bucket{service=\"gateway\",kind=\"stream\",le=\"+Inf\"} 7000
kajo_rpc_seconds_bucket{method=\"/a\",code=\"0\",le=\"0.001\"} 1";

    #[test]
    fn checks_of_calls_are_read_and_streams_are_not() {
        let checks = Checks::parse(TEXT).unwrap();
        assert_eq!(checks.count(), 100);
        assert!(checks.within(0.5) < 0.0101 && checks.within(0.96) > 0.0999 && checks.within(0.99) < 0.1001);
        assert!(checks.within(1.0) > 1e9, "one of them took longer than the last bound");
        assert!((checks.share_within(Duration::from_micros(100)) - 0.99).abs() < 1e-9);
        assert!(checks.share_within(Duration::ZERO) < 1e-9);
    }

    #[test]
    fn what_was_before_is_left_out() {
        let before = Checks::parse(TEXT).unwrap();
        let nothing = before.clone().since(&before);
        assert_eq!((nothing.count(), nothing.and(before.clone())), (0, before.clone()));
        assert_eq!(before.clone().since(&Checks::default()), before);
    }
}
