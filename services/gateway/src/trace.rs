//! The trace of a request: it begins in the browser, which sends its `traceparent`, and goes on in every service.

use http::{HeaderMap, HeaderValue};
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tracing::{Span, field::Empty, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

use crate::app::App;

const TRACEPARENT: &str = "traceparent";

/// The trace of one request, as the services are told of it.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// 32 hexadecimal digits. A person who sees an error is shown it as the error's code.
    pub(crate) id: String,
    traceparent: Option<HeaderValue>,
}

impl Trace {
    /// The span of a request below the browser's span, and its trace. `fallback` gives the id when nobody named one and
    /// no telemetry is on. The browser's `tracestate` is not believed: its text would end up on the bus.
    pub(crate) fn begin(app: App, route: &'static str, headers: &HeaderMap, fallback: impl FnOnce() -> [u8; 24]) -> (Span, Self) {
        let span = info_span!(target: "gateway", "request", otel.name = route, otel.kind = "server", app = app.name(), trace_id = Empty);
        let remote = headers.get(TRACEPARENT).and_then(|value| value.to_str().ok()).and_then(parse);
        if let Some(remote) = &remote {
            // Without telemetry there is nothing to hang the span into.
            let _ = span.set_parent(opentelemetry::Context::new().with_remote_span_context(remote.clone()));
        }
        let own = span.context().span().span_context().clone();
        let known = if own.is_valid() { own } else { remote.unwrap_or_else(|| fresh(fallback())) };
        let id = known.trace_id().to_string();
        span.record("trace_id", id.as_str());
        let traceparent = format!("00-{id}-{}-{:02x}", known.span_id(), known.trace_flags().to_u8());
        (span, Self { id, traceparent: HeaderValue::from_str(&traceparent).ok() })
    }

    /// Hands the trace on.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        if let Some(traceparent) = &self.traceparent {
            headers.insert(TRACEPARENT, traceparent.clone());
        }
    }
}

fn fresh(random: [u8; 24]) -> SpanContext {
    let (trace, span) = random.split_at(16);
    let trace = TraceId::from_bytes(trace.try_into().unwrap_or_default());
    let span = SpanId::from_bytes(span.try_into().unwrap_or_default());
    SpanContext::new(trace, span, TraceFlags::default(), false, TraceState::default())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_traceparent_is_believed() {
        assert!(parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01").is_some());
        for wrong in [
            "",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ] {
            assert!(parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn the_trace_of_the_browser_is_the_trace_of_the_request() {
        let mut headers = HeaderMap::new();
        headers.insert(TRACEPARENT, HeaderValue::from_static("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        let (_span, trace) = Trace::begin(App::Resident, "test", &headers, || [1; 24]);
        assert_eq!(trace.id, "4bf92f3577b34da6a3ce929d0e0e4736");
        let (_span, trace) = Trace::begin(App::Resident, "test", &HeaderMap::new(), || [1; 24]);
        assert_eq!(trace.id, "01".repeat(16));
    }
}
