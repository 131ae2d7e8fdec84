//! What the gateway itself answers to a system that sends FHIR: an `OperationOutcome`, which never repeats what was sent.

use axum::{body::Body, response::Response};
use http::{HeaderValue, StatusCode, header};
use tonic::{Code, Status};

use crate::refusal::Refusal;

/// Seconds after which whoever finds us away tries again.
const AWAY_FOR: HeaderValue = HeaderValue::from_static("30");
/// The same, of an address whose failures are counted for ten minutes.
const COUNTED_FOR: HeaderValue = HeaderValue::from_static("600");

/// Why nothing was handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// There is no token, or none that is good.
    Unauthorized,
    /// Too many bad tokens came from the address.
    TooMany,
    /// Nothing is answered there.
    UnknownPath,
    /// The body says that it is no JSON.
    ContentType,
    /// The body is too large.
    TooLarge,
    /// The body came too slowly.
    TooSlow,
    /// The body is missing or broken off, or something in the address is too long.
    Malformed,
    /// A service does not answer, or there is too much to do.
    Away,
    /// A service failed.
    Failed,
}

impl Problem {
    /// Status of HTTP, code of FHIR's issues, and what people read.
    const fn told(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::Unauthorized => (StatusCode::UNAUTHORIZED, "login", "A bearer token that is in use is needed."),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, "throttled", "Too many bearer tokens from this address were not in use."),
            Self::UnknownPath => (StatusCode::NOT_FOUND, "not-found", "Nothing is answered here. See the CapabilityStatement at metadata."),
            Self::ContentType => {
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-supported", "The content type is application/fhir+json or application/json.")
            }
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-long", "The body is larger than 1 MiB."),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, "timeout", "The body came too slowly."),
            Self::Malformed => (StatusCode::BAD_REQUEST, "invalid", "The body is missing or broken off, or the address is malformed."),
            Self::Away => (StatusCode::SERVICE_UNAVAILABLE, "transient", "The service does not answer now. Send the same again later."),
            Self::Failed => (StatusCode::INTERNAL_SERVER_ERROR, "exception", "The service failed."),
        }
    }

    /// The answer. Its id is the code under which the error is found.
    pub(crate) fn answer(self, trace_id: &str) -> Response {
        let (status, code, diagnostics) = self.told();
        let issue = serde_json::json!({ "severity": "error", "code": code, "diagnostics": diagnostics });
        let outcome = serde_json::json!({ "resourceType": "OperationOutcome", "id": trace_id, "issue": [issue] });
        let mut response = answer(status, outcome.to_string());
        let headers = response.headers_mut();
        if self == Self::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self == Self::TooMany {
            headers.insert(header::RETRY_AFTER, COUNTED_FOR);
        }
        response
    }
}

/// An answer that nobody keeps.
pub(super) fn answer(status: StatusCode, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/fhir+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(header::RETRY_AFTER, AWAY_FOR);
    }
    response
}

/// Of a body that is not read, or of somebody for whom too much runs already.
impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal.status.code() {
            Code::ResourceExhausted => Self::TooLarge,
            Code::DeadlineExceeded => Self::TooSlow,
            Code::Unavailable => Self::Away,
            _ => Self::Malformed,
        }
    }
}

/// Of a service that was asked.
impl From<Status> for Problem {
    fn from(status: Status) -> Self {
        match status.code() {
            Code::InvalidArgument | Code::OutOfRange => Self::Malformed,
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled | Code::Aborted => Self::Away,
            _ => Self::Failed,
        }
    }
}
