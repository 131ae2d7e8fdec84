//! Why a device is not switched on or off.

/// A refusal of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this person there is no such device.
    #[error("there is no such device")]
    NotFound,
    /// No device can be told anything here.
    #[error("no device can be told anything")]
    Unavailable,
    /// They are told on as many devices as one person may be.
    #[error("too many devices")]
    TooMany,
    /// Nothing is sent to that push service: it is none that browsers of residents use.
    #[error("the push service is not known")]
    ServiceUnknown,
    /// The key is none of a browser.
    #[error("the key is malformed")]
    KeyMalformed,
    /// The secret is none of a browser.
    #[error("the secret is malformed")]
    SecretMalformed,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::Unavailable => "push_unavailable", State;
    Self::TooMany => "push_devices_too_many", State;
    Self::ServiceUnknown => "push_service_unknown", Input, field "endpoint";
    Self::KeyMalformed => "invalid", Input, field "key";
    Self::SecretMalformed => "invalid", Input, field "secret";
} }
