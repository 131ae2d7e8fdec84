//! The chassis on real Postgres and NATS: each promise of the store, the relay, the read models and the consumers, and for each
//! guard a run without it, in which the checker must see the loss.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "a test that fails says so")]

mod access;
mod access_key;
mod cancelled;
mod consumer;
mod killed;
mod order;
mod policy;
mod projection;
mod proof;
mod relay;
mod reservation;
mod sealing;
mod store;
mod tally;
