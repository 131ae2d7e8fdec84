//! conversations through its RPCs, on real Postgres and NATS.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod access_log;
mod anonymous_forms;
mod archived;
mod cancelled;
mod chat_files;
mod customer_tasks;
mod drafts;
mod files;
mod forms;
mod handing;
mod hostile;
mod hostile_files;
mod inbox;
mod kinds;
mod links;
mod on_behalf;
mod path_action;
mod phrases;
mod queue_services;
mod queues;
mod races;
mod real_scanner;
mod records;
mod survey;
mod team;
mod thread;
mod unsent;
mod visibility;
mod world;
