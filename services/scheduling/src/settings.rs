//! What scheduling is told by its environment.

use chassis::cleartext::{self, Cleartext};
use serde::Deserialize;

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
