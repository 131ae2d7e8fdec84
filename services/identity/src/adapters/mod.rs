//! The outside systems of identity.

pub mod oidc;
