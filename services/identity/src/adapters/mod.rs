//! The outside systems of identity.

pub mod authorizations;
pub mod groups;
pub mod logout_token;
pub mod messages;
pub mod oidc;
pub mod patient_record;
