//! Invitations that nobody answers lapse, who is not heard of any more has left, calls in which nobody is end and so do those whose chat has
//! ended without them, and what was kept of a moment is forgotten. Nobody has left who could not be heard.

use chassis::{
    Kernel,
    due::{Every, Job, Sweep},
    store::CommandMeta,
};
use chassis_domain::SignedDuration;

use crate::{
    call::{CallId, Command, Ending},
    call_moves::{UNSEEN_FOR, change, leave_unseen},
    call_seats, call_signals, listening,
    projections::calls,
};

/// A call that was accepted, and in which nobody has been for so long, is over: since it was accepted, or the last one has left.
const EMPTY_FOR_AT_MOST: SignedDuration = SignedDuration::from_mins(2);

/// The service looks every few seconds; where it has not for longer than this, it was away itself. Seats are heard of every ten seconds: whose
/// seat was, before that, is not unseen by then.
const AWAY_FOR_AT_MOST: SignedDuration = SignedDuration::from_secs(20);
/// Under which it is kept when this has looked.
const SWEEP: &str = "calls";

/// Looks every few seconds.
pub(crate) fn job() -> Job {
    Job::new("calls", Every::seconds(5), sweep)
}

async fn sweep(kernel: Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    let meta = || CommandMeta::system(kernel.ids.v7(now));
    let mut sweep = Sweep::new(&kernel, "calls");
    if !listening::has_listened(&kernel, SWEEP, AWAY_FOR_AT_MOST).await? {
        call_seats::count_as_seen(&kernel.pool, now).await?;
    }
    listening::listens(&kernel, SWEEP).await?;
    for call in calls::lapsed(&kernel.pool, now).await? {
        sweep.row(call, change(&kernel, meta(), CallId::from_uuid(call), Command::Lapse).await);
    }
    for (call, participant) in call_seats::unseen(&kernel.pool, now - UNSEEN_FOR).await? {
        sweep.row(call, leave_unseen(&kernel, meta(), CallId::from_uuid(call), participant).await);
    }
    for call in calls::left(&kernel.pool, now - EMPTY_FOR_AT_MOST).await? {
        sweep.row(call, change(&kernel, meta(), CallId::from_uuid(call), Command::End { ending: Ending::NobodyThere }).await);
    }
    // A build that knows nothing of calls, and ends chats beside this one, leaves theirs.
    for call in calls::without_chat(&kernel.pool).await? {
        sweep.row(call, change(&kernel, meta(), CallId::from_uuid(call), Command::End { ending: Ending::ChatOver }).await);
    }
    call_signals::forget(&kernel.pool, now).await?;
    call_seats::forget(&kernel.pool).await?;
    Ok(())
}
