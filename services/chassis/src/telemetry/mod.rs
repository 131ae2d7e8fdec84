//! Traces over gRPC and the bus, JSON logs, metrics. One trace runs from the browser's click to the last consumer: each hop
//! hands its `traceparent` to the next. `tracestate` is not handed on: its free text would end up on the bus.

pub mod metrics;

use std::time::Duration;

use anyhow::Result;
use http::HeaderMap;
use opentelemetry::{
    Context, KeyValue,
    trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState, TracerProvider},
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider},
};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::{EnvFilter, layer::SubscriberExt, util::SubscriberInitExt};

use crate::store::TraceContext;

/// How long finished spans wait for company.
const SENT_EVERY: Duration = Duration::from_secs(1);

/// Notices of Postgres: every connection that comes back is rolled back, and mostly there is nothing to roll back.
const QUIET: &str = "sqlx::postgres::notice=error";

/// Running telemetry. Let go of it last: it sends what is left.
#[derive(Debug)]
pub struct Telemetry(SdkTracerProvider);

/// Starts telemetry for this process: JSON logs to standard output under the filter `log`, spans to `otlp_endpoint` when
/// there is one. Without it spans are not recorded, but still have ids, so that logs and errors name their trace.
///
/// # Errors
/// When the filter or the endpoint cannot be read, or telemetry runs already.
pub fn init(process: &'static str, log: &str, otlp_endpoint: Option<&str>) -> Result<Telemetry> {
    let mut provider = SdkTracerProvider::builder().with_resource(Resource::builder().with_attribute(KeyValue::new("service.name", process)).build());
    provider = match otlp_endpoint {
        Some(endpoint) => {
            let exporter = SpanExporter::builder().with_tonic().with_endpoint(endpoint).build()?;
            let config = BatchConfigBuilder::default().with_scheduled_delay(SENT_EVERY).build();
            provider.with_span_processor(BatchSpanProcessor::builder(exporter).with_batch_config(config).build())
        }
        None => provider.with_sampler(Sampler::AlwaysOff),
    };
    let provider = provider.build();
    tracing_subscriber::registry()
        .with(EnvFilter::try_new(format!("{QUIET},{log}"))?)
        .with(tracing_opentelemetry::layer().with_tracer(provider.tracer(process)))
        .with(tracing_subscriber::fmt::layer().json().flatten_event(true).with_current_span(true).with_span_list(false))
        .try_init()?;
    Ok(Telemetry(provider))
}

impl Telemetry {
    /// Sends the spans that wait.
    pub fn flush(&self) {
        if let Err(error) = self.0.force_flush() {
            tracing::warn!(%error, "spans were not sent");
        }
    }
}

impl Drop for Telemetry {
    fn drop(&mut self) {
        // Whoever receives the spans may be gone already; that must not keep the process.
        let _ = self.0.shutdown_with_timeout(Duration::from_secs(2));
    }
}

/// The trace that headers name; empty when they name none.
pub fn trace_of(headers: &HeaderMap) -> TraceContext {
    let sent = headers.get("traceparent").and_then(|value| value.to_str().ok());
    sent.filter(|sent| parse(sent).is_some())
        .map_or_else(TraceContext::default, |sent| TraceContext { traceparent: sent.to_owned(), tracestate: String::new() })
}

/// Hangs a span below the one that `trace` names. Call it before the span is entered.
pub fn continue_trace(span: &Span, trace: &TraceContext) {
    if let Some(remote) = parse(&trace.traceparent) {
        // Without telemetry there is nothing to hang the span into.
        let _ = span.set_parent(Context::new().with_remote_span_context(remote));
    }
}

/// The trace of a span, for whoever comes next; `None` without telemetry.
pub fn trace_of_span(span: &Span) -> Option<TraceContext> {
    let context = span.context();
    let own = context.span().span_context().clone();
    own.is_valid().then(|| TraceContext {
        traceparent: format!("00-{}-{}-{:02x}", own.trace_id(), own.span_id(), own.trace_flags().to_u8()),
        tracestate: String::new(),
    })
}

/// The trace of the span that is entered now.
pub fn current_trace() -> TraceContext {
    trace_of_span(&Span::current()).unwrap_or_default()
}

/// `00-<32 hex>-<16 hex>-<2 hex>` (W3C Trace Context, section 3.2).
fn parse(text: &str) -> Option<SpanContext> {
    let mut parts = text.split('-');
    let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let hex = |part: &str, length| part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if version != "00" || parts.next().is_some() || !hex(trace, 32) || !hex(span, 16) || !hex(flags, 2) {
        return None;
    }
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()?);
    let context = SpanContext::new(TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?, flags, true, TraceState::default());
    context.is_valid().then_some(context)
}

/// What `grpc-timeout` leaves: up to eight digits and a unit.
pub fn timeout_of(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get("grpc-timeout")?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let amount: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(amount * 3600)),
        "M" => Some(Duration::from_secs(amount * 60)),
        "S" => Some(Duration::from_secs(amount)),
        "m" => Some(Duration::from_millis(amount)),
        "u" => Some(Duration::from_micros(amount)),
        "n" => Some(Duration::from_nanos(amount)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_traceparent_is_handed_on() {
        let mut headers = HeaderMap::new();
        headers.insert("tracestate", "name=Aino".parse().unwrap());
        headers.insert("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".parse().unwrap());
        let trace = trace_of(&headers);
        assert_eq!((trace.trace_id(), trace.tracestate.as_str()), ("4bf92f3577b34da6a3ce929d0e0e4736", ""));
        for wrong in [
            "Aino",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ] {
            headers.insert("traceparent", wrong.parse().unwrap());
            assert_eq!(trace_of(&headers), TraceContext::default(), "{wrong}");
        }
    }

    #[test]
    fn timeouts_are_read_as_the_protocol_writes_them() {
        let read = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", text.parse().unwrap());
            timeout_of(&headers)
        };
        assert_eq!(read("400m"), Some(Duration::from_millis(400)));
        assert_eq!(read("2S"), Some(Duration::from_secs(2)));
        for wrong in ["", "S", "-1S", "1", "1x", "123456789S"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
