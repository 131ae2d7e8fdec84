//! From where a request comes: for limits alone, and written down nowhere.

use std::net::{IpAddr, SocketAddr};

use http::request::Parts;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Where each proxy writes from where it was called, behind what stands there already.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address of the client, behind so many proxies of ours. `None`: it is not known, or not known how many there are.
pub(crate) fn client(parts: &Parts, proxies: Option<usize>) -> Option<IpAddr> {
    let Some(outermost) = proxies?.checked_sub(1) else {
        return parts.extensions.get::<Peer>().map(|Peer(address)| *address);
    };
    let lines = parts.headers.get_all(FORWARDED_FOR).iter().filter_map(|line| line.to_str().ok());
    let written: Vec<_> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    // What stands further in front the client may have made up.
    let said = written.iter().nth_back(outermost)?;
    said.parse().ok().or_else(|| said.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A request over a connection from 192.0.2.9, with these headers.
    fn from(lines: &[&str], proxies: Option<usize>) -> Option<String> {
        let request = lines.iter().fold(http::Request::builder(), |request, line| request.header(FORWARDED_FOR, *line));
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        parts.extensions.insert(Peer("192.0.2.9".parse().unwrap()));
        client(&parts, proxies).map(|address| address.to_string())
    }

    #[test]
    fn cha_04_an_address_is_that_of_the_connection_or_what_the_outermost_of_our_proxies_wrote() {
        let made_up = "198.51.100.1, 203.0.113.5";
        assert_eq!(from(&[made_up], Some(0)).as_deref(), Some("192.0.2.9"));
        assert_eq!(from(&[made_up], Some(1)).as_deref(), Some("203.0.113.5"));
        assert_eq!(from(&[made_up, "10.0.0.1"], Some(2)).as_deref(), Some("203.0.113.5"));
        assert_eq!(from(&["198.51.100.1:443"], Some(1)).as_deref(), Some("198.51.100.1"));
        assert_eq!(from(&["2001:db8::1"], Some(1)).as_deref(), Some("2001:db8::1"));
        for (lines, proxies) in [(&[made_up][..], None), (&[made_up], Some(3)), (&[], Some(1)), (&["unknown"], Some(1))] {
            assert_eq!(from(lines, proxies), None, "{lines:?} {proxies:?}");
        }
    }
}
