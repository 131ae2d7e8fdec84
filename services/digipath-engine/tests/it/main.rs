//! Flows of digipath-engine on real servers, with services of the tests' own in the place of those that it asks and hears of.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod appointments;
mod categories;
mod events;
mod executions;
mod owners;
mod paths;
mod plans;
mod tellers;
mod timers;
mod world;
