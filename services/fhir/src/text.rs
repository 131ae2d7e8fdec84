//! Texts as they are shown. One that is too long is refused rather than cut: half a dosage is worse than none.

use crate::{Problem, json::Element};

/// What names something: a test, a drug, a unit, a person.
pub const NAME: usize = 300;
/// A result in words.
pub const VALUE: usize = 300;
/// What is told in sentences.
pub const SENTENCES: usize = 5000;

/// A text in one line. `None`: nothing is to be read in it.
pub fn line(element: &Element<'_>, longest: usize) -> Result<Option<String>, Problem> {
    let text = lines(element, longest)?;
    Ok(text.map(|text| text.replace('\n', " ")))
}

/// A text whose lines stay as they are. `None`: nothing is to be read in it.
pub fn lines(element: &Element<'_>, longest: usize) -> Result<Option<String>, Problem> {
    let text = element.text()?.replace("\r\n", "\n").replace('\t', " ");
    let text: String = text.chars().filter(|letter| *letter == '\n' || !is_hidden(*letter)).collect();
    let text = text.trim();
    if text.chars().count() > longest {
        return Err(too_long(element.path()));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// Texts one after the other, together no longer than one may be.
pub fn joined(texts: &[String], between: &str, longest: usize, path: String) -> Result<String, Problem> {
    let text = texts.join(between);
    if text.chars().count() > longest { Err(too_long(path)) } else { Ok(text) }
}

/// Letters that nobody sees and that make a text read otherwise than it is written: control characters, and those that turn the direction.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn too_long(path: impl Into<String>) -> Problem {
    Problem::value(path, "the text is longer than what is taken here")
}
