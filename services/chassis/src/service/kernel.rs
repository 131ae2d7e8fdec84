//! What a service runs in, and what its parts are handed.

use std::sync::Arc;

use crate::{
    access::InternalKey,
    clock::{Clock, Ids},
    database::Pool,
    neighbour::{Neighbour, Neighbours},
    relay::Bus,
    sealing::{KeyEncryptionKey, Keyring},
    settings::Settings,
    store::EventStore,
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
    pub neighbours: Neighbours,
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
    /// What tells the time.
    pub clock: Clock,
    /// Where random ids come from.
    pub ids: Ids,
    /// Settings of the process.
    pub settings: Arc<Settings>,
    /// Signs calls to other services.
    pub internal_key: InternalKey,
    /// The services of this process.
    pub neighbours: Neighbours,
}

impl Kernel {
    /// Another service: behind its address when it has one, otherwise in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn neighbour(&self, name: &'static str, address: Option<&str>) -> anyhow::Result<Neighbour> {
        let (key, clock) = (self.internal_key.clone(), self.clock.clone());
        match address {
            Some(address) => Neighbour::behind(name, address, key, clock),
            None => Ok(Neighbour::here(name, self.neighbours.clone(), key, clock)),
        }
    }
}
