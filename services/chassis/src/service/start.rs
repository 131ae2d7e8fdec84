//! Starting: the database, the migrations, the parts, and at last the demo data.

use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::util::BoxCloneSyncService;

use super::{Environment, Kernel, Running, Service, running::Parts};
use crate::{
    access::{Guarded, tree::Growing},
    consumer, database, policy,
    projection::{self, Mode},
    relay::Relay,
    sealing::{Keyring, Register, SealingError},
    store::EventStore,
};

/// The first migrations, the same in every service.
const OF_THE_CHASSIS: [&str; 2] = [include_str!("../../migrations/0001_event_store.sql"), include_str!("../../migrations/0002_access_tree.sql")];

/// Why a service did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// A migration.
    #[error("a migration failed")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The first migrations are not those of the chassis.
    #[error("the first migrations of {0} are not those of the chassis")]
    EventStore(&'static str),
    /// Keys.
    #[error("the keys failed")]
    Sealing(#[from] SealingError),
    /// A read model of an older version.
    #[error("a read model could not be brought to its version")]
    Upgrade(#[from] projection::RebuildError),
    /// Settings of the service's own.
    #[error("the service cannot be set up: {0:#}")]
    SetUp(anyhow::Error),
    /// Demo data.
    #[error("seeding failed: {0:#}")]
    Seed(anyhow::Error),
}

impl Service {
    /// Starts the service.
    pub async fn start(self, environment: &Environment) -> Result<Running, StartError> {
        let settings = Arc::clone(&environment.settings);
        if !self.migrator.iter().map(|migration| migration.sql.as_str()).take(OF_THE_CHASSIS.len()).eq(OF_THE_CHASSIS) {
            return Err(StartError::EventStore(self.name));
        }
        let database = format!("{}{}", settings.database_prefix, self.name.replace('-', "_"));
        database::ensure(settings.postgres_url(), &database).await?;
        let pool = database::connect(settings.postgres_url(), &database).await?;
        database::migrate(&pool, self.migrator).await?;

        // Keys are fetched while a transaction is open: from connections that transactions cannot use up.
        let keys = database::connect(settings.postgres_url(), &database).await?;
        let (clock, ids) = (environment.clock.clone(), environment.ids.clone());
        let mut keyring = Keyring::new(keys, environment.key_encryption_key.clone(), clock.clone(), ids.clone());
        if let Some(folder) = &settings.destroyed_keys_dir {
            let register = Register::open(folder, self.name).await.map_err(SealingError::from)?;
            keyring = Box::pin(keyring.with_register(register)).await?;
        }
        let inline = self.projections.iter().filter(|(_, mode)| *mode == Mode::Inline).map(|(projection, _)| Arc::clone(projection)).collect();
        let store = EventStore::new(pool.clone(), clock.clone(), ids.clone(), keyring.clone(), inline);
        let kernel = Kernel {
            name: self.name,
            store: store.clone(),
            pool: pool.clone(),
            keyring,
            clock: clock.clone(),
            ids,
            settings: Arc::clone(&settings),
            internal_key: environment.internal_key.clone(),
            neighbours: environment.neighbours.clone(),
        };

        for (projection, mode) in &self.projections {
            projection::upgrade(&store, projection, *mode).await?;
        }

        let (stopping, tasks) = (CancellationToken::new(), TaskTracker::new());
        let head = Arc::new(watch::Sender::new(store.head().await.unwrap_or_default()));
        let relay = Relay {
            service: self.name,
            pool: pool.clone(),
            server_url: settings.postgres_url().to_owned(),
            bus: environment.bus.clone(),
            committed: store.committed(),
            head: Arc::clone(&head),
            tree: Growing { log: self.name, clock: clock.clone(), ids: environment.ids.clone(), key: settings.access_log_key.clone() },
            faults: self.relay_faults,
        };
        tasks.spawn(relay.run(stopping.clone()));
        for (projection, _) in self.projections.iter().filter(|(_, mode)| *mode == Mode::Following) {
            tasks.spawn(projection::follow(store.clone(), Arc::clone(projection), head.subscribe(), stopping.clone()));
        }
        let hosted = self.policies.iter().map(|hosted| hosted.policy.handler(hosted.source, hosted.aggregate, clock.clone()));
        let handlers: Vec<_> = self.handlers.iter().cloned().chain(hosted).collect();
        for handler in &handlers {
            tasks.spawn(consumer::run(environment.bus.clone(), pool.clone(), self.name, handler.clone(), stopping.clone()));
        }
        if !self.policies.is_empty() {
            let policies = self.policies.iter().map(|hosted| hosted.policy.clone()).collect();
            tasks.spawn(policy::fire(kernel.clone(), policies, stopping.clone()));
            tasks.spawn(policy::perform(kernel.clone(), self.executors.clone(), stopping.clone()));
        }
        for (_, work) in &self.background {
            tasks.spawn(work(kernel.clone(), stopping.clone()));
        }
        if settings.demo {
            for seed in &self.seeds {
                seed(kernel.clone()).await.map_err(StartError::Seed)?;
            }
        }
        let routes = self.grpc.as_ref().map(|grpc| grpc(&kernel)).transpose().map_err(StartError::SetUp)?.unwrap_or_default();
        let guarded = Guarded::new(routes.prepare(), environment.internal_key.clone(), clock);
        let grpc = BoxCloneSyncService::new(guarded);
        environment.neighbours.introduce(self.name, grpc.clone());
        Ok(Running::new(Parts { kernel, grpc, projections: self.projections, handlers, stopping, tasks }))
    }
}
