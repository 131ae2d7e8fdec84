//! How often a test tries what it tries many times.

use std::env;

/// `usual` times; `all` of them with `KAJO_EFFORT=full`, for a weekly run and for whoever changes the very thing that is tried.
///
/// # Panics
/// When `KAJO_EFFORT` is anything else than `ci`, `full` or nothing.
pub fn tries(usual: usize, all: usize) -> usize {
    match env::var("KAJO_EFFORT").as_deref() {
        Err(env::VarError::NotPresent) | Ok("" | "ci") => usual,
        Ok("full") => all,
        other => panic!("KAJO_EFFORT is ci or full, and not {other:?}"),
    }
}
