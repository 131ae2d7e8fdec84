//! What every request must show before anything else looks at it: the header that no foreign site can send, the
//! app's own origin, a content type that no form can send. Default-deny: what is not listed here as free is guarded. What other systems send
//! (`fhir`) is no browser's and rests on no cookie: it shows a bearer token in place of all this.

use http::{HeaderMap, Method, StatusCode, header, request::Parts};
use tonic::Code;

use crate::{origin::Origins, refusal::Refusal};

/// The header of IDN-03 and the value that our client sends.
pub const AUTHORIZATION_HEADER: &str = "x-digitalplatformauthorization";
/// Its only value.
pub const AUTHORIZATION_VALUE: &str = "kajo-web";

/// Where the sign-in comes back: a navigation from the realm's site, which can carry no header of ours.
pub(crate) const CALLBACK: &str = "/api/session/callback";
/// Where a person comes back from the national authorisation service, in the same way.
pub(crate) const ON_BEHALF_CALLBACK: &str = "/api/session/on-behalf/callback";
/// The same two for a mobile shell: they come back in the browser of its phone first.
pub(crate) const MOBILE_CALLBACK: &str = "/api/session/mobile-callback";
pub(crate) const MOBILE_ON_BEHALF_CALLBACK: &str = "/api/session/on-behalf/mobile-callback";
/// A realm tells here that somebody signed out: no browser comes here, and what counts is the realm's signature.
pub(crate) const BACK_CHANNEL: &str = "/api/session/back-channel-logout";
/// On the way to the realm after signing out: the browser goes there by itself, and no script gets to read it.
pub(crate) const LEAVE: &str = "/api/session/leave";
/// The ways back: navigations from another site, which can carry no header of ours.
const WAYS_BACK: [&str; 4] = [CALLBACK, MOBILE_CALLBACK, ON_BEHALF_CALLBACK, MOBILE_ON_BEHALF_CALLBACK];
/// Files go up here.
pub(crate) const ATTACHMENTS: &str = "/api/attachments";

