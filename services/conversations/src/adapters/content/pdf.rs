//! Documents that only show their pages. A PDF is looked through byte by byte and not read as a reader would: readers differ in what they
//! take for an object, and what one of them would find must not be missed. Names count wherever they stand, however they are written.

use std::{borrow::Cow, io::Read, ops::Range};

use flate2::read::ZlibDecoder;

use super::Unfit;

/// What its packed objects may come to, all together, in bytes.
const UNPACKED: u64 = 16 << 20;
/// How far before a stream what is said about it is looked for.
const ABOUT: usize = 64 << 10;
/// Where a second file would have to tell what it is.
const EDGE: usize = 1024;

/// Names of what does more than show.
const ACTIVE: [&[u8]; 9] =
    [b"JavaScript", b"Launch", b"EmbeddedFile", b"EmbeddedFiles", b"RichMedia", b"SubmitForm", b"ImportData", b"GoToE", b"GoToR"];
/// The same, so short that they stand by chance in what is compressed: they count outside of that alone.
const ACTIVE_SHORT: [&[u8]; 3] = [b"AA", b"JS", b"XFA"];
/// Ways of packing objects that nothing but an attempt to hide them takes.
const ODD_PACKING: [&[u8]; 7] = [b"LZWDecode", b"ASCIIHexDecode", b"ASCII85Decode", b"RunLengthDecode", b"Crypt", b"Predictor", b"JBIG2Decode"];
/// What only another kind of file says at its beginning or end.
const FOREIGN: [&[u8]; 6] = [b"<html", b"<script", b"<!doctype", b"<svg", b"<?php", b"#!/"];

/// Lets a document pass that only shows its pages.
pub(super) fn only_shows(content: &[u8]) -> Result<(), Unfit> {
    is_one_file(content)?;
    let bodies = bodies(content);
    let mut texts = vec![Cow::Borrowed(content)];
    let mut room = UNPACKED;
    for body in &bodies {
        if let Some(text) = packed_objects(content, body, room)? {
            room -= text.len() as u64;
            texts.push(Cow::Owned(text));
        }
    }
    for (number, text) in texts.iter().enumerate() {
        for (at, name) in names(text) {
            if name.as_ref() == b"Encrypt" {
                return Err(Unfit::PdfLocked);
            }
            // Short ones are rare, so that it is seldom asked where they stand.
            let is_chance = || number == 0 && bodies.iter().any(|body| body.contains(&at));
            let is_active = ACTIVE.contains(&name.as_ref()) || (ACTIVE_SHORT.contains(&name.as_ref()) && !is_chance());
            if is_active || (name.as_ref() == b"OpenAction" && !only_goes_to_a_page(&texts, text.get(at..).unwrap_or_default())) {
                return Err(Unfit::PdfActive);
            }
        }
    }
    Ok(())
}

/// One document from its first byte to its last, and nothing else as well.
fn is_one_file(content: &[u8]) -> Result<(), Unfit> {
    let end = rfind(content, b"%%EOF").ok_or(Unfit::PdfUnreadable)?;
    let behind = content.get(end + 5..).unwrap_or_default();
    let is_behind = behind.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != 0);
    let heads = positions(content, b"%PDF-").take(2).count();
    let edges = [content.get(..EDGE.min(content.len())), content.get(content.len().saturating_sub(EDGE)..)];
    let is_foreign = edges.into_iter().flatten().any(|edge| {
        let edge = edge.to_ascii_lowercase();
        FOREIGN.iter().any(|foreign| find(&edge, foreign).is_some())
    });
    if is_behind || heads != 1 || is_foreign || is_archive(content) { Err(Unfit::FileMixed) } else { Ok(()) }
}

/// An archive is read from its end: from a mark with a comment behind it that reaches just as far as the file does.
fn is_archive(content: &[u8]) -> bool {
    positions(content, b"PK\x05\x06").any(|at| match content.get(at + 20..at + 22) {
        Some(&[low, high]) => at + 22 + usize::from(u16::from_le_bytes([low, high])) == content.len(),
        _ => false,
    })
}

