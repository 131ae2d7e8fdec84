//! Where links of formatted texts may lead: to pages over TLS, to a mail and to a telephone call.

/// The address as it is linked, its scheme in small letters; `None`: no link leads there.
pub(super) fn address(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once(':')?;
    let scheme = scheme.to_ascii_lowercase();
    let is_good = match scheme.as_str() {
        "https" => rest.strip_prefix("//").is_some_and(is_place),
        "mailto" => is_mail(rest),
        "tel" => is_number(rest),
        _ => false,
    };
    is_good.then(|| format!("{scheme}:{rest}"))
}

/// The same of a page alone, as a link beside a text may lead to one.
pub fn page_address(url: &str) -> Option<String> {
    address(url).filter(|address| address.starts_with("https:"))
}

/// A host, perhaps with a port, and what follows it. No name before the host: it would be taken for the host by who reads it.
fn is_place(rest: &str) -> bool {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, port) = host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port)));
    is_host(name) && port.is_none_or(is_port) && rest.chars().all(is_of_url)
}

/// Names with dots between them.
fn is_host(name: &str) -> bool {
    name.contains('.') && name.split('.').all(|part| !part.is_empty() && part.chars().all(is_of_host))
}

fn is_port(port: &str) -> bool {
    port.chars().all(|letter| letter.is_ascii_digit()) && port.parse::<u16>().is_ok()
}

fn is_of_host(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '.' | '-')
}

fn is_of_url(letter: char) -> bool {
    letter.is_alphanumeric()
        || matches!(letter, '-' | '.' | '_' | '~' | ':' | '/' | '?' | '#' | '@' | '!' | '$' | '&' | '(' | ')' | '*' | '+' | ',' | ';' | '=' | '%')
}

/// One mailbox, without subject or copies: those would be filled in unseen.
fn is_mail(rest: &str) -> bool {
    let of_mail = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '+');
    rest.split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && name.chars().all(of_mail) && host.contains('.') && host.chars().all(is_of_host))
}

fn is_number(rest: &str) -> bool {
    rest.chars().any(|letter| letter.is_ascii_digit())
        && rest.char_indices().all(|(at, letter)| letter.is_ascii_digit() || letter == '-' || (letter == '+' && at == 0))
}
