//! Who people are, taken out of what they write: e-mail addresses, personal identity codes, phone numbers and names. Where it is not certain
//! what something is, it is taken out: a summary is of use without a number, and nobody can call back what was sent.

use super::names;

/// Stand in the place of what was taken out.
const EMAIL: &str = "[sähköposti]";
const CODE: &str = "[henkilötunnus]";
const PHONE: &str = "[puhelin]";

/// What may stand between birth date and individual number of a code, also as keyboards of phones change it.
const MARKS: &str = "-+\u{2010}\u{2011}\u{2012}\u{2013}\u{2212}ABCDEFUVWXYabcdefuvwxy";
/// What people write between the digits of a phone number.
const BETWEEN: &str = " \u{a0}-\u{2010}\u{2011}\u{2012}\u{2013}\u{2212}()/";
/// How many of these stand together at the most.
const LONGEST_GAP: usize = 3;
/// No number has fewer digits, with the zero that it begins with.
const FEWEST_DIGITS: usize = 6;
/// So many digits together tell somebody, whatever they begin with: a phone number without its zero, a code without its mark.
const TELLING_DIGITS: usize = 9;
/// Country code, as people write it without a plus.
const COUNTRY: [char; 3] = ['3', '5', '8'];

/// A text without them. `names`: what people are called.
pub(super) fn taken_out(text: &str, names: &[String]) -> String {
    let text = replaced(&without_emails(text), code, CODE);
    names::without(&replaced(&text, phone, PHONE), names)
}

/// Whatever has an @ inside, whether or not a mail would arrive there.
fn without_emails(text: &str) -> String {
    let pieces = text.split_inclusive(is_around).map(|piece| {
        let word = piece.trim_end_matches(is_around).trim_end_matches(['.', '!', '?']);
        let (address, rest) = piece.split_at(word.len());
        let is_address = address.split_once('@').is_some_and(|(name, place)| !name.is_empty() && !place.is_empty());
        if is_address { format!("{EMAIL}{rest}") } else { piece.to_owned() }
    });
    pieces.collect()
}

/// No address goes on over it.
fn is_around(letter: char) -> bool {
    letter.is_whitespace() || "<>()[]\",;:".contains(letter)
}

/// `found` tells how long what begins there is. Nothing begins within a number.
fn replaced(text: &str, found: fn(&[char]) -> Option<usize>, by: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (mut kept, mut is_in_number) = (String::with_capacity(text.len()), false);
    let mut rest = letters.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        let length = if is_in_number { None } else { found(rest) };
        if let Some(length) = length {
            kept.push_str(by);
            rest = rest.get(length..).unwrap_or_default();
            is_in_number = false;
        } else {
            kept.push(*first);
            rest = behind;
            is_in_number = first.is_ascii_digit();
        }
    }
    kept
}

/// A personal identity code by its form alone, as one with a mistyped letter names its owner nearly as well: six digits, a mark, three digits
/// and a letter or digit. Where the mark was forgotten it is one with a letter only.
fn code(letters: &[char]) -> Option<usize> {
    let is_digit = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
    let blanks = |place: usize| usize::from(letters.get(place).is_some_and(|letter| letter.is_whitespace()));
    let mut place = 6 + blanks(6);
    let is_marked = letters.get(place).is_some_and(|mark| MARKS.contains(*mark));
    place += usize::from(is_marked);
    place += blanks(place);
    let check = letters.get(place + 3)?;
    let is_check = if is_marked { check.is_ascii_alphanumeric() } else { check.is_ascii_alphabetic() };
    let ends = letters.get(place + 4).is_none_or(|next| !next.is_alphanumeric());
    let is_code = (0..6).all(is_digit) && (place..place + 3).all(is_digit) && is_check && ends;
    is_code.then_some(place + 4)
}

/// A phone number, with what people write between its digits: from a plus, a zero or the country code on. Days, times and what was measured
/// begin otherwise, or are shorter.
fn phone(letters: &[char]) -> Option<usize> {
    let plus = usize::from(letters.first() == Some(&'+'));
    let together = letters.iter().skip(plus).take_while(|letter| letter.is_ascii_digit()).count();
    let begins = plus == 1 || letters.starts_with(&COUNTRY) || (letters.first() == Some(&'0') && together > 1);
    let (mut digits, mut end) = (together, plus + together);
    for (place, letter) in letters.iter().enumerate().skip(end) {
        // A dot stands in days and at the end of sentences as well.
        let is_dot = *letter == '.' && place == end && together > 2 && letters.get(place + 1).is_some_and(char::is_ascii_digit);
        if letter.is_ascii_digit() {
            (digits, end) = (digits + 1, place + 1);
        } else if together == 0 || place - end >= LONGEST_GAP || !(is_dot || BETWEEN.contains(*letter)) {
            break;
        }
    }
    let fewest = if letters.starts_with(&COUNTRY) { TELLING_DIGITS } else { FEWEST_DIGITS };
    if begins && digits >= fewest { Some(end) } else { (together >= TELLING_DIGITS).then_some(plus + together) }
}
