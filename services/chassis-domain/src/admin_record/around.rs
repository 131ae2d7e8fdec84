//! What is around a record of the admin panel: what others have, and what uses it.

use std::collections::{BTreeMap, BTreeSet};

/// What no other record of the kind may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unique {
    /// Its field, for example `details.name.fi`.
    pub field: &'static str,
    /// Its value.
    pub value: String,
}

impl Unique {
    /// By what it is compared: capital letters or not, the same value in the same field.
    pub fn key(&self) -> String {
        format!("{}:{}", self.field, self.value.trim().to_lowercase())
    }
}

/// Fields whose value another record has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken(BTreeSet<&'static str>);

impl Taken {
    /// Whether it is the value of this field.
    pub fn has(&self, field: &str) -> bool {
        self.0.contains(field)
    }
}

impl FromIterator<&'static str> for Taken {
    fn from_iter<I: IntoIterator<Item = &'static str>>(fields: I) -> Self {
        Self(fields.into_iter().collect())
    }
}

/// What uses a record: how many of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses(BTreeMap<&'static str, u64>);

impl Uses {
    /// So many more of a kind, for example `services`.
    #[must_use]
    pub fn and(mut self, kind: &'static str, count: u64) -> Self {
        if count > 0 {
            *self.0.entry(kind).or_default() += count;
        }
        self
    }

    /// Those that are no secret to whoever removes it all the same left out.
    #[must_use]
    pub fn without(mut self, kind: &str) -> Self {
        self.0.remove(kind);
        self
    }

    /// How many of a kind.
    pub fn of(&self, kind: &str) -> u64 {
        self.0.get(kind).copied().unwrap_or_default()
    }

    /// Whether nothing uses it.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Each kind with its count: the values of a refusal's text.
    pub fn params(&self) -> Vec<(&'static str, String)> {
        self.0.iter().map(|(kind, count)| (*kind, count.to_string())).collect()
    }
}
