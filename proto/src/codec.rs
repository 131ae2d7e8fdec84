//! The codec under every RPC: protobuf, and the field rules checked as soon as a message is decoded.

use std::{collections::HashMap, marker::PhantomData};

use bytes::Buf;
use prost::Message;
use tonic::{
    Code, Status,
    codec::{BufferSettings, Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

use crate::rules::{Checked, Violation, Violations};

/// Protobuf with checked requests.
#[derive(Debug)]
pub struct CheckedCodec<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for CheckedCodec<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T, U> Codec for CheckedCodec<T, U>
where
    T: Message + Send + 'static,
    U: Message + Checked + Default + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = PlainEncoder<T>;
    type Decoder = CheckedDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        PlainEncoder(PhantomData)
    }

    fn decoder(&mut self) -> Self::Decoder {
        CheckedDecoder(PhantomData)
    }
}

/// Encodes protobuf.
#[derive(Debug)]
pub struct PlainEncoder<T>(PhantomData<T>);

impl<T: Message> Encoder for PlainEncoder<T> {
    type Item = T;
    type Error = Status;

    fn encode(&mut self, item: T, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.reserve(item.encoded_len());
        item.encode(buffer).map_err(|_| Status::internal("the answer did not fit its buffer"))
    }

    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::default()
    }
}

/// Decodes protobuf and checks the rules.
#[derive(Debug)]
pub struct CheckedDecoder<U>(PhantomData<U>);

impl<U: Message + Checked + Default> Decoder for CheckedDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        let decoded = U::decode(&mut *buffer);
        // A message that fails half way must not leave its rest to be read as the next one.
        buffer.advance(buffer.remaining());
        let message = decoded.map_err(|_| malformed())?;
        let mut violations = Violations::default();
        message.check(&mut violations);
        let violations = violations.into_inner();
        if violations.is_empty() { Ok(Some(message)) } else { Err(invalid(violations)) }
    }

    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::default()
    }
}

/// The bytes are no message of the contract.
fn malformed() -> Status {
    let details = ErrorDetails::with_error_info("malformed", "kajo", []);
    Status::with_error_details(Code::InvalidArgument, "malformed", details)
}

/// `INVALID_ARGUMENT` with reason `invalid`, one violation per broken rule. The texts that people read are the apps'.
pub fn invalid(violations: Vec<Violation>) -> Status {
    let bounds: HashMap<_, _> =
        violations.iter().filter_map(|violation| violation.bound).take(1).map(|bound| ("max".to_owned(), bound.to_string())).collect();
    let mut details = ErrorDetails::with_error_info("invalid", "kajo", bounds);
    let violations: Vec<_> = violations
        .into_iter()
        .map(|violation| FieldViolation { reason: violation.reason.to_owned(), ..FieldViolation::new(violation.field, "") })
        .collect();
    details.set_bad_request(violations);
    Status::with_error_details(Code::InvalidArgument, "invalid", details)
}
