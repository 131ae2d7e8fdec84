//! What the model has answered: sentences, each held against the messages that it names. One that these do not bear out is kept and marked, so
//! that the professional reads it with care.

use std::collections::{BTreeSet, HashSet};

use super::Spoken;

/// A longer summary is none.
const SENTENCES_MAX: usize = 40;
/// How long a sentence may be, in characters.
const SENTENCE_MAX_CHARS: usize = 1_000;
/// Shorter words are in every text.
const TELLING_LETTERS: usize = 4;
/// Words that begin alike are one word: Finnish bends them at the end.
const COMPARED_LETTERS: usize = 6;

#[derive(serde::Deserialize)]
struct Answer {
    sentences: Vec<Sentence>,
}

#[derive(serde::Deserialize)]
struct Sentence {
    text: String,
    #[serde(default)]
    messages: Vec<u32>,
}

/// Its sentences, each with the messages that it stands on, in order, and whether these do not bear it out. `None`: it is no summary.
pub(crate) fn read(content: &str, messages: &[Spoken]) -> Option<Vec<(String, Vec<u32>, bool)>> {
    let Answer { sentences } = serde_json::from_str(content).ok()?;
    if !(1..=SENTENCES_MAX).contains(&sentences.len()) {
        return None;
    }
    sentences.into_iter().map(|sentence| checked(sentence, messages)).collect()
}

fn checked(sentence: Sentence, messages: &[Spoken]) -> Option<(String, Vec<u32>, bool)> {
    let text = sentence.text.trim().to_owned();
    if text.is_empty() || text.chars().count() > SENTENCE_MAX_CHARS {
        return None;
    }
    let asked: BTreeSet<_> = sentence.messages.into_iter().collect();
    let named: Vec<_> = messages.iter().filter(|message| asked.contains(&message.number)).collect();
    let said: HashSet<_> = named.iter().flat_map(|message| words(&message.text)).collect();
    let words: Vec<_> = words(&text).collect();
    let found = words.iter().filter(|word| said.contains(*word)).count();
    let is_unsupported = named.is_empty() || found * 3 < words.len();
    Some((text, named.iter().map(|message| message.number).collect(), is_unsupported))
}

/// Its telling words, as they are compared.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.chars().count() >= TELLING_LETTERS);
    words.map(|word| word.to_lowercase().chars().take(COMPARED_LETTERS).collect())
}
