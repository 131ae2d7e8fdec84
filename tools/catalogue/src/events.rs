//! The event catalogue: every published fact with its subject, fields and an example.

use std::fmt::Write;

use anyhow::{Context, Result};
use kajo_proto::facts::FACTS;
use prost_reflect::{DescriptorPool, FieldDescriptor, Kind};

use crate::comments;

/// The page.
pub(crate) fn page(pool: &DescriptorPool) -> Result<String> {
    let mut page = String::from(
        "# Event catalogue\n\nMade from the contract by `./just catalogue`; do not edit.\n\n\
         Published facts are thin: ids, types, times and enumerations. No personal data and no free text travel on the bus.\n\
         Each fact is one protobuf message on the subject `kajo.<service>.<aggregate>.<Event>.<id>`, in the JetStream stream of its\n\
         service. Headers: `ce-id`, `ce-type`, `ce-source`, `ce-subject`, `ce-time` (CloudEvents), `kajo-fact-no` (1, 2, 3 .. per\n\
         aggregate: the order to apply, and what makes applying idempotent), `kajo-incarnation` (which rebuild of the bus),\n\
         `kajo-epoch` (grows when the publishing store was put back from a backup: numbers from `kajo-epoch-first` on are given again, and\n\
         whoever has counted them starts over there), `kajo-audience` (who may be told by live update) and `traceparent`.\n",
    );
    let mut facts: Vec<_> = FACTS.iter().collect();
    facts.sort_by_key(|fact| fact.message);
    for fact in facts {
        let message = pool.get_message_by_name(fact.message).with_context(|| format!("{} is gone", fact.message))?;
        let service = service_of(fact.package);
        write!(
            page,
            "\n## {}\n\n{}\n\nSubject `kajo.{service}.{}.{}.<{} id>`, message `{}`.\n\n| Field | Type | Meaning |\n|---|---|---|\n",
            fact.name,
            comments::of_message(&message),
            fact.aggregate,
            fact.name,
            fact.aggregate,
            fact.message,
        )?;
        for field in message.fields() {
            writeln!(page, "| `{}` | {} | {} |", field.name(), type_of(&field), comments::of_field(&field))?;
        }
        let example: Vec<_> = message.fields().map(|field| format!("  \"{}\": {}", field.json_name(), example_of(&field))).collect();
        write!(page, "\n```json\n{{\n{}\n}}\n```\n", example.join(",\n"))?;
    }
    Ok(page)
}

/// `conversations` of `kajo.conversations.v1`.
fn service_of(package: &str) -> &str {
    package.split('.').nth(1).unwrap_or(package)
}

fn type_of(field: &FieldDescriptor) -> String {
    let kind = match field.kind() {
        Kind::Enum(definition) => definition.name().to_owned(),
        Kind::Message(definition) => definition.name().to_owned(),
        other => format!("{other:?}").to_lowercase(),
    };
    if field.is_list() { format!("list of {kind}") } else { kind }
}

fn example_of(field: &FieldDescriptor) -> String {
    let one = match field.kind() {
        Kind::String if field.name().ends_with("_id") || field.name().ends_with("_ids") => "\"01938e3a-5c1e-7d4b-9a77-2f5f3c1b8e10\"".to_owned(),
        Kind::String | Kind::Bytes => "\"..\"".to_owned(),
        Kind::Bool => "true".to_owned(),
        Kind::Enum(definition) => {
            let shown = definition.values().find(|value| value.number() == 1).unwrap_or_else(|| definition.default_value());
            format!("\"{}\"", shown.name())
        }
        Kind::Message(definition) if definition.full_name() == "google.protobuf.Timestamp" => "\"2026-11-20T09:30:00Z\"".to_owned(),
        Kind::Message(_) => "{}".to_owned(),
        Kind::Int64 | Kind::Uint64 => "\"1\"".to_owned(),
        _ => "1".to_owned(),
    };
    if field.is_list() { format!("[{one}]") } else { one }
}
