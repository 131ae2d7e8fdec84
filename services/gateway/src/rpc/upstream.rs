//! Where a call goes: a service in this process, or one behind an address.

use std::task::{Context, Poll};

use futures::future::BoxFuture;
use tonic::{Code, Status, body::Body, transport::Channel};
use tower::Service;

use super::LocalService;
use crate::refusal;

/// A service of the platform, as the gateway reaches it.
#[derive(Clone)]
pub enum Upstream {
    /// In this process.
    Local(LocalService),
    /// Behind its gRPC address.
    Remote(Channel),
}

impl std::fmt::Debug for Upstream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Local(_) => "Local",
            Self::Remote(_) => "Remote",
        })
    }
}

impl Service<http::Request<Body>> for Upstream {
    type Response = http::Response<Body>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<http::Response<Body>, Status>>;

    /// Readiness is awaited in `call`, on a clone of its own.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let upstream = self.clone();
        Box::pin(async move {
            match upstream {
                Self::Local(service) => tower::ServiceExt::oneshot(service, request).await.map_err(|error| match error {}),
                Self::Remote(channel) => tower::ServiceExt::oneshot(channel, request).await.map_err(|_| unavailable()),
            }
        })
    }
}

/// The service does not answer.
pub(crate) fn unavailable() -> Status {
    refusal::status(Code::Unavailable, "unavailable")
}
