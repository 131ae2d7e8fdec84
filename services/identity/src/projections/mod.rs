//! Read models of identity.

pub mod locations;
pub mod practitioners;
pub mod recent_locations;
pub mod roles;
pub mod sessions;
