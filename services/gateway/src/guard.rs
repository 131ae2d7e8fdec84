//! What every request must show before anything else looks at it: the header that no foreign site can send, the
//! app's own origin, a content type that no form can send. Default-deny: what is not listed here as free is guarded.

use http::{HeaderMap, Method, StatusCode, header, request::Parts};
use tonic::Code;

use crate::{origin::Origins, refusal::Refusal};

/// The header of spec section 7 and the value that our client sends.
pub const AUTHORIZATION_HEADER: &str = "x-digitalplatformauthorization";
/// Its only value.
pub const AUTHORIZATION_VALUE: &str = "kajo-web";

/// Where the sign-in comes back: a navigation from the realm's site, which can carry no header of ours.
pub(crate) const CALLBACK: &str = "/api/session/callback";
/// Where a person comes back from the national authorisation service, in the same way.
pub(crate) const ON_BEHALF_CALLBACK: &str = "/api/session/on-behalf/callback";
/// Files go up here.
pub(crate) const ATTACHMENTS: &str = "/api/attachments";

/// Refuses what a foreign site, a form or a stray client could have sent.
pub(crate) fn admit(parts: &Parts, origins: &Origins) -> Result<(), Refusal> {
    let path = parts.uri.path();
    if is_free(&parts.method, path) {
        return Ok(());
    }
    let headers = &parts.headers;
    let mut shown = headers.get_all(AUTHORIZATION_HEADER).iter();
    if shown.next().is_none_or(|value| value != AUTHORIZATION_VALUE) || shown.next().is_some() {
        return Err(forbidden("csrf_header_missing"));
    }
    if headers.get_all(header::ORIGIN).iter().any(|origin| !origin.to_str().is_ok_and(|origin| origins.contains(origin))) {
        return Err(forbidden("foreign_origin"));
    }
    if headers.get_all("sec-fetch-site").iter().any(|site| site != "same-origin") {
        return Err(forbidden("cross_site"));
    }
    if parts.method != Method::GET && parts.method != Method::HEAD {
        content_type(path, headers)?;
    }
    Ok(())
}

/// Files of the apps and the callbacks: reading them changes nothing and shows nothing of anybody.
fn is_free(method: &Method, path: &str) -> bool {
    (method == Method::GET || method == Method::HEAD)
        && (path == CALLBACK || path == ON_BEHALF_CALLBACK || !(path == "/api" || path.starts_with("/api/")))
}

fn content_type(path: &str, headers: &HeaderMap) -> Result<(), Refusal> {
    let sent = essence(headers);
    let allowed = if path == ATTACHMENTS {
        sent == "application/octet-stream"
    } else if path.starts_with("/api/") {
        sent == "application/json"
    } else {
        crate::rpc::Format::of(sent).is_some()
    };
    if allowed { Ok(()) } else { Err(Refusal::outright(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::InvalidArgument, "content_type")) }
}

/// The content type without its parameters; empty when there is none, or more than one.
pub(crate) fn essence(headers: &HeaderMap) -> &str {
    let mut sent = headers.get_all(header::CONTENT_TYPE).iter();
    match (sent.next(), sent.next()) {
        (Some(only), None) => only.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim(),
        _ => "",
    }
}

fn forbidden(reason: &str) -> Refusal {
    Refusal::outright(StatusCode::FORBIDDEN, Code::PermissionDenied, reason)
}
