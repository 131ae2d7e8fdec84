//! What content is told by its environment.

use chassis::cleartext::{self, Cleartext};
use serde::Deserialize;

/// Settings of content; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct ContentSettings {
    /// Where identity answers, for example `http://identity:7001`; in this process when it is left out.
    pub identity_url: Option<String>,
    /// Where conversations answers, which judges links, likewise.
    pub conversations_url: Option<String>,
    /// The national register of services (PTV, `https://api.palvelutietovaranto.suomi.fi`). Without one nothing is fetched.
    pub service_register_url: Option<String>,
    /// For how many seconds it is waited for.
    #[serde(default = "patience")]
    pub service_register_patience_seconds: u32,
}

/// What is needed to tell residents; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct NotificationSettings {
    /// Where residents reach their app, for example `https://kajo.example`: links in notifications begin with it.
    pub resident_public_url: String,
}

const fn patience() -> u32 {
    20
}

impl ContentSettings {
    /// Refuses to believe what comes over the net in clear: anybody on the way could publish words as ours.
    ///
    /// # Errors
    /// When the address would have it.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_SERVICE_REGISTER_URL", self.service_register_url.as_deref().unwrap_or_default())
    }
}

impl NotificationSettings {
    /// Refuses to send anybody's browser to another machine in clear.
    ///
    /// # Errors
    /// When the address would have it.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_RESIDENT_PUBLIC_URL", &self.resident_public_url)
    }
}
