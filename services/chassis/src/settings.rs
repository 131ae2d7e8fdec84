//! What a process is told through its environment, read once at the start. Every name begins with `KAJO_`; a service reads
//! its own part of it with [`Settings::part`].

use std::{convert::Infallible, net::SocketAddr, path::PathBuf, time::Duration};

use figment::{
    Figment,
    providers::{Env, Serialized},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    access::{AccessLogKey, EndorsementsError, InternalKey, KeyFileError},
    cleartext::{self, Cleartext},
    database,
    sealing::{KeyEncryptionKey, SealingError},
};

/// What begins the name of every variable.
const PREFIX: &str = "KAJO_";

/// What every service needs.
#[derive(Clone)]
pub struct Settings {
    /// The Postgres server; each service makes and uses a database of its own there.
    pub postgres_url: SecretString,
    /// The bus.
    pub nats_url: String,
    /// Begins the name of each service's database.
    pub database_prefix: String,
    /// How many connections to the server one service opens at the most. Seven services in one process fit into the hundred that a server
    /// gives by default.
    pub postgres_connections: u32,
    /// Whoever gets none of these connections for so long is refused: long before a browser would give up. No variable says otherwise, only
    /// tests do, for machines that do much else at the same time.
    pub postgres_patience: Duration,
    /// Begins the names of the streams on the bus and, in lower case, its subjects.
    pub bus_prefix: String,
    /// Wraps the keys of persons.
    pub kek: KeyEncryptionKey,
    /// Gateway and services know each other by it.
    pub internal_key: InternalKey,
    /// Signs the heads of the access logs, and knows from which keys it took over.
    pub access_log_key: AccessLogKey,
    /// Where services write down which keys they have destroyed; outside of the backups of the databases.
    pub destroyed_keys_dir: Option<PathBuf>,
    /// Seed demo people and content.
    pub demo: bool,
    /// Log filter.
    pub log: String,
    /// Where spans go.
    pub otlp_endpoint: Option<String>,
    /// Where a service that runs on its own listens for gRPC.
    pub grpc_addr: Option<SocketAddr>,
    /// Where `/metrics`, `/livez` and `/readyz` are.
    pub metrics_addr: Option<SocketAddr>,
    figment: Figment,
}

