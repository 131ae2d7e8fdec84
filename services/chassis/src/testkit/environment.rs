//! What a test runs in.

use std::{env, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use futures::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use sqlx::Connection;

use super::{Calls, eventually, templates};
use crate::{
    access::{AccessLogKey, InternalKey},
    clock::{Clock, Ids},
    relay::Bus,
    sealing::KeyEncryptionKey,
    service::{Environment, Running, Service},
    service_client::ServiceClients,
    settings::Settings,
};

/// When tests begin: a Friday noon in Helsinki.
const BEGINNING: &str = "2026-11-20T10:00:00Z";

/// How long a test's services wait for a connection to the database: several tests share few cores, and that something took its time is
/// no fault of what they try.
const POSTGRES_PATIENCE: Duration = Duration::from_secs(30);

/// Wraps the keys of persons in every test, as a template's keys are cloned with it.
const KEY_ENCRYPTION_KEY: [u8; 32] = [0x4b; 32];

/// Databases and a part of the bus that no other test shares. Removed when the test ends well; what a failed test leaves
/// stays to be looked at until the servers go.
pub struct TestEnvironment {
    environment: Environment,
    /// Databases hold the demo's data.
    demo: bool,
}

impl TestEnvironment {
    /// On the servers named by `KAJO_TEST_POSTGRES_URL` and `KAJO_TEST_NATS_URL`.
    pub async fn start() -> Result<Self> {
        Self::with(|settings| settings).await
    }

    /// The same, with settings of the test's own.
    pub async fn with(change: impl FnOnce(Settings) -> Settings) -> Result<Self> {
        let server_url = env::var("KAJO_TEST_POSTGRES_URL").context("KAJO_TEST_POSTGRES_URL is not set: run `./just test`")?;
        let nats_url = env::var("KAJO_TEST_NATS_URL").context("KAJO_TEST_NATS_URL is not set: run `./just test`")?;
        let (clock, ids) = (Clock::manual(BEGINNING.parse::<Timestamp>()?), Ids::system());
        // Letters and digits alone: it names databases and streams.
        let own = ids.v7(Clock::system().now()).simple().to_string();
        let (kek, key) = (KeyEncryptionKey::from_bytes(KEY_ENCRYPTION_KEY), InternalKey::from_bytes(ids.secret()));
        let heads = AccessLogKey::from_seed(&ids.secret())?;
        let mut settings = Settings::new(&server_url, &nats_url, kek.clone(), key.clone(), heads);
        settings.database_prefix = format!("t{own}_");
        settings.bus_prefix = format!("T{}", own.to_uppercase());
        settings.postgres_patience = POSTGRES_PATIENCE;
        let mut settings = change(settings);
        // What it asks for stands in the template.
        let demo = std::mem::take(&mut settings.demo);
        let bus = Bus::connect(&settings.nats_url, &settings.bus_prefix).await?;
        let settings = Arc::new(settings);
        Ok(Self {
            environment: Environment {
                settings,
                clock,
                ids,
                bus,
                key_encryption_key: kek,
                internal_key: key,
                service_clients: ServiceClients::default(),
            },
            demo,
        })
    }

    /// What services are started in.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The clock that the test sets.
    pub fn clock(&self) -> &Clock {
        &self.environment.clock
    }

    /// As [`eventually`](super::eventually), for what a service tries again by its clock: once a second has been waited, the clock that the
    /// test sets goes on as the machine's does. As long as it stands, one call that failed for a moment would never be made again.
    ///
    /// # Panics
    /// When it has not come after a minute.
    pub async fn eventually<T, F>(&self, mut look: impl FnMut() -> F) -> T
    where
        F: Future<Output = Option<T>>,
    {
        let mut moved = tokio::time::Instant::now();
        eventually(|| {
            if moved.elapsed() >= Duration::from_secs(1) {
                moved = tokio::time::Instant::now();
                self.clock().advance(SignedDuration::from_secs(1));
            }
            look()
        })
        .await
    }

    /// The bus, under this test's prefix.
    pub fn bus(&self) -> &Bus {
        &self.environment.bus
    }

    /// The same, with the machine's time at the beginning: that is what outside systems, simulated ones as well, put into their tokens.
    pub async fn today(change: impl FnOnce(Settings) -> Settings) -> Result<Self> {
        let test = Self::with(change).await?;
        test.clock().advance(Clock::system().now().duration_since(test.clock().now()));
        Ok(test)
    }

    /// Makes the database of a service as a first start would. [`service`](Self::service) does so; for whoever starts it otherwise.
    pub async fn database(&self, service: &Service) -> Result<()> {
        templates::clone(service, &self.environment, self.demo).await
    }

    /// Starts a service.
    pub fn service(&self, service: Service) -> BoxFuture<'_, Result<Running>> {
        Box::pin(async move {
            self.database(&service).await?;
            Ok(service.start(&self.environment).await?)
        })
    }

    /// Calls to a running service.
    pub fn calls(&self, running: &Running) -> Calls {
        Calls::new(running.grpc(), self.environment.internal_key.clone(), self.environment.clock.clone(), self.environment.ids.clone())
    }

    /// Removes what this test made, once its services are stopped.
    pub async fn remove(self) -> Result<()> {
        for (stream, _) in self.environment.bus.streams("*").await? {
            self.environment.bus.context.delete_stream(stream).await?;
        }
        let mut server = templates::server(self.environment.settings.postgres_url()).await?;
        templates::remove(&mut server, &self.environment.settings.database_prefix, None).await?;
        Ok(server.close().await?)
    }
}
