//! Other systems, as chat-queue knows them.

pub(crate) mod chat_provider;
