//! Rules are pure: an aggregate's folder and a policy use the domain half of the chassis, their stored events and what is pure of
//! the standard library. No clock, no randomness, no IO.

use syn::{
    File, Item, UseTree,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::{Finding, line_of, services::Services};

/// Crates that aggregate folders and policies may use.
const PURE: [&str; 12] =
    ["chassis_domain", "kajo_proto", "fhir", "serde_json", "prost", "prost_types", "questionnaire", "thiserror", "std", "crate", "super", "self"];
/// Crates that do IO, or ask for time or chance: named in full they need no `use`.
const EFFECTS: [&str; 10] = ["sqlx", "tokio", "async_nats", "tonic", "axum", "reqwest", "rand", "chassis", "object_store", "tracing"];
/// Parts of the standard library that are not pure.
const IMPURE: [&str; 5] = ["fs", "net", "env", "time", "thread"];

pub(crate) fn check(name: &str, text: &str, file: &File, services: &Services) -> Vec<Finding> {
    if !is_domain(name, services) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for item in &file.items {
        let Item::Use(item) = item else { continue };
        let mut paths = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut paths);
        for path in paths {
            let own_module = file.items.iter().any(|other| matches!(other, Item::Mod(module) if Some(&module.ident.to_string()) == path.first()));
            if let Some(reason) = broken(&path).filter(|_| !own_module) {
                findings.push(Finding { file: name.to_owned(), line: line_of(text, path.last().map_or("use", String::as_str)), reason });
            }
        }
    }
    let mut paths = Paths { name, findings };
    paths.visit_file(file);
    paths.findings
}

/// Paths that are written out where they are used.
struct Paths<'a> {
    name: &'a str,
    findings: Vec<Finding>,
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let effect = words.len() > 1 && words.first().is_some_and(|first| EFFECTS.contains(&first.as_str()));
        let impure = words.first().is_some_and(|first| first == "std") && broken(&words).is_some();
        if effect || impure {
            let reason = format!("rules are pure: `{}` has no place here", words.join("::"));
            self.findings.push(Finding { file: self.name.to_owned(), line: path.span().start().line, reason });
        }
        visit::visit_path(self, path);
    }
}

/// The rooms of a service that do IO; they are called the same everywhere. Every other folder holds rules.
const ROOMS: [&str; 6] = ["projections", "consumers", "grpc", "adapters", "executors", "seed"];

/// A folder with an `Aggregate`, or a policy: `services/<service>/src/<folder>/..` without the rooms that do IO. Tests may use what
/// they like.
pub(crate) fn is_domain(name: &str, services: &Services) -> bool {
    let parts: Vec<_> = name.split('/').collect();
    let ["services", service, "src", folder, rest @ ..] = parts.as_slice() else { return false };
    let test = rest.last().is_some_and(|file| matches!(*file, "tests.rs" | "laws.rs" | "golden.rs"));
    !rest.is_empty() && !test && !ROOMS.contains(folder) && services.owners.contains(*service)
}

fn broken(path: &[String]) -> Option<String> {
    let first = path.first()?;
    if !PURE.contains(&first.as_str()) {
        return Some(format!("rules are pure: `{first}` has no place here"));
    }
    let second = path.get(1)?;
    (first == "std" && IMPURE.contains(&second.as_str())).then(|| format!("rules are pure: `std::{second}` has no place here"))
}

fn flatten(tree: &UseTree, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, paths);
            before.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, paths)),
        UseTree::Name(name) => paths.push(before.iter().cloned().chain([name.ident.to_string()]).collect()),
        UseTree::Rename(rename) => paths.push(before.iter().cloned().chain([rename.ident.to_string()]).collect()),
        UseTree::Glob(_) => paths.push(before.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn io_in_a_rule_is_found_and_elsewhere_it_is_none_of_our_business() -> syn::Result<()> {
        let text = "use sqlx::PgPool;\nuse std::{collections::BTreeMap, time::Instant};\nuse chassis_domain::Aggregate;";
        let file = syn::parse_file(text)?;
        let services = Services { owners: ["conversations".to_owned()].into(), crates: ["conversations".to_owned(), "gateway".to_owned()].into() };
        assert_eq!(check("services/conversations/src/conversation/decide.rs", text, &file, &services).len(), 2);
        let inline = "fn decide() {\n let at = std::time::Instant::now();\n let pool = sqlx::PgPool::connect(url);\n let all = Vec::new();\n}";
        assert_eq!(check("services/conversations/src/conversation/decide.rs", inline, &syn::parse_file(inline)?, &services).len(), 2);
        assert!(check("services/conversations/src/grpc/task.rs", text, &file, &services).is_empty());
        assert!(check("services/gateway/src/live/ring.rs", text, &file, &services).is_empty());
        assert!(check("services/conversations/src/conversation/tests.rs", text, &file, &services).is_empty());
        Ok(())
    }
}
