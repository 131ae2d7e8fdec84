//! `verify-access-log FILE [--key HEX]... [--before OLDER_FILE]`. Needs no network and no platform.

use std::{collections::BTreeSet, fs, io::Write, process::ExitCode};

use verify_access_log::{Problem, check, check_against, in_words};

const USAGE: &str = "verify-access-log FILE [--key HEX]... [--before OLDER_FILE]

Checks a file about who has looked at your data. Ends with 0 when it holds, with 1 when it does not, with 2 when it cannot be read.
  --key     the public key that the service provider publishes; may be given more than once
  --before  a file that you fetched earlier: checks that the log has only grown since
";

/// What was asked for.
#[derive(Default)]
struct Asked {
    file: String,
    keys: BTreeSet<String>,
    before: Option<String>,
}

fn asked(mut words: impl Iterator<Item = String>) -> Option<Asked> {
    let mut asked = Asked::default();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--key" => {
                asked.keys.insert(words.next()?.to_lowercase());
            }
            "--before" => asked.before = Some(words.next()?),
            file if asked.file.is_empty() && !file.starts_with("--") => file.clone_into(&mut asked.file),
            _ => return None,
        }
    }
    (!asked.file.is_empty()).then_some(asked)
}

fn main() -> ExitCode {
    let Some(asked) = asked(std::env::args().skip(1)) else {
        return end(2, USAGE);
    };
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path} cannot be read: {error}\n"));
    let (newer, older) = match (read(&asked.file), asked.before.as_deref().map(read).transpose()) {
        (Ok(newer), Ok(older)) => (newer, older),
        (Err(error), _) | (_, Err(error)) => return end(2, &error),
    };
    match checked(&asked, &newer, older.as_deref()) {
        Ok(said) => end(0, &said),
        Err(problem @ Problem::NotOurs(_)) => end(2, &format!("{problem}\n")),
        Err(problem) => end(1, &format!("The file does NOT hold.\n{problem}\n")),
    }
}

fn checked(asked: &Asked, newer: &str, older: Option<&str>) -> Result<String, Problem> {
    let newer = check(newer, &asked.keys)?;
    if let Some(older) = older {
        check_against(&newer, &check(older, &asked.keys)?)?;
    }
    Ok(in_words(&newer, !asked.keys.is_empty(), older.is_some()))
}

fn end(code: u8, said: &str) -> ExitCode {
    // Who closed the pipe does not want to know.
    let _ = std::io::stdout().write_all(said.as_bytes());
    ExitCode::from(code)
}
