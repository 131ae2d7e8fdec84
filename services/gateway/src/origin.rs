//! The origins under which one app is served. A request that names another is foreign.

use std::net::SocketAddr;

use http::{header, request::Parts};

/// The origins of one app, as browsers write them: `https://host:port`, without the port when it is the scheme's own.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<String>);

impl Origins {
    /// The origins of local listeners, under the names that a browser on this machine uses.
    pub fn of_listeners(plain: Option<SocketAddr>, tls: Option<SocketAddr>) -> Self {
        let mut origins = Vec::new();
        for (scheme, usual, address) in [("http", 80, plain), ("https", 443, tls)] {
            let Some(address) = address else { continue };
            let mut hosts = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
            let own = address.ip().to_string();
            if !address.ip().is_unspecified() && !hosts.contains(&own) {
                hosts.push(if address.is_ipv6() { format!("[{own}]") } else { own });
            }
            for host in hosts {
                origins.push(if address.port() == usual { format!("{scheme}://{host}") } else { format!("{scheme}://{host}:{}", address.port()) });
            }
        }
        Self(origins)
    }

    /// Adds an origin, for example the public address behind a load balancer.
    #[must_use]
    pub fn and(mut self, origin: &str) -> Self {
        let origin = origin.trim().trim_end_matches('/');
        if !origin.is_empty() && !self.contains(origin) {
            self.0.push(origin.to_owned());
        }
        self
    }

    /// Whether this origin is the app's own.
    pub fn contains(&self, origin: &str) -> bool {
        self.0.iter().any(|own| own == origin)
    }

    /// The origin that this request was sent to: its host under the scheme of the listener, when that is ours; or
    /// under https, when something in front of us ended the TLS.
    pub(crate) fn of_request(&self, parts: &Parts, tls: bool) -> Option<&str> {
        let host = parts
            .uri
            .authority()
            .map(http::uri::Authority::as_str)
            .or_else(|| parts.headers.get(header::HOST).and_then(|host| host.to_str().ok()))?;
        let schemes: &[&str] = if tls { &["https"] } else { &["http", "https"] };
        schemes.iter().find_map(|scheme| {
            let wanted = format!("{scheme}://{host}");
            self.0.iter().find(|own| **own == wanted).map(String::as_str)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(plain: &str, tls: &str) -> Vec<String> {
        Origins::of_listeners(plain.parse().ok(), tls.parse().ok()).0
    }

    #[test]
    fn a_listener_has_the_names_that_a_browser_on_this_machine_uses() {
        let local = ["http://localhost:8080", "http://127.0.0.1:8080"];
        assert_eq!(of("127.0.0.1:8080", ""), local, "each once");
        assert_eq!(of("0.0.0.0:8080", ""), local, "all addresses are no name");
        assert_eq!(of("10.0.0.7:8080", ""), [local[0], local[1], "http://10.0.0.7:8080"]);
        assert_eq!(of("", "[::1]:8443"), ["https://localhost:8443", "https://127.0.0.1:8443", "https://[::1]:8443"]);
        assert_eq!(of("127.0.0.1:80", "127.0.0.1:443"), ["http://localhost", "http://127.0.0.1", "https://localhost", "https://127.0.0.1"]);
        assert_eq!(of("127.0.0.1:443", ""), ["http://localhost:443", "http://127.0.0.1:443"], "the usual port of the other scheme");
    }

    #[test]
    fn an_origin_is_added_once_and_none_of_nothing() {
        let origins = Origins::default().and(" https://own.example/ ").and("https://own.example").and("  ");
        assert_eq!(origins.0, ["https://own.example"]);
        assert!(origins.contains("https://own.example"));
        assert!(!origins.contains("https://own.example.other.example") && !origins.contains(""));
    }

    #[test]
    fn a_request_was_sent_to_one_of_our_own_or_to_none() {
        let origins = Origins::default().and("http://own.example").and("https://own.example").and("https://public.example");
        let sent_to = |uri: &str, host: Option<&str>, tls| {
            let request = host.into_iter().fold(http::Request::builder().uri(uri), |request, host| request.header("host", host));
            let (parts, ()) = request.body(()).unwrap().into_parts();
            origins.of_request(&parts, tls).map(str::to_owned)
        };
        assert_eq!(sent_to("/", Some("own.example"), false).as_deref(), Some("http://own.example"));
        assert_eq!(sent_to("/", Some("own.example"), true).as_deref(), Some("https://own.example"));
        assert_eq!(
            sent_to("https://own.example/", Some("public.example"), true).as_deref(),
            Some("https://own.example"),
            "HTTP/2 has no host header"
        );
        assert_eq!(sent_to("/", Some("public.example"), false).as_deref(), Some("https://public.example"), "the TLS ended in front of us");
        assert_eq!(sent_to("/", Some("other.example"), false), None);
        assert_eq!(sent_to("/", None, false), None);
    }
}
