//! What follows from facts of other services.

pub(crate) mod appointment_calls;
