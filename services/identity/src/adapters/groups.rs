//! The groups of the directory, as a realm's token tells them.

use std::collections::BTreeSet;

use serde_json::Value;

/// What a token says of the groups of the directory that a professional belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Groups {
    /// Nothing: it has no such claim.
    Untold,
    /// These names.
    Told(BTreeSet<String>),
    /// Something that names no groups.
    Malformed,
}

impl Groups {
    /// From the claim. Directories tell a list of names, and some the only name by itself; a realm that tells full paths begins each with a
    /// slash.
    pub(crate) fn of(claim: Option<&Value>) -> Self {
        let name = |value: &Value| value.as_str().map(|name| name.strip_prefix('/').unwrap_or(name).to_owned());
        match claim {
            None => Self::Untold,
            Some(Value::Array(names)) => names.iter().map(name).collect::<Option<_>>().map_or(Self::Malformed, Self::Told),
            Some(only) => name(only).map_or(Self::Malformed, |name| Self::Told(BTreeSet::from([name]))),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Groups;

    #[test]
    fn r_15_groups_are_understood_in_every_shape_that_directories_tell_them_in() {
        let told = |names: &[&str]| Groups::Told(names.iter().map(|name| (*name).to_owned()).collect());
        for (claim, meant) in [
            (json!(["nurses", "wards"]), told(&["nurses", "wards"])),
            (json!("nurses"), told(&["nurses"])),
            (json!(["/nurses", "/kajo/wards"]), told(&["nurses", "kajo/wards"])),
            (json!("/nurses"), told(&["nurses"])),
            (json!([]), told(&[])),
            (json!(null), Groups::Malformed),
            (json!(7), Groups::Malformed),
            (json!({"nurses": true}), Groups::Malformed),
            (json!(["nurses", 7]), Groups::Malformed),
        ] {
            assert_eq!(Groups::of(Some(&claim)), meant, "{claim}");
        }
        assert_eq!(Groups::of(None), Groups::Untold);
    }
}
