//! Who calls, whether they may, and the access log. The gateway says who calls and signs it; every service checks the
//! signature and what the method declares, by default-deny, before a handler runs.

mod audit_object;
mod caller;
pub(crate) mod chain;
mod entry;
mod head_key;
mod layer;
#[cfg(test)]
mod layer_tests;
mod proof;
mod rpc;
mod sign;
pub(crate) mod tree;
mod withholding;

pub use caller::{Caller, Impersonator};
pub use chain::{Verdict, verify};
pub use entry::AccessEntry;
pub(crate) use entry::{PARAMETERS, insert};
pub use head_key::{AccessLogKey, EndorsementsError};
pub use layer::{Guarded, refusal_of};
pub use proof::{prove, shown_since};
pub use rpc::Rpc;
pub use sign::{CALLER_HEADER, InternalKey, KeyFileError, sign};
pub use tree::signed_by;
pub use withholding::{Decision, Shown, Withheld, WithholdingGround, decide, withheld_among, withheld_from};
