//! Invitations that nobody answers lapse, who is not heard of any more has left, calls in which nobody is end, and what was kept of a moment
//! is forgotten.

use chassis::{
    Kernel,
    due::{Every, Job, Sweep},
    store::CommandMeta,
};
use chassis_domain::SignedDuration;

use crate::{
    call::{CallId, Command, Ending},
    call_moves::{UNSEEN_FOR, change, leave_unseen},
    call_seats, call_signals,
    projections::calls,
};

/// A call that was accepted, and in which nobody has been for so long, is over: since it was accepted, or the last one has left.
const EMPTY_FOR_AT_MOST: SignedDuration = SignedDuration::from_mins(2);

/// Looks every few seconds.
pub(crate) fn job() -> Job {
    Job::new("calls", Every::seconds(5), sweep)
}

async fn sweep(kernel: Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    let meta = || CommandMeta::system(kernel.ids.v7(now));
    let mut sweep = Sweep::new(&kernel, "calls");
    for call in calls::lapsed(&kernel.pool, now).await? {
        sweep.row(call, change(&kernel, meta(), CallId::from_uuid(call), Command::Lapse).await);
    }
    for (call, participant) in call_seats::unseen(&kernel.pool, now - UNSEEN_FOR).await? {
        sweep.row(call, leave_unseen(&kernel, meta(), CallId::from_uuid(call), participant).await);
    }
    for call in calls::left(&kernel.pool, now - EMPTY_FOR_AT_MOST).await? {
        sweep.row(call, change(&kernel, meta(), CallId::from_uuid(call), Command::End { ending: Ending::NobodyThere }).await);
    }
    call_signals::forget(&kernel.pool, now).await?;
    call_seats::forget(&kernel.pool).await?;
    Ok(())
}
