//! What events say, in tables.

pub(crate) mod closures;
