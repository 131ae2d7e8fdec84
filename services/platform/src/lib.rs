//! All services in one process, the embedded default: what `platform` does for people, and what operators ask of it.
//!
//! | Room | What is in it |
//! |---|---|
//! | [`serve`] | services, gateway and listeners together, started and stopped in order |
//! | [`maintenance`] | refill, rebuild, parked facts, the access log's chain |
//! | [`services`] | which they are |

pub mod maintenance;
pub mod serve;
pub mod services;

/// As it is called in logs and traces.
pub const NAME: &str = "platform";