/// Refuses what a foreign site, a form or a stray client could have sent.
pub(crate) fn admit(parts: &Parts, origins: &Origins) -> Result<(), Refusal> {
    let path = parts.uri.path();
    if is_free(&parts.method, path) {
        return Ok(());
    }
    let headers = &parts.headers;
    if path == LEAVE && parts.method == Method::GET {
        return navigation(headers);
    }
    if path == BACK_CHANNEL && parts.method == Method::POST {
        let form = essence(headers) == "application/x-www-form-urlencoded";
        return if form { Ok(()) } else { Err(Refusal::outright(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::InvalidArgument, "content_type")) };
    }
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

/// A browser that goes somewhere, from a page of our own or by itself, says so; a script that fetches cannot.
fn navigation(headers: &HeaderMap) -> Result<(), Refusal> {
    let all = |name: &str, allowed: &[&str]| headers.get_all(name).iter().all(|value| allowed.iter().any(|allowed| value == allowed));
    let goes = all("sec-fetch-mode", &["navigate"]) && all("sec-fetch-dest", &["document"]) && all("sec-fetch-site", &["same-origin", "none"]);
    if goes { Ok(()) } else { Err(forbidden("cross_site")) }
}

/// Files of the apps and the callbacks: reading them changes nothing and shows nothing of anybody.
fn is_free(method: &Method, path: &str) -> bool {
    (method == Method::GET || method == Method::HEAD) && (WAYS_BACK.contains(&path) || !(path == "/api" || path.starts_with("/api/")))
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

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "https://own.example";
    const SHOWN: (&str, &str) = (AUTHORIZATION_HEADER, AUTHORIZATION_VALUE);
    const GRPC_WEB: (&str, &str) = ("content-type", "application/grpc-web+proto");

    /// The reason for which a request is refused; `None`: it is let in.
    fn refused(method: Method, path: &str, headers: &[(&str, &str)]) -> Option<String> {
        let request = headers.iter().fold(http::Request::builder().method(method).uri(path), |request, (name, value)| request.header(*name, *value));
        let (parts, ()) = request.body(()).unwrap().into_parts();
        admit(&parts, &Origins::default().and(OWN)).err().map(|refusal| refusal.reason())
    }

    #[test]
    fn files_and_the_ways_back_are_free_to_read_and_nothing_else_is() {
        for free in ["/", "/fi/inbox", "/apiary"].into_iter().chain(WAYS_BACK) {
            for method in [Method::GET, Method::HEAD] {
                assert_eq!(refused(method, free, &[("origin", "https://other.example")]), None, "{free}");
            }
            assert_eq!(refused(Method::POST, free, &[GRPC_WEB]).as_deref(), Some("csrf_header_missing"), "{free}");
        }
        for guarded in ["/api", "/api/session", "/api/session/callback/more", "/api/session/mobile", ATTACHMENTS] {
            assert_eq!(refused(Method::GET, guarded, &[]).as_deref(), Some("csrf_header_missing"), "{guarded}");
            assert_eq!(refused(Method::GET, guarded, &[SHOWN]), None, "{guarded}");
        }
    }

    #[test]
    fn s_16_only_a_browser_that_goes_there_is_shown_the_way_to_the_realm() {
        let going = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"), ("sec-fetch-site", "same-origin")];
        assert_eq!(refused(Method::GET, LEAVE, &going), None);
        for (at, other) in [(0, "cors"), (0, "no-cors"), (1, "empty"), (1, "iframe"), (1, "script"), (2, "cross-site"), (2, "same-site")] {
            let mut headers = going;
            headers[at].1 = other;
            assert_eq!(refused(Method::GET, LEAVE, &headers).as_deref(), Some("cross_site"), "{other}");
        }
        assert!(refused(Method::POST, LEAVE, &going).is_some());
    }

    #[test]
    fn the_header_is_shown_once_with_its_only_value() {
        for headers in [&[][..], &[(AUTHORIZATION_HEADER, "other")], &[SHOWN, SHOWN], &[SHOWN, (AUTHORIZATION_HEADER, "other")]] {
            assert_eq!(refused(Method::GET, "/api/session", headers).as_deref(), Some("csrf_header_missing"), "{headers:?}");
        }
    }

    #[test]
    fn a_request_that_names_a_foreign_origin_or_site_is_refused() {
        let reason = |header| refused(Method::GET, "/api/session", &[SHOWN, header]);
        assert_eq!(reason(("origin", OWN)), None);
        assert_eq!(reason(("sec-fetch-site", "same-origin")), None);
        for foreign in ["https://other.example", "http://own.example", "null"] {
            assert_eq!(reason(("origin", foreign)).as_deref(), Some("foreign_origin"), "{foreign}");
        }
        assert_eq!(refused(Method::GET, "/api/session", &[SHOWN, ("origin", OWN), ("origin", "null")]).as_deref(), Some("foreign_origin"));
        for foreign in ["cross-site", "same-site", "none"] {
            assert_eq!(reason(("sec-fetch-site", foreign)).as_deref(), Some("cross_site"), "{foreign}");
        }
    }

    #[test]
    fn what_changes_something_comes_in_a_type_that_no_form_can_send() {
        let reason = |path, types: &[&'static str]| {
            let headers: Vec<_> = [SHOWN].into_iter().chain(types.iter().map(|each| ("content-type", *each))).collect();
            refused(Method::POST, path, &headers)
        };
        let call = "/kajo.identity.v1.SessionService/EndSession";
        for (path, own) in [(call, "application/grpc-web-text"), ("/api/session", "application/json"), (ATTACHMENTS, "application/octet-stream")] {
            assert_eq!(reason(path, &[own]), None, "{path}");
            for foreign in [&[][..], &["text/plain"], &["application/x-www-form-urlencoded"], &["multipart/form-data; boundary=a"], &[own, own]] {
                assert_eq!(reason(path, foreign).as_deref(), Some("content_type"), "{path} {foreign:?}");
            }
        }
        assert_eq!(reason("/api/session", &["application/json; charset=utf-8"]), None, "parameters are allowed");
        assert_eq!(reason("/api/session", &["application/octet-stream"]).as_deref(), Some("content_type"));
        assert_eq!(reason(ATTACHMENTS, &["application/json"]).as_deref(), Some("content_type"));
    }
}
