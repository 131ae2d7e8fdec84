//! What goes wrong next: a test says it, the realms and the scanner do it until told otherwise.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// A fault of the outside world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// The token endpoint answers 500.
    TokenFails,
    /// The token names another nonce.
    WrongNonce,
    /// The token names another issuer.
    WrongIssuer,
    /// The token is for somebody else.
    WrongAudience,
    /// The token has run out.
    ExpiredToken,
    /// The signature is not the realm's.
    BadSignature,
    /// The person says no.
    AccessDenied,
    /// The scanner answers with an error.
    ScannerFails,
    /// The scanner hangs up.
    ScannerGone,
}

/// The fault that holds now.
#[derive(Debug, Default)]
pub(crate) struct Control(Mutex<Fault>);

impl Control {
    pub(crate) fn set(&self, fault: Fault) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    pub(crate) fn is(&self, fault: Fault) -> bool {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) == fault
    }
}
