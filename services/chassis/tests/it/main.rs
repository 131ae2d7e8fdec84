//! The chassis on real Postgres and NATS: each promise of the store, the relay, the read models and the consumers, and for each
//! guard a run without it, in which the checker must see the loss.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "a test that fails says so")]

mod access;
mod access_key;
mod cancelled;
mod connections;
mod consumer;
mod due;
mod due_kills;
mod due_timers;
mod faults_of_the_bus;
mod killed;
mod linking;
mod lost_bus;
mod order;
mod own_bus;
mod plans;
mod policy;
mod projection;
mod proof;
mod rebuilding;
mod relay;
mod reservation;
mod restored;
mod sealing;
mod store;
mod supervised;
mod tally;
mod tls_postgres;
mod told;
mod unpublishable;
mod versions;
mod whisper;
