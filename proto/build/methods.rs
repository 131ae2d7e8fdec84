//! The table of methods with what each declares about access, audit and how often it may be called.

use std::fmt::Write;

use anyhow::{Result, bail};
use prost_reflect::{DescriptorPool, MethodDescriptor};

use crate::{options, panels};

/// Rust source of `METHODS`. A method of ours without access or audit is an error.
pub(crate) fn table(pool: &DescriptorPool) -> Result<String> {
    let mut source = String::from("&[\n");
    for service in pool.services().filter(|service| service.package_name().starts_with("kajo.")) {
        for method in service.methods() {
            source.push_str(&row(pool, &method)?);
        }
    }
    source.push_str("]\n");
    Ok(source)
}

fn row(pool: &DescriptorPool, method: &MethodDescriptor) -> Result<String> {
    let own = method.options();
    let Some(access) = options::message(&own, &options::extension(pool, "access")?) else {
        bail!("{} declares no access: add option (kajo.options.v1.access)", method.full_name());
    };
    let Some(audit) = options::message(&own, &options::extension(pool, "audit")?) else {
        bail!("{} declares no audit: add option (kajo.options.v1.audit)", method.full_name());
    };
    let panel = options::text(&access, "panel");
    let callers = match (options::enum_numbers(&access, "callers"), panel.as_str()) {
        (callers, "") => callers,
        (callers, panel) if callers.is_empty() => panels::of(pool, panel)?.callers(options::number(&access, "edits") == 1),
        _ => bail!("{}: callers or a panel, not both", method.full_name()),
    };
    let at_work = options::number(&access, "at_work") == 1;
    let domain = options::enum_number(&access, "domain");
    let kind = options::enum_number(&audit, "kind");
    if callers.is_empty() || callers.contains(&0) || domain == 0 || kind == 0 {
        bail!("{}: callers, domain and audit kind must all be given", method.full_name());
    }
    let object = options::text(&audit, "object");
    if !object.is_empty() && method.input().get_field_by_name(&object).is_none() {
        bail!("{}: audit names {object}, which is no field of the request", method.full_name());
    }
    let command = own.get_extension(&options::extension(pool, "command")?).as_bool().unwrap_or_default();
    if command && kind == 1 {
        bail!("{}: a command must be audited", method.full_name());
    }
    let address_limit = own.get_extension(&options::extension(pool, "address_limit")?).as_enum_number().unwrap_or_default();
    let service = method.parent_service();
    let mut source = String::new();
    writeln!(
        source,
        "    Method {{ path: \"/{}/{}\", service: \"{}\", name: \"{}\", package: \"{}\", callers: &{callers:?}, domain: {domain}, audit: {kind}, \
         audit_object: \"{object}\", panel: \"{panel}\", at_work: {at_work}, command: {command}, address_limit: {address_limit}, \
         client_streaming: {}, server_streaming: {} }},",
        service.full_name(),
        method.name(),
        service.full_name(),
        method.name(),
        service.package_name(),
        method.is_client_streaming(),
        method.is_server_streaming(),
    )?;
    Ok(source)
}