/// Where streams have their bytes.
fn bodies(content: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = find(content.get(from..).unwrap_or_default(), b"stream").map(|at| from + at) {
        from = at + 6;
        let before = content.get(..at).unwrap_or_default().trim_ascii_end();
        if !before.ends_with(b">>") {
            continue;
        }
        let begin = match content.get(from..) {
            Some([b'\r', b'\n', ..]) => from + 2,
            Some([b'\n' | b'\r', ..]) => from + 1,
            _ => continue,
        };
        let end = find(content.get(begin..).unwrap_or_default(), b"endstream").map_or(content.len(), |length| begin + length);
        found.push(begin..end);
        from = end;
    }
    found
}

/// What a stream holds when that is objects; a stream that says where its first one stands holds some, whatever else it says.
fn packed_objects(content: &[u8], body: &Range<usize>, room: u64) -> Result<Option<Vec<u8>>, Unfit> {
    let before = content.get(body.start.saturating_sub(ABOUT)..body.start).unwrap_or_default();
    let about = rfind(before, b" obj").and_then(|at| before.get(at..)).unwrap_or(before);
    let said: Vec<_> = names(about).map(|(_, name)| name).collect();
    let says = |wanted: &[u8]| said.iter().filter(|name| name.as_ref() == wanted).count();
    if says(b"ObjStm") + says(b"First") == 0 {
        return Ok(None);
    }
    if says(b"FlateDecode") > 1 || ODD_PACKING.iter().any(|odd| says(odd) > 0) {
        return Err(Unfit::PdfUnreadable);
    }
    let packed = content.get(body.clone()).unwrap_or_default();
    if says(b"FlateDecode") == 0 {
        // It is looked through as it stands.
        return Ok(None);
    }
    let mut text = Vec::new();
    ZlibDecoder::new(packed).take(room + 1).read_to_end(&mut text).map_err(|_| Unfit::PdfUnreadable)?;
    if text.len() as u64 > room { Err(Unfit::PdfUnreadable) } else { Ok(Some(text)) }
}

/// Whether what is to be done at the opening is to show a page, or to print: said in place, or by an object of that number, each of them.
fn only_goes_to_a_page(texts: &[Cow<'_, [u8]>], value: &[u8]) -> bool {
    let value = value.trim_ascii_start();
    if value.first().is_some_and(|first| !first.is_ascii_digit()) {
        return is_plain_action(value);
    }
    let number = value.split(|byte| !byte.is_ascii_digit()).next().unwrap_or_default();
    let mut found = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        if index == 0 { found.extend(objects(text, number)) } else { found.extend(unpacked(text, number)) }
    }
    !found.is_empty() && found.into_iter().all(is_plain_action)
}

fn is_plain_action(value: &[u8]) -> bool {
    let value = value.trim_ascii_start();
    if value.starts_with(b"[") || value.starts_with(b"null") {
        return true;
    }
    let Some(inner) = value.strip_prefix(b"<<") else { return false };
    let inner = find(inner, b">>").and_then(|end| inner.get(..end)).unwrap_or(inner);
    let said: Vec<_> = names(inner).map(|(_, name)| name).collect();
    let mut kinds = said.windows(2).filter_map(|pair| match pair {
        [kind, what] if kind.as_ref() == b"S" => Some(what.as_ref()),
        _ => None,
    });
    let goes = |kind: &[u8]| matches!(kind, b"GoTo" | b"Named");
    kinds.next().is_some_and(goes) && kinds.all(goes)
}

/// Objects of this number that stand open.
fn objects<'a>(text: &'a [u8], number: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    positions(text, b" obj").filter_map(move |at| {
        let before = text.get(..at)?;
        let generation = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let before = before.get(..at - generation)?.trim_ascii_end();
        let is_it = before.ends_with(number) && !before.get(..before.len() - number.len())?.last().is_some_and(u8::is_ascii_digit);
        is_it.then(|| text.get(at + 4..)).flatten()
    })
}

/// The object of this number among packed ones, which begin with their numbers and places.
fn unpacked<'a>(text: &'a [u8], number: &[u8]) -> Option<&'a [u8]> {
    let head = text.iter().position(|byte| !byte.is_ascii_digit() && !byte.is_ascii_whitespace()).unwrap_or(text.len());
    let mut words = text.get(..head)?.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    while let (Some(its), Some(place)) = (words.next(), words.next()) {
        if its == number {
            let place: usize = std::str::from_utf8(place).ok()?.parse().ok()?;
            return text.get(head..)?.get(place..);
        }
    }
    None
}

