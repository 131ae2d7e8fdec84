//! `NamedFields` for what is kept in the admin panel: every message that is called `..Details`.

use std::fmt::Write;

use anyhow::Result;
use prost_reflect::DescriptorPool;

use crate::checks::{rust_field, rust_path};

/// Rust source with one implementation per message.
pub(crate) fn implementations(pool: &DescriptorPool) -> Result<String> {
    let mut source = String::new();
    for message in pool.all_messages().filter(|message| message.package_name().starts_with("kajo.") && message.name().ends_with("Details")) {
        let names: Vec<_> = message.fields().map(|field| field.name().to_owned()).collect();
        writeln!(source, "impl NamedFields for {} {{", rust_path(&message))?;
        writeln!(source, "    const FIELDS: &'static [&'static str] = &{names:?};")?;
        writeln!(source, "    fn set(&mut self, field: &str, from: &Self) {{")?;
        for name in &names {
            let field = rust_field(name);
            writeln!(source, "        if field == \"{name}\" {{\n            self.{field}.clone_from(&from.{field});\n        }}")?;
        }
        writeln!(source, "    }}\n}}")?;
    }
    Ok(source)
}
