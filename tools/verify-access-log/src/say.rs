//! What holds, and what does not follow from it, in plain words.

use std::fmt::Write;

use crate::Checked;

/// What was found. `trusted`: the key was named by who checks; `older`: the file was held against an older one.
pub fn in_words(checked: &Checked, trusted: bool, older: bool) -> String {
    let mut said = format!("The file holds. It is about the person {}.\n", checked.person);
    for (name, log) in &checked.logs {
        let rows = log.rows.len();
        let _ = write!(said, "\nThe log {name}: {rows} rows about this person");
        if let (Some((first, _)), Some((last, _))) = (log.rows.first_key_value(), log.rows.last_key_value()) {
            let _ = write!(said, ", numbers {first} to {last} with none missing between them");
        }
        let _ = write!(said, ".\nThe whole log had {} rows when its head was signed at {}.\n", log.size, log.at);
        if log.withheld > 0 {
            let _ = writeln!(said, "{} of the rows are withheld: they are counted, and what they say is not in the file.", log.withheld);
        }
        if log.rows.first_key_value().is_some_and(|(first, _)| *first > 1) {
            said.push_str("Earlier rows are not in this file: it goes back two years.\n");
        }
        for endorsement in &log.followed {
            let _ = writeln!(said, "The key {} endorsed the key {} at {}.", endorsement.from, endorsement.to, endorsement.at);
        }
        if !trusted {
            let _ = writeln!(said, "It was signed by the key {}.", log.key);
        }
    }
    said.push_str(
        "\nProved: every row of this file stands in the log word for word as it was written down, at its place, and none was\n\
         changed, added or taken out between the first and the last of them.\n",
    );
    if older {
        said.push_str("Proved: everything that the older file showed still stands there; since then the log has only grown.\n");
    }
    said.push_str("\nNot proved: that everything that was done was written down in the first place.\n");
    said.push_str("Not proved: that no row came after the last one of this file. Fetch a new file later and compare: a gap will show.\n");
    if !older {
        said.push_str("Not proved: that the log was not rewritten as a whole before this file. Name an older file with --before for that.\n");
    }
    if !trusted {
        said.push_str("Not proved: that the key is the service provider's. Compare it with the one they publish, or name that with --key.\n");
    }
    said.push_str("Not proved: the names in the file. The rows have ids; the names were added to help reading.\n");
    let names = checked.names.lines();
    if !names.is_empty() {
        said.push_str("\nThe file calls the ids in its rows as follows. NOT PROVED: whoever had the file may have changed these names.\n");
        for line in names {
            let _ = writeln!(said, "  {line}");
        }
    }
    said
}
