//! Putting a service together. One page in the service's `lib.rs` lists what it is made of; starting, stopping and everything
//! in between is here.

mod builder;
mod gauges;
mod kernel;
mod running;
mod start;
mod supervisor;

pub use builder::Service;
pub use kernel::{Environment, Kernel};
pub use running::{GrpcService, Running};
pub use start::StartError;
pub(crate) use supervisor::beat;
