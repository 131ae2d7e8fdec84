//! What names an item in answers, conditions and scores, and an option in its item.

use std::collections::HashSet;

use super::Looked;
use crate::problem::Problem;

/// Longest name.
const LONGEST: usize = 64;

pub(super) fn link_id_missing(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(looked.item.link_id.is_empty(), "link_id_missing")
}

pub(super) fn link_id_malformed(looked: &Looked<'_>) -> Option<Problem> {
    let link_id = &looked.item.link_id;
    Problem::when(!link_id.is_empty() && !is_name(link_id), "link_id_malformed")
}

/// Of the second item with it, and of later ones.
pub(super) fn link_id_taken(looked: &Looked<'_>) -> Option<Problem> {
    let link_id = looked.item.link_id.as_str();
    Problem::when(!link_id.is_empty() && looked.before.contains_key(link_id), "link_id_taken")
}

pub(super) fn option_code_malformed(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(!looked.item.options.iter().all(|option| is_name(&option.code)), "option_code_malformed")
}

pub(super) fn option_code_taken(looked: &Looked<'_>) -> Option<Problem> {
    let mut seen = HashSet::new();
    let mut codes = looked.item.options.iter().map(|option| option.code.as_str()).filter(|code| !code.is_empty());
    Problem::when(!codes.all(|code| seen.insert(code)), "option_code_taken")
}

fn is_name(text: &str) -> bool {
    let of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(of_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sur_01_a_name_is_of_letters_digits_and_three_signs() {
        assert!(is_name("a") && is_name("PHQ-9.item_1") && is_name(&"x".repeat(64)));
        for wrong in ["", "a b", "ä", "a/b", &"x".repeat(65)] {
            assert!(!is_name(wrong), "{wrong}");
        }
    }
}
