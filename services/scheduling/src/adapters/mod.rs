//! Where times are booked, and other services as scheduling asks them.

pub(crate) mod admission;
pub(crate) mod calls;
pub(crate) mod people;
pub(crate) mod services;
pub(crate) mod source;

use chassis::service_client::understood;

/// The service that knows people and places.
const IDENTITY: &str = "identity";
/// The service that knows services.
const CONTENT: &str = "content";
/// The service that has the calls.
const CHAT_QUEUE: &str = "chat-queue";
