//! Whether whoever calls has identified themselves just now. Who sits down at a session that somebody left cannot say so, and neither deletes
//! the account nor has what the person is told sent elsewhere.

use chassis::{Kernel, access::Rpc, grpc};
use jiff::SignedDuration;
use tonic::Status;

use crate::session_secrets;

#[derive(Clone)]
pub(super) struct FreshSignIn {
    pub(super) kernel: Kernel,
    /// How long it holds.
    pub(super) minutes: u32,
}

impl FreshSignIn {
    /// A session that began before it was written down when is none.
    pub(super) async fn holds(&self, rpc: &Rpc) -> Result<bool, Status> {
        let Some(session_id) = rpc.caller.session() else { return Ok(false) };
        let now = self.kernel.clock.now();
        let since = now.saturating_sub(SignedDuration::from_mins(self.minutes.into())).unwrap_or(now);
        session_secrets::identified_since(&self.kernel.pool, session_id, since).await.map_err(grpc::fault)
    }
}
