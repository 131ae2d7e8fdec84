//! identity on real Postgres and NATS, with people who come through the realms of the simulators.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test stops at the first surprise")]

mod access_log;
mod account;
mod admission;
mod care_team;
mod contact_card;
mod contact_point;
mod feature_flag;
mod forged;
mod fresh;
mod integrator;
mod lifetime;
mod location;
mod lookup_limit;
mod on_behalf;
mod own_session;
mod panels;
mod patient;
mod person_index;
mod professional;
mod profile;
mod protection;
mod read_models;
mod role_group;
mod session;
mod sign_in;
mod single_sign_on;
mod terms;
mod work_context;
mod world;
