//! What scheduling is told by its environment.

use std::time::Duration;

use chassis::cleartext::{self, Cleartext};
use secrecy::SecretString;
use serde::Deserialize;

use crate::appointment_search::BookingSystem;

/// The shortest and the longest time between two fetches, in minutes: a week.
const FETCH_MINUTES: (u32, u32) = (1, 10_080);
/// Nobody is waited for longer, in seconds: several pages are asked for one after another.
const PATIENCE_SECONDS: (u32, u32) = (1, 60);

/// Settings of scheduling; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct SchedulingSettings {
    /// Where content answers, for example `http://content:7003`; in this process when it is left out.
    pub content_url: Option<String>,
    /// Where identity answers, likewise.
    pub identity_url: Option<String>,
    /// Where chat-queue answers, likewise.
    pub chat_queue_url: Option<String>,
    /// For how many minutes a resident holds a time while they think it over.
    #[serde(default = "hold_minutes")]
    pub hold_minutes: u32,
    /// Whom residents call about what cannot be booked, moved or cancelled in the app; empty: nobody is named.
    #[serde(default)]
    pub booking_phone: String,
    /// Longest reason for cancelling, in characters.
    #[serde(default = "cancel_reason_max_characters")]
    pub cancel_reason_max_characters: usize,
    /// Where residents reach their app, for example `https://kajo.example`: links that guests are sent begin with it.
    pub resident_public_url: String,
}

/// The systems whose appointments are shown here; every name is a variable with `KAJO_` in front. One without an address is not connected.
#[derive(Clone, Debug, Deserialize)]
pub struct BookingSystemSettings {
    /// Lifecare.
    pub lifecare_url: Option<String>,
    /// Bearer token for it.
    #[serde(default)]
    pub lifecare_token: SecretString,
    /// Pegasos.
    pub pegasos_url: Option<String>,
    /// The key for it.
    #[serde(default)]
    pub pegasos_key: SecretString,
    /// Omni360, by FHIR R4.
    pub omni360_url: Option<String>,
    /// Bearer token for it.
    #[serde(default)]
    pub omni360_token: SecretString,
    /// Vihta.
    pub vihta_url: Option<String>,
    /// What we are called there.
    #[serde(default)]
    pub vihta_client: String,
    /// Signs what it is asked.
    #[serde(default)]
    pub vihta_secret: SecretString,
    /// Every how many minutes they are asked for the appointments of a service that says nothing else.
    #[serde(default = "booking_fetch_minutes")]
    pub booking_fetch_minutes: u32,
    /// For how many seconds each answer is waited for.
    #[serde(default = "booking_patience_seconds")]
    pub booking_patience_seconds: u32,
}

impl BookingSystemSettings {
    /// Where a system is; `None`: it is not connected, or is the own calendar.
    pub fn url(&self, system: BookingSystem) -> Option<&str> {
        let url = match system {
            BookingSystem::Own => None,
            BookingSystem::Lifecare => self.lifecare_url.as_deref(),
            BookingSystem::Pegasos => self.pegasos_url.as_deref(),
            BookingSystem::Omni360 => self.omni360_url.as_deref(),
            BookingSystem::Vihta => self.vihta_url.as_deref(),
        };
        url.map(str::trim).filter(|url| !url.is_empty())
    }

    /// Every how many minutes they are asked, where the service says nothing else.
    pub fn fetch_minutes(&self) -> u32 {
        let (least, most) = FETCH_MINUTES;
        self.booking_fetch_minutes.clamp(least, most)
    }

    /// For how long each answer is waited for.
    pub fn patience(&self) -> Duration {
        let (least, most) = PATIENCE_SECONDS;
        Duration::from_secs(self.booking_patience_seconds.clamp(least, most).into())
    }

    /// Refuses to ask in clear: what they answer names people, and what we send lets anybody on the way ask as well.
    ///
    /// # Errors
    /// When an address would have it.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        [
            ("KAJO_LIFECARE_URL", BookingSystem::Lifecare),
            ("KAJO_PEGASOS_URL", BookingSystem::Pegasos),
            ("KAJO_OMNI360_URL", BookingSystem::Omni360),
            ("KAJO_VIHTA_URL", BookingSystem::Vihta),
        ]
        .into_iter()
        .try_for_each(|(name, system)| cleartext::refuse(name, self.url(system).unwrap_or_default()))
    }
}

impl SchedulingSettings {
    /// Refuses to send anybody's browser to another machine in clear.
    ///
    /// # Errors
    /// When a link would.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_RESIDENT_PUBLIC_URL", &self.resident_public_url)
    }
}

const fn hold_minutes() -> u32 {
    5
}

const fn cancel_reason_max_characters() -> usize {
    500
}

const fn booking_fetch_minutes() -> u32 {
    15
}

const fn booking_patience_seconds() -> u32 {
    10
}
