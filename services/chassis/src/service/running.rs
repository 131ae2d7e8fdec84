//! A service that runs.

use futures::future::BoxFuture;
use std::{convert::Infallible, sync::Arc, time::Duration};

use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tonic::body::Body;
use tower::util::BoxCloneSyncService;

use super::{Kernel, gauges::Gauges, supervisor::Supervisor};
use crate::{
    consumer::{self, AnyHandler},
    projection::{InlineProjection, Mode, RebuildError, RebuildReport, rebuild},
    relay,
};

/// How long the parts of a service may take to stop.
const GRACE: Duration = Duration::from_secs(8);

/// The RPCs of a service behind their checks, to be called in process or served.
pub type GrpcService = BoxCloneSyncService<http::Request<Body>, http::Response<Body>, Infallible>;

/// What a running service is made of.
pub(super) struct Parts {
    pub(super) kernel: Kernel,
    pub(super) grpc: GrpcService,
    pub(super) projections: Vec<(Arc<dyn InlineProjection>, Mode)>,
    pub(super) handlers: Vec<AnyHandler>,
    pub(super) supervisor: Supervisor,
    pub(super) gauges: Gauges,
    pub(super) stopping: CancellationToken,
    pub(super) tasks: TaskTracker,
}

/// A service that runs until it is stopped.
pub struct Running {
    // Large, and part of what every test waits for.
    parts: Box<Parts>,
}

impl Running {
    pub(super) fn new(parts: Parts) -> Self {
        parts.tasks.close();
        Self { parts: Box::new(parts) }
    }

    /// What its parts are handed.
    pub fn kernel(&self) -> &Kernel {
        &self.parts.kernel
    }

    /// Its RPCs.
    pub fn grpc(&self) -> GrpcService {
        self.parts.grpc.clone()
    }

    /// Whether it can do its work now: the database answers, and the relay, the consumers, the read models that follow and the runner of
    /// what is due go round. A bus that is away keeps nobody from giving commands.
    pub async fn ready(&self) -> bool {
        self.troubled().is_empty() && sqlx::query_scalar::<_, i32>("select 1").fetch_one(&self.parts.kernel.pool).await.is_ok()
    }

    /// The loops that are down or hang.
    pub fn troubled(&self) -> Vec<&'static str> {
        self.parts.supervisor.troubled()
    }

    /// Sets the gauges now; a running service sets them every few seconds.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn measure(&self) -> Result<(), sqlx::Error> {
        self.parts.gauges.measure().await
    }

    /// Its read models, each with its tables.
    pub(crate) fn read_models(&self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        self.parts.projections.iter().map(|(projection, _)| (projection.name(), projection.tables()))
    }

    /// Rebuilds a read model while people read it.
    pub async fn rebuild(&self, projection: &str) -> Result<RebuildReport, RebuildError> {
        let known = self.parts.projections.iter().find(|(known, _)| known.name() == projection);
        let (known, mode) = known.ok_or_else(|| RebuildError::Unknown(projection.to_owned()))?;
        rebuild(&self.parts.kernel.store, known, *mode).await
    }

    /// Throws this service's part of the bus away and fills it anew.
    pub async fn refill(&self) -> Result<(), sqlx::Error> {
        relay::refill(&self.parts.kernel.pool).await
    }

    /// Applies what consumers have parked; how many facts could be.
    pub async fn redrive(&self) -> Result<u64, sqlx::Error> {
        let mut driven = 0;
        for handler in &self.parts.handlers {
            driven += consumer::redrive(&self.parts.kernel.pool, handler).await?;
        }
        Ok(driven)
    }

    /// Stops: what has begun is finished, within bounds.
    pub fn stop(self) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            self.parts.kernel.service_clients.forget(self.parts.kernel.name);
            self.parts.stopping.cancel();
            if tokio::time::timeout(GRACE, self.parts.tasks.wait()).await.is_err() {
                tracing::warn!(service = self.parts.kernel.name, "service.stopped_late");
            }
            self.parts.kernel.pool.close().await;
        })
    }
}
