//! What people type into a field of search, as SQL can hold it against texts that are not sealed.

/// The words of a search as patterns for `ilike all ($1)`: each stands somewhere in the text. No words: everything matches.
pub fn patterns(search: &str) -> Vec<String> {
    search.split_whitespace().map(|word| format!("%{}%", escaped(word))).collect()
}

/// A word as itself in a pattern.
fn escaped(word: &str) -> String {
    word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_looked_for_as_itself() {
        assert_eq!(patterns("  lehtola  100% a_b c\\d "), ["%lehtola%", r"%100\%%", r"%a\_b%", r"%c\\d%"]);
        assert_eq!(patterns(" "), Vec::<String>::new());
    }
}
