//! The tail of the address of an anonymous form: what stands on posters and in letters, so that it has to be read aloud and typed.

/// Fewest and most characters.
pub const LENGTH: std::ops::RangeInclusive<usize> = 3..=60;

/// What is proposed where nothing is left of what was typed.
const NOTHING_NEAR: &str = "lomake";

/// Why a text is no tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It has characters that no address needs; this would be like it.
    SpecialCharacters(String),
    /// It is too short or too long.
    Length,
}

/// The tail that somebody has typed: a to z, 0 to 9, single hyphens within. Capitals are made small.
pub fn tail(typed: &str) -> Result<String, Wrong> {
    let small = typed.trim().to_lowercase();
    let is_plain = small.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    let is_whole = !small.starts_with('-') && !small.ends_with('-') && !small.contains("--");
    if !is_plain || !is_whole {
        return Err(Wrong::SpecialCharacters(proposal(&small)));
    }
    if LENGTH.contains(&small.len()) { Ok(small) } else { Err(Wrong::Length) }
}

/// What comes nearest: letters without their dots and rings, one hyphen where something else was.
fn proposal(small: &str) -> String {
    let mut plain = String::new();
    for letter in small.chars() {
        match letter {
            'ä' | 'å' | 'á' | 'â' | 'à' => plain.push('a'),
            'ö' | 'õ' | 'ó' => plain.push('o'),
            'č' => plain.push('c'),
            'đ' => plain.push('d'),
            'š' => plain.push('s'),
            'ž' => plain.push('z'),
            'ŋ' => plain.push('n'),
            'é' | 'è' => plain.push('e'),
            'ü' => plain.push('u'),
            'a'..='z' | '0'..='9' => plain.push(letter),
            _ if plain.is_empty() || plain.ends_with('-') => {}
            _ => plain.push('-'),
        }
    }
    plain.truncate(*LENGTH.end());
    let near = plain.trim_end_matches('-');
    if LENGTH.contains(&near.len()) { near.to_owned() } else { NOTHING_NEAR.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_is_small_letters_digits_and_single_hyphens() {
        assert_eq!(tail(" Ajanvaraus-2 "), Ok("ajanvaraus-2".to_owned()));
        for (typed, near) in [
            ("lääkäri", "laakari"),
            ("Åbo äänestys", "abo-aanestys"),
            ("a--b", "a-b"),
            ("-palaute-", "palaute"),
            ("palaute/anna?x=1", "palaute-anna-x-1"),
            ("<script>", "script"),
            ("../..", "lomake"),
            ("日本", "lomake"),
        ] {
            assert_eq!(tail(typed), Err(Wrong::SpecialCharacters(near.to_owned())), "{typed}");
        }
        for typed in ["", "ab", &"a".repeat(61)] {
            assert_eq!(tail(typed), Err(Wrong::Length), "{typed}");
        }
        assert!(tail("abc").is_ok() && tail(&"a".repeat(60)).is_ok());
    }

    #[test]
    fn what_is_proposed_can_be_had() {
        for typed in ["Mielipide & palaute!", "ÄÖÅ", "a b", "!", "ä!", &"ä ".repeat(80)] {
            let Err(Wrong::SpecialCharacters(near)) = tail(typed) else { panic!("{typed}") };
            assert_eq!(tail(&near), Ok(near.clone()), "{typed}");
        }
    }
}
