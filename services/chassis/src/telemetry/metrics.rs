//! Metrics of this process in the text form that Prometheus reads: calls by method and code, times of what a call waits for, and gauges.

use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use kajo_proto::methods::Method;
use tonic::Code;

/// Upper bounds of the buckets for whole calls, in seconds.
const OF_CALLS: &[f64] = &[0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// The same for what is a small part of a call.
const OF_PARTS: &[f64] = &[0.000_01, 0.000_02, 0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.1, 1.0];

struct Times {
    bounds: &'static [f64],
    buckets: Vec<u64>,
    count: u64,
    seconds: f64,
}

impl Times {
    fn within(bounds: &'static [f64]) -> Self {
        Self { bounds, buckets: vec![0; bounds.len()], count: 0, seconds: 0.0 }
    }

    fn record(&mut self, took: Duration) {
        let seconds = took.as_secs_f64();
        self.count += 1;
        self.seconds += seconds;
        for (bucket, bound) in self.buckets.iter_mut().zip(self.bounds) {
            *bucket += u64::from(seconds <= *bound);
        }
    }

    fn write(&self, text: &mut String, name: &str, labels: &str) {
        // Writing into text cannot fail.
        for (count, bound) in self.buckets.iter().zip(self.bounds) {
            let _ = writeln!(text, "{name}_bucket{{{labels},le=\"{bound}\"}} {count}");
        }
        let _ = writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {}", self.count);
        let _ = writeln!(text, "{name}_sum{{{labels}}} {}", self.seconds);
        let _ = writeln!(text, "{name}_count{{{labels}}} {}", self.count);
    }
}

#[derive(Default)]
struct Metrics {
    calls: BTreeMap<(&'static str, i32), Times>,
    parts: BTreeMap<(&'static str, &'static str, &'static str), Times>,
    gauges: BTreeMap<(&'static str, &'static str), f64>,
    counts: BTreeMap<(&'static str, &'static str, &'static str), u64>,
}

static METRICS: Mutex<Metrics> =
    Mutex::new(Metrics { calls: BTreeMap::new(), parts: BTreeMap::new(), gauges: BTreeMap::new(), counts: BTreeMap::new() });

fn lock() -> MutexGuard<'static, Metrics> {
    METRICS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts one finished call.
pub(crate) fn record_call(method: &'static Method, code: Code, took: Duration) {
    lock().calls.entry((method.path, code as i32)).or_insert_with(|| Times::within(OF_CALLS)).record(took);
}

/// Records how long a small part of calls took in a service, by its kind, for example `kajo_session_check_seconds`.
pub fn record_part(name: &'static str, service: &'static str, kind: &'static str, took: Duration) {
    lock().parts.entry((name, service, kind)).or_insert_with(|| Times::within(OF_PARTS)).record(took);
}

/// Sets a gauge of one service, for example `kajo_relay_lag`.
pub fn set_gauge(name: &'static str, service: &'static str, value: f64) {
    lock().gauges.insert((name, service), value);
}

/// Counts one of something that happened in a service, by its kind, for example `kajo_lookup_alerts_total`.
pub fn count(name: &'static str, service: &'static str, kind: &'static str) {
    *lock().counts.entry((name, service, kind)).or_default() += 1;
}

/// Everything, as text.
pub fn render() -> String {
    let metrics = lock();
    let mut text = String::from("# TYPE kajo_rpc_seconds histogram\n");
    for ((method, code), times) in &metrics.calls {
        times.write(&mut text, "kajo_rpc_seconds", &format!("method=\"{method}\",code=\"{code}\""));
    }
    let mut typed = "";
    for ((name, service, kind), times) in &metrics.parts {
        if *name != typed {
            let _ = writeln!(text, "# TYPE {name} histogram");
            typed = name;
        }
        times.write(&mut text, name, &format!("service=\"{service}\",kind=\"{kind}\""));
    }
    for ((name, service), value) in &metrics.gauges {
        let _ = writeln!(text, "{name}{{service=\"{service}\"}} {value}");
    }
    for ((name, service, kind), count) in &metrics.counts {
        let _ = writeln!(text, "{name}{{service=\"{service}\",kind=\"{kind}\"}} {count}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_calls_is_told_by_its_kind_in_buckets_that_hold_those_below() {
        for micros in [5, 15, 80, 400] {
            record_part("kajo_test_seconds", "test", "one", Duration::from_micros(micros));
        }
        record_part("kajo_test_seconds", "test", "other", Duration::from_secs(2));
        let text = render();
        let lines: Vec<_> = text.lines().filter(|line| line.contains("kajo_test_seconds")).collect();
        assert_eq!(lines.iter().filter(|line| line.starts_with("# TYPE")).count(), 1);
        for (bound, count) in [("0.00001", 1), ("0.00002", 2), ("0.0001", 3), ("0.0005", 4), ("+Inf", 4)] {
            let line = format!("kajo_test_seconds_bucket{{service=\"test\",kind=\"one\",le=\"{bound}\"}} {count}");
            assert!(lines.contains(&line.as_str()), "{line}");
        }
        assert!(lines.contains(&"kajo_test_seconds_bucket{service=\"test\",kind=\"other\",le=\"1\"} 0"));
        assert!(lines.contains(&"kajo_test_seconds_count{service=\"test\",kind=\"other\"} 1"));
    }
}
