//! Carries out deletions whose days of regret are over. What is to be erased here is erased step by step, each of which may be
//! repeated: a process that dies in between goes on where the next one looks.

use std::time::Duration;

use chassis::{
    Kernel, database,
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, RetentionClass, Uuid};
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use tokio_util::sync::CancellationToken;

use crate::{
    account::{Account, AccountId, Command},
    holds,
    patient::{self, Patient, PatientId},
    projections::accounts,
    session::{self, End, Session, SessionId},
};

/// How often it is looked.
const LOOK: Duration = Duration::from_secs(2);

/// How long a deletion waits that something stood against when it was due.
const POSTPONED_BY: SignedDuration = SignedDuration::from_hours(24);

/// Looks until stopped.
pub(crate) async fn carry_out(kernel: Kernel, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = carry_out_once(&kernel).await {
            tracing::warn!(%error, "accounts.deletion_failed");
        }
        stopping.run_until_cancelled(tokio::time::sleep(LOOK)).await;
    }
}

async fn carry_out_once(kernel: &Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    let again_at = now.saturating_add(POSTPONED_BY)?;
    for id in accounts::due(&kernel.pool, now).await? {
        let person = PersonId::from_uuid(id);
        let open = u32::try_from(holds::of(&kernel.pool, person).await?.len()).unwrap_or(u32::MAX);
        kernel.store.execute::<Account>(AccountId::from_uuid(id), Command::CarryOut { open, again_at }, meta(kernel)).await?;
    }
    for id in accounts::to_erase(&kernel.pool).await? {
        erase(kernel, PersonId::from_uuid(id)).await?;
    }
    Ok(())
}

/// Erases what identity keeps for the account alone. The client register and the access log stay.
async fn erase(kernel: &Kernel, person: PersonId) -> anyhow::Result<()> {
    let leave = patient::Command::ChooseCareTeam { care_team: None, can_be_chosen: true };
    // Nobody reads what is written to an account that is gone.
    for command in [leave, patient::Command::WithdrawConsent] {
        match kernel.store.execute::<Patient>(PatientId::from_uuid(person.uuid()), command, meta(kernel)).await {
            Err(ExecuteError::Refused(refused)) if refused.single() == Some(&patient::Refused::NotFound) => {}
            done => drop(done?),
        }
    }
    let sessions: Vec<Uuid> =
        sqlx::query_scalar("select session_id from sessions where person_id = $1 and not ended").bind(person.uuid()).fetch_all(&kernel.pool).await?;
    for session_id in sessions {
        let end = session::Command::End { why: End::AccountDeleted };
        kernel.store.execute::<Session>(SessionId::from_uuid(session_id), end, meta(kernel)).await?;
    }
    kernel.keyring.destroy(person, RetentionClass::Account).await?;
    let mut tx = database::begin(&kernel.pool).await?;
    sqlx::query("delete from session_secrets where session_id in (select session_id from sessions where person_id = $1)")
        .bind(person.uuid())
        .execute(&mut *tx)
        .await?;
    sqlx::query("insert into account_erasures (person_id, erased_at) values ($1, $2) on conflict do nothing")
        .bind(person.uuid())
        .bind(kernel.clock.now().to_sqlx())
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    tracing::info!("account.erased");
    Ok(())
}

fn meta(kernel: &Kernel) -> CommandMeta {
    CommandMeta::system(kernel.ids.v7(kernel.clock.now()))
}
