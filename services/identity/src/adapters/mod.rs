//! The outside systems of identity.

pub mod oidc;
pub mod patient_record;
