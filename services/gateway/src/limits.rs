//! What strangers, slow clients and one session may take, so that there is always something left for everybody else.

use std::{
    collections::HashMap,
    error::Error,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};
use tonic::Code;

use crate::refusal::Refusal;

/// How many bytes of a body must come in each second beyond its first moments.
const PACE: u64 = 8 << 10;

/// Limits of one gateway.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once, of all apps together; never more than half of the files that the process may open.
    pub connections: usize,
    /// An older connection is closed as soon as nothing runs on it, and at twice this age in any case.
    pub connection_age: Duration,
    /// A connection on which nothing runs is closed after this time.
    pub idle: Duration,
    /// A small body must be there after this time; a large one after as much more as it needs at a slow pace.
    pub body_within: Duration,
    /// Calls and live streams at once of one session, or of one visit.
    pub calls_per_session: usize,
    /// Sign-ins that are begun at once.
    pub sign_ins: usize,
    /// Cookies at once of which it is not known yet whose they are.
    pub unknown_cookies: usize,
    /// Visits that are begun from one address within ten minutes.
    pub visits_per_address: usize,
    /// Anonymous forms that are opened from one address within ten minutes.
    pub forms_opened_per_address: usize,
    /// Anonymous forms that are sent from one address within ten minutes.
    pub forms_sent_per_address: usize,
    /// Bearer tokens that are not in use, from one address within ten minutes.
    pub tokens_refused_per_address: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4_096,
            connection_age: Duration::from_hours(6),
            idle: Duration::from_mins(2),
            body_within: Duration::from_secs(10),
            calls_per_session: 64,
            sign_ins: 32,
            unknown_cookies: 64,
            visits_per_address: 30,
            forms_opened_per_address: 20,
            forms_sent_per_address: 5,
            tokens_refused_per_address: 30,
        }
    }
}

/// The body came too slowly.
#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
pub(crate) struct TooSlow;

/// Why a body could not be read.
pub(crate) fn unread(error: &axum::Error) -> Refusal {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<TooSlow>() {
            return Refusal::new(Code::DeadlineExceeded, "deadline");
        }
        cause = error.source();
    }
    Refusal::new(Code::InvalidArgument, "malformed")
}

/// The body of a request, which must come at a pace.
pub(crate) struct Timely {
    inner: Body,
    begun: Instant,
    within: Duration,
    taken: u64,
    over: Pin<Box<Sleep>>,
}

impl Timely {
    /// Wraps a body; one that is there already is left as it is.
    pub(crate) fn wrap(inner: Body, within: Duration) -> Body {
        if http_body::Body::is_end_stream(&inner) {
            return inner;
        }
        let begun = Instant::now();
        Body::new(Self { inner, begun, within, taken: 0, over: Box::pin(sleep_until(begun + within)) })
    }
}

impl http_body::Body for Timely {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.inner).poll_frame(cx) {
            if let Some(Ok(frame)) = &frame {
                self.taken += frame.data_ref().map_or(0, |data| data.len() as u64);
                let until = self.begun + self.within + Duration::from_secs(self.taken / PACE);
                self.over.as_mut().reset(until);
            }
            return Poll::Ready(frame);
        }
        ready!(self.over.as_mut().poll(cx));
        Poll::Ready(Some(Err(axum::Error::new(TooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

/// What runs for each session, and for each visit.
#[derive(Clone, Default)]
pub(crate) struct Busy(Arc<Mutex<HashMap<String, usize>>>);

/// Something that runs for a session, until it is dropped.
pub(crate) struct Running {
    busy: Busy,
    session_id: String,
}

impl Busy {
    /// Something more begins for a session.
    ///
    /// # Errors
    /// When so many things run for it already.
    pub(crate) fn begin(&self, session_id: &str, most: usize) -> Result<Running, Refusal> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = running.entry(session_id.to_owned()).or_default();
        if *count >= most {
            return Err(overloaded());
        }
        *count += 1;
        Ok(Running { busy: self.clone(), session_id: session_id.to_owned() })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = self.busy.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = running.get_mut(&self.session_id) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.session_id);
            }
        }
    }
}

/// There is too much to do at this moment.
pub(crate) fn overloaded() -> Refusal {
    Refusal::new(Code::Unavailable, "unavailable")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_13_one_session_runs_so_much_at_once_and_no_more() {
        let busy = Busy::default();
        let (first, _second) = (busy.begin("a", 2).unwrap(), busy.begin("a", 2).unwrap());
        assert_eq!(busy.begin("a", 2).err().unwrap().reason(), "unavailable");
        let _other = busy.begin("b", 2).unwrap();
        drop(first);
        drop(busy.begin("a", 2).unwrap());
        assert_eq!(busy.0.lock().unwrap().len(), 2);
    }

    #[tokio::test]
    async fn s_13_a_body_that_trickles_is_cut_off_and_a_large_one_has_its_time() {
        use futures::StreamExt;
        use http_body_util::BodyExt;
        let trickling = |bytes: usize| {
            let pieces = futures::stream::iter(0..12).then(move |_| async move {
                tokio::time::sleep(Duration::from_millis(50)).await;
                Ok::<_, std::io::Error>(Bytes::from(vec![0; bytes]))
            });
            Timely::wrap(Body::from_stream(pieces), Duration::from_millis(200))
        };
        let cut = trickling(1).collect().await.unwrap_err();
        assert_eq!(unread(&cut).reason(), "deadline");
        assert_eq!(trickling(9 << 10).collect().await.unwrap().to_bytes().len(), 12 * (9 << 10));
    }
}
