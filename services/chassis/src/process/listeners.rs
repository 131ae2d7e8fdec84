//! What a process listens on beside the apps: gRPC, and what an operator looks at.

use std::{collections::HashMap, convert::Infallible, net::SocketAddr, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use axum::{Router, http::StatusCode, routing::get};
use axum_server::{Handle, accept::NoDelayAcceptor};
use tokio::task::JoinSet;
use tonic::{Code, Status, body::Body};
use tower::{ServiceExt, service_fn};

use crate::{service::GrpcService, telemetry::metrics};

/// How long calls may still run at the end.
const GRACE: Duration = Duration::from_secs(5);

/// Listeners at work.
#[derive(Default)]
pub struct Listeners {
    tasks: JoinSet<()>,
    handles: Vec<Handle<SocketAddr>>,
}

impl Listeners {
    /// Serves `router`, and answers with the address, which has a port even when none was asked for.
    fn serve(&mut self, name: &'static str, address: SocketAddr, router: Router) -> Result<SocketAddr> {
        let listener = std::net::TcpListener::bind(address).with_context(|| format!("the address {address} for {name}"))?;
        listener.set_nonblocking(true)?;
        let bound = listener.local_addr()?;
        let handle = Handle::new();
        let server = axum_server::from_tcp(listener)?.handle(handle.clone()).acceptor(NoDelayAcceptor);
        self.tasks.spawn(async move {
            if let Err(error) = server.serve(router.into_make_service()).await {
                tracing::error!(name, %error, "a listener ended");
            }
        });
        self.handles.push(handle);
        Ok(bound)
    }

    /// gRPC: the service is picked by the package in the path. Answers with the address, as [`Self::operations`] does.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn grpc(&mut self, address: SocketAddr, services: HashMap<&'static str, GrpcService>) -> Result<SocketAddr> {
        let services = Arc::new(services);
        let dispatch = service_fn(move |request: axum::extract::Request| {
            let package = request.uri().path().trim_start_matches('/').split('/').next().and_then(|service| service.rsplit_once('.'));
            let service = package.and_then(|(package, _)| services.get(package)).cloned();
            async move {
                let request = request.map(Body::new);
                let answered: Result<_, Infallible> = match service {
                    Some(service) => service.oneshot(request).await,
                    None => Ok(Status::new(Code::Unimplemented, "unknown_path").into_http()),
                };
                answered.map(|response| response.map(axum::body::Body::new))
            }
        });
        self.serve("gRPC", address, Router::new().fallback_service(dispatch))
    }

    /// `/metrics`, `/livez`, `/readyz`.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn operations<F, R>(&mut self, address: SocketAddr, is_ready: F) -> Result<SocketAddr>
    where
        F: Fn() -> R + Clone + Send + Sync + 'static,
        R: Future<Output = bool> + Send + 'static,
    {
        let ready =
            move || async move { if is_ready().await { (StatusCode::OK, "ready\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "not ready\n") } };
        let router = Router::new()
            .route("/livez", get(|| async { "alive\n" }))
            .route("/readyz", get(ready))
            .route("/metrics", get(|| async { metrics::render() }));
        self.serve("metrics", address, router)
    }

    /// Takes no new calls and waits for running ones.
    pub async fn stop(mut self) {
        for handle in &self.handles {
            handle.graceful_shutdown(Some(GRACE));
        }
        while self.tasks.join_next().await.is_some() {}
    }
}
