//! Who calls, whether they may, and the access log. The gateway says who calls and signs it; every service checks the
//! signature and what the method declares, by default-deny, before a handler runs.

mod audit_object;
mod caller;
pub(crate) mod chain;
mod entry;
mod layer;
#[cfg(test)]
mod layer_tests;
mod rpc;
mod sign;

pub use caller::{Caller, Impersonator};
pub use chain::{Verdict, verify};
pub use entry::AccessEntry;
pub use layer::Guarded;
pub use rpc::Rpc;
pub use sign::{CALLER_HEADER, InternalKey, KeyFileError, sign};
