//! content on real Postgres and NATS.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod content_integration;
mod document;
mod keeper;
mod service;
mod service_category;
mod service_content;
mod world;
