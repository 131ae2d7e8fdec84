//! Read models.

pub(crate) mod chats;
pub(crate) mod closures;
