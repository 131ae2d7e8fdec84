//! The consent to be written to (PRO-08): whoever accepts the terms of use gives it, and it ends with the account
//! (`deletion.rs`).

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::{PersonId, Refusals};

use crate::{
    patient::{Command, PatientId, Refused, Standing},
    projections::{accounts, patients, residents},
};

/// Gives it, in the transaction that accepts the terms. Who is in no client register has nothing to give, and whose account is no more
/// gives nothing.
///
/// # Errors
/// When the store fails.
pub(crate) async fn give(unit: &mut UnitOfWork, person: PersonId, terms: u32) -> Result<(), WorkError<Refusals<Refused>>> {
    if accounts::is_over_in_tx(unit.tx(), person).await.map_err(StoreError::from)? {
        return Ok(());
    }
    match unit.execute(PatientId::from_uuid(person.uuid()), &Command::GiveConsent { terms }).await {
        Err(WorkError::Refused(refused)) if refused.single() == Some(&Refused::NotFound) => Ok(()),
        given => given.map(drop),
    }
}

/// Whoever accepted terms before that was a consent gives it by coming back.
///
/// # Errors
/// When the store fails.
pub(crate) async fn catch_up(kernel: &Kernel, person: PersonId) -> Result<(), ExecuteError<Refusals<Refused>>> {
    let known = patients::find(&kernel.pool, PatientId::from_uuid(person.uuid())).await.map_err(StoreError::from)?;
    if known.is_none_or(|known| known.standing == Standing::ConsentGiven) {
        return Ok(());
    }
    let accepted = residents::find(&kernel.pool, person.uuid()).await.map_err(StoreError::from)?.accepted_terms;
    let Some(terms) = u32::try_from(accepted).ok().filter(|accepted| *accepted > 0) else { return Ok(()) };
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    kernel.store.transact(meta, move |unit| Box::pin(give(unit, person, terms))).await
}
