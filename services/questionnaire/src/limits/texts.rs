//! How long a text may be, as people count characters, and what it must be.

use chassis_domain::{is_email, ssn::Ssn};
use kajo_proto::survey::v1::{ItemType, StringFormat, answer_value::Value};
use unicode_segmentation::UnicodeSegmentation;

use super::Answered;
use crate::problem::Problem;

/// As many characters as the platform takes, on one line and otherwise.
const LONGEST_LINE: u32 = 1_000;
const LONGEST: u32 = 10_000;
/// What begins another line, also where it is no sign of the keyboard.
const LINE_BREAKS: [char; 4] = ['\n', '\r', '\u{2028}', '\u{2029}'];

pub(super) fn too_long(answered: &Answered<'_>) -> Option<Problem> {
    let max = match (answered.item.max_length, answered.item.r#type()) {
        (0, ItemType::String) => LONGEST_LINE,
        (0, _) => LONGEST,
        (max, _) => max,
    };
    let most = usize::try_from(max).unwrap_or(usize::MAX);
    // No text has more characters than bytes.
    let mut lengths = texts(answered).filter(|text| text.len() > most).map(|text| text.graphemes(true).count());
    let characters = lengths.find(|characters| *characters > most)?;
    Some(Problem::new("too_long").with("max", max).with("characters", characters))
}

pub(super) fn several_lines(answered: &Answered<'_>) -> Option<Problem> {
    let on_one_line = answered.item.r#type() != ItemType::Text;
    Problem::when(on_one_line && texts(answered).any(|text| text.contains(LINE_BREAKS)), "several_lines")
}

pub(super) fn format(answered: &Answered<'_>) -> Option<Problem> {
    if answered.item.r#type() != ItemType::String {
        return None;
    }
    let unless = |fits: fn(&str) -> bool, code| Problem::when(texts(answered).any(|text| !fits(text)), code);
    match answered.item.format() {
        StringFormat::Unspecified => None,
        StringFormat::Ssn => unless(is_ssn, "format_ssn"),
        StringFormat::Email => unless(is_email, "format_email"),
        StringFormat::Phone => unless(is_phone, "format_phone"),
        StringFormat::PostalCode => unless(is_postal_code, "format_postal_code"),
    }
}

fn is_ssn(text: &str) -> bool {
    Ssn::parse(text).is_some()
}

/// With the country code, of any country.
fn is_phone(text: &str) -> bool {
    let written: String = text.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '(' | ')')).collect();
    written.strip_prefix('+').is_some_and(|digits| (7..=15).contains(&digits.len()) && is_of_digits(digits))
}

fn is_postal_code(text: &str) -> bool {
    text.len() == 5 && is_of_digits(text)
}

fn is_of_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Own words instead of an option are one as well.
fn texts<'a>(answered: &'a Answered<'_>) -> impl Iterator<Item = &'a str> {
    answered.values().iter().filter_map(|value| if let Value::Text(text) | Value::Other(text) = value { Some(text.as_str()) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sur_01_a_phone_number_has_its_country_code() {
        for good in ["+358401234567", "+358 (0)40-123 45 67", "+1234567", "+123456789012345"] {
            assert!(is_phone(good), "{good}");
        }
        for wrong in ["0401234567", "+123456", "+1234567890123456", "+35840123456a", "358+401234567", "+", ""] {
            assert!(!is_phone(wrong), "{wrong}");
        }
    }

    #[test]
    fn sur_01_a_postal_code_has_five_digits() {
        assert!(is_postal_code("00100"));
        for wrong in ["0010", "001000", "0010a", "٠٠١٠٠", ""] {
            assert!(!is_postal_code(wrong), "{wrong}");
        }
    }
}
