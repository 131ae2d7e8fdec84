//! The field rules of the contract, checked while a request is decoded and so before any handler runs.

use uuid::Uuid;

/// One broken rule: the field's path and a stable reason that the apps translate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Path of the field, for example `page.size`.
    pub field: String,
    /// `required`, `too_long`, `not_uuid`, `too_many`, `undefined` or `out_of_range`.
    pub reason: &'static str,
    /// The bound that was broken, when there is one.
    pub bound: Option<u64>,
}

/// Broken rules, gathered over one message.
#[derive(Debug, Default)]
pub struct Violations {
    path: Vec<&'static str>,
    found: Vec<Violation>,
}

impl Violations {
    /// Runs `check` with `field` in front of every path.
    pub fn within(&mut self, field: &'static str, check: impl FnOnce(&mut Self)) {
        self.path.push(field);
        check(self);
        self.path.pop();
    }

    /// What was found.
    pub fn into_inner(self) -> Vec<Violation> {
        self.found
    }

    fn add(&mut self, field: &'static str, reason: &'static str, bound: Option<u64>) {
        let mut path = self.path.clone();
        path.push(field);
        self.found.push(Violation { field: path.join("."), reason, bound });
    }
}

/// A message that can check its own rules. Implemented for every message of the contract by the build.
pub trait Checked {
    /// Adds every broken rule to `violations`.
    fn check(&self, violations: &mut Violations);
}

pub(crate) fn text(violations: &mut Violations, field: &'static str, value: &str, required: bool, uuid: bool, max_chars: u64) {
    if value.trim().is_empty() {
        if required {
            violations.add(field, "required", None);
        }
        return;
    }
    if uuid && Uuid::try_parse(value).is_err() {
        violations.add(field, "not_uuid", None);
    }
    if max_chars > 0 && value.chars().count() as u64 > max_chars {
        violations.add(field, "too_long", Some(max_chars));
    }
}

pub(crate) fn list(violations: &mut Violations, field: &'static str, length: usize, required: bool, max_items: u64) {
    if required && length == 0 {
        violations.add(field, "required", None);
    }
    if max_items > 0 && length as u64 > max_items {
        violations.add(field, "too_many", Some(max_items));
    }
}

pub(crate) fn defined(violations: &mut Violations, field: &'static str, value: i32, known: &[i32]) {
    if !known.contains(&value) {
        violations.add(field, "undefined", None);
    }
}

pub(crate) fn number(violations: &mut Violations, field: &'static str, value: u64, max: u64) {
    if max > 0 && value > max {
        violations.add(field, "out_of_range", Some(max));
    }
}

mod implementations {
    #![expect(clippy::pedantic, reason = "generated from the contract's field rules")]
    use super::{self as rules, Checked, Violations};
    include!(concat!(env!("OUT_DIR"), "/checks.rs"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{common::v1::PageRequest, conversations::v1::ListTasksRequest};

    #[test]
    fn a_request_names_every_broken_field_with_its_path() {
        let request = ListTasksRequest {
            tab: 77,
            subcategory_ids: vec!["not an id".to_owned()],
            page: Some(PageRequest { size: 1_000, token: String::new() }),
            ..ListTasksRequest::default()
        };
        let mut violations = Violations::default();
        request.check(&mut violations);
        let found: Vec<_> = violations.into_inner().into_iter().map(|violation| (violation.field, violation.reason)).collect();
        assert_eq!(found, [("tab".to_owned(), "undefined"), ("subcategory_ids".to_owned(), "not_uuid"), ("page.size".to_owned(), "out_of_range"),]);
    }
}
