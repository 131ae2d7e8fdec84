//! What every verb begins with: the settings, the keys, the services.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result, bail};
use chassis::{
    Clock, Service,
    clock::Ids,
    relay::Bus,
    service::Environment,
    settings::Settings,
    telemetry::{self, Telemetry},
};

use crate::keys;

/// Every service of the platform, in the order in which they start.
pub(crate) fn services() -> Vec<Service> {
    vec![identity::service(), conversations::service()]
}

/// One of them.
pub(crate) fn service(name: &str) -> Result<Service> {
    let Some(found) = services().into_iter().find(|service| service.name() == name) else {
        let names: Vec<_> = services().iter().map(Service::name).collect();
        bail!("there is no service {name}; there are {}", names.join(", "));
    };
    Ok(found)
}

/// Settings, keys and the bus. Telemetry runs as long as it is held.
pub(crate) async fn begin() -> Result<(Environment, Telemetry)> {
    let ids = Ids::system();
    if std::env::var("KAJO_DEMO").is_ok_and(|demo| demo == "1") {
        for variable in ["KAJO_KEK_FILE", "KAJO_INTERNAL_KEY_FILE"] {
            if let Some(path) = std::env::var_os(variable) {
                keys::make_if_missing(&PathBuf::from(path), &ids)?;
            }
        }
    }
    let settings = Settings::from_environment()?;
    let telemetry = telemetry::init("platform", &settings.log, settings.otlp_endpoint.as_deref())?;
    let bus = Bus::connect(&settings.nats_url, &settings.bus_prefix).await.context("KAJO_NATS_URL")?;
    let environment = Environment {
        bus,
        clock: Clock::system(),
        ids,
        key_encryption_key: settings.kek.clone(),
        internal_key: settings.internal_key.clone(),
        settings: Arc::new(settings),
    };
    Ok((environment, telemetry))
}
