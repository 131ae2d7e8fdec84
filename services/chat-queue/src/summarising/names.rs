//! Names, taken out of what people write, also where Finnish bends them: Lehtonen is met as Lehtosen and Lehtoselle, Pekka as Pekan, Mäki as
//! Mäelle. A word that looks like one of these is taken out with them, rather than a name left in.

/// Stands in the place of each.
const NAME: &str = "[nimi]";
/// Names of so few letters look like other words: they are names where they begin with a capital letter.
const SHORT: usize = 3;
/// Endings of the cases, and the Swedish and English genitive.
const ENDINGS: [&str; 28] = [
    "n", "a", "ä", "s", "ta", "tä", "na", "nä", "ssa", "ssä", "sta", "stä", "lla", "llä", "lta", "ltä", "lle", "ksi", "an", "än", "en", "in", "on",
    "un", "yn", "ön", "tta", "ttä",
];
/// What may stand behind all of it.
const CLITICS: [&str; 9] = ["kin", "kaan", "kään", "ko", "kö", "han", "hän", "pa", "pä"];
/// Consonants before the last vowel of a name, and what becomes of them in most cases; the first that fits counts.
const GRADES: [(&str, &str); 14] = [
    ("kk", "k"),
    ("pp", "p"),
    ("tt", "t"),
    ("ht", "hd"),
    ("lt", "ll"),
    ("nt", "nn"),
    ("rt", "rr"),
    ("st", "st"),
    ("sk", "sk"),
    ("nk", "ng"),
    ("mp", "mm"),
    ("p", "v"),
    ("t", "d"),
    ("k", ""),
];

/// A text without these names, each of which may be of several words.
pub(super) fn without(text: &str, names: &[String]) -> String {
    let words = names.iter().flat_map(|name| name.split(is_between));
    let known: Vec<_> = words.filter(|word| word.chars().nth(1).is_some()).map(Name::of).collect();
    let pieces = text.split_inclusive(is_between).map(|piece| {
        let word = piece.trim_end_matches(is_between);
        if known.iter().any(|name| name.is_meant_by(word)) { piece.replacen(word, NAME, 1) } else { piece.to_owned() }
    });
    pieces.collect()
}

fn is_between(letter: char) -> bool {
    !letter.is_alphabetic()
}

/// One word of a name.
struct Name {
    /// In small letters.
    whole: String,
    /// What endings stand behind.
    stems: Vec<String>,
    is_short: bool,
}

impl Name {
    fn of(word: &str) -> Self {
        let whole = word.to_lowercase();
        Self { stems: stems(&whole), is_short: whole.chars().count() <= SHORT, whole }
    }

    /// Whether a word is this name, in whatever case it stands.
    fn is_meant_by(&self, word: &str) -> bool {
        if self.is_short && !word.starts_with(char::is_uppercase) {
            return false;
        }
        let word = word.to_lowercase();
        let bare = CLITICS.iter().filter_map(|clitic| word.strip_suffix(clitic));
        std::iter::once(word.as_str()).chain(bare).any(|word| word == self.whole || self.is_bent(word))
    }

    fn is_bent(&self, word: &str) -> bool {
        self.stems.iter().filter_map(|stem| word.strip_prefix(stem.as_str())).any(|ending| ENDINGS.contains(&ending))
    }
}

/// What a name becomes before the endings of the cases.
fn stems(name: &str) -> Vec<String> {
    let mut stems = vec![name.to_owned()];
    if let Some(first) = name.strip_suffix("nen") {
        stems.extend([format!("{first}se"), format!("{first}s")]);
    } else if let Some(first) = name.strip_suffix('s') {
        stems.extend([format!("{first}kse"), format!("{name}i")]);
        stems.extend(first.chars().next_back().map(|vowel| format!("{first}{vowel}")));
    } else if let Some(first) = name.strip_suffix('i') {
        stems.push(format!("{first}e"));
    } else if name.ends_with('e') {
        stems.push(format!("{name}e"));
    } else if !name.ends_with(['a', 'o', 'u', 'y', 'ä', 'ö', 'å']) {
        stems.push(format!("{name}i"));
    }
    let weak: Vec<_> = stems.iter().filter_map(|stem| weakened(stem)).collect();
    stems.extend(weak);
    stems
}

/// With the consonants that most cases have before the last vowel; `None`: they stay.
fn weakened(stem: &str) -> Option<String> {
    let vowel = stem.chars().next_back()?;
    let before = stem.strip_suffix(vowel)?;
    let (first, weak) = GRADES.iter().find_map(|&(strong, weak)| Some((before.strip_suffix(strong)?, weak)))?;
    Some(format!("{first}{weak}{vowel}"))
}
