//! The headers that tell a browser what our pages may do.

use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::app::App;

/// On every answer, of whatever kind.
const ALWAYS: [(HeaderName, HeaderValue); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        // Pictures and sound of calls, for our own pages alone.
        HeaderValue::from_static("camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), display-capture=()"),
    ),
];

/// What is neither a page nor a download may do nothing at all when a browser opens it.
const INERT: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
/// The same for a service worker, but that it gets pictures of ours.
const WORKER: HeaderValue =
    HeaderValue::from_static("default-src 'none'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");

/// One year, in seconds.
const SECURE_FOR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Fills in what the answer does not say itself.
pub(crate) fn fill(headers: &mut HeaderMap, secure: bool, host: Option<&str>) {
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(value);
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(INERT);
    // Browsers keep this by host name without the port: on this machine it would lock people out of the http address.
    if secure && host.is_some_and(|host| !is_loopback(host)) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, SECURE_FOR);
    }
}

/// A page of an app: its own scripts, styles and addresses. No text becomes markup or a script, whoever hands it to the browser, but the address of
/// the residents' worker ([`worker`]), which browsers take from the policy of this name alone (`features/push/browser.ts`).
pub(crate) fn page(headers: &mut HeaderMap, nonce: &str, app: App) {
    let (worker, types) = match app {
        App::Resident => (" worker-src 'self';", "kajo-worker"),
        App::Practitioner => ("", "'none'"),
    };
    let policy = format!(
        "default-src 'self'; script-src 'self';{worker} style-src 'self' 'nonce-{nonce}'; connect-src 'self'; img-src 'self' blob: data:; \
         object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; \
         require-trusted-types-for 'script'; trusted-types {types}"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// What shows residents on their devices that something waits (CMS-08): it gets nothing but pictures of ours to show with it.
pub(crate) fn worker(headers: &mut HeaderMap) {
    headers.insert(header::CONTENT_SECURITY_POLICY, WORKER);
}

/// The page that hands a browser on to a realm, by one form and one script: no page of ours can look into it, whoever opened it. Where the
/// form may lead is not bounded: a realm that signs out at another one first, as a broker does, answers it with a way there, and browsers hold
/// that against the page as well.
pub(crate) fn handing_on(headers: &mut HeaderMap, nonce: &str) {
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action http: https:; \
         sandbox allow-forms allow-scripts allow-top-navigation"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    // Browsers show no page that has both a sandbox and a group of pages of its own.
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("unsafe-none"));
}

fn is_loopback(host: &str) -> bool {
    let name = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() };
    name == "localhost" || name.ends_with(".localhost") || name.starts_with("127.") || name.starts_with("[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cha_07_our_own_pages_may_use_camera_and_microphone_and_no_page_what_no_call_needs() {
        let mut headers = HeaderMap::new();
        fill(&mut headers, false, None);
        let policy = headers.get("permissions-policy").unwrap().to_str().unwrap();
        let said: Vec<_> = policy.split(", ").collect();
        assert!(["camera=(self)", "microphone=(self)", "geolocation=()", "display-capture=()"].iter().all(|part| said.contains(part)), "{policy}");
    }

    #[test]
    fn s_18_browsers_that_come_over_tls_keep_to_it_wherever_it_ends() {
        let told = |secure, host| {
            let mut headers = HeaderMap::new();
            fill(&mut headers, secure, Some(host));
            headers.contains_key(header::STRICT_TRANSPORT_SECURITY)
        };
        assert!(told(true, "kajo.example.org"));
        assert!(!told(false, "kajo.example.org"));
        for host in ["localhost:8080", "app.localhost", "127.0.0.1", "[::1]:8443"] {
            assert!(!told(true, host), "{host}");
        }
    }
}
