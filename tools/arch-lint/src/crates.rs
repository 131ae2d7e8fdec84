//! Services know each other through the contract alone, and nothing that is shipped knows the simulators.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::Result;

use crate::{Finding, services::Services};

pub(crate) fn check(root: &Path, services: &Services) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for name in services.crates.iter().filter(|name| *name != "simulators") {
        let file = format!("services/{name}/Cargo.toml");
        findings.extend(in_manifest(&file, name, &fs::read_to_string(root.join(&file))?, &services.owners));
    }
    Ok(findings)
}

fn in_manifest(file: &str, name: &str, text: &str, owners: &BTreeSet<String>) -> Vec<Finding> {
    let shipped = text.split("[dev-dependencies]").next().unwrap_or_default();
    let mut findings = Vec::new();
    for (number, line) in shipped.lines().enumerate() {
        let Some(dependency) = line.split(['.', ' ', '=']).next().filter(|word| !word.is_empty()) else { continue };
        let reason = if dependency == "simulators" {
            "the simulators are never shipped"
        } else if owners.contains(dependency) && name != "platform" && name != dependency && line.contains("workspace") {
            "services know each other through the contract alone"
        } else if name == "chassis-domain" && matches!(dependency, "tokio" | "sqlx" | "chassis") {
            "the domain half of the chassis does no IO"
        } else {
            continue;
        };
        findings.push(Finding { file: file.to_owned(), line: number + 1, reason: reason.to_owned() });
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_that_leans_on_another_is_found() {
        let manifest = "[dependencies]\nidentity.workspace = true\n[dev-dependencies]\nsimulators.workspace = true\n";
        let owners = BTreeSet::from(["identity", "conversations", "survey"].map(str::to_owned));
        assert_eq!(in_manifest("services/conversations/Cargo.toml", "conversations", manifest, &owners).len(), 1);
        assert_eq!(in_manifest("services/survey/Cargo.toml", "survey", manifest, &owners).len(), 1, "also in one that is new");
        assert!(in_manifest("services/platform/Cargo.toml", "platform", manifest, &owners).is_empty());
    }
}
