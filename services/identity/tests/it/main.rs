//! identity on real Postgres and NATS, with people who come through the realms of the simulators.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test stops at the first surprise")]

mod admission;
mod forged;
mod lifetime;
mod location;
mod patient;
mod role_group;
mod session;
mod sign_in;
mod work_context;
mod world;
