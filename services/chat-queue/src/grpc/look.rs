//! Whom professionals may look at: those who wait, when they work through the queue; the customer of their own chat, until a while after it.

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::SignedDuration;
use tonic::Status;

use super::{
    queues::Queues,
    who::{open_to, practitioner},
};
use crate::chat::{
    Chat, ChatId, Standing, Who,
    thread::{Thread, thread},
};

/// For so long after a chat its professional may look who it was: to write down what was agreed, or to call.
const KNOWN_FOR: SignedDuration = SignedDuration::from_hours(24);

/// A chat whose customer the caller may look at.
pub(super) struct Looked {
    /// With its times.
    pub(super) thread: Thread,
    /// Whose it is.
    pub(super) standing: Standing,
    /// Its queue.
    pub(super) queues: Queues,
}

/// A chat whose customer the caller may look at now. Whatever is read of them is logged by whoever reads it.
///
/// # Errors
/// When they may not, which looks as if there were none, or the database fails.
pub(super) async fn look(kernel: &Kernel, rpc: &Rpc, id: ChatId) -> Result<Looked, Status> {
    let history = kernel.store.history::<Chat>(id).await?;
    let thread = thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event)));
    let queue = thread.state.standing.as_ref().ok_or_else(grpc::not_found)?.queue;
    let queues = Queues::of(kernel, [queue]).await?;
    let who = Who::Practitioner(practitioner(rpc, queues.in_use(queue))?);
    let standing = open_to(&thread.state, &who)?.clone();
    if thread.over_at.is_some_and(|over| over + KNOWN_FOR <= kernel.clock.now()) {
        return Err(grpc::not_found());
    }
    Ok(Looked { thread, standing, queues })
}
