//! Read models, one file each: table, fold, queries.

pub(crate) mod activations;
pub(crate) mod form_responses;
pub(crate) mod responses;
