//! What a file really is, by its first bytes. An ending that says otherwise is a disguise.

/// The endings that a content may have; none for contents that we do not know.
fn endings(content: &[u8]) -> &'static [&'static str] {
    match content {
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => &[".png"],
        [0xFF, 0xD8, 0xFF, ..] => &[".jpg", ".jpeg"],
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => &[".gif"],
        [b'%', b'P', b'D', b'F', b'-', ..] => &[".pdf"],
        _ => &[],
    }
}

/// Whether the content is what the ending says.
pub fn agrees(extension: &str, content: &[u8]) -> bool {
    endings(content).contains(&extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disguised_file_is_told_by_its_first_bytes() {
        assert!(agrees(".png", b"\x89PNG\r\n\x1a\nrest") && agrees(".jpeg", b"\xff\xd8\xff\xe0") && agrees(".pdf", b"%PDF-1.7"));
        assert!(!agrees(".png", b"MZ\x90") && !agrees(".pdf", b"\x89PNG\r\n\x1a\n") && !agrees(".gif", b""));
    }
}
