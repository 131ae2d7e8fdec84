//! Finds the id of what a request touches: the field that the method's `audit` option names, read from the encoded
//! request, so that no handler has to remember it.

use std::{collections::HashMap, sync::LazyLock};

use bytes::Buf;
use kajo_proto::methods::Method;
use prost::{
    Message,
    encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field},
};
use prost_types::FileDescriptorSet;
use uuid::Uuid;

/// Field numbers by method path.
static FIELDS: LazyLock<HashMap<String, u32>> = LazyLock::new(|| fields().unwrap_or_default());

/// What kind of thing the method touches: the name of its field without `_id`.
pub(super) fn kind(method: &'static Method) -> &'static str {
    method.audit_object.strip_suffix("_id").unwrap_or(method.audit_object)
}

/// The id in the request, when the method names one and it is an id.
pub(super) fn id(method: &Method, request: &impl Message) -> Option<Uuid> {
    let wanted = *FIELDS.get(method.path)?;
    let encoded = request.encode_to_vec();
    let mut rest = encoded.as_slice();
    let mut found = None;
    while rest.has_remaining() {
        let (number, wire) = decode_key(&mut rest).ok()?;
        if number == wanted && wire == WireType::LengthDelimited {
            let length = usize::try_from(decode_varint(&mut rest).ok()?).ok()?;
            let (value, behind) = rest.split_at_checked(length)?;
            found = std::str::from_utf8(value).ok().and_then(|text| Uuid::try_parse(text).ok());
            rest = behind;
        } else {
            skip_field(wire, number, &mut rest, DecodeContext::default()).ok()?;
        }
    }
    found
}

fn fields() -> Option<HashMap<String, u32>> {
    let set = FileDescriptorSet::decode(kajo_proto::DESCRIPTORS).ok()?;
    let mut messages = HashMap::new();
    for file in &set.file {
        for message in &file.message_type {
            messages.insert(format!(".{}.{}", file.package(), message.name()), message);
        }
    }
    let mut fields = HashMap::new();
    for file in &set.file {
        for service in &file.service {
            for method in &service.method {
                let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                let Some(known) = kajo_proto::methods::find(&path).filter(|known| !known.audit_object.is_empty()) else { continue };
                let input = messages.get(method.input_type());
                let field = input.and_then(|input| input.field.iter().find(|field| field.name() == known.audit_object));
                if let Some(number) = field.and_then(|field| u32::try_from(field.number()).ok()) {
                    fields.insert(path, number);
                }
            }
        }
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use kajo_proto::{conversations::v1::WriteMessageRequest, methods};

    use super::*;

    #[test]
    fn every_method_that_names_an_object_has_its_field() {
        for method in methods::METHODS.iter().filter(|method| !method.audit_object.is_empty()) {
            assert!(FIELDS.contains_key(method.path), "{}", method.path);
        }
    }

    #[test]
    fn the_id_of_what_is_touched_is_found_in_the_request() {
        let method = methods::find("/kajo.conversations.v1.ConversationService/WriteMessage").unwrap();
        let wanted = Uuid::from_u128(7);
        let request = WriteMessageRequest { conversation_id: wanted.to_string(), text: "x".to_owned(), ..WriteMessageRequest::default() };
        assert_eq!((kind(method), id(method, &request)), ("conversation", Some(wanted)));
    }
}
