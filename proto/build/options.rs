//! Reads our own method and field options off descriptors.

use anyhow::{Context, Result};
use prost_reflect::{DescriptorPool, DynamicMessage, ExtensionDescriptor, Value};

/// Looks up one extension of `kajo.options.v1`.
pub(crate) fn extension(pool: &DescriptorPool, name: &str) -> Result<ExtensionDescriptor> {
    pool.get_extension_by_name(&format!("kajo.options.v1.{name}")).with_context(|| format!("option {name} is not in the contract"))
}

/// The option as a message, when it is set.
pub(crate) fn message(options: &DynamicMessage, extension: &ExtensionDescriptor) -> Option<DynamicMessage> {
    options.has_extension(extension).then(|| options.get_extension(extension).as_message().cloned()).flatten()
}

/// The enum number in a field of an option message.
pub(crate) fn enum_number(message: &DynamicMessage, field: &str) -> i32 {
    message.get_field_by_name(field).and_then(|value| value.as_enum_number()).unwrap_or_default()
}

/// The enum numbers in a list of an option message.
pub(crate) fn enum_numbers(message: &DynamicMessage, field: &str) -> Vec<i32> {
    let list = message.get_field_by_name(field).and_then(|value| value.as_list().map(<[_]>::to_vec)).unwrap_or_default();
    list.iter().filter_map(Value::as_enum_number).collect()
}

/// The text in a field of an option message.
pub(crate) fn text(message: &DynamicMessage, field: &str) -> String {
    message.get_field_by_name(field).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A number or flag in a field of an option message; flags count as 0 and 1.
pub(crate) fn number(message: &DynamicMessage, field: &str) -> u64 {
    match message.get_field_by_name(field).as_deref() {
        Some(Value::Bool(flag)) => u64::from(*flag),
        Some(Value::U32(number)) => u64::from(*number),
        Some(Value::U64(number)) => *number,
        _ => 0,
    }
}
