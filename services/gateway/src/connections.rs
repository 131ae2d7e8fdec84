//! How many connections there are, and for how long: as many as were said and no more; one on which nothing runs is closed after a while,
//! an old one as soon as nothing runs on it. HTTP/2 keeps a connection for ever otherwise, as long as its peer answers pings.

use std::{
    io,
    net::IpAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use axum_server::accept::Accept;
use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Request, Response};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, sleep_until},
};
use tower::Service;

use crate::{address::Peer, limits::Limits};

/// Lets in as many connections as there may be.
#[derive(Clone)]
pub(crate) struct Door<A> {
    inner: A,
    free: Arc<Semaphore>,
    age: Duration,
    idle: Duration,
}

impl<A> Door<A> {
    pub(crate) fn new(inner: A, free: Arc<Semaphore>, limits: &Limits) -> Self {
        Self { inner, free, age: limits.connection_age, idle: limits.idle }
    }
}

impl<A, S> Accept<TcpStream, S> for Door<A>
where
    A: Accept<TcpStream, S>,
    A::Future: Send + 'static,
    A::Stream: Send,
    A::Service: Send,
{
    type Stream = Lasting<A::Stream>;
    type Service = Counted<A::Service>;
    type Future = BoxFuture<'static, io::Result<(Self::Stream, Self::Service)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        // Taken before the handshake, which costs something as well.
        let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() else {
            tracing::warn!("connections.full");
            return Box::pin(async { Err(io::Error::other("there are too many connections")) });
        };
        let peer = stream.peer_addr().ok().map(|peer| peer.ip());
        let accepted = self.inner.accept(stream, service);
        let born = Instant::now();
        let usage = Arc::new(Usage { born, age: self.age, idle: self.idle, running: AtomicUsize::new(0), idle_since: Mutex::new(born) });
        Box::pin(async move {
            let (stream, service) = accepted.await?;
            let over = Box::pin(sleep_until(usage.over_at()));
            Ok((Lasting { inner: stream, usage: Arc::clone(&usage), over, _permit: permit }, Counted { inner: service, usage, peer }))
        })
    }
}

/// What runs on a connection, and since when nothing does.
struct Usage {
    born: Instant,
    age: Duration,
    idle: Duration,
    running: AtomicUsize,
    idle_since: Mutex<Instant>,
}

impl Usage {
    /// When the connection is closed, as far as is known now.
    fn over_at(&self) -> Instant {
        if self.running.load(Ordering::SeqCst) > 0 {
            return self.born + 2 * self.age;
        }
        let idle_since = *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner);
        (idle_since + self.idle).min((self.born + self.age).max(idle_since))
    }
}

/// Something runs on a connection, until this is dropped.
struct Runs(Arc<Usage>);

impl Runs {
    fn on(usage: &Arc<Usage>) -> Self {
        usage.running.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(usage))
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        *self.0.idle_since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A connection that is closed when its time is over.
pub(crate) struct Lasting<S> {
    inner: S,
    usage: Arc<Usage>,
    over: Pin<Box<Sleep>>,
    _permit: OwnedSemaphorePermit,
}

impl<S> Lasting<S> {
    fn is_over(&mut self, cx: &mut Context<'_>) -> bool {
        loop {
            let at = self.usage.over_at();
            if at <= Instant::now() {
                return true;
            }
            if at != self.over.deadline() {
                self.over.as_mut().reset(at);
            }
            if self.over.as_mut().poll(cx).is_pending() {
                return false;
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Lasting<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.inner).poll_read(cx, into) {
            Poll::Pending if self.is_over(cx) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            read => read,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Lasting<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(cx, from)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}

/// Counts what runs on a connection, and says of each request where the connection comes from.
#[derive(Clone)]
pub(crate) struct Counted<S> {
    inner: S,
    usage: Arc<Usage>,
    peer: Option<IpAddr>,
}

impl<S> Service<Request<Incoming>> for Counted<S>
where
    S: Service<Request<Incoming>, Response = Response<Body>>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Response<Body>, S::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Incoming>) -> Self::Future {
        if let Some(address) = self.peer {
            request.extensions_mut().insert(Peer(address));
        }
        let runs = Runs::on(&self.usage);
        let answered = self.inner.call(request);
        Box::pin(async move { Ok(answered.await?.map(|inner| Body::new(Answering { inner, _runs: runs }))) })
    }
}

/// The body of an answer; as long as it flows, something runs.
struct Answering {
    inner: Body,
    _runs: Runs,
}

impl http_body::Body for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.inner).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
