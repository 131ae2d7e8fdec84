//! The services of the platform.

use anyhow::{Result, bail};
use chassis::Service;

/// Every service of the platform, in the order in which they start.
pub fn all() -> Vec<Service> {
    vec![
        identity::service(),
        conversations::service(),
        content::service(),
        scheduling::service(),
        chat_queue::service(),
        survey::service(),
        digipath_engine::service(),
    ]
}

/// One of them.
pub(crate) fn named(name: &str) -> Result<Service> {
    let Some(found) = all().into_iter().find(|service| service.name() == name) else {
        let names: Vec<_> = all().iter().map(Service::name).collect();
        bail!("there is no service {name}; there are {}", names.join(", "));
    };
    Ok(found)
}
