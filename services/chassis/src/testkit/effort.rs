//! How often a test tries what it tries many times.

use std::env;

/// `gate` times in the run before each commit, which is to be over soon; `all` times in the long one, which `KAJO_EFFORT=all` asks for.
///
/// # Panics
/// When `KAJO_EFFORT` is neither `gate` nor `all` nor nothing: a run that was meant to be the long one must not be the short one.
pub fn tries(gate: usize, all: usize) -> usize {
    let effort = env::var_os("KAJO_EFFORT");
    chosen(effort.as_ref().map(|effort| effort.to_string_lossy()).as_deref(), gate, all)
}

fn chosen(effort: Option<&str>, gate: usize, all: usize) -> usize {
    match effort {
        None | Some("" | "gate") => gate,
        Some("all") => all,
        Some(other) => panic!("KAJO_EFFORT is gate or all, and not {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_word_it_is_the_gate() {
        assert_eq!([None, Some(""), Some("gate"), Some("all")].map(|effort| chosen(effort, 1, 9)), [1, 1, 1, 9]);
    }

    #[test]
    #[should_panic(expected = "KAJO_EFFORT is gate or all, and not \"full\"")]
    fn another_word_is_refused() {
        chosen(Some("full"), 1, 9);
    }
}
