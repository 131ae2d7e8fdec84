//! The events of each aggregate in the order of a stream, one per event type at least, with every field filled: `samples()` in each file.

pub(crate) mod activation;
pub(crate) mod form_response;
pub(crate) mod response;
pub(crate) mod survey;
pub(crate) mod survey_access;
