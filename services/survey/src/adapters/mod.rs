//! Other services as survey asks them.

pub(crate) mod conversations;
pub(crate) mod queues;

use chassis::service_client::understood;

/// The service that has the conversations.
const CONVERSATIONS: &str = "conversations";
