//! Metrics of this process in the text form that Prometheus reads: calls by method and code, and gauges.

use std::{
    collections::BTreeMap,
    fmt::Write,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use kajo_proto::methods::Method;
use tonic::Code;

/// Upper bounds of the buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

#[derive(Default)]
struct Calls {
    buckets: [u64; BOUNDS.len()],
    count: u64,
    seconds: f64,
}

#[derive(Default)]
struct Metrics {
    calls: BTreeMap<(&'static str, i32), Calls>,
    gauges: BTreeMap<(&'static str, &'static str), f64>,
    counts: BTreeMap<(&'static str, &'static str, &'static str), u64>,
}

static METRICS: Mutex<Metrics> = Mutex::new(Metrics { calls: BTreeMap::new(), gauges: BTreeMap::new(), counts: BTreeMap::new() });

fn lock() -> MutexGuard<'static, Metrics> {
    METRICS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts one finished call.
pub(crate) fn record_call(method: &'static Method, code: Code, took: Duration) {
    let seconds = took.as_secs_f64();
    let mut metrics = lock();
    let calls = metrics.calls.entry((method.path, code as i32)).or_default();
    calls.count += 1;
    calls.seconds += seconds;
    for (bucket, bound) in calls.buckets.iter_mut().zip(BOUNDS) {
        *bucket += u64::from(seconds <= bound);
    }
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
    for ((method, code), calls) in &metrics.calls {
        let labels = format!("method=\"{method}\",code=\"{code}\"");
        for (count, bound) in calls.buckets.iter().zip(BOUNDS) {
            // Writing into text cannot fail.
            let _ = writeln!(text, "kajo_rpc_seconds_bucket{{{labels},le=\"{bound}\"}} {count}");
        }
        let _ = writeln!(text, "kajo_rpc_seconds_bucket{{{labels},le=\"+Inf\"}} {}", calls.count);
        let _ = writeln!(text, "kajo_rpc_seconds_sum{{{labels}}} {}", calls.seconds);
        let _ = writeln!(text, "kajo_rpc_seconds_count{{{labels}}} {}", calls.count);
    }
    for ((name, service), value) in &metrics.gauges {
        let _ = writeln!(text, "{name}{{service=\"{service}\"}} {value}");
    }
    for ((name, service, kind), count) in &metrics.counts {
        let _ = writeln!(text, "{name}{{service=\"{service}\",kind=\"{kind}\"}} {count}");
    }
    text
}
