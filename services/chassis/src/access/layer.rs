//! What every call goes through before and after its handler: who calls, whether they may, the idempotency key, the trace, the
//! deadline, and the access log. A handler is finished in any case: a caller who leaves does not take it along, for
//! a database call that is dropped half way can lose what was already acknowledged.

use std::{
    convert::Infallible,
    panic::AssertUnwindSafe,
    task::{Context, Poll},
    time::Duration,
};

use futures::{FutureExt, future::BoxFuture};
use http::{HeaderMap, Request, Response};
use kajo_proto::{
    methods::{self, Method},
    options::v1::{AuditKind, Caller as Kind},
};
use tokio::time::timeout;
use tonic::{Code, Status, body::Body};
use tower::{Service, ServiceExt};
use tracing::{Instrument, Span, field::Empty, info_span};
use uuid::Uuid;

use super::{Caller, InternalKey, Rpc};
use crate::{clock::Clock, detached::detached, grpc, telemetry};

/// The metadata key of the idempotency key.
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// A plain call never takes longer.
const LONGEST: Duration = Duration::from_secs(30);

/// The methods of a service behind the checks.
#[derive(Clone)]
pub struct Guarded<S> {
    inner: S,
    key: InternalKey,
    clock: Clock,
}

impl<S> Guarded<S> {
    /// Puts the checks in front of `inner`.
    pub fn new(inner: S, key: InternalKey, clock: Clock) -> Self {
        Self { inner, key, clock }
    }

    fn admit(&self, method: &Method, headers: &HeaderMap) -> Result<(Caller, Option<Uuid>), Status> {
        let caller = self.key.verify(headers, self.clock.now()).and_then(|context| Caller::from_context(&context));
        let caller = caller.ok_or_else(|| grpc::status(Code::Unauthenticated, "caller_unknown", &[]))?;
        if !caller.may_call(method) {
            return Err(match caller.kind() {
                Kind::Anonymous => grpc::status(Code::Unauthenticated, "session_missing", &[]),
                kind => grpc::status(Code::PermissionDenied, refusal_of(kind), &[]),
            });
        }
        if !caller.has_mandate(method.domain()) {
            return Err(grpc::status(Code::PermissionDenied, "mandate_missing", &[]));
        }
        let command_id = if method.command { Some(idempotency_key(headers)?) } else { None };
        Ok((caller, command_id))
    }
}

impl<S> Service<Request<Body>> for Guarded<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let Some(method) = methods::find(request.uri().path()) else {
            // Not counted by its path: whoever calls makes paths up as they like.
            return Box::pin(async { Ok(grpc::status(Code::Unimplemented, "unknown_path", &[]).into_http()) });
        };
        let sent = telemetry::trace_of(request.headers());
        let span = info_span!("rpc", otel.name = method.path, otel.kind = "server", trace_id = Empty, caller = Empty, code = Empty);
        telemetry::continue_trace(&span, &sent);
        let trace = telemetry::trace_of_span(&span).unwrap_or(sent);
        span.record("trace_id", trace.trace_id());
        let (caller, command_id) = match self.admit(method, request.headers()) {
            Ok(admitted) => admitted,
            Err(status) => {
                span.record("code", status.code() as i32);
                span.in_scope(|| tracing::info!(reason = status.message(), "rpc.refused_before_its_handler"));
                telemetry::metrics::record_call(method, status.code(), Duration::ZERO);
                return Box::pin(async move { Ok(status.into_http()) });
            }
        };
        span.record("caller", caller.kind().as_str_name());
        let deadline =
            if method.server_streaming { None } else { Some(telemetry::timeout_of(request.headers()).map_or(LONGEST, |asked| asked.min(LONGEST))) };
        let rpc = Rpc::new(caller, method, trace, command_id);
        request.extensions_mut().insert(rpc.clone());
        let handler = self.inner.clone().oneshot(request);
        Box::pin(async move { Ok(run(rpc, span, deadline, handler).await) })
    }
}

async fn run<F>(rpc: Rpc, span: Span, deadline: Option<Duration>, handler: F) -> Response<Body>
where
    F: Future<Output = Result<Response<Body>, Infallible>> + Send + 'static,
{
    let begun = tokio::time::Instant::now();
    let domain = grpc::domain_of(rpc.method);
    // The wait may end, by the deadline or because the caller leaves; the handler does not.
    let handled = detached(AssertUnwindSafe(grpc::in_domain(domain, handler.instrument(span.clone()))).catch_unwind());
    let answered = match deadline {
        Some(deadline) => timeout(deadline, handled).await,
        None => Ok(handled.await),
    };
    let response = match answered {
        Err(_) => refused(&span, domain, Code::DeadlineExceeded, "deadline"),
        Ok(Err(_)) => {
            span.in_scope(|| tracing::error!("a handler panicked"));
            refused(&span, domain, Code::Internal, "internal")
        }
        Ok(Ok(Ok(response))) => checked(&rpc, &span, domain, response),
    };
    let code = Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code());
    span.record("code", code as i32);
    telemetry::metrics::record_call(rpc.method, code, begun.elapsed());
    response
}

/// Personal data that were read without a row in the access log do not leave.
fn checked(rpc: &Rpc, span: &Span, domain: &'static str, response: Response<Body>) -> Response<Body> {
    let succeeds = Status::from_header_map(response.headers()).is_none_or(|status| status.code() == Code::Ok);
    if succeeds && rpc.method.audit() == AuditKind::Access && !rpc.is_logged() {
        span.in_scope(|| tracing::error!(method = rpc.method.path, "an answer with personal data was held back: the access was not logged"));
        return refused(span, domain, Code::Internal, "internal");
    }
    response
}

/// Why a method refuses a kind of caller that it does not name. Some are told on a page of their own (NAV-12;
/// PRO-01 and PRO-03).
pub fn refusal_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Identified => "not_admitted",
        Kind::ResidentEntering => "entry_incomplete",
        _ => "access_denied",
    }
}

fn refused(span: &Span, domain: &'static str, code: Code, reason: &str) -> Response<Body> {
    span.in_scope(|| grpc::status_in(domain, code, reason, &[]).into_http())
}

fn idempotency_key(headers: &HeaderMap) -> Result<Uuid, Status> {
    let Some(sent) = headers.get(IDEMPOTENCY_KEY) else {
        return Err(grpc::invalid_field(IDEMPOTENCY_KEY, "required"));
    };
    let key = sent.to_str().ok().and_then(|text| Uuid::try_parse(text).ok());
    key.ok_or_else(|| grpc::invalid_field(IDEMPOTENCY_KEY, "not_uuid"))
}
