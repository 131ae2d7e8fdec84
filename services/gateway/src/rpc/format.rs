//! gRPC-Web as it comes in: one message in a length-prefixed frame, plain or in base64.

use axum::body::Body;
use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use tokio::time::{Duration, Instant, timeout_at};
use tonic::Code;

use crate::{limits::unread, refusal::Refusal};

/// Standard base64; an encoder may leave out the padding.
pub(crate) const BASE64: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent));

/// Flag and length in front of a message.
const PREFIX: usize = 5;

/// How much of a body that is too large is read and thrown away, so that the sender sees the answer and not a reset.
const DRAINED_BYTES: usize = 64 << 20;
const DRAINED_FOR: Duration = Duration::from_secs(5);

/// The two encodings of gRPC-Web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Binary,
    Text,
}

impl Format {
    /// The format of a content type without its parameters.
    pub(crate) fn of(content_type: &str) -> Option<Self> {
        match content_type {
            "application/grpc-web" | "application/grpc-web+proto" => Some(Self::Binary),
            "application/grpc-web-text" | "application/grpc-web-text+proto" => Some(Self::Text),
            _ => None,
        }
    }

    /// The content type of the answer.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Binary => "application/grpc-web+proto",
            Self::Text => "application/grpc-web-text+proto",
        }
    }

    /// How many bytes a body of `plain` bytes has in this format.
    fn encoded(self, plain: usize) -> usize {
        match self {
            Self::Binary => plain,
            Self::Text => plain.div_ceil(3) * 4,
        }
    }
}

/// Reads the one framed message of a request; `limit` is the most bytes that the message may have.
pub(crate) async fn read(body: Body, format: Format, limit: usize) -> Result<Bytes, Refusal> {
    let raw = collect(body, format.encoded(limit + PREFIX)).await?;
    let frame = match format {
        Format::Binary => raw,
        Format::Text => BASE64.decode(&raw).map_err(|_| malformed())?.into(),
    };
    match frame.get(..PREFIX) {
        Some([0, length @ ..]) => {
            let length = length.iter().fold(0_usize, |sum, byte| (sum << 8) | usize::from(*byte));
            if length > limit {
                Err(too_large())
            } else if frame.len() - PREFIX == length {
                Ok(frame)
            } else {
                Err(malformed())
            }
        }
        _ => Err(malformed()),
    }
}

/// Reads a body of at most so many bytes.
pub(crate) async fn collect(mut body: Body, limit: usize) -> Result<Bytes, Refusal> {
    let mut first: Option<Bytes> = None;
    let mut more = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| unread(&error))?.into_data() else { continue };
        let have = first.as_ref().map_or(0, Bytes::len) + more.len();
        if have + data.len() > limit {
            drain(body).await;
            return Err(too_large());
        }
        if first.is_none() { first = Some(data) } else { more.extend_from_slice(&data) }
    }
    let first = first.unwrap_or_default();
    if more.is_empty() {
        return Ok(first);
    }
    let mut whole = BytesMut::with_capacity(first.len() + more.len());
    whole.extend_from_slice(&first);
    whole.extend_from_slice(&more);
    Ok(whole.freeze())
}

/// Throws away what still comes, within bounds.
pub(crate) async fn drain(mut body: Body) {
    let until = Instant::now() + DRAINED_FOR;
    let mut left = DRAINED_BYTES;
    while left > 0 {
        let Ok(Some(Ok(frame))) = timeout_at(until, body.frame()).await else { return };
        left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
    }
}

fn malformed() -> Refusal {
    Refusal::new(Code::InvalidArgument, "malformed")
}

pub(crate) fn too_large() -> Refusal {
    Refusal::new(Code::ResourceExhausted, "body_too_large")
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn reason(body: impl Into<Body>, format: Format) -> String {
        read(body.into(), format, 16).await.expect_err("must be refused").reason()
    }

    #[tokio::test]
    async fn one_message_comes_through_in_both_formats() {
        let frame = [0, 0, 0, 0, 2, 8, 1];
        assert_eq!(read(frame.to_vec().into(), Format::Binary, 16).await.unwrap(), frame.as_slice());
        assert_eq!(read(BASE64.encode(frame).into(), Format::Text, 16).await.unwrap(), frame.as_slice());
        assert_eq!(read("AAAAAAIIAQ".into(), Format::Text, 16).await.unwrap(), frame.as_slice());
    }

    #[tokio::test]
    async fn everything_else_is_malformed_or_too_large() {
        assert_eq!(reason("", Format::Binary).await, "malformed");
        assert_eq!(reason("%%%%", Format::Text).await, "malformed");
        assert_eq!(reason(vec![1, 0, 0, 0, 0], Format::Binary).await, "malformed");
        assert_eq!(reason(vec![0, 0, 0, 0, 3, 8, 1], Format::Binary).await, "malformed");
        assert_eq!(reason(vec![0, 0, 0, 0, 0, 0, 0, 0, 0, 0], Format::Binary).await, "malformed");
        assert_eq!(reason(vec![0, 0, 0, 0, 17], Format::Binary).await, "body_too_large");
        assert_eq!(reason(vec![0; 40], Format::Binary).await, "body_too_large");
    }
}
