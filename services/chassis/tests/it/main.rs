//! The chassis on real Postgres and NATS: each promise of the store, the relay, the read models and the consumers, and for each
//! guard a run without it, in which the checker must see the loss.

mod access;
mod consumer;
mod policy;
mod projection;
mod relay;
mod sealing;
mod store;
mod tally;
