//! conversations through its RPCs, on real Postgres and NATS.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod cancelled;
mod files;
mod inbox;
mod records;
mod thread;
mod world;
