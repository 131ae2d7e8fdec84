//! The half of the chassis that does IO: what every service stands on. A service lists its aggregates, projections,
//! policies, consumers and RPCs in one page ([`service::Service`]); the rest is here.
//!
//! | Room | What is in it |
//! |---|---|
//! | [`store`] | append at an expected version, units of work, idempotency, reading back |
//! | [`relay`] | positions after the commit, and publishing to JetStream |
//! | [`projection`] | read models: inline and following, rebuild while live |
//! | [`consumer`] | facts from the bus: cursor per stream, parking |
//! | [`policy`] | process managers: state, effects, timers, executor |
//! | [`access`] | who calls, whether they may, the access log and its chain |
//! | [`sealing`] | keys per person and retention class |
//! | [`grpc`] | refusals and faults as statuses; what a handler knows of its call |
//! | [`neighbour`] | other services, as this one calls them |
//! | [`page`], [`search`] | keyset paging; words of a search as patterns |
//! | [`service`] | putting a service together, starting and stopping it |
//! | [`process`] | a process: beginning, listeners, signals, end; a service on its own |
//! | [`settings`], [`telemetry`], [`clock`] | the surroundings |
//! | [`testkit`] | a service on real Postgres and NATS in a test |

pub mod access;
pub mod clock;
pub mod consumer;
pub mod database;
mod detached;
pub mod grpc;
pub mod neighbour;
pub mod page;
pub mod policy;
pub mod process;
pub mod projection;
pub mod relay;
pub mod sealing;
pub mod search;
pub mod service;
pub mod settings;
pub mod store;
pub mod telemetry;
pub mod testkit;

pub use chassis_domain as domain;
pub use clock::Clock;
pub use database::{Pool, Tx};
pub use service::{Kernel, Service};
