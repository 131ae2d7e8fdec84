//! The table of published facts.

use std::fmt::Write;

use anyhow::Result;
use prost_reflect::DescriptorPool;

use crate::options;

/// Rust source of `FACTS`.
pub(crate) fn table(pool: &DescriptorPool) -> Result<String> {
    let fact = options::extension(pool, "fact")?;
    let mut source = String::from("&[\n");
    for message in pool.all_messages() {
        let Some(option) = options::message(&message.options(), &fact) else { continue };
        let aggregate = option.get_field_by_name("aggregate").and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        writeln!(
            source,
            "    Fact {{ message: \"{}\", package: \"{}\", name: \"{}\", aggregate: \"{aggregate}\" }},",
            message.full_name(),
            message.package_name(),
            message.name(),
        )?;
    }
    source.push_str("]\n");
    Ok(source)
}
