//! Read models of identity.

pub mod locations;
pub mod opened_patients;
pub mod own_access_log;
pub mod patients;
pub mod practitioners;
pub mod recent_locations;
pub mod role_groups;
pub mod roles;
pub mod sessions;
