//! Read models, one file each: table, fold, queries.

pub(crate) mod health_records;
pub(crate) mod patient_contents;
pub(crate) mod push_devices;
