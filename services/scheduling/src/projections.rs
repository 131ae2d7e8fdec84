//! Read models, one file each: table, fold, queries.

pub mod calendar;
pub mod my_appointments;
pub(crate) mod offer_queries;
pub mod offers;
pub mod recommendations;
pub(crate) mod sync_status;
