//! The headers that tell a browser what our pages may do.

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// On every answer, of whatever kind.
const ALWAYS: [(HeaderName, HeaderValue); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()"),
    ),
];

/// What is neither a page nor a download may do nothing at all when a browser opens it.
const INERT: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");

/// One year, in seconds.
const SECURE_FOR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Fills in what the answer does not say itself.
pub(crate) fn fill(headers: &mut HeaderMap, tls: bool, host: Option<&str>) {
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(value);
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(INERT);
    // Browsers keep this by host name without the port: on this machine it would lock people out of the http address.
    if tls && host.is_some_and(|host| !is_loopback(host)) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, SECURE_FOR);
    }
}

/// A page of an app: its own scripts, styles and addresses, and sign-in at the two realms.
pub(crate) fn page(headers: &mut HeaderMap, nonce: &str, issuers: &[String]) {
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; img-src 'self' blob: data:; \
         object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self' {}",
        issuers.join(" ")
    );
    if let Ok(policy) = HeaderValue::from_str(policy.trim_end()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

fn is_loopback(host: &str) -> bool {
    let name = if host.starts_with('[') { host } else { host.split(':').next().unwrap_or_default() };
    name == "localhost" || name.ends_with(".localhost") || name.starts_with("127.") || name.starts_with("[::1]")
}
