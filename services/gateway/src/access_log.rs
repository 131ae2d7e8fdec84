//! One line per request: what kind of request, how it ended, how long it took, and its trace id. Never a query, never
//! a path that somebody else chose the words of, never who asked.

use std::sync::atomic::{AtomicI32, AtomicU16, Ordering};

use http::{HeaderMap, StatusCode};
use tokio::time::Instant;
use tonic::Code;
use tracing::Span;

use crate::app::App;

/// The line of one request. Written when the last part of the request lets go of it: for a stream when the stream ends.
#[derive(Debug)]
pub(crate) struct Line {
    app: App,
    /// One of our own path patterns.
    route: &'static str,
    trace_id: String,
    span: Span,
    begun: Instant,
    http: AtomicU16,
    grpc: AtomicI32,
}

/// No gRPC status: not an RPC, or the caller went away before it was known.
const NONE: i32 = -1;

impl Line {
    pub(crate) fn begin(app: App, route: &'static str, trace_id: String, span: Span) -> Self {
        Self { app, route, trace_id, span, begun: Instant::now(), http: AtomicU16::new(0), grpc: AtomicI32::new(NONE) }
    }

    pub(crate) fn http(&self, status: StatusCode) {
        self.http.store(status.as_u16(), Ordering::Relaxed);
    }

    /// Takes the gRPC status out of headers or trailers, when it is there.
    pub(crate) fn grpc(&self, headers: &HeaderMap) {
        if let Some(status) = headers.get("grpc-status") {
            self.grpc.store(Code::from_bytes(status.as_bytes()) as i32, Ordering::Relaxed);
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let milliseconds = self.begun.elapsed().as_secs_f64() * 1000.0;
        let (http, grpc) = (self.http.load(Ordering::Relaxed), self.grpc.load(Ordering::Relaxed));
        let (app, route, trace_id) = (self.app.name(), self.route, self.trace_id.as_str());
        self.span.in_scope(|| {
            if grpc == NONE {
                tracing::info!(target: "gateway::access", app, route, trace_id, status = http, milliseconds, "request");
            } else {
                tracing::info!(target: "gateway::access", app, route, trace_id, status = http, grpc, milliseconds, "request");
            }
        });
    }
}
