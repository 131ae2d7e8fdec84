//! scheduling on real Postgres and NATS.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod access_log;
mod appointment_search;
mod booked;
mod booking_role;
mod calendar;
mod calendar_choice;
mod guest_links;
mod held;
mod interleavings;
mod meeting;
mod model;
mod offered;
mod outside;
mod overlapping;
mod participants;
mod path_action;
mod patient_booking;
mod professional;
mod race;
mod recommended;
mod remote;
mod remote_access;
mod remote_appointments;
mod schedule;
mod teenagers;
mod town;
mod tried;
mod verified;
mod world;
