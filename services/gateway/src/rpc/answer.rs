//! gRPC-Web as it goes out: the frames of the service unchanged, the trailers as a last frame of their own. What is
//! ready at once leaves in one piece, so that the answer to a plain call is one write.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use base64::Engine;
use bytes::{BufMut, Bytes, BytesMut};
use http::{HeaderMap, HeaderName};
use http_body::{Body, Frame};
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::{Code, Status};

use super::format::{BASE64, Format};
use crate::{access_log::Line, limits::Running, refusal};

/// The flag of a frame with trailers.
const TRAILERS: u8 = 0x80;
/// Enough gathered to be sent.
const GATHERED: usize = 64 << 10;

/// Headers and trailers of a service that a browser may see. All others stay inside.
pub(crate) const SHOWN: [HeaderName; 3] =
    [HeaderName::from_static("grpc-status"), HeaderName::from_static("grpc-message"), HeaderName::from_static("grpc-status-details-bin")];

/// The body of an answer, translated while it flows.
pub(crate) struct Answer {
    inner: tonic::body::Body,
    format: Format,
    deadline: Option<Pin<Box<Sleep>>>,
    ended: bool,
    line: Arc<Line>,
    /// As long as the answer flows, something runs for its session.
    _runs: Option<Running>,
}

impl Answer {
    /// Translates `inner` into `format`, and ends it with `DEADLINE_EXCEEDED` when it still flows at `deadline`.
    pub(crate) fn new(inner: tonic::body::Body, format: Format, deadline: Option<Instant>, line: Arc<Line>, runs: Option<Running>) -> Self {
        Self { inner, format, deadline: deadline.map(|at| Box::pin(sleep_until(at))), ended: false, line, _runs: runs }
    }

    fn end(&mut self, into: &mut BytesMut, trailers: &HeaderMap) {
        self.ended = true;
        self.line.grpc(trailers);
        let mut text = BytesMut::new();
        for name in &SHOWN {
            if let Some(value) = trailers.get(name) {
                text.put_slice(name.as_str().as_bytes());
                text.put_u8(b':');
                text.put_slice(value.as_bytes());
                text.put_slice(b"\r\n");
            }
        }
        into.put_u8(TRAILERS);
        into.put_u32(u32::try_from(text.len()).unwrap_or(u32::MAX));
        into.put_slice(&text);
    }

    fn fail(&mut self, into: &mut BytesMut, status: &Status) {
        let mut trailers = HeaderMap::new();
        if status.add_header(&mut trailers).is_err() {
            trailers.insert("grpc-status", http::HeaderValue::from_static("13"));
        }
        self.end(into, &trailers);
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let mut gathered = BytesMut::new();
        while !self.ended && gathered.len() < GATHERED {
            match Pin::new(&mut self.inner).poll_frame(cx) {
                Poll::Ready(Some(Ok(frame))) => match frame.into_data() {
                    Ok(data) => gathered.extend_from_slice(&data),
                    Err(frame) => {
                        if let Ok(trailers) = frame.into_trailers() {
                            self.end(&mut gathered, &trailers);
                        }
                    }
                },
                Poll::Ready(Some(Err(status))) => self.fail(&mut gathered, &status),
                // A service that stops without a status was cut off: never to be taken for a success.
                Poll::Ready(None) => self.fail(&mut gathered, &refusal::status(Code::Unavailable, "unavailable")),
                Poll::Pending => {
                    let late = self.deadline.as_mut().is_some_and(|deadline| deadline.as_mut().poll(cx).is_ready());
                    if late {
                        self.fail(&mut gathered, &refusal::status(Code::DeadlineExceeded, "deadline"));
                    }
                    break;
                }
            }
        }
        if gathered.is_empty() {
            return Poll::Pending;
        }
        let sent = match self.format {
            Format::Binary => gathered.freeze(),
            Format::Text => BASE64.encode(&gathered).into(),
        };
        Poll::Ready(Some(Ok(Frame::data(sent))))
    }

    fn is_end_stream(&self) -> bool {
        self.ended
    }
}
