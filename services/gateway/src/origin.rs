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
