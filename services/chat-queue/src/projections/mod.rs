//! Read models.

pub(crate) mod assessments;
pub(crate) mod calls;
pub(crate) mod chats;
pub(crate) mod closures;
