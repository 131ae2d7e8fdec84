//! Starting: the database, the migrations, the parts, and at last the demo data.

use std::sync::Arc;

use futures::future::BoxFuture;
use tokio::sync::watch;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::util::BoxCloneSyncService;

use super::{Environment, Kernel, Running, Service, gauges::Gauges, running::Parts, supervisor::Supervisor};
use crate::{
    access::{Guarded, tree::Growing},
    consumer,
    database::{self, Pool, Size},
    due::{self, Due},
    projection::{self, Build, Mode},
    relay::Relay,
    sealing::{Keyring, Register, SealingError},
    settings::Settings,
    store::EventStore,
    whisper::Whispers,
};

/// Why a service did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// A migration.
    #[error("a migration failed")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Keys.
    #[error("the keys failed")]
    Sealing(#[from] SealingError),
    /// A read model that is not there in this build's version, or lacks what another build appended.
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
    /// The name of its database.
    fn database_name(&self, settings: &Settings) -> String {
        format!("{}{}", settings.database_prefix, self.name.replace('-', "_"))
    }

    /// Connections to its database, in which its read models are those of this build.
    ///
    /// # Errors
    /// When the server's address is none, or the server does not answer.
    pub async fn database(&self, settings: &Settings, size: Size) -> Result<Pool, sqlx::Error> {
        let read_models = projection::search_path(self.projections.iter().map(|(projection, _)| projection));
        database::connect_with(settings.postgres_url(), &self.database_name(settings), size, settings.postgres_patience, &read_models).await
    }

    /// Starts the service.
    pub fn start(self, environment: &Environment) -> BoxFuture<'_, Result<Running, StartError>> {
        Box::pin(async move {
            let kernel = self.prepare(environment).await?;
            let Kernel { store, pool, clock, settings, .. } = kernel.clone();
            let (stopping, tasks) = (CancellationToken::new(), TaskTracker::new());
            let supervisor = Supervisor::new(self.name, tasks.clone(), stopping.clone());
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
            supervisor.watch("relay", token(&stopping, move |stopping| relay.clone().run(stopping)));
            let others = store.clone();
            supervisor.watch("other_read_models", token(&stopping, move |stopping| projection::follow_others(others.clone(), stopping)));
            for (projection, _) in self.projections.iter().filter(|(_, mode)| *mode == Mode::Following) {
                let name = projection.name();
                let (store, projection, head) = (store.clone(), Arc::clone(projection), Arc::clone(&head));
                let follow = move |stopping| projection::follow(store.clone(), Arc::clone(&projection), head.subscribe(), stopping);
                supervisor.watch(name, token(&stopping, follow));
            }
            let told = || kernel.due.told();
            let hosted = self.policies.iter().map(|hosted| hosted.policy.handler(hosted.source, hosted.aggregates.clone(), clock.clone(), told()));
            let handlers: Vec<_> = self.handlers.iter().cloned().chain(hosted).collect();
            for handler in &handlers {
                let (bus, pool, name, own, clock) = (environment.bus.clone(), pool.clone(), self.name, handler.clone(), clock.clone());
                let reader =
                    move || consumer::Reader { bus: bus.clone(), pool: pool.clone(), service: name, handler: own.clone(), clock: clock.clone() };
                supervisor.watch(handler.consumer, token(&stopping, move |stopping| consumer::run(reader(), stopping)));
            }
            let (own, performers) = (kernel.clone(), self.performers.clone().complete());
            let following = self.projections.iter().filter(|(_, mode)| *mode == Mode::Following);
            let following = following.map(|(projection, _)| (projection.name(), projection.version())).collect();
            let gauges = Gauges { kernel: kernel.clone(), following, targets: performers.keys() };
            supervisor.watch("due", token(&stopping, move |stopping| due::Runner::new(own.clone(), performers.clone()).run(stopping)));
            let own = gauges.clone();
            supervisor.watch("gauges", token(&stopping, move |stopping| own.clone().run(stopping)));
            self.sow(&kernel).await?;
            let routes = self.grpc.as_ref().map(|grpc| grpc(&kernel)).transpose().map_err(StartError::SetUp)?.unwrap_or_default();
            let guarded = Guarded::new(routes.prepare(), environment.internal_key.clone(), clock);
            let grpc = BoxCloneSyncService::new(guarded);
            environment.service_clients.introduce(self.name, grpc.clone());
            Ok(Running::new(Parts { kernel, grpc, projections: self.projections, handlers, supervisor, gauges, stopping, tasks }))
        })
    }

    /// Makes the database of a service as its first start does, and runs nothing on it.
    pub(crate) async fn fill(self, environment: &Environment) -> Result<(), StartError> {
        let kernel = self.prepare(environment).await?;
        self.sow(&kernel).await?;
        kernel.pool.close().await;
        Ok(())
    }

    /// The database at the version of this build, and what works with it.
    fn prepare<'a>(&'a self, environment: &'a Environment) -> BoxFuture<'a, Result<Kernel, StartError>> {
        Box::pin(async move {
            let settings = Arc::clone(&environment.settings);
            database::ensure(settings.postgres_url(), &self.database_name(&settings)).await?;
            let pool = self.database(&settings, Size::of_service(settings.postgres_connections)).await?;
            database::migrate(&pool, self.migrator).await?;

            let keys = self.database(&settings, Size::KEYS).await?;
            let (clock, ids) = (environment.clock.clone(), environment.ids.clone());
            let mut keyring = Keyring::new(keys, environment.key_encryption_key.clone(), clock.clone(), ids.clone());
            if let Some(folder) = &settings.destroyed_keys_dir {
                let register = Register::open(folder, self.name).await.map_err(SealingError::from)?;
                keyring = Box::pin(keyring.with_register(register)).await?;
            }
            let inline = self.projections.iter().filter(|(_, mode)| *mode == Mode::Inline).map(|(projection, _)| Arc::clone(projection)).collect();
            let build = Build::register(&pool, &self.projections).await?;
            let store = EventStore::new(pool.clone(), clock.clone(), ids.clone(), keyring.clone(), inline).of(build);
            projection::upgrade(&store, &self.projections).await?;
            projection::take_in_others(&store).await?;
            projection::retire(&store).await?;
            Ok(Kernel {
                name: self.name,
                due: Due::new(pool.clone(), clock.clone()),
                whispers: Whispers::new(environment.bus.clone(), self.name),
                store,
                pool,
                keyring,
                clock,
                ids,
                settings,
                internal_key: environment.internal_key.clone(),
                service_clients: environment.service_clients.clone(),
            })
        })
    }

    /// Puts the demo's data in, if asked for.
    fn sow<'a>(&'a self, kernel: &'a Kernel) -> BoxFuture<'a, Result<(), StartError>> {
        Box::pin(async move {
            if kernel.settings.demo {
                for seed in &self.seeds {
                    seed(kernel.clone()).await.map_err(StartError::Seed)?;
                }
            }
            Ok(())
        })
    }
}

/// A loop with its own hold on what tells it to stop.
fn token<R>(stopping: &CancellationToken, run: impl Fn(CancellationToken) -> R + Send + 'static) -> impl Fn() -> R + Send + 'static {
    let stopping = stopping.clone();
    move || run(stopping.clone())
}
