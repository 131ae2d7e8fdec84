//! What follows from facts of other services, and of our own.

pub(crate) mod appointment_calls;
pub(crate) mod summaries;
