//! `Checked` for every message of the contract, from its field rules.

use std::fmt::Write;

use anyhow::{Result, bail};
use prost_reflect::{DescriptorPool, FieldDescriptor, Kind, MessageDescriptor};

use crate::options;

/// Rust source with one implementation per message of ours.
pub(crate) fn implementations(pool: &DescriptorPool) -> Result<String> {
    let mut source = String::new();
    for message in pool.all_messages() {
        if message.package_name().starts_with("kajo.") && !message.is_map_entry() {
            source.push_str(&implementation(pool, &message)?);
        }
    }
    Ok(source)
}

fn implementation(pool: &DescriptorPool, message: &MessageDescriptor) -> Result<String> {
    let mut body = String::new();
    for field in message.fields() {
        body.push_str(&field_checks(pool, &field)?);
    }
    let violations = if body.is_empty() { "_violations" } else { "violations" };
    Ok(format!("impl Checked for {} {{\n    fn check(&self, {violations}: &mut Violations) {{\n{body}    }}\n}}\n", rust_path(message)))
}

fn field_checks(pool: &DescriptorPool, field: &FieldDescriptor) -> Result<String> {
    let mut source = String::new();
    let name = rust_field(field.name());
    let shown = field.name();
    let in_oneof = field.containing_oneof().is_some();
    if let Some(rules) = options::message(&field.options(), &options::extension(pool, "rules")?) {
        let (required, uuid, defined) =
            (options::number(&rules, "required") == 1, options::number(&rules, "uuid") == 1, options::number(&rules, "defined") == 1);
        let (max_chars, max_items, max) =
            (options::number(&rules, "max_chars"), options::number(&rules, "max_items"), options::number(&rules, "max"));
        if in_oneof {
            bail!("{}: rules inside a oneof are not supported", field.full_name());
        }
        if field.is_list() {
            writeln!(source, "        rules::list(violations, \"{shown}\", self.{name}.len(), {required}, {max_items});")?;
            if matches!(field.kind(), Kind::String) {
                writeln!(source, "        for item in &self.{name} {{ rules::text(violations, \"{shown}\", item, false, {uuid}, {max_chars}); }}")?;
            }
        } else {
            match field.kind() {
                Kind::String => {
                    writeln!(source, "        rules::text(violations, \"{shown}\", &self.{name}, {required}, {uuid}, {max_chars});")?;
                }
                Kind::Message(inner) => {
                    writeln!(source, "        rules::list(violations, \"{shown}\", usize::from(self.{name}.is_some()), {required}, 0);")?;
                    if max_chars > 0 {
                        source.push_str(&languages(&name, shown, &inner, max_chars)?);
                    }
                }
                Kind::Bytes => writeln!(source, "        rules::list(violations, \"{shown}\", self.{name}.len(), {required}, {max_items});")?,
                Kind::Enum(definition) if defined => {
                    let known: Vec<i32> = definition.values().map(|value| value.number()).filter(|number| *number != 0).collect();
                    writeln!(source, "        rules::defined(violations, \"{shown}\", self.{name}, &{known:?});")?;
                }
                Kind::Uint32 | Kind::Uint64 => writeln!(source, "        rules::number(violations, \"{shown}\", u64::from(self.{name}), {max});")?,
                other => bail!("{}: no rules exist for {other:?}", field.full_name()),
            }
        }
    }
    if let Kind::Message(inner) = field.kind()
        && inner.package_name().starts_with("kajo.")
        && !field.is_map()
        && !in_oneof
    {
        let each = if field.is_list() { format!("for inner in &self.{name}") } else { format!("if let Some(inner) = &self.{name}") };
        writeln!(source, "        {each} {{ violations.within(\"{shown}\", |violations| inner.check(violations)); }}")?;
    }
    Ok(source)
}

/// A bound on each language of a text that is written in several: tighter than the one of the message itself.
fn languages(name: &str, shown: &str, texts: &MessageDescriptor, max_chars: u64) -> Result<String> {
    let mut checks = String::new();
    for language in texts.fields().filter(|field| field.kind() == Kind::String) {
        let language = language.name();
        write!(checks, " rules::text(violations, \"{language}\", &texts.{language}, false, false, {max_chars});")?;
    }
    Ok(format!("        if let Some(texts) = &self.{name} {{ violations.within(\"{shown}\", |violations| {{{checks} }}); }}\n"))
}

/// The path that prost gives a message, from this crate's root.
pub(crate) fn rust_path(message: &MessageDescriptor) -> String {
    let mut parts = vec![message.name().to_owned()];
    let mut parent = message.parent_message();
    while let Some(outer) = parent {
        parts.insert(0, snake(outer.name()));
        parent = outer.parent_message();
    }
    format!("crate::{}::{}", message.package_name().replace('.', "::"), parts.join("::"))
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

pub(crate) fn rust_field(name: &str) -> String {
    if matches!(name, "type" | "ref" | "move" | "match" | "self") { format!("r#{name}") } else { name.to_owned() }
}
