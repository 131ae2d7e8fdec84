//! The other systems that keep appointments, as far as they are connected.

use std::sync::Arc;

use chassis::Kernel;
use fhir::SystemIdentifiers;
use secrecy::ExposeSecret;

use super::{booking_system::BookingSystemClient, lifecare::Lifecare, omni360::Omni360, pegasos::Pegasos, vihta::Vihta};
use crate::{appointment_search::BookingSystem, settings::BookingSystemSettings};

/// A system, as it is asked.
pub(crate) type Client = Arc<dyn BookingSystemClient>;

/// The systems that have an address. Cheap to clone.
#[derive(Clone)]
pub(crate) struct BookingSystems {
    lifecare: Option<Client>,
    pegasos: Option<Client>,
    omni360: Option<Client>,
    vihta: Option<Client>,
}

impl BookingSystems {
    /// Those of the settings.
    ///
    /// # Errors
    /// When the settings cannot be read, or an address is none.
    pub(crate) fn of(kernel: &Kernel) -> anyhow::Result<Self> {
        let settings: BookingSystemSettings = kernel.settings.part()?;
        let systems: SystemIdentifiers = kernel.settings.part()?;
        let patience = settings.patience();
        let lifecare = settings.url(BookingSystem::Lifecare).map(|url| Lifecare::try_new(url, settings.lifecare_token.expose_secret(), patience));
        let pegasos = settings.url(BookingSystem::Pegasos).map(|url| Pegasos::try_new(url, settings.pegasos_key.expose_secret(), patience));
        let omni360 = settings
            .url(BookingSystem::Omni360)
            .map(|url| Omni360::try_new(url, settings.omni360_token.expose_secret(), &systems.national_id_system, patience));
        let vihta = settings.url(BookingSystem::Vihta).map(|url| {
            let secret = settings.vihta_secret.expose_secret();
            Vihta::try_new(url, &settings.vihta_client, secret, patience, kernel.clock.clone())
        });
        Ok(Self {
            lifecare: lifecare.transpose()?.map(shared),
            pegasos: pegasos.transpose()?.map(shared),
            omni360: omni360.transpose()?.map(shared),
            vihta: vihta.transpose()?.map(shared),
        })
    }

    /// How a system is asked; `None`: it is not connected, or is the own calendar.
    pub(crate) fn client(&self, system: BookingSystem) -> Option<Client> {
        match system {
            BookingSystem::Own => None,
            BookingSystem::Lifecare => self.lifecare.clone(),
            BookingSystem::Pegasos => self.pegasos.clone(),
            BookingSystem::Omni360 => self.omni360.clone(),
            BookingSystem::Vihta => self.vihta.clone(),
        }
    }
}

fn shared(client: impl BookingSystemClient + 'static) -> Client {
    Arc::new(client)
}
