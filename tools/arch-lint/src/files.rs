//! Every file says what it is for, and has one reason to change.

use crate::Finding;

/// Longer files are two files.
const LONGEST: usize = 420;

/// Names that say nothing.
const NAMELESS: [&str; 4] = ["utils.rs", "helpers.rs", "common.rs", "models.rs"];

pub(crate) fn check(name: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add = |line, reason: &str| findings.push(Finding { file: name.to_owned(), line, reason: reason.to_owned() });
    if !text.starts_with("//!") {
        add(1, "a file begins with what it is for: a //! comment");
    }
    if text.lines().count() > LONGEST {
        add(LONGEST, "a file this long has more than one reason to change: split it");
    }
    if NAMELESS.iter().any(|nameless| name.ends_with(&format!("/{nameless}"))) {
        add(1, "a file is named by what it is for the domain");
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_purpose_or_a_name_is_found() {
        assert_eq!(check("services/x/src/utils.rs", "fn a() {}").len(), 2);
        assert!(check("services/x/src/take.rs", "//! Taking.\n").is_empty());
    }
}
