//! What ids are called, as the file says. Nothing proves it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

/// Names by id, of ids that the proved rows name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Names {
    /// Of professionals, of representatives, and of the person whose file it is.
    pub people: BTreeMap<String, String>,
    /// Of roles.
    pub roles: BTreeMap<String, String>,
    /// Of work locations.
    pub locations: BTreeMap<String, String>,
}

impl Names {
    /// From the file, those of the ids alone; `None` when they are written otherwise.
    pub(crate) fn read(said: &serde_json::Value, ids: &BTreeSet<&str>) -> Option<Self> {
        if said.is_null() {
            return Some(Self::default());
        }
        let mut names = Self::deserialize(said).ok()?;
        for kind in [&mut names.people, &mut names.roles, &mut names.locations] {
            kind.retain(|id, _| ids.contains(id.as_str()));
        }
        Some(names)
    }

    /// One line for each. Escaped: a name must not write lines of its own.
    pub(crate) fn lines(&self) -> Vec<String> {
        let kinds = [("person", &self.people), ("role", &self.roles), ("location", &self.locations)];
        kinds.into_iter().flat_map(|(kind, names)| names.iter().map(move |(id, name)| format!("{kind} {id}: {name:?}"))).collect()
    }
}
