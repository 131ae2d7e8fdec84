//! The half of the chassis that does IO: what every service stands on. A service lists its aggregates, projections,
//! policies, consumers and RPCs in one page ([`service::Service`]); the rest is here.
//!
//! | Room | What is in it |
//! |---|---|
//! | [`store`] | append at an expected version, units of work, idempotency, reading back |
//! | [`relay`] | positions after the commit, and publishing to JetStream |
//! | [`whisper`] | ids and numbers of a moment to open pages, stored nowhere |
//! | [`projection`] | read models: inline and following, rebuild while live |
//! | [`consumer`] | facts from the bus: cursor per stream, parking |
//! | [`policy`] | process managers: facts in, effects and timers out |
//! | [`due`] | what is due: effects, timers and jobs, performed by one runner |
//! | [`access`] | who calls, whether they may, the access log and its chain |
//! | [`sealing`] | keys per person and retention class |
//! | [`admin_record`] | what the admin panel keeps: lists, saving, archiving |
//! | [`publication`] | what is drafted and published: lists, versions, rolling back |
//! | [`grpc`] | refusals and faults as statuses; what a handler knows of its call |
//! | [`service_client`] | other services, as this one calls them |
//! | [`integrator`] | other systems that send what they know of people |
//! | [`http_client`] | systems outside, as all of ours call them |
//! | [`messages`] | e-mail and text messages to people outside the app |
//! | [`push`] | messages to browsers, by the push services of their makers |
//! | [`names`] | what things of other services are called |
//! | [`patients`] | whom a professional's session has opened |
//! | [`person_index`] | whose personal identity codes these are |
//! | [`personal_data`] | what becomes of it when an account is deleted |
//! | [`page`], [`search`] | keyset paging; words of a search as patterns |
//! | [`service`] | putting a service together, starting and stopping it |
//! | [`process`] | a process: beginning, listeners, signals, end; a service on its own |
//! | [`cleartext`] | no connection leaves the machine in clear |
//! | [`settings`], [`telemetry`], [`clock`] | the surroundings |
//! | [`testkit`] | a service on real Postgres and NATS in a test |

pub mod access;
pub mod admin_record;
pub mod cleartext;
pub mod clock;
pub mod consumer;
pub mod database;
mod detached;
pub mod due;
pub mod grpc;
pub mod http_client;
pub mod integrator;
mod key_file;
pub mod links;
pub mod messages;
pub mod names;
pub mod page;
pub mod patients;
pub mod person_index;
pub mod personal_data;
pub mod policy;
pub mod process;
pub mod projection;
pub mod publication;
pub mod push;
pub mod relay;
pub mod sealing;
pub mod search;
pub mod service;
pub mod service_client;
pub mod settings;
pub mod store;
pub mod telemetry;
pub mod testkit;
pub mod whisper;

pub use chassis_domain as domain;
pub use clock::Clock;
pub use database::{Pool, Tx};
pub use service::{Kernel, Service};
