//! The one form in which an address is compared, and the hashes of all that may stand for it in a list: its host and those above it, its
//! path and those that it lies in (Google Web Risk, "URLs and hashing").

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use url::Host;

/// Most of the hosts above one that are looked at.
const MOST_HOSTS_ABOVE: usize = 4;
/// A host above another one is looked for among its last names alone.
const LAST_NAMES: usize = 5;
/// Most of the paths that an address lies in.
const MOST_PATHS_ABOVE: usize = 4;

/// What stands between a scheme and its host.
const SCHEME_ENDS: &[u8] = b"://";

/// An address in the form in which it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Canonical {
    scheme: String,
    host: String,
    is_number: bool,
    path: String,
    query: Option<String>,
}

/// The hashes by which a list may know this address.
pub fn hashes(url: &str) -> BTreeSet<[u8; 32]> {
    expressions(&canonical(url.as_bytes())).iter().map(|expression| Sha256::digest(expression.as_bytes()).into()).collect()
}

fn canonical(url: &[u8]) -> Canonical {
    let kept: Vec<u8> = url.iter().copied().filter(|byte| !matches!(byte, b'\t' | b'\r' | b'\n')).collect();
    let kept = kept.trim_ascii();
    let url = unescaped(kept.split(|byte| *byte == b'#').next().unwrap_or_default());
    let (scheme, rest) = cut(&url, memchr::memmem::find(&url, SCHEME_ENDS));
    let (scheme, rest) = match rest.strip_prefix(SCHEME_ENDS) {
        Some(rest) if scheme.iter().all(u8::is_ascii_alphanumeric) => (scheme, rest),
        _ => (b"http".as_slice(), url.as_slice()),
    };
    let (authority, rest) = cut(rest, rest.iter().position(|byte| matches!(byte, b'/' | b'?')));
    let (path, query) = cut(rest, rest.iter().position(|byte| *byte == b'?'));
    let query = query.strip_prefix(b"?").map(escaped);
    let (host, is_number) = host_of(authority);
    Canonical { scheme: escaped(scheme).to_ascii_lowercase(), host, is_number, path: escaped(&resolved(path)), query }
}

/// Before a place and from there on; without one there is nothing behind it.
fn cut(bytes: &[u8], at: Option<usize>) -> (&[u8], &[u8]) {
    at.and_then(|at| bytes.split_at_checked(at)).unwrap_or((bytes, &[]))
}

/// Without user, port and superfluous points; a number as one reads it. Whether it is one.
fn host_of(authority: &[u8]) -> (String, bool) {
    let host = authority.rsplit(|byte| *byte == b'@').next().unwrap_or_default();
    let (name, port) = cut(host, host.iter().rposition(|byte| *byte == b':'));
    let host = if port.iter().skip(1).all(u8::is_ascii_digit) { name } else { host };
    let names: Vec<_> = host.split(|byte| *byte == b'.').filter(|name| !name.is_empty()).collect();
    let host = escaped(&names.join(&b'.').to_ascii_lowercase());
    match Host::parse(&host) {
        Ok(Host::Ipv4(number)) => (number.to_string(), true),
        Ok(Host::Ipv6(number)) => (format!("[{number}]"), true),
        Ok(Host::Domain(_)) | Err(_) => (host, false),
    }
}

/// Without what leads back and forth.
fn resolved(path: &[u8]) -> Vec<u8> {
    let mut folders: Vec<&[u8]> = Vec::new();
    let mut is_folder = true;
    for name in path.split(|byte| *byte == b'/') {
        is_folder = matches!(name, b"" | b"." | b"..");
        match name {
            b"" | b"." => {}
            b".." => drop(folders.pop()),
            name => folders.push(name),
        }
    }
    let mut resolved = folders.iter().flat_map(|name| [b"/".as_slice(), name]).collect::<Vec<_>>().concat();
    if is_folder || resolved.is_empty() {
        resolved.push(b'/');
    }
    resolved
}

/// Unescaped until nothing is left to be.
fn unescaped(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    loop {
        let next = unescaped_once(&bytes);
        if next == bytes {
            return bytes;
        }
        bytes = next;
    }
}

/// Each `%41` as the byte that it stands for.
pub(super) fn unescaped_once(bytes: &[u8]) -> Vec<u8> {
    let mut unescaped = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, behind)) = rest.split_first() {
        let digit = |at: usize| behind.get(at).and_then(|byte| char::from(*byte).to_digit(16)).and_then(|digit| u8::try_from(digit).ok());
        rest = behind;
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            unescaped.push(high << 4 | low);
            rest = behind.get(2..).unwrap_or_default();
        } else {
            unescaped.push(*first);
        }
    }
    unescaped
}

fn escaped(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len()), |mut text, byte| {
        if *byte <= b' ' || *byte >= 0x7F || matches!(byte, b'#' | b'%') {
            text.push_str(&format!("%{byte:02X}"));
        } else {
            text.push(char::from(*byte));
        }
        text
    })
}

