//! Read models of identity.

pub mod accounts;
pub mod care_teams;
pub mod feature_flags;
pub mod kept;
pub mod locations;
pub mod lookup_alerts;
pub mod opened_patients;
pub mod patient_care_teams;
pub mod patients;
pub mod practitioners;
pub mod protected_patients;
pub mod recent_locations;
pub mod residents;
pub mod role_groups;
pub mod roles;
pub mod sessions;
pub mod terms;
