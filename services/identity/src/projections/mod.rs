//! Read models of identity.

pub mod places;
pub mod practitioners;
pub mod recent_locations;
pub mod sessions;
