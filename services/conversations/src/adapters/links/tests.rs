//! Links against the vectors that the browser is held to as well.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::*;

/// Held by the browser's finder as well.
#[derive(Deserialize)]
struct Vectors {
    found: Vec<Found>,
    none: Vec<String>,
    hostile: Vec<Hostile>,
}

#[derive(Deserialize)]
struct Found {
    text: String,
    links: Vec<Expected>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Expected {
    shown: String,
    href: String,
}

#[derive(Deserialize)]
struct Hostile {
    text: String,
    is: Danger,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Danger {
    /// There is nothing to open.
    None,
    /// There is, and the list knows it.
    Harmful,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../tests/vectors/links.json")).unwrap()
}

fn harmful() -> HashList {
    let mut prefixes: Vec<_> = ["voitto.example/", "xn--pivitys-5wa.example/"].map(|host| Sha256::digest(host.as_bytes())[..PREFIX].to_vec()).into();
    prefixes.sort_unstable();
    let bytes = prefixes.concat();
    let diff = Diff { checksum: Sha256::digest(&bytes).to_vec(), added: vec![HashPrefixes { size: PREFIX, bytes }], removed: Vec::new() };
    HashList::default().changed(&diff).unwrap()
}

fn is_harmful(url: &Url, list: &HashList) -> bool {
    with_carried(url).known.iter().flat_map(|url| hashes(url.as_str())).any(|hash| list.holds(&hash))
}

#[test]
fn con_16_the_same_links_are_found_as_in_the_browser() {
    let Vectors { found, none, .. } = vectors();
    for Found { text, links } in found {
        let seen: Vec<_> = find(&text).iter().map(|link| Expected { shown: link.shown.to_owned(), href: link.url.to_string() }).collect();
        assert_eq!(seen, links, "{text}");
    }
    for text in none {
        assert_eq!(find(&text), Vec::new(), "{text}");
    }
}

#[test]
fn con_16_no_hostile_link_reaches_a_reader_as_one_that_opens() {
    let (hostile, list) = (vectors().hostile, harmful());
    assert!(hostile.len() >= 60);
    for Hostile { text, is } in hostile {
        let links = find(&text);
        assert_eq!(links.is_empty(), is == Danger::None, "{text:?} {links:?}");
        assert!(links.iter().all(|link| is_harmful(&link.url, &list)), "{text:?}");
    }
    assert!(find("https://a.example/?u=https://b.example").iter().all(|link| !is_harmful(&link.url, &list)));
}

#[test]
fn con_16_an_address_that_carries_more_than_is_looked_at_says_so() {
    let is_all = |text: &str| with_carried(&Url::parse(text).unwrap()).is_all;
    let many: String = (0..40).map(|number| format!("&u=https://haku{number}.example")).collect();
    let deep = (0..6).fold("https://voitto.example".to_owned(), |inner, _| inner.replace('%', "%25").replace(':', "%3A"));
    assert!(is_all("https://haku.example/?u=https%3A%2F%2Fvoitto.example"));
    assert!(!is_all(&format!("https://haku.example/?a=1{many}")));
    assert!(!is_all(&format!("https://haku.example/?u={deep}")));
}
