//! The comments of the contract, which are its documentation.

use prost_reflect::{FieldDescriptor, MessageDescriptor, MethodDescriptor};

/// The comment above a message, on one line.
pub(crate) fn of_message(message: &MessageDescriptor) -> String {
    at(&message.parent_file(), message.path())
}

/// The comment above a field, on one line.
pub(crate) fn of_field(field: &FieldDescriptor) -> String {
    at(&field.parent_file(), field.path())
}

/// The comment above a method, on one line.
pub(crate) fn of_method(method: &MethodDescriptor) -> String {
    at(&method.parent_file(), method.path())
}

fn at(file: &prost_reflect::FileDescriptor, path: &[i32]) -> String {
    file.file_descriptor_proto()
        .source_code_info
        .iter()
        .flat_map(|info| &info.location)
        .find(|location| location.path == path)
        .and_then(|location| location.leading_comments.as_deref())
        .map(|comment| comment.split_whitespace().collect::<Vec<_>>().join(" "))
        .unwrap_or_default()
}
