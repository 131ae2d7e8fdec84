//! The events of each aggregate in the order of a stream, one per event type at least, with every field filled: `samples()` in each file.

pub(crate) mod path;
pub(crate) mod path_category;
pub(crate) mod path_execution;
