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
mod shown_log;
mod sign;
pub(crate) mod tree;
mod withholding;

pub use caller::{Caller, Impersonator};
pub use chain::{Verdict, verify};
pub use entry::AccessEntry;
pub(crate) use entry::{PARAMETERS, insert, wait};
pub use head_key::{AccessLogKey, EndorsementsError};
pub use layer::{Guarded, refusal_of};
pub use proof::prove;
pub use rpc::Rpc;
pub use shown_log::{AccessTable, OwnPage, ReadRecord, ReviewedRow, ShownLog, ShownRow, Shows, in_own_name};
pub use sign::{CALLER_HEADER, InternalKey, sign};

pub use crate::key_file::KeyFileError;
pub use tree::signed_by;
pub use withholding::{Decision, WithholdingGround};
