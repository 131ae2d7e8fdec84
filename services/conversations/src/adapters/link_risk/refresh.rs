//! Brings the lists up to date, one after the other: what changed alone, or all of one whose version the register does not know any more,
//! or that did not come out right.

use anyhow::Context;
use chassis::{Kernel, due::Sweep};
use chassis_domain::{SignedDuration, Uuid};

use super::{
    table::{self, Head},
    web_risk::{LISTS, Unanswered, WebRisk},
};
use crate::{
    adapters::links::{HashList, Unfit},
    settings::ConversationsSettings,
};

/// However long the register would have us wait.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);

/// The work of the job. What one list comes to says nothing of the others.
pub(crate) async fn refresh(kernel: Kernel) -> anyhow::Result<()> {
    let Some(register) = WebRisk::of(&kernel.settings.part::<ConversationsSettings>()?)? else { return Ok(()) };
    let heads = table::heads(&kernel.pool).await?;
    let mut sweep = Sweep::new(&kernel, "link_lists");
    for list in LISTS {
        let known = heads.iter().find(|head| head.list == list);
        if known.is_some_and(|head| kernel.clock.now() < head.next_at) {
            continue;
        }
        sweep.row(Uuid::new_v5(&Uuid::NAMESPACE_OID, list.as_bytes()), refresh_one(&kernel, &register, list, known).await);
    }
    // Comes again soon, and not only at its time.
    anyhow::ensure!(sweep.failed() == 0, "{} lists of harmful addresses are as they were", sweep.failed());
    Ok(())
}

async fn refresh_one(kernel: &Kernel, register: &WebRisk, list: &str, known: Option<&Head>) -> anyhow::Result<()> {
    let before = match known {
        Some(_) => table::load(&kernel.pool, list).await?,
        None => None,
    };
    match step(kernel, register, list, before.as_ref()).await {
        Err(error) if before.is_some() && begins_anew(&error) => step(kernel, register, list, None).await,
        done => done,
    }
}

fn begins_anew(error: &anyhow::Error) -> bool {
    error.is::<Unfit>() || matches!(error.downcast_ref(), Some(Unanswered::StaleToken))
}

async fn step(kernel: &Kernel, register: &WebRisk, list: &str, before: Option<&(String, HashList)>) -> anyhow::Result<()> {
    let update = register.update(list, before.map(|(token, _)| token.as_str())).await?;
    let nothing = HashList::default();
    let base = before.filter(|_| !update.resets).map_or(&nothing, |(_, known)| known);
    let now = kernel.clock.now();
    let changed = base.changed(&update.diff)?;
    let next_at = update.next_at.unwrap_or(now).min(now.saturating_add(LONGEST_WAIT)?);
    let head = Head { list: list.to_owned(), token: update.token, fetched_at: now, next_at };
    table::save(&kernel.pool, &head, &changed).await.context("the list is not kept")
}
