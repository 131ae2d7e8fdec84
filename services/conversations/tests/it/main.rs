//! conversations through its RPCs, on real Postgres and NATS.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod access_log;
mod cancelled;
mod drafts;
mod files;
mod inbox;
mod on_behalf;
mod records;
mod thread;
mod world;