/// Every name with where it ends, as it is meant: `/J#61va` is `Java`.
fn names(text: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, [u8]>)> {
    positions(text, b"/").map(move |at| {
        let rest = text.get(at + 1..).unwrap_or_default();
        let length = rest.iter().take(127).position(|byte| is_end_of_name(*byte)).unwrap_or(rest.len().min(127));
        let written = rest.get(..length).unwrap_or_default();
        (at + 1 + length, if written.contains(&b'#') { Cow::Owned(unescaped(written)) } else { Cow::Borrowed(written) })
    })
}

fn is_end_of_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0 | 0x0B | b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn unescaped(written: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(written.len());
    let mut rest = written;
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|code| std::str::from_utf8(code).ok()).and_then(|code| u8::from_str_radix(code, 16).ok());
        match code {
            Some(byte) if *first == b'#' => {
                plain.push(byte);
                rest = behind.get(2..).unwrap_or_default();
            }
            _ => {
                plain.push(*first);
                rest = behind;
            }
        }
    }
    plain
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    positions(text, part).next()
}

fn rfind(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).rposition(|window| window == part)
}

/// Where a part stands, by its first byte.
fn positions<'a>(text: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let first = part.first().copied().unwrap_or_default();
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + memchr::memchr(first, text.get(from..)?)?;
            from = at + 1;
            if text.get(at..).is_some_and(|rest| rest.starts_with(part)) {
                return Some(at);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(inner: &str) -> Vec<u8> {
        format!("%PDF-1.7\n{inner}\n%%EOF\n").into_bytes()
    }

    fn judged(inner: &str) -> Result<(), Unfit> {
        only_shows(&document(inner))
    }

    #[test]
    fn a_name_counts_however_it_is_written() {
        for active in ["/JavaScript(", "/J#61vaScript ", "/#4Aava#53cript>>", "/Launch\n", "/AA<<"] {
            assert_eq!(judged(&format!("1 0 obj << {active} >> endobj")), Err(Unfit::PdfActive), "{active}");
        }
        assert_eq!(judged("1 0 obj << /JavaScripts /Launcher /Encrypted >> endobj"), Ok(()));
    }

    #[test]
    fn opening_may_show_a_page_and_do_nothing_else() {
        for plain in ["[3 0 R /Fit]", "<< /S /GoTo /D [3 0 R /Fit] >>", "7 0 R", "8 0 R", "null"] {
            let goes = "7 0 obj << /S /GoTo /D (a) >> endobj 8 0 obj [3 0 R /XYZ] endobj";
            assert_eq!(judged(&format!("1 0 obj << /OpenAction {plain} >> endobj {goes}")), Ok(()), "{plain}");
        }
        for active in ["<< /S /URI /URI (https://a.invalid) >>", "7 0 R", "9 0 R", "(name)", ""] {
            let two = "7 0 obj << /S /GoTo >> endobj 17 0 obj [1] endobj 7 0 obj << /S /URI >> endobj";
            assert_eq!(judged(&format!("1 0 obj << /OpenAction {active} >> endobj {two}")), Err(Unfit::PdfActive), "{active}");
        }
    }

    #[test]
    fn short_names_in_compressed_bytes_are_chance() {
        assert_eq!(judged("1 0 obj << /Length 9 >>\nstream\n\u{1}/AA \u{2}\nendstream endobj"), Ok(()));
        assert_eq!(judged("1 0 obj << /Length 9 >>\nstream\n/Launch \nendstream endobj"), Err(Unfit::PdfActive));
    }

    #[test]
    fn a_document_ends_where_it_says_and_is_no_other_file() {
        assert_eq!(only_shows(b"%PDF-1.4\n%%EOF\r\n\0"), Ok(()));
        assert_eq!(only_shows(b"%PDF-1.4\n%%EOF\nmore"), Err(Unfit::FileMixed));
        assert_eq!(only_shows(b"%PDF-1.4\n"), Err(Unfit::PdfUnreadable));
        assert_eq!(judged("%PDF-1.4"), Err(Unfit::FileMixed));
        assert_eq!(judged("<SCRIPT>"), Err(Unfit::FileMixed));
    }
}
