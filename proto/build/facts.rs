//! The table of published facts, and what they say of deletions.

use std::{collections::BTreeSet, fmt::Write, iter};

use anyhow::{Context, Result, bail};
use prost_reflect::{DescriptorPool, Kind, MessageDescriptor, Value};

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

/// Rust source of the match over message names in `deletion_veto`, and of the services and aggregates whose facts have it.
pub(crate) fn vetoes(pool: &DescriptorPool) -> Result<(String, String)> {
    let (fact, veto) = (options::extension(pool, "fact")?, options::extension(pool, "deletion_veto")?);
    let mut source = String::from("match message {\n");
    let mut vetoing = BTreeSet::new();
    for message in pool.all_messages() {
        let Some(option) = options::message(&message.options(), &veto) else { continue };
        let Some(fact) = options::message(&message.options(), &fact) else { bail!("{}: a deletion_veto stands at a fact", message.full_name()) };
        let aggregate = fact.get_field_by_name("aggregate").and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        vetoing.insert((message.package_name().split('.').nth(1).unwrap_or_default().replace('_', "-"), aggregate));
        let text = |field: &str| option.get_field_by_name(field).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        let change = options::enum_number(&option, "change");
        let person = match text("person").as_str() {
            "" => "None".to_owned(),
            name => format!("Some(fact.{})", field(&message, name)?),
        };
        let veto = format!("Veto {{ change: {change}, person: {person} }}");
        let told = match text("when").as_str() {
            "" => format!("Some({veto})"),
            name => {
                let others = option.get_field_by_name("or_is").map(|values| texts(&values)).unwrap_or_default();
                let values = iter::once(text("is")).chain(others).filter(|value| !value.is_empty());
                let values = values.map(|each| Ok(value(&message, name, &each)?.to_string())).collect::<Result<Vec<_>>>()?;
                format!("matches!(fact.{}, {}).then_some({veto})", field(&message, name)?, values.join(" | "))
            }
        };
        writeln!(
            source,
            "    \"{}\" => {{ {} crate::{}::{}::decode(payload)?; Ok({told}) }}",
            message.full_name(),
            if told.contains("fact.") { "let fact =" } else { "" },
            message.package_name().replace('.', "::"),
            message.name(),
        )?;
    }
    source.push_str("    _ => Ok(None),\n}\n");
    Ok((source, format!("&{:?}", vetoing.into_iter().collect::<Vec<_>>())))
}

/// The values of a field that repeats.
fn texts(values: &Value) -> Vec<String> {
    values.as_list().unwrap_or_default().iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
}

fn field<'n>(message: &MessageDescriptor, name: &'n str) -> Result<&'n str> {
    message.get_field_by_name(name).with_context(|| format!("{} has no field {name}", message.full_name()))?;
    Ok(name)
}

/// The number of an enum's value.
fn value(message: &MessageDescriptor, field: &str, name: &str) -> Result<i32> {
    let Some(Kind::Enum(definition)) = message.get_field_by_name(field).map(|field| field.kind()) else {
        bail!("{}.{field} is no enum", message.full_name())
    };
    Ok(definition.get_value_by_name(name).with_context(|| format!("{} has no value {name}", definition.full_name()))?.number())
}
