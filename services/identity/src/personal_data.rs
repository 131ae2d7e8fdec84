//! What becomes of what identity keeps when an account is deleted: the name of the account and the sign-ins under it go, the client register
//! and the access log stay.

use chassis::{
    Kernel, database,
    due::EffectError,
    personal_data::{Fate, PersonalData},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{Id, PersonId, RetentionClass, Uuid};
use jiff_sqlx::ToSqlx;
use kajo_proto::common::v1::{DeletionSubject, DeletionVeto, DeletionVetoReason};

use crate::{
    deletion_vetoes, notices,
    patient::{self, Patient, PatientId},
    projections::patient_care_teams,
    session::{self, End, Session, SessionId},
};

/// The data of residents here.
pub(crate) struct AccountData;

impl PersonalData for AccountData {
    async fn preview(kernel: &Kernel, person: PersonId) -> Result<Fate, sqlx::Error> {
        let fate = Fate::default().erased(DeletionSubject::Account).kept(DeletionSubject::ClientRegister).kept(DeletionSubject::AccessLog);
        let team = patient_care_teams::of(&kernel.pool, Id::from_uuid(person.uuid())).await?;
        Ok(if team.is_some() { fate.erased(DeletionSubject::CareTeam) } else { fate })
    }

    async fn vetoes(kernel: &Kernel, person: PersonId) -> Result<Vec<DeletionVeto>, sqlx::Error> {
        let veto = |id: Uuid| DeletionVeto { reason: DeletionVetoReason::OpenConversation.into(), object_id: id.to_string() };
        Ok(deletion_vetoes::of(&kernel.pool, person).await?.into_iter().map(veto).collect())
    }

    async fn erase(kernel: &Kernel, _id: Uuid, person: PersonId) -> Result<(), EffectError> {
        erase(kernel, person).await.map_err(|error| EffectError::Retry(error.to_string()))
    }
}

/// Step by step; each may be repeated.
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
    notices::forget_in_tx(&mut tx, person).await?;
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
