//! What the gateway answers when it refuses, for both kinds of caller: a gRPC status with `google.rpc` details, or JSON
//! with the same reason. The reason is a stable code that the apps translate.

use std::collections::BTreeMap;

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use chassis::access::refusal_of;
use http::{HeaderValue, StatusCode, header};
use kajo_proto::options::v1::Caller;
use serde::Serialize;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

/// The domain of the gateway's own reasons.
pub(crate) const DOMAIN: &str = "kajo.gateway";

/// A refusal: a status, and the HTTP status that JSON callers (and, when `outright`, gRPC-Web callers) see.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: Status,
    pub(crate) http: StatusCode,
    /// Refused before it was known to be a well-formed call: the HTTP status says so even to gRPC-Web callers.
    outright: bool,
}

impl Refusal {
    /// A refusal of a call, answered to gRPC-Web callers with HTTP 200 and the status.
    pub(crate) fn new(code: Code, reason: &str) -> Self {
        Self::from(status(code, reason))
    }

    /// A kind of caller that the method does not name.
    pub(crate) fn forbidden(kind: Caller) -> Self {
        Self::new(Code::PermissionDenied, refusal_of(kind))
    }

    /// A refusal at the door: wrong header, origin, content type, path.
    pub(crate) fn outright(http: StatusCode, code: Code, reason: &str) -> Self {
        Self { status: status(code, reason), http, outright: true }
    }

    /// One field broke one rule.
    pub(crate) fn field(field: &str, reason: &str) -> Self {
        let mut details = ErrorDetails::with_error_info("invalid", DOMAIN, []);
        details.set_bad_request(vec![FieldViolation { reason: reason.to_owned(), ..FieldViolation::new(field, "") }]);
        Self::from(Status::with_error_details(Code::InvalidArgument, "invalid", details))
    }

    /// The stable reason, empty when the status has none.
    pub(crate) fn reason(&self) -> String {
        reason(&self.status)
    }

    /// As the JSON endpoints answer.
    pub(crate) fn json(&self, trace_id: &str) -> Response {
        let details = self.status.get_error_details();
        let info = details.error_info();
        let body = Problem {
            reason: info.map_or("unknown", |info| info.reason.as_str()),
            domain: info.map_or(DOMAIN, |info| info.domain.as_str()),
            params: info.map(|info| info.metadata.iter().collect()).unwrap_or_default(),
            fields: details
                .bad_request()
                .map(|bad| bad.field_violations.iter().map(|found| Field { field: &found.field, reason: &found.reason }).collect())
                .unwrap_or_default(),
            trace_id,
        };
        (self.http, [(header::CACHE_CONTROL, "no-store")], axum::Json(body)).into_response()
    }

    /// As a gRPC-Web answer without a body: the status stands in the headers.
    pub(crate) fn grpc_web(&self, content_type: &'static str) -> Response {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = if self.outright { self.http } else { StatusCode::OK };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status.add_header(headers).is_err() {
            headers.insert("grpc-status", HeaderValue::from_static("13"));
        }
        response
    }
}

impl From<Status> for Refusal {
    fn from(status: Status) -> Self {
        let http = match status.code() {
            Code::InvalidArgument | Code::OutOfRange => StatusCode::BAD_REQUEST,
            Code::Unauthenticated => StatusCode::UNAUTHORIZED,
            Code::PermissionDenied => StatusCode::FORBIDDEN,
            Code::NotFound | Code::Unimplemented => StatusCode::NOT_FOUND,
            Code::AlreadyExists | Code::Aborted | Code::FailedPrecondition => StatusCode::CONFLICT,
            Code::ResourceExhausted => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Code::DeadlineExceeded => StatusCode::GATEWAY_TIMEOUT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, http, outright: false }
    }
}

/// The stable reason of a status, empty when it has none.
pub(crate) fn reason(status: &Status) -> String {
    status.get_details_error_info().map(|info| info.reason).unwrap_or_default()
}

/// A status with the gateway's domain and this reason.
pub(crate) fn status(code: Code, reason: &str) -> Status {
    Status::with_error_details(code, reason, ErrorDetails::with_error_info(reason, DOMAIN, []))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Problem<'a> {
    reason: &'a str,
    domain: &'a str,
    params: BTreeMap<&'a String, &'a String>,
    fields: Vec<Field<'a>>,
    trace_id: &'a str,
}

#[derive(Serialize)]
struct Field<'a> {
    field: &'a str,
    reason: &'a str,
}
