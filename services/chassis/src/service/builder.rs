//! The list of what a service is made of.

use std::{collections::HashMap, sync::Arc};

use chassis_domain::{Aggregate, Policy};
use futures::future::BoxFuture;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use uuid::Uuid;

use super::Kernel;
use crate::{
    consumer::AnyHandler,
    policy::{AnyPolicy, EffectError, Executor, Executors, any_policy},
    projection::{InlineProjection, Mode},
    relay::RelayFaults,
};

pub(super) type Background = Arc<dyn Fn(Kernel, CancellationToken) -> BoxFuture<'static, ()> + Send + Sync>;
pub(super) type Seed = Arc<dyn Fn(Kernel) -> BoxFuture<'static, anyhow::Result<()>> + Send + Sync>;
pub(super) type Grpc = Arc<dyn Fn(&Kernel) -> anyhow::Result<Routes> + Send + Sync>;

/// A policy with the facts it hears.
#[derive(Clone)]
pub(super) struct Hosted {
    pub(super) policy: AnyPolicy,
    pub(super) source: &'static str,
    pub(super) aggregate: &'static str,
}

/// A service, put together and not started yet.
#[derive(Clone)]
pub struct Service {
    pub(super) name: &'static str,
    pub(super) migrator: &'static Migrator,
    pub(super) categories: Vec<&'static str>,
    pub(crate) projections: Vec<(Arc<dyn InlineProjection>, Mode)>,
    pub(super) handlers: Vec<AnyHandler>,
    pub(super) policies: Vec<Hosted>,
    pub(super) executors: Executors,
    pub(super) grpc: Option<Grpc>,
    pub(super) background: Vec<(&'static str, Background)>,
    pub(super) seeds: Vec<Seed>,
    pub(super) relay_faults: RelayFaults,
}

impl Service {
    /// A service of this name (as in its package) over these migrations, of which the first is the event store.
    pub fn new(name: &'static str, migrator: &'static Migrator) -> Self {
        Self {
            name,
            migrator,
            categories: Vec::new(),
            projections: Vec::new(),
            handlers: Vec::new(),
            policies: Vec::new(),
            executors: HashMap::new(),
            grpc: None,
            background: Vec::new(),
            seeds: Vec::new(),
            relay_faults: RelayFaults::default(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The categories of its aggregates.
    pub fn categories(&self) -> &[&'static str] {
        &self.categories
    }

    /// Names of its projections.
    pub fn projections(&self) -> Vec<&'static str> {
        self.projections.iter().map(|(projection, _)| projection.name()).collect()
    }

    /// An aggregate that lives here.
    #[must_use]
    pub fn aggregate<A: Aggregate>(mut self) -> Self {
        self.categories.push(A::CATEGORY);
        self
    }

    /// A read model that changes in the transaction of its events.
    #[must_use]
    pub fn inline<P: InlineProjection + 'static>(mut self, projection: P) -> Self {
        self.projections.push((Arc::new(projection), Mode::Inline));
        self
    }

    /// A read model that follows the log.
    #[must_use]
    pub fn eventual<P: InlineProjection + 'static>(mut self, projection: P) -> Self {
        self.projections.push((Arc::new(projection), Mode::Following));
        self
    }

    /// A reaction to the facts of one kind of aggregate.
    #[must_use]
    pub fn consume<H: Into<AnyHandler>>(mut self, handler: H) -> Self {
        self.handlers.push(handler.into());
        self
    }

    /// The same service with guards of its relay taken away, for the tests that show what they are for.
    #[must_use]
    pub fn with_relay_faults(mut self, faults: RelayFaults) -> Self {
        self.relay_faults = faults;
        self
    }

    /// A process manager over the facts of one kind of aggregate of `source` (which may be this service itself).
    #[must_use]
    pub fn policy<P: Policy>(mut self, source: &'static str, aggregate: &'static str) -> Self {
        self.policies.push(Hosted { policy: any_policy::<P>(), source, aggregate });
        self
    }

    /// Performs the effects that policies send to `target`. Called at least once with the same id.
    #[must_use]
    pub fn executor<F, R>(mut self, target: &'static str, executor: F) -> Self
    where
        F: Fn(Kernel, Uuid, Vec<u8>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), EffectError>> + Send + 'static,
    {
        let executor: Executor = Arc::new(move |kernel, effect_id, body| Box::pin(executor(kernel, effect_id, body)));
        self.executors.insert(target, executor);
        self
    }

    /// Its RPCs. Settings that they need are read here; when those are wrong the service does not start.
    #[must_use]
    pub fn grpc(mut self, routes: impl Fn(&Kernel) -> anyhow::Result<Routes> + Send + Sync + 'static) -> Self {
        self.grpc = Some(Arc::new(routes));
        self
    }

    /// Work of its own, until it is told to stop.
    #[must_use]
    pub fn background<F, R>(mut self, name: &'static str, work: F) -> Self
    where
        F: Fn(Kernel, CancellationToken) -> R + Send + Sync + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        self.background.push((name, Arc::new(move |kernel, stopping| Box::pin(work(kernel, stopping)))));
        self
    }

    /// Demo data, through commands with fixed keys; run at every start in demo mode.
    #[must_use]
    pub fn seed<F, R>(mut self, seed: F) -> Self
    where
        F: Fn(Kernel) -> R + Send + Sync + 'static,
        R: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        self.seeds.push(Arc::new(move |kernel| Box::pin(seed(kernel))));
        self
    }
}