/// What is wrong with the environment.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A variable is missing or cannot be read; the text names it.
    #[error("the environment (names without {PREFIX}): {0}")]
    Variable(#[from] Box<figment::Error>),
    /// A release build was told to seed demo people, and not told that this is meant.
    #[error("KAJO_DEMO: this is a release build, which seeds demo people only where KAJO_DEMO_RELEASE is 1 too")]
    DemoInRelease,
    /// An address to which everything would go in clear.
    #[error(transparent)]
    Cleartext(#[from] Cleartext),
    /// The file of `KAJO_KEK_FILE`.
    #[error("KAJO_KEK_FILE: {0}")]
    KeyEncryptionKey(#[from] SealingError),
    /// The file of `KAJO_INTERNAL_KEY_FILE`.
    #[error("KAJO_INTERNAL_KEY_FILE: {0}")]
    InternalKey(KeyFileError),
    /// The file of `KAJO_ACCESS_LOG_KEY_FILE`.
    #[error("KAJO_ACCESS_LOG_KEY_FILE: {0}")]
    AccessLogKey(KeyFileError),
    /// The file of `KAJO_ACCESS_LOG_ENDORSEMENTS_FILE`.
    #[error("KAJO_ACCESS_LOG_ENDORSEMENTS_FILE: {0}")]
    Endorsements(#[from] EndorsementsError),
}

#[derive(Deserialize)]
struct Raw {
    postgres_url: String,
    nats_url: String,
    #[serde(default = "database_prefix")]
    database_prefix: String,
    #[serde(default = "postgres_connections")]
    postgres_connections: u32,
    #[serde(default = "bus_prefix")]
    bus_prefix: String,
    kek_file: PathBuf,
    internal_key_file: PathBuf,
    access_log_key_file: PathBuf,
    access_log_endorsements_file: Option<PathBuf>,
    destroyed_keys_dir: Option<PathBuf>,
    #[serde(default)]
    demo: u8,
    #[serde(default)]
    demo_release: u8,
    #[serde(default = "log")]
    log: String,
    otlp_endpoint: Option<String>,
    grpc_addr: Option<SocketAddr>,
    metrics_addr: Option<SocketAddr>,
}

/// Whether demo people are seeded.
#[derive(Deserialize)]
pub(crate) struct Demo {
    #[serde(default)]
    demo: u8,
    #[serde(default)]
    demo_release: u8,
}

impl Demo {
    /// Demo people have known names and rights: what is shipped must not get them by one wrong variable.
    pub(crate) fn is_on(&self, release: bool) -> Result<bool, SettingsError> {
        match (self.demo != 0, release && self.demo_release == 0) {
            (true, true) => Err(SettingsError::DemoInRelease),
            (on, _) => Ok(on),
        }
    }
}

/// Whether this is what is shipped.
pub(crate) const RELEASE: bool = !cfg!(debug_assertions);

fn database_prefix() -> String {
    "kajo_".to_owned()
}

const fn postgres_connections() -> u32 {
    13
}

fn bus_prefix() -> String {
    "KAJO".to_owned()
}

fn log() -> String {
    "info".to_owned()
}

/// Variables of the environment alone, for a process that is none of the services.
///
/// # Errors
/// When something is missing or cannot be read.
pub fn variables<T: DeserializeOwned>() -> Result<T, SettingsError> {
    Ok(Figment::from(Env::prefixed(PREFIX)).extract().map_err(Box::new)?)
}

impl Settings {
    /// From the environment of the process.
    ///
    /// # Errors
    /// When something is missing or cannot be read.
    pub fn from_environment() -> Result<Self, SettingsError> {
        let figment = Figment::from(Env::prefixed(PREFIX));
        let raw: Raw = figment.extract().map_err(Box::new)?;
        let key = AccessLogKey::from_file(&raw.access_log_key_file).map_err(SettingsError::AccessLogKey)?;
        let demo = Demo { demo: raw.demo, demo_release: raw.demo_release }.is_on(RELEASE)?;
        if !demo {
            cleartext::refuse("KAJO_POSTGRES_URL", &raw.postgres_url)?;
            cleartext::refuse("KAJO_NATS_URL", &raw.nats_url)?;
        }
        let endorsements = raw.access_log_endorsements_file.filter(|path| !path.as_os_str().is_empty());
        Ok(Self {
            postgres_url: raw.postgres_url.into(),
            nats_url: raw.nats_url,
            database_prefix: raw.database_prefix,
            postgres_connections: raw.postgres_connections,
            postgres_patience: database::PATIENCE,
            bus_prefix: raw.bus_prefix,
            kek: KeyEncryptionKey::from_file(&raw.kek_file)?,
            internal_key: InternalKey::from_file(&raw.internal_key_file).map_err(SettingsError::InternalKey)?,
            access_log_key: match endorsements {
                Some(path) => key.endorsed_by_file(&path)?,
                None => key,
            },
            destroyed_keys_dir: raw.destroyed_keys_dir,
            demo,
            log: raw.log,
            otlp_endpoint: raw.otlp_endpoint.filter(|endpoint| !endpoint.is_empty()),
            grpc_addr: raw.grpc_addr,
            metrics_addr: raw.metrics_addr,
            figment,
        })
    }

    /// For tests: these servers and keys, nothing from the environment.
    pub fn new(postgres_url: &str, nats_url: &str, kek: KeyEncryptionKey, internal_key: InternalKey, access_log_key: AccessLogKey) -> Self {
        Self {
            postgres_url: postgres_url.into(),
            nats_url: nats_url.to_owned(),
            database_prefix: database_prefix(),
            postgres_connections: postgres_connections(),
            postgres_patience: database::PATIENCE,
            bus_prefix: bus_prefix(),
            kek,
            internal_key,
            access_log_key,
            destroyed_keys_dir: None,
            demo: false,
            log: log(),
            otlp_endpoint: None,
            grpc_addr: None,
            metrics_addr: None,
            figment: Figment::new(),
        }
    }

    /// The same settings with one more variable; `name` as in the environment, without `KAJO_`, in lower case.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        // Read as a variable would be: numbers and truth values are no text.
        let value: figment::value::Value = value.parse().unwrap_or_else(|never: Infallible| match never {});
        self.figment = self.figment.merge(Serialized::global(name, value));
        self
    }

    /// The part that one service reads, as its own type. Fields are named as the variables, without `KAJO_`.
    ///
    /// # Errors
    /// When something is missing or cannot be read.
    pub fn part<T: DeserializeOwned>(&self) -> Result<T, SettingsError> {
        Ok(self.figment.extract().map_err(Box::new)?)
    }

    /// The Postgres server's address with its password, for connecting.
    pub fn postgres_url(&self) -> &str {
        self.postgres_url.expose_secret()
    }
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Settings").field("bus_prefix", &self.bus_prefix).field("demo", &self.demo).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_21_a_release_build_seeds_no_demo_people_unless_told_twice() {
        let on = |demo, demo_release, release| Demo { demo, demo_release }.is_on(release).ok();
        assert_eq!([on(0, 0, true), on(1, 0, true), on(1, 1, true)], [Some(false), None, Some(true)]);
        assert_eq!([on(0, 1, true), on(0, 0, false), on(1, 0, false)], [Some(false), Some(false), Some(true)]);
    }
}
