//! State charts as a page of `docs/` draws them, to be held against the code.

use std::collections::BTreeSet;

/// The arrows of the chart under this heading of a page: `A customer task`.
///
/// # Panics
/// When the page has no such heading.
#[must_use]
pub fn drawn(page: &str, heading: &str) -> BTreeSet<String> {
    let sections = page.split("\n## ");
    let (_, chart) = sections
        .filter_map(|section| section.split_once('\n'))
        .find(|(title, _)| *title == heading)
        .unwrap_or_else(|| panic!("the page draws no chart under {heading}"));
    chart.lines().map(str::trim).filter(|line| line.contains("-->")).map(str::to_owned).collect()
}

/// An arrow from one state to another; from the beginning when there was nothing before.
#[must_use]
pub fn arrow(is_beginning: bool, from: &str, to: &str, command: &str) -> String {
    let from = if is_beginning { "[*]" } else { from };
    format!("{from} --> {to}: {command}")
}
