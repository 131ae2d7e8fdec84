//! What a test runs in.

use std::{env, str::FromStr, sync::Arc};

use anyhow::{Context, Result};
use jiff::Timestamp;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, postgres::PgConnectOptions};

use super::Calls;
use crate::{
    access::{AccessLogKey, InternalKey},
    clock::{Clock, Ids},
    neighbour::Neighbours,
    relay::Bus,
    sealing::KeyEncryptionKey,
    service::{Environment, Running, Service},
    settings::Settings,
};

/// When tests begin: a Friday noon in Helsinki.
const BEGINNING: &str = "2026-11-20T10:00:00Z";

/// Databases and a part of the bus that no other test shares. Removed when the test ends well; what a failed test leaves
/// stays to be looked at until the servers go.
pub struct TestEnvironment {
    environment: Environment,
    server_url: String,
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
        let (kek, key) = (KeyEncryptionKey::from_bytes(ids.secret()), InternalKey::from_bytes(ids.secret()));
        let heads = AccessLogKey::from_seed(&ids.secret())?;
        let mut settings = Settings::new(&server_url, &nats_url, kek.clone(), key.clone(), heads);
        settings.database_prefix = format!("t{own}_");
        settings.bus_prefix = format!("T{}", own.to_uppercase());
        let settings = change(settings);
        let bus = Bus::connect(&nats_url, &settings.bus_prefix).await?;
        let settings = Arc::new(settings);
        Ok(Self {
            environment: Environment { settings, clock, ids, bus, key_encryption_key: kek, internal_key: key, neighbours: Neighbours::default() },
            server_url,
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

    /// The bus, under this test's prefix.
    pub fn bus(&self) -> &Bus {
        &self.environment.bus
    }

    /// Starts a service.
    pub async fn service(&self, service: Service) -> Result<Running> {
        Ok(service.start(&self.environment).await?)
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
        let options = PgConnectOptions::from_str(&self.server_url)?.database("postgres");
        let mut connection = PgConnection::connect_with(&options).await?;
        let databases: Vec<String> = sqlx::query_scalar("select datname from pg_database where starts_with(datname, $1)")
            .bind(&self.environment.settings.database_prefix)
            .fetch_all(&mut connection)
            .await?;
        for database in databases {
            connection.execute(AssertSqlSafe(format!("drop database \"{database}\" with (force)"))).await?;
        }
        Ok(connection.close().await?)
    }
}
