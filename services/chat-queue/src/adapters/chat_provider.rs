//! External chat providers: nothing is asked of them, browsers go there. Where they may be sent (CHA-11).

use url::{Host, Url};

/// Whether people may be sent to this address: over TLS, to one of these hosts (with its port where that is another than usual), and with
/// nobody's name in it. In clear only on this machine, where a simulated provider answers.
pub(crate) fn is_allowed(address: &str, hosts: &[String]) -> bool {
    let Ok(url) = Url::parse(address) else { return false };
    let Some(host) = url.host() else { return false };
    let is_here = match &host {
        Host::Domain(name) => *name == "localhost",
        Host::Ipv4(ip) => ip.is_loopback(),
        Host::Ipv6(ip) => ip.is_loopback(),
    };
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_here);
    let place = url.port().map_or_else(|| host.to_string(), |port| format!("{host}:{port}"));
    is_safe && url.username().is_empty() && url.password().is_none() && hosts.contains(&place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cha_11_an_address_leads_over_tls_to_a_host_that_is_allowed() {
        let hosts = ["chat.example.fi", "provider.example:8443", "127.0.0.1:9000"].map(str::to_owned);
        for (address, allowed) in [
            ("https://chat.example.fi/jono/7?kieli=fi", true),
            ("https://CHAT.example.fi", true),
            ("https://provider.example:8443/", true),
            ("http://127.0.0.1:9000/chat-provider", true),
            ("https://provider.example/", false),
            ("https://chat.example.fi:444/", false),
            ("http://chat.example.fi/", false),
            ("https://chat.example.fi.evil.example/", false),
            ("https://evil.example/chat.example.fi", false),
            ("https://chat.example.fi@evil.example/", false),
            ("https://aino@chat.example.fi/", false),
            ("javascript:alert(1)", false),
            ("chat.example.fi", false),
            ("", false),
        ] {
            assert_eq!(is_allowed(address, &hosts), allowed, "{address}");
        }
        assert!(!is_allowed("https://chat.example.fi/", &[]), "without hosts nobody is sent anywhere");
    }
}
