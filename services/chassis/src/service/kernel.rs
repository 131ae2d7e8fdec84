//! What a service runs in, and what its parts are handed.

use std::sync::Arc;

use crate::{
    access::InternalKey,
    clock::{Clock, Ids},
    database::Pool,
    due::Due,
    relay::Bus,
    sealing::{KeyEncryptionKey, Keyring},
    service_client::{ServiceClient, ServiceClients},
    settings::Settings,
    store::EventStore,
    whisper::Whispers,
};

/// What a process hands to each of its services.
#[derive(Clone)]
pub struct Environment {
    /// Settings of the process.
    pub settings: Arc<Settings>,
    /// What tells the time.
    pub clock: Clock,
    /// Where random ids come from.
    pub ids: Ids,
    /// The bus.
    pub bus: Bus,
    /// Wraps the keys of persons.
    pub key_encryption_key: KeyEncryptionKey,
    /// Signs who calls.
    pub internal_key: InternalKey,
    /// The services of this process, as they find one another.
    pub service_clients: ServiceClients,
}

/// What the parts of one service are handed. Cheap to clone.
#[derive(Clone)]
pub struct Kernel {
    /// Name of the service, as in the contract's package.
    pub name: &'static str,
    /// Its event store.
    pub store: EventStore,
    /// Its database, for queries.
    pub pool: Pool,
    /// The keys of persons.
    pub keyring: Keyring,
    /// What is due in it.
    pub due: Due,
    /// What it tells open pages of a moment.
    pub whispers: Whispers,
    /// What tells the time.
    pub clock: Clock,
    /// Where random ids come from.
    pub ids: Ids,
    /// Settings of the process.
    pub settings: Arc<Settings>,
    /// Signs calls to other services.
    pub internal_key: InternalKey,
    /// The services of this process.
    pub service_clients: ServiceClients,
}

impl Kernel {
    /// Another service: behind its address when it has one, otherwise in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn service_client(&self, name: &'static str, address: Option<&str>) -> anyhow::Result<ServiceClient> {
        let (key, clock) = (self.internal_key.clone(), self.clock.clone());
        match address {
            Some(address) => ServiceClient::behind(name, address, key, clock),
            None => Ok(ServiceClient::here(name, self.service_clients.clone(), key, clock)),
        }
    }
}
