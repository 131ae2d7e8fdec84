//! The trace of a request: it begins in the browser, which sends its `traceparent`, and goes on in every service.

use chassis::{store::TraceContext, telemetry};
use http::{HeaderMap, HeaderValue};
use tracing::{Span, field::Empty, info_span};

use crate::app::App;

/// The trace of one request, as the services are told of it.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// 32 hexadecimal digits. A person who sees an error is shown it as the error's code.
    pub(crate) id: String,
    traceparent: Option<HeaderValue>,
}

impl Trace {
    /// The span of a request below the browser's span, and its trace. `random` gives the ids when nobody named any and no
    /// telemetry is on.
    pub(crate) fn begin(app: App, route: &'static str, headers: &HeaderMap, random: impl FnOnce() -> [u8; 24]) -> (Span, Self) {
        let span = info_span!(target: "gateway", "request", otel.name = route, otel.kind = "server", app = app.name(), trace_id = Empty);
        let sent = telemetry::trace_of(headers);
        telemetry::continue_trace(&span, &sent);
        let own = telemetry::trace_of_span(&span);
        let trace = own.unwrap_or_else(|| if sent == TraceContext::default() { fresh(random()) } else { sent });
        span.record("trace_id", trace.trace_id());
        (span, Self { id: trace.trace_id().to_owned(), traceparent: HeaderValue::from_str(&trace.traceparent).ok() })
    }

    /// Hands the trace on.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        if let Some(traceparent) = &self.traceparent {
            headers.insert("traceparent", traceparent.clone());
        }
    }
}

fn fresh(random: [u8; 24]) -> TraceContext {
    let text: String = random.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let (trace, span) = text.split_at(32);
    TraceContext { traceparent: format!("00-{trace}-{span}-00"), tracestate: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trace_of_the_browser_is_the_trace_of_the_request() {
        let mut headers = HeaderMap::new();
        headers.insert("traceparent", HeaderValue::from_static("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
        let (_span, trace) = Trace::begin(App::Resident, "test", &headers, || [1; 24]);
        assert_eq!(trace.id, "4bf92f3577b34da6a3ce929d0e0e4736");
        let (_span, trace) = Trace::begin(App::Resident, "test", &HeaderMap::new(), || [1; 24]);
        assert_eq!(trace.id, "01".repeat(16));
    }
}
