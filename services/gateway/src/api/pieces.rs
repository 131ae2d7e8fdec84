//! A file as the messages of `UploadAttachment`: first the head, then the file in pieces. A file that breaks off ends the
//! call with an error, so that the service never takes a part for the whole.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use axum::body::Body;
use bytes::{BufMut, Bytes, BytesMut};
use http_body::Frame;
use http_body_util::BodyExt;
use kajo_proto::conversations::v1::{UploadAttachmentRequest, UploadHead, upload_attachment_request::Part};
use prost::Message;
use tonic::{Code, Status};

use crate::{refusal, rpc::unavailable};

/// No file is larger, whatever the settings of the service say.
pub(crate) const LARGEST_FILE: u64 = 512 << 20;
/// The largest piece handed on, in bytes.
const PIECE: usize = 64 << 10;

/// The body of an upload on its way to the service.
pub(super) struct Pieces {
    head: Option<Bytes>,
    file: Body,
    /// What came and was not handed on yet.
    left: Bytes,
    taken: u64,
}

impl Pieces {
    pub(super) fn new(head: UploadHead, file: Body) -> Self {
        let head = framed(&UploadAttachmentRequest { part: Some(Part::Head(head)) });
        Self { head: Some(head), file, left: Bytes::new(), taken: 0 }
    }
}

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if let Some(head) = self.head.take() {
            return Poll::Ready(Some(Ok(Frame::data(head))));
        }
        while self.left.is_empty() {
            match ready!(Pin::new(&mut self.file).poll_frame(cx)) {
                Some(Ok(frame)) => self.left = frame.into_data().unwrap_or_default(),
                Some(Err(_)) => return Poll::Ready(Some(Err(refusal::status(Code::Cancelled, "upload_interrupted")))),
                None => return Poll::Ready(None),
            }
        }
        let length = self.left.len().min(PIECE);
        self.taken += length as u64;
        if self.taken > LARGEST_FILE {
            return Poll::Ready(Some(Err(refusal::status(Code::ResourceExhausted, "body_too_large"))));
        }
        let chunk = self.left.split_to(length);
        Poll::Ready(Some(Ok(Frame::data(framed(&UploadAttachmentRequest { part: Some(Part::Chunk(chunk)) })))))
    }
}

/// A message with its prefix: not compressed, its length.
fn framed(message: &impl Message) -> Bytes {
    let length = message.encoded_len();
    let mut frame = BytesMut::with_capacity(length + 5);
    frame.put_u8(0);
    frame.put_u32(u32::try_from(length).unwrap_or(u32::MAX));
    frame.extend_from_slice(&message.encode_to_vec());
    frame.freeze()
}

/// The one message of an answer, or the status that came instead.
pub(super) async fn only_message<M: Message + Default>(answered: http::Response<tonic::body::Body>) -> Result<M, Status> {
    let (head, body) = answered.into_parts();
    if let Some(status) = Status::from_header_map(&head.headers) {
        return Err(if status.code() == Code::Ok { unavailable() } else { status });
    }
    let collected = body.collect().await?;
    let status = collected.trailers().and_then(Status::from_header_map).ok_or_else(unavailable)?;
    if status.code() != Code::Ok {
        return Err(status);
    }
    let frame = collected.to_bytes();
    frame.get(5..).and_then(|message| M::decode(message).ok()).ok_or_else(unavailable)
}
