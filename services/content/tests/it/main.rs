//! content on real Postgres and NATS.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod content_integration;
mod document;
mod health_record;
mod health_record_ingest;
mod keeper;
mod notification;
mod notification_push;
mod notification_template;
mod path_action;
mod patient_content;
mod patient_content_read;
mod push;
mod service;
mod service_category;
mod service_content;
mod world;
