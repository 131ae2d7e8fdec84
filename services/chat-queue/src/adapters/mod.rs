//! Outside systems, and other services as chat-queue asks them.

pub(crate) mod assessment_forms;
pub(crate) mod chat_files;
pub(crate) mod chat_provider;
pub(crate) mod contact_cards;
pub(crate) mod summariser;
