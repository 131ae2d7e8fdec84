//! Which fields a protobuf message holds, seen from its bytes alone.

use std::collections::BTreeSet;

use bytes::Buf;
use prost::encoding::{WireType, decode_key, decode_varint};

/// No message of ours has a field beyond it; bytes that are no message are soon found out by it.
const HIGHEST: u32 = 100;

/// The numbers of the fields that a payload holds, those of messages inside it behind a point: `1`, `3.2`.
pub(super) fn fields(payload: &[u8]) -> BTreeSet<String> {
    walk(payload).unwrap_or_default()
}

/// `None` when it is no message.
fn walk(mut payload: &[u8]) -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    while payload.has_remaining() {
        let (number, wire) = decode_key(&mut payload).ok()?;
        let length = match wire {
            WireType::Varint => {
                decode_varint(&mut payload).ok()?;
                0
            }
            WireType::SixtyFourBit => 8,
            WireType::ThirtyTwoBit => 4,
            WireType::LengthDelimited => usize::try_from(decode_varint(&mut payload).ok()?).ok()?,
            WireType::StartGroup | WireType::EndGroup => return None,
        };
        let value = payload.get(..length).filter(|_| number <= HIGHEST)?;
        let inside = if wire == WireType::LengthDelimited && !is_text(value) { walk(value) } else { None };
        found.extend(inside.unwrap_or_default().into_iter().map(|inner| format!("{number}.{inner}")));
        found.insert(number.to_string());
        payload.advance(length);
    }
    Some(found)
}

/// A message that holds anything has a byte that no text of ours has: the number of its first field, or a length.
fn is_text(value: &[u8]) -> bool {
    std::str::from_utf8(value).is_ok_and(|text| !text.chars().any(char::is_control))
}

#[cfg(test)]
mod tests {
    use kajo_proto::conversations::store::v1::{Audience, ConversationTaken, Represented};
    use prost::Message;

    use super::*;

    #[test]
    fn fields_are_found_in_messages_inside_messages_and_not_in_texts() {
        let represented = Represented { person_id: "a".to_owned(), guardians: true, ..Represented::default() };
        let audience =
            Audience { person_ids: vec!["0198c0de-0000-7000-8000-000000000001".to_owned()], represented: Some(represented), ..Audience::default() };
        let taken = ConversationTaken { by: "(a text)".to_owned(), audience: Some(audience), ..ConversationTaken::default() };
        let expected = ["1", "15", "15.1", "15.3", "15.3.1", "15.3.4"].map(str::to_owned);
        assert_eq!(fields(&taken.encode_to_vec()), expected.into());
    }
}
