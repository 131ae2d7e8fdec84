//! All services in one process, the embedded default: what `platform` does for people, and what operators ask of it.
//!
//! | Room | What is in it |
//! |---|---|
//! | [`serve`] | services, gateway and listeners together, started and stopped in order |
//! | [`maintenance`] | refill, rebuild, parked facts, the access log's chain |
//! | `process` | what every verb begins with: settings, keys, the list of services |
//! | `options`, `keys`, `listeners` | its own settings, the keys of a demo, gRPC and metrics |

mod keys;
mod listeners;
pub mod maintenance;
mod options;
mod process;
pub mod serve;
