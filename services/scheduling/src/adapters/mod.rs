//! Where times are booked, other systems that keep appointments, and other services as scheduling asks them.

pub(crate) mod admission;
pub(crate) mod booking_system;
pub(crate) mod booking_systems;
pub(crate) mod calls;
mod lifecare;
mod omni360;
mod outside_http;
mod pegasos;
pub(crate) mod people;
pub(crate) mod services;
pub(crate) mod source;
mod vihta;

use chassis::service_client::understood;

/// The service that knows people and places.
const IDENTITY: &str = "identity";
/// The service that knows services.
const CONTENT: &str = "content";
/// The service that has the calls.
const CHAT_QUEUE: &str = "chat-queue";
