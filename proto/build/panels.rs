//! The table of the admin panel's modules, with who may open and who may edit each.

use std::fmt::Write;

use anyhow::{Context, Result, bail};
use prost_reflect::{DescriptorPool, EnumValueDescriptor};

use crate::options;

const PANEL: &str = "kajo.identity.v1.Panel";

/// Administrators may what responsible users may.
const ADMINISTRATOR: i32 = 6;
const RESPONSIBLE_USER: i32 = 5;

/// Who may do what in a panel, as numbers of callers.
pub(crate) struct Rights {
    open: Vec<i32>,
    edit: Vec<i32>,
}

impl Rights {
    /// Who may call a method of the panel.
    pub(crate) fn callers(self, edits: bool) -> Vec<i32> {
        if edits { self.edit } else { self.open }
    }
}

/// The rights in the panel of this name.
pub(crate) fn of(pool: &DescriptorPool, name: &str) -> Result<Rights> {
    let panels = pool.get_enum_by_name(PANEL).with_context(|| format!("{PANEL} is not in the contract"))?;
    let panel = panels.get_value_by_name(name).with_context(|| format!("{name} is no {PANEL}"))?;
    rights(pool, &panel)
}

/// Rust source of `PANELS`. A panel without rights is an error.
pub(crate) fn table(pool: &DescriptorPool) -> Result<String> {
    let panels = pool.get_enum_by_name(PANEL).with_context(|| format!("{PANEL} is not in the contract"))?;
    let mut source = String::from("&[\n");
    for panel in panels.values().filter(|panel| panel.number() != 0) {
        let Rights { open, edit } = rights(pool, &panel)?;
        writeln!(source, "    PanelRights {{ panel: {}, open: &{open:?}, edit: &{edit:?} }},", panel.number())?;
    }
    source.push_str("]\n");
    Ok(source)
}

fn rights(pool: &DescriptorPool, panel: &EnumValueDescriptor) -> Result<Rights> {
    let Some(rights) = options::message(&panel.options(), &options::extension(pool, "panel")?) else {
        bail!("{} declares no rights: add option (kajo.options.v1.panel)", panel.full_name());
    };
    let from = |field| match options::enum_number(&rights, field) {
        0 => Ok(Vec::new()),
        RESPONSIBLE_USER => Ok(vec![RESPONSIBLE_USER, ADMINISTRATOR]),
        ADMINISTRATOR => Ok(vec![ADMINISTRATOR]),
        _ => bail!("{}: {field} names who is no keeper of the admin panel", panel.full_name()),
    };
    let (open, edit) = (from("open")?, from("edit")?);
    if open.is_empty() || edit.iter().any(|caller| !open.contains(caller)) {
        bail!("{}: who may edit must be able to open", panel.full_name());
    }
    Ok(Rights { open, edit })
}
