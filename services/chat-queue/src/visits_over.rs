//! What was written and assessed in a visit is erased a while after all of its chats were over and its last assessment was sent: the key of the
//! visit is destroyed. What somebody has claimed follows their care record.

use chassis::{
    Kernel,
    due::{Every, Job, Sweep},
};
use chassis_domain::{PersonId, RetentionClass, SignedDuration};

use crate::{chat::visit::KEPT_FOR, projections::chats};

/// Looks every hour.
pub(crate) fn job() -> Job {
    Job::new("visits-over", Every::Interval(SignedDuration::from_hours(1)), erase)
}

async fn erase(kernel: Kernel) -> anyhow::Result<()> {
    let mut sweep = Sweep::new(&kernel, "visits");
    for visit in chats::visits_over(&kernel.pool, kernel.clock.now() - KEPT_FOR).await? {
        sweep.row(visit, kernel.keyring.destroy(PersonId::from_uuid(visit), RetentionClass::Visit).await);
    }
    Ok(())
}
