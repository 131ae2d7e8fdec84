//! What lies outside of digipath-engine: the services that own what steps do, and the queues of which conversations tells.

pub(crate) mod owners;
pub(crate) mod task_queues;
