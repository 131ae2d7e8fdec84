//! The walls of the house, checked by machine: what an aggregate may use, which service may know which, how files and functions
//! are kept. Prints file and line with the reason; exits 1 when a wall is broken.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use walkdir::WalkDir;

mod columns;
mod crates;
mod files;
mod functions;
mod handlers;
mod purity;
mod rows;
mod services;
mod transactions;
mod wildcards;

/// One broken wall.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    file: String,
    line: usize,
    reason: String,
}

/// The line in which `words` first stand; the first one when they are spread over several.
fn line_of(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).map_or(1, |index| index + 1)
}

#[expect(clippy::print_stdout, reason = "the findings are what this program is for")]
fn main() -> Result<ExitCode> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().context("the checkout")?;
    let services = services::Services::find(&root)?;
    let rows = rows::Rows::read(&root, &services)?;
    let mut findings = crates::check(&root, &services)?;
    findings.extend(rows.check_catalogues());
    for folder in ["services", "proto/src", "proto/build", "tools"] {
        for entry in WalkDir::new(root.join(folder)) {
            let entry = entry?;
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "rs") || path.components().any(|part| part.as_os_str() == "target") {
                continue;
            }
            let name = path.strip_prefix(&root)?.to_string_lossy().into_owned();
            let text = fs::read_to_string(path)?;
            let parsed = syn::parse_file(&text).with_context(|| name.clone())?;
            findings.extend(files::check(&name, &text));
            findings.extend(purity::check(&name, &text, &parsed, &services));
            findings.extend(wildcards::check(&name, &parsed, &services));
            findings.extend(functions::check(&name, &parsed));
            findings.extend(transactions::check(&name, &parsed));
            findings.extend(handlers::check(&name, &parsed));
            findings.extend(columns::check(&name, &parsed));
            findings.extend(rows.check(&name, &parsed));
        }
    }
    for Finding { file, line, reason } in &findings {
        println!("{file}:{line}: {reason}");
    }
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
