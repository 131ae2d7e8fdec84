//! Links in what people write: which words are one, where it leads, and by what hashes a list of harmful addresses knows it.
//!
//! The browser finds the same ones (`frontends/shared/src/thread/links/`); `tests/vectors/links.json` holds both to each other. Where they
//! should differ all the same, a link is not opened: the browser opens nothing but the very address that was checked.

mod address;
mod list;

use url::{Host, Url};

use self::address::unescaped_once;
pub use self::{
    address::hashes,
    list::{Diff, HashList, HashPrefixes, PREFIX, Unfit},
};

/// A link of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link<'t> {
    /// As it is written.
    pub shown: &'t str,
    /// Where it leads.
    pub url: Url,
}

/// Most addresses that are looked at in one that carries others.
const MOST_CARRIED: usize = 16;
/// How often an address that is carried may be encoded over again.
const MOST_ENCODED: usize = 4;

/// The addresses that stand for a link.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// Itself, and those that it carries to be led on to.
    pub known: Vec<Url>,
    /// Nothing was too much or too deep to be looked at.
    pub is_all: bool,
}

/// What a link begins with.
const SCHEMES: [&str; 2] = ["https://", "http://"];
/// What a link without a scheme begins with.
const BARE: &str = "www.";

/// The links of a text, in their order.
pub fn find(text: &str) -> Vec<Link<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((begins, bare)) = next(text, from) {
        let run = run(&text[begins..]);
        // What is made to be misread is passed over whole.
        from = begins + run.len();
        let shown = trimmed(run);
        if let Some(url) = address(shown, bare) {
            found.push(Link { shown, url });
        }
    }
    found
}

/// Where the next link may begin, and whether it says no scheme.
fn next(text: &str, from: usize) -> Option<(usize, bool)> {
    text[from..].char_indices().filter(|(_, character)| matches!(character, 'h' | 'H' | 'w' | 'W')).find_map(|(at, _)| {
        let at = from + at;
        let before = text[..at].chars().next_back();
        let in_word = before.is_some_and(char::is_alphanumeric);
        if SCHEMES.iter().any(|scheme| begins_with(&text[at..], scheme)) && !in_word {
            return Some((at, false));
        }
        let in_address = before.is_some_and(|character| matches!(character, '.' | '@' | '/' | ':' | '_' | '-'));
        (begins_with(&text[at..], BARE) && !in_word && !in_address).then_some((at, true))
    })
}

fn begins_with(text: &str, head: &str) -> bool {
    text.as_bytes().get(..head.len()).is_some_and(|found| found.eq_ignore_ascii_case(head.as_bytes()))
}

/// To the next blank or quotation mark.
fn run(text: &str) -> &str {
    let ends = |character: char| {
        character.is_whitespace() || matches!(character, '<' | '>' | '"' | '`' | '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{AB}' | '\u{BB}')
    };
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// Without what belongs to the sentence around it.
fn trimmed(mut run: &str) -> &str {
    let count = |wanted| run.chars().filter(|character| *character == wanted).count();
    let mut unopened = [('(', ')'), ('[', ']'), ('{', '}')].map(|(opening, closing)| (closing, count(closing).saturating_sub(count(opening))));
    while let Some(last) = run.chars().next_back() {
        let goes = match unopened.iter_mut().find(|(closing, _)| *closing == last) {
            Some((_, left)) => {
                let goes = *left > 0;
                *left = left.saturating_sub(1);
                goes
            }
            None => matches!(last, '.' | ',' | ':' | ';' | '!' | '?' | '\'' | '*' | '_' | '~' | '\u{2019}' | '\u{2026}'),
        };
        if !goes {
            break;
        }
        run = &run[..run.len() - last.len_utf8()];
    }
    run
}

/// Where it leads: to a page of a named host. Whatever is made to be misread leads nowhere.
fn address(shown: &str, bare: bool) -> Option<Url> {
    let rest = if bare { shown } else { shown.split_once("://")?.1 };
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let is_misread = authority.contains('@') || is_alike(authority) || shown.chars().any(|character| misleads(character) || character == '\\');
    if authority.is_empty() || is_misread {
        return None;
    }
    let url = if bare { Url::parse(&format!("https://{shown}")) } else { Url::parse(shown) };
    url.ok().filter(leads_to_page)
}

/// Characters that nobody sees, or that turn the direction of reading.
const fn misleads(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1F}'
            | '\u{7F}'..='\u{9F}'
            | '\u{AD}'
            | '\u{61C}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E007F}'
    )
}

/// Letters of other writings have twins among the Latin ones, and signs among slashes and points: a host that mixes them is made to be taken
/// for another one.
fn is_alike(authority: &str) -> bool {
    let latin = |text: &str| text.chars().any(|character| character.is_ascii_alphabetic());
    let mixes = |name: &str| latin(name) && !name.chars().all(is_of_latin_name);
    latin(authority) && authority.chars().any(has_twins) || authority.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).any(mixes)
}

/// Greek, Cyrillic, Armenian and Cherokee letters.
const fn has_twins(character: char) -> bool {
    matches!(
        character,
        '\u{370}'..='\u{58F}'
            | '\u{13A0}'..='\u{13FF}'
            | '\u{1C80}'..='\u{1C8F}'
            | '\u{1F00}'..='\u{1FFF}'
            | '\u{A640}'..='\u{A69F}'
            | '\u{AB70}'..='\u{ABBF}'
    )
}

/// What may stand beside Latin letters in the name of a host: others of them, and their marks but for those that cross a letter out.
const fn is_of_latin_name(character: char) -> bool {
    let is_mark = matches!(character, '\u{300}'..='\u{333}');
    let is_letter = matches!(character, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') && !matches!(character, '\u{D7}' | '\u{F7}');
    character.is_ascii() || is_mark || is_letter
}

/// http or https, to a host that has a name which others than this machine and its neighbours know.
fn leads_to_page(url: &Url) -> bool {
    let is_web = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    is_web && matches!(url.host(), Some(Host::Domain(domain)) if is_public(domain))
}

fn is_public(domain: &str) -> bool {
    let name = domain.strip_suffix('.').unwrap_or(domain);
    let is_near = ["localhost", "localdomain", "local", "internal", "lan", "home.arpa"]
        .iter()
        .any(|near| name.strip_suffix(near).is_some_and(|head| head.is_empty() || head.ends_with('.')));
    name.contains('.') && !name.starts_with('.') && !name.contains("..") && !is_near
}

/// The addresses that stand for this one. What leads on may leave out the scheme, and takes a backslash for a slash.
pub fn with_carried(url: &Url) -> Addresses {
    let mut known = vec![url.clone()];
    let mut tail = url[url::Position::BeforePath..].to_owned();
    for _ in 0..=MOST_ENCODED {
        let plain = tail.replace('\\', "/");
        for (at, _) in plain.match_indices("//") {
            let rest = &plain[at..];
            let rest = &rest[..rest.find(|character: char| character == '&' || character.is_whitespace()).unwrap_or(rest.len())];
            let Ok(carried) = Url::parse(&format!("https:{rest}")) else { continue };
            if known.contains(&carried) {
                continue;
            }
            if known.len() > MOST_CARRIED {
                return Addresses { known, is_all: false };
            }
            known.push(carried);
        }
        let decoded = String::from_utf8_lossy(&unescaped_once(tail.as_bytes())).into_owned();
        if decoded == tail {
            return Addresses { known, is_all: true };
        }
        tail = decoded;
    }
    Addresses { known, is_all: false }
}

#[cfg(test)]
mod tests;
