//! Search over sealed text: the beginnings of its words, each as a keyed hash. Whoever has the database and not the key
//! sees which rows share a beginning, and not which.

use aws_lc_rs::hmac::{HMAC_SHA256, Key, sign};

/// Beginnings are kept from this many letters ..
const SHORTEST: usize = 2;
/// .. to this many.
const LONGEST: usize = 12;
/// Bytes of a token: enough that two words hardly ever meet.
const TOKEN: usize = 8;

/// Makes the tokens. Cheap to clone.
#[derive(Clone)]
pub struct BlindIndex(Key);

impl BlindIndex {
    pub(crate) fn new(key: &[u8]) -> Self {
        Self(Key::new(HMAC_SHA256, key))
    }

    /// Tokens to store for a text: every beginning of every word.
    pub fn tokens(&self, text: &str) -> Vec<Vec<u8>> {
        let mut tokens: Vec<_> = words(text)
            .flat_map(|word| {
                let letters: Vec<_> = word.chars().collect();
                (SHORTEST..=letters.len().min(LONGEST)).map(|length| self.token(letters.iter().take(length))).collect::<Vec<_>>()
            })
            .collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }

    /// Tokens that must all be there for a search to hit: one for each word. A word of one letter is waited out; signs alone hit nothing.
    pub fn query(&self, search: &str) -> Vec<Vec<u8>> {
        if !search.trim().is_empty() && words(search).next().is_none() {
            // Of no letter: it is stored nowhere.
            return vec![self.token(std::iter::empty())];
        }
        words(search)
            .filter(|word| word.chars().count() >= SHORTEST)
            .map(|word| self.token(word.chars().collect::<Vec<_>>().iter().take(LONGEST)))
            .collect()
    }

    /// A keyed hash of a whole text, for finding it by equality; `kind` keeps equal texts of different kinds apart.
    pub fn exact(&self, kind: &str, text: &str) -> Vec<u8> {
        sign(&self.0, format!("{kind}\0{text}").as_bytes()).as_ref().to_vec()
    }

    /// A keyed hash of what a request said, to know it again by.
    pub(crate) fn fingerprint(&self, said: &[u8]) -> Vec<u8> {
        sign(&self.0, &[b"command\0".as_slice(), said].concat()).as_ref().to_vec()
    }

    fn token<'a>(&self, letters: impl Iterator<Item = &'a char>) -> Vec<u8> {
        let beginning: String = letters.collect();
        sign(&self.0, beginning.as_bytes()).as_ref().iter().copied().take(TOKEN).collect()
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_hits_by_the_beginnings_of_words_and_not_by_their_middles() {
        let index = BlindIndex::new(&[1; 32]);
        let stored = index.tokens("Kysymys lääkityksestä, Äijö Ånström");
        let hits = |search: &str| index.query(search).iter().all(|token| stored.contains(token));
        assert!(hits("kys LÄÄK") && hits("äijö") && hits("lääkityksestä"));
        assert!(!hits("symys") && !hits("kys puuttuu"));
        assert!(hits("") && hits(" ") && hits("x") && hits("% kys"));
        assert!(!hits("%") && !hits(" _ -- "));
    }
}
