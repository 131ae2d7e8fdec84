//! Carries out deletions whose days of regret are over. What is to be erased here is erased step by step, each of which may be
//! repeated: a process that dies in between goes on where the next one looks.

use chassis::{
    Kernel,
    due::{Every, Sweep},
    personal_data::PersonalData,
    store::CommandMeta,
};
use chassis_domain::{PersonId, Timestamp, Uuid};
use jiff::SignedDuration;

use crate::{
    account::{Account, AccountId, Command},
    deletion_vetoes,
    personal_data::AccountData,
    projections::accounts,
};

/// As the job is called.
pub(crate) const JOB: &str = "deletion";
/// How often it is looked.
pub(crate) const EVERY: Every = Every::seconds(30);

/// How long a deletion waits that something stood against when it was due.
const POSTPONED_BY: SignedDuration = SignedDuration::from_hours(24);

/// Looks once.
pub(crate) async fn carry_out(kernel: Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    let again_at = now.saturating_add(POSTPONED_BY)?;
    let mut sweep = Sweep::new(&kernel, "accounts");
    for id in accounts::due(&kernel.pool, now).await? {
        sweep.row(id, decide(&kernel, id, again_at).await);
    }
    for id in accounts::to_erase(&kernel.pool).await? {
        sweep.row(id, AccountData::erase(&kernel, id, PersonId::from_uuid(id)).await);
    }
    Ok(())
}

/// Deletes an account, or postpones that.
async fn decide(kernel: &Kernel, id: Uuid, again_at: Timestamp) -> anyhow::Result<()> {
    let open = u32::try_from(deletion_vetoes::of(&kernel.pool, PersonId::from_uuid(id)).await?.len()).unwrap_or(u32::MAX);
    kernel.store.execute::<Account>(AccountId::from_uuid(id), Command::CarryOut { open, again_at }, meta(kernel)).await?;
    Ok(())
}

fn meta(kernel: &Kernel) -> CommandMeta {
    CommandMeta::system(kernel.ids.v7(kernel.clock.now()))
}
