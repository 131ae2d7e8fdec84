//! The whole platform in one process, on real Postgres and NATS, with people who sign in through the realms of the
//! simulators.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod access;
mod alone;
mod assessment;
mod birthday;
mod browser;
mod bus;
mod chat_files;
mod chat_summary;
mod customer_tasks;
mod deletion;
mod digital_paths;
mod disk;
mod documents;
mod forms;
mod health_records;
mod journey;
mod notifications;
mod outside_bookings;
mod patient_context;
mod public_forms;
mod push;
mod remote_appointment;
mod surveys;
mod surveys_fhir;
mod to_patient;
mod trace;
mod world;