/// Every host and path that stands for the address.
fn expressions(address: &Canonical) -> BTreeSet<String> {
    let names: Vec<_> = address.host.split('.').collect();
    let mut hosts = vec![address.host.clone()];
    if !address.is_number {
        // A name of the highest order says nothing of those below it.
        let first = names.len().saturating_sub(LAST_NAMES).max(1);
        let above = (first..names.len().saturating_sub(1)).take(MOST_HOSTS_ABOVE);
        hosts.extend(above.filter_map(|from| names.get(from..)).map(|names| names.join(".")));
    }
    let mut paths = vec![address.path.clone()];
    paths.extend(address.query.iter().map(|query| format!("{}?{query}", address.path)));
    let folders = address.path.match_indices('/').map(|(at, _)| address.path[..=at].to_owned());
    paths.extend(folders.take(MOST_PATHS_ABOVE));
    hosts.iter().flat_map(|host| paths.iter().map(move |path| format!("{host}{path}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(url: &[u8]) -> String {
        let Canonical { scheme, host, path, query, .. } = canonical(url);
        format!("{scheme}://{host}{path}{}", query.map(|query| format!("?{query}")).unwrap_or_default())
    }

    #[test]
    fn an_address_has_the_form_of_the_published_examples() {
        let examples: [(&[u8], &str); 33] = [
            (b"http://host/%25%32%35", "http://host/%25"),
            (b"http://host/%25%32%35%25%32%35", "http://host/%25%25"),
            (b"http://host/%2525252525252525", "http://host/%25"),
            (b"http://host/asdf%25%32%35asd", "http://host/asdf%25asd"),
            (b"http://host/%%%25%32%35asd%%", "http://host/%25%25%25asd%25%25"),
            (b"http://www.google.com/", "http://www.google.com/"),
            (
                b"http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/",
                "http://168.188.99.26/.secure/www.ebay.com/",
            ),
            (
                b"http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/",
                "http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/",
            ),
            (
                b"http://host%23.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B",
                "http://host%23.com/~a!b@c%23d$e%25f^00&11*22(33)44_55+",
            ),
            (b"http://3279880203/blah", "http://195.127.0.11/blah"),
            (b"http://www.google.com/blah/..", "http://www.google.com/"),
            (b"www.google.com/", "http://www.google.com/"),
            (b"www.google.com", "http://www.google.com/"),
            (b"http://www.evil.com/blah#frag", "http://www.evil.com/blah"),
            (b"http://www.GOOgle.com/", "http://www.google.com/"),
            (b"http://www.google.com.../", "http://www.google.com/"),
            (b"http://www.google.com/foo\tbar\rbaz\n2", "http://www.google.com/foobarbaz2"),
            (b"http://www.google.com/q?", "http://www.google.com/q?"),
            (b"http://www.google.com/q?r?", "http://www.google.com/q?r?"),
            (b"http://www.google.com/q?r?s", "http://www.google.com/q?r?s"),
            (b"http://evil.com/foo#bar#baz", "http://evil.com/foo"),
            (b"http://evil.com/foo;", "http://evil.com/foo;"),
            (b"http://evil.com/foo?bar;", "http://evil.com/foo?bar;"),
            (b"http://\x01\x80.com/", "http://%01%80.com/"),
            (b"http://notrailingslash.com", "http://notrailingslash.com/"),
            (b"http://www.gotaport.com:1234/", "http://www.gotaport.com/"),
            (b"  http://www.google.com/  ", "http://www.google.com/"),
            (b"http:// leadingspace.com/", "http://%20leadingspace.com/"),
            (b"http://%20leadingspace.com/", "http://%20leadingspace.com/"),
            (b"%20leadingspace.com/", "http://%20leadingspace.com/"),
            (b"https://www.securesite.com/", "https://www.securesite.com/"),
            (b"http://host.com/ab%23cd", "http://host.com/ab%23cd"),
            (b"http://host.com//twoslashes?more//slashes", "http://host.com/twoslashes?more//slashes"),
        ];
        for (given, expected) in examples {
            assert_eq!(whole(given), expected, "{}", String::from_utf8_lossy(given));
        }
    }

    #[test]
    fn an_address_is_known_by_the_hosts_and_paths_of_the_published_examples() {
        let of = |url: &[u8]| expressions(&canonical(url));
        let expected = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<BTreeSet<_>>();
        assert_eq!(
            of(b"http://a.b.c/1/2.html?param=1"),
            expected(&["a.b.c/1/2.html?param=1", "a.b.c/1/2.html", "a.b.c/", "a.b.c/1/", "b.c/1/2.html?param=1", "b.c/1/2.html", "b.c/", "b.c/1/",])
        );
        assert_eq!(
            of(b"http://a.b.c.d.e.f.g/1.html"),
            expected(&[
                "a.b.c.d.e.f.g/1.html",
                "a.b.c.d.e.f.g/",
                "c.d.e.f.g/1.html",
                "c.d.e.f.g/",
                "d.e.f.g/1.html",
                "d.e.f.g/",
                "e.f.g/1.html",
                "e.f.g/",
                "f.g/1.html",
                "f.g/",
            ])
        );
        assert_eq!(of(b"http://1.2.3.4/1/"), expected(&["1.2.3.4/1/", "1.2.3.4/"]));
    }
}
