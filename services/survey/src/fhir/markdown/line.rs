//! Words of a block with their marks. Whatever could be taken for a mark is escaped, and where a mark would not be one beside a letter, the letter is
//! told by its number: so any words can be strong, whatever they begin with and whatever they stand beside.

use kajo_proto::common::v1::{RichInline, RichLink, RichSpan, rich_inline::Inline};

/// What a line is made of.
enum Part {
    Letter(char),
    Break,
    /// So many of a sign: emphasis has one, what is strong has two.
    Open(char, usize),
    Close(char, usize),
    Link,
    /// Where the link leads, at its end.
    To(String),
}

/// What stands on a line before a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Digits,
    Words,
}

/// As Markdown. `None`: nothing is to be seen in it. Where breaks have no place, they are blanks.
pub(super) fn written(content: &[RichInline], may_break: bool) -> Option<String> {
    if is_blank(content) {
        return None;
    }
    let mut parts = Vec::new();
    add(&mut parts, content, None, false);
    if !may_break {
        for part in parts.iter_mut().filter(|part| matches!(part, Part::Break)) {
            *part = Part::Letter(' ');
        }
    }
    Some(parted(&parts, sources(&parts)).concat())
}

/// As plain words.
pub(super) fn words(content: &[RichInline]) -> String {
    let one = |part: &RichInline| match part.inline.as_ref() {
        None => String::new(),
        Some(Inline::Text(text)) => text.chars().filter(|letter| !is_refused(*letter)).collect(),
        Some(Inline::LineBreak(_)) => "\n".to_owned(),
        Some(Inline::Strong(span) | Inline::Emphasis(span)) => words(&span.content),
        Some(Inline::Link(link)) => words(&link.content),
    };
    content.iter().map(one).collect()
}

fn is_blank(content: &[RichInline]) -> bool {
    words(content).trim().is_empty()
}

/// `within` is the sign of the mark around.
fn add(parts: &mut Vec<Part>, content: &[RichInline], within: Option<char>, in_link: bool) {
    for part in content {
        match part.inline.as_ref() {
            None => {}
            Some(Inline::Text(text)) => parts.extend(text.chars().filter(|letter| !is_refused(*letter)).map(Part::Letter)),
            Some(Inline::LineBreak(_)) => parts.push(Part::Break),
            Some(Inline::Strong(span)) => mark(parts, 2, span, within, in_link),
            Some(Inline::Emphasis(span)) => mark(parts, 1, span, within, in_link),
            Some(Inline::Link(link)) => link_to(parts, link, within, in_link),
        }
    }
}

/// Two marks of the same sign that touch would be one.
fn mark(parts: &mut Vec<Part>, count: usize, span: &RichSpan, within: Option<char>, in_link: bool) {
    if is_blank(&span.content) {
        return add(parts, &span.content, within, in_link);
    }
    let beside = if let Some(Part::Close(sign, _)) = parts.last() { Some(*sign) } else { None };
    let sign = if beside.or(within) == Some('*') { '_' } else { '*' };
    parts.push(Part::Open(sign, count));
    add(parts, &span.content, Some(sign), in_link);
    parts.push(Part::Close(sign, count));
}

fn link_to(parts: &mut Vec<Part>, link: &RichLink, within: Option<char>, in_link: bool) {
    if in_link || is_blank(&link.content) {
        return add(parts, &link.content, within, in_link);
    }
    parts.push(Part::Link);
    add(parts, &link.content, within, true);
    parts.push(Part::To(link.url.clone()));
}

/// How each part is written, whatever marks stand beside it.
fn sources(parts: &[Part]) -> Vec<String> {
    let mut before = Before::Nothing;
    let mut sources = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let last = at.checked_sub(1).and_then(|at| parts.get(at));
        let (source, after) = match part {
            Part::Letter(letter) => {
                let is_digit = letter.is_ascii_digit() && before != Before::Words;
                (source(*letter, before, last, parts.get(at + 1)), if is_digit { Before::Digits } else { Before::Words })
            }
            Part::Break => ("\\\n".to_owned(), Before::Nothing),
            Part::Open(sign, count) | Part::Close(sign, count) => (sign.to_string().repeat(*count), Before::Words),
            Part::Link => ("[".to_owned(), Before::Words),
            Part::To(url) => (format!("]({})", escaped(url)), Before::Words),
        };
        sources.push(source);
        before = after;
    }
    sources
}

fn source(letter: char, before: Before, last: Option<&Part>, next: Option<&Part>) -> String {
    // Blanks at an end are dropped by whoever reads, and a mark with a blank inside is none.
    let begins = matches!(last, None | Some(Part::Break | Part::Open(..)));
    let ends = matches!(next, None | Some(Part::Break | Part::Close(..)));
    if letter.is_control() || (letter.is_whitespace() && (begins || ends)) {
        return by_number(letter);
    }
    let is_sign = match letter {
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '~' => true,
        '!' => matches!(next, Some(Part::Link)),
        '+' | '-' | '=' => before == Before::Nothing,
        '.' | ')' => before == Before::Digits,
        _ => false,
    };
    if is_sign { format!("\\{letter}") } else { letter.to_string() }
}

/// The same with letters by their number where they would keep a mark beside them from being one.
fn parted(parts: &[Part], mut sources: Vec<String>) -> Vec<String> {
    loop {
        let in_the_way: Vec<_> = (0..parts.len()).filter_map(|at| in_the_way_of(parts, &sources, at)).collect();
        if in_the_way.is_empty() {
            return sources;
        }
        for at in in_the_way {
            if let (Some(Part::Letter(letter)), Some(source)) = (parts.get(at), sources.get_mut(at)) {
                *source = by_number(*letter);
            }
        }
    }
}

/// The letter outside of a mark that keeps it from being one.
fn in_the_way_of(parts: &[Part], sources: &[String], at: usize) -> Option<usize> {
    let (sign, outside, touching, inside) = match parts.get(at)? {
        Part::Open(sign, _) => {
            let outside = at.checked_sub(1)?;
            (sign, outside, sources.get(outside)?.chars().next_back()?, sources.get(at + 1)?.chars().next()?)
        }
        Part::Close(sign, _) => {
            let (inside, outside) = (at.checked_sub(1)?, at + 1);
            (sign, outside, sources.get(outside)?.chars().next()?, sources.get(inside)?.chars().next_back()?)
        }
        Part::Letter(_) | Part::Break | Part::Link | Part::To(_) => return None,
    };
    let is_letter = matches!(parts.get(outside), Some(Part::Letter(_)));
    let is_apart = touching.is_ascii_punctuation() || touching.is_whitespace();
    (is_letter && !is_apart && (*sign == '_' || !inside.is_alphanumeric())).then_some(outside)
}

fn by_number(letter: char) -> String {
    format!("&#{};", u32::from(letter))
}

fn escaped(url: &str) -> String {
    let mut escaped = String::with_capacity(url.len());
    for letter in url.chars() {
        if matches!(letter, '\\' | '(' | ')' | '<' | '>' | '&') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Letters that nobody sees, which no formatted text may have.
fn is_refused(letter: char) -> bool {
    (letter.is_control() && !matches!(letter, '\n' | '\r' | '\t')) || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
