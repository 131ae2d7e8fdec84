//! Who may call what, and what is logged.

use std::fmt::Write;

use anyhow::{Context, Result};
use kajo_proto::{methods::METHODS, options::v1::Caller};
use prost_reflect::DescriptorPool;

use crate::comments;

const CALLERS: [Caller; 10] = [
    Caller::Anonymous,
    Caller::Visitor,
    Caller::Identified,
    Caller::Resident,
    Caller::PractitionerChoosing,
    Caller::Practitioner,
    Caller::ResponsibleUser,
    Caller::Administrator,
    Caller::Gateway,
    Caller::Service,
];

/// The page.
pub(crate) fn page(pool: &DescriptorPool) -> Result<String> {
    let mut page = String::from(
        "# RPCs\n\nMade from the contract by `./just catalogue`; do not edit. Whoever is not named is refused before a handler runs.\n\
         Rules that need the object (owner, participant, same queue) are in the service that owns it.\n",
    );
    for service in pool.services().filter(|service| service.package_name().starts_with("kajo.")) {
        write!(page, "\n## {}\n\n| Method | Callers | Domain | Logged | What it does |\n|---|---|---|---|---|\n", service.full_name())?;
        for descriptor in service.methods() {
            let method = METHODS
                .iter()
                .find(|method| method.service == service.full_name() && method.name == descriptor.name())
                .with_context(|| format!("{} is in no table", descriptor.full_name()))?;
            let callers: Vec<_> =
                CALLERS.iter().filter(|caller| method.allows(**caller)).map(|caller| plain(caller.as_str_name(), "CALLER_")).collect();
            writeln!(
                page,
                "| {}{} | {} | {} | {} | {} |",
                method.name,
                if method.command { " (command)" } else { "" },
                callers.join(", "),
                plain(method.domain().as_str_name(), "DOMAIN_"),
                plain(method.audit().as_str_name(), "AUDIT_KIND_"),
                comments::of_method(&descriptor),
            )?;
        }
    }
    Ok(page)
}

fn plain(name: &str, prefix: &str) -> String {
    name.trim_start_matches(prefix).to_lowercase().replace('_', " ")
}
