//! The list of what a service is made of.

use std::sync::Arc;

use chassis_domain::{Aggregate, Policy};
use futures::future::BoxFuture;
use sqlx::migrate::{MigrateError, Migrator};
use tonic::service::Routes;

use super::Kernel;
use crate::{
    consumer::AnyHandler,
    database::{self, Pool},
    due::{Effect, EffectError, Executor, Job, Lane, Performers},
    policy::{AnyPolicy, any_policy},
    projection::{InlineProjection, Mode},
    relay::RelayFaults,
};

pub(super) type Seed = Arc<dyn Fn(Kernel) -> BoxFuture<'static, anyhow::Result<()>> + Send + Sync>;
pub(super) type Grpc = Arc<dyn Fn(&Kernel) -> anyhow::Result<Routes> + Send + Sync>;

/// A policy with the facts it hears of one source: one consumer, one place in the stream.
#[derive(Clone)]
pub(super) struct Hosted {
    pub(super) policy: AnyPolicy,
    pub(super) source: &'static str,
    pub(super) aggregates: Vec<&'static str>,
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
    pub(super) performers: Performers,
    pub(super) grpc: Option<Grpc>,
    pub(super) seeds: Vec<Seed>,
    pub(super) relay_faults: RelayFaults,
}

impl Service {
    /// A service of this name (as in its package). Its own migrations begin at 0100 and run behind those of the chassis.
    pub fn new(name: &'static str, migrator: &'static Migrator) -> Self {
        Self {
            name,
            migrator,
            categories: Vec::new(),
            projections: Vec::new(),
            handlers: Vec::new(),
            policies: Vec::new(),
            performers: Performers::default(),
            grpc: None,
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

    /// What its tables follow from: migrations, and read models with their versions.
    pub(crate) fn tables(&self) -> Vec<(String, i64)> {
        let migrations = self.migrator.iter().map(|migration| (hex::encode(&migration.checksum), migration.version));
        let read_models = self.projections.iter().map(|(projection, _)| (projection.name().to_owned(), i64::from(projection.version())));
        migrations.chain(read_models).collect()
    }

    /// Names of its projections.
    pub fn projections(&self) -> Vec<&'static str> {
        self.projections.iter().map(|(projection, _)| projection.name()).collect()
    }

    /// Brings a database of this service to this version, as its start does.
    ///
    /// # Errors
    /// When a migration fails.
    pub async fn migrate(&self, pool: &Pool) -> Result<(), MigrateError> {
        database::migrate(pool, self.migrator).await
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

    /// Several of these.
    #[must_use]
    pub fn consume_all(mut self, handlers: impl IntoIterator<Item = AnyHandler>) -> Self {
        self.handlers.extend(handlers);
        self
    }

    /// The same service with guards of its relay taken away, for the tests that show what they are for.
    #[must_use]
    pub fn with_relay_faults(mut self, faults: RelayFaults) -> Self {
        self.relay_faults = faults;
        self
    }

    /// A process manager over the facts of one kind of aggregate of `source` (which may be this service itself). Named again, it hears of
    /// another kind too.
    #[must_use]
    pub fn policy<P: Policy>(mut self, source: &'static str, aggregate: &'static str) -> Self {
        let policy = any_policy::<P>();
        if !self.performers.policies.iter().any(|known| known.name == policy.name) {
            self.performers.policies.push(policy.clone());
        }
        match self.policies.iter_mut().find(|hosted| hosted.policy.name == P::NAME && hosted.source == source) {
            Some(hosted) => hosted.aggregates.push(aggregate),
            None => self.policies.push(Hosted { policy, source, aggregates: vec![aggregate] }),
        }
        self
    }

    /// Performs the effects that policies send to `target`. Called at least once with the same id: whatever it does, it does under that
    /// id ([`Effect::meta`]).
    #[must_use]
    pub fn executor<F, R>(self, target: &'static str, executor: F) -> Self
    where
        F: Fn(Kernel, Effect) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), EffectError>> + Send + 'static,
    {
        self.executor_in(Lane::OWN, target, executor)
    }

    /// The same in another lane: for one that waits for an outside system.
    #[must_use]
    pub fn executor_in<F, R>(mut self, lane: Lane, target: &'static str, executor: F) -> Self
    where
        F: Fn(Kernel, Effect) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), EffectError>> + Send + 'static,
    {
        let executor: Executor = Arc::new(move |kernel, effect| Box::pin(executor(kernel, effect)));
        self.performers.executors.insert(target, (lane, executor));
        self
    }

    /// Its RPCs. Settings that they need are read here; when those are wrong the service does not start.
    #[must_use]
    pub fn grpc(mut self, routes: impl Fn(&Kernel) -> anyhow::Result<Routes> + Send + Sync + 'static) -> Self {
        self.grpc = Some(Arc::new(routes));
        self
    }

    /// Work that comes again and again, in one process at a time.
    #[must_use]
    pub fn job(mut self, job: Job) -> Self {
        self.performers.jobs.push(job);
        self
    }

    /// Several of these.
    #[must_use]
    pub fn jobs(mut self, jobs: impl IntoIterator<Item = Job>) -> Self {
        self.performers.jobs.extend(jobs);
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

    /// Without its seeds: for tests that stand beside services of the demo and count what is in this one.
    #[must_use]
    pub fn unseeded(mut self) -> Self {
        self.seeds.clear();
        self
    }

    /// It brings data of the demo.
    pub(crate) fn is_seeded(&self) -> bool {
        !self.seeds.is_empty()
    }
}
