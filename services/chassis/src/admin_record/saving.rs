//! What changes a record: saving it over the version that was read, archiving, restoring and removing it.

use chassis_domain::{AdminCommand, AdminDetails, AdminRecord, Id, Refusals, Taken, Uuid};
use kajo_proto::fields::NamedFields;
use tonic::Status;

use super::{
    AdminKind,
    records::{get, taken_in_tx},
};
use crate::{
    database, grpc,
    service::Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};

type Refused<K> = <<K as AdminKind>::Details as AdminDetails>::Refused;

/// What is to be saved.
#[derive(Clone, Debug)]
pub struct Saving<Message> {
    /// Empty: a new one.
    pub id: String,
    /// What was before the eyes of whoever saves.
    pub version: u64,
    /// The details.
    pub details: Message,
    /// Names of the fields that are set; of a new one all are.
    pub fields: Vec<String>,
}

impl<Message: NamedFields> Saving<Message> {
    /// Who sets what this build does not know must hear of it: it would be lost.
    pub(crate) fn names_known_fields(&self) -> Result<(), Status> {
        let is_known = |field: &String| Message::FIELDS.contains(&field.as_str());
        if self.fields.iter().all(is_known) { Ok(()) } else { Err(grpc::invalid_field("fields", "undefined")) }
    }

    /// What is kept, with the fields that are set.
    pub(crate) fn over(&self, kept: Message) -> Message {
        kept.with(&self.fields, &self.details)
    }
}

/// Saves one, or a new one; answers with its id. One that somebody else has saved since it was at the version that was read is refused:
/// nobody's change is undone by who has not seen it. Fields that are not named stay as they are kept.
///
/// # Errors
/// When a field is unknown, a rule refuses it, it is gone or has been changed meanwhile, or the store fails.
pub async fn save<K: AdminKind>(kernel: &Kernel, meta: CommandMeta, saving: Saving<K::Message>, known: K::Known) -> Result<String, Status> {
    saving.names_known_fields()?;
    let (named, version) = (saving.id.clone(), saving.version);
    let old = Id::<AdminRecord<K::Details>>::parse(&named);
    let id = old.unwrap_or_else(|| Id::from_uuid(kernel.ids.v7(kernel.clock.now())));
    let saved = kernel.store.transact(meta, move |unit| {
        let (saving, known) = (saving.clone(), known.clone());
        Box::pin(async move {
            // Whoever saves one of the kind waits: what is unique is so over rows that are not there yet.
            database::one_at_a_time_in_tx(unit.tx(), K::Details::CATEGORY).await.map_err(StoreError::from)?;
            let kept = unit.load::<AdminRecord<K::Details>>(id).await?;
            let message = match (old, kept.state.details()) {
                (None, _) => saving.details,
                (Some(_), Some(details)) => saving.over(K::message(details.clone())),
                (Some(_), None) => return Err(WorkError::Refused(Refusals::from(K::Details::NOT_FOUND))),
            };
            put_in_unit::<K>(unit, id, K::details(message), known, old.map(|_| version)).await?;
            Ok(id.to_string())
        })
    });
    match saved.await {
        // What has been removed meanwhile is not there to be saved.
        Err(ExecuteError::Stale { current }) => {
            get::<K>(&kernel.pool, &named).await?;
            Err(ExecuteError::<Refusals<Refused<K>>>::Stale { current }.into())
        }
        saved => Ok(saved?),
    }
}

/// Adds a record under a fixed id, unless it is or was there: what people have made of it since stays. Whether it is new.
///
/// # Errors
/// When a rule refuses it, or the store fails.
pub async fn define<D: AdminDetails>(kernel: &Kernel, id: Uuid, details: D, around: D::Around) -> anyhow::Result<bool> {
    let id = Id::<AdminRecord<D>>::from_uuid(id);
    if kernel.store.load::<AdminRecord<D>>(id).await?.version > 0 {
        return Ok(false);
    }
    let save = AdminCommand::Save { details, taken: Taken::default(), around };
    // Another process that does the same at this moment does it as well.
    kernel.store.execute(id, save, CommandMeta::system(kernel.ids.v7(kernel.clock.now()))).await?;
    Ok(true)
}

/// Changes one that is kept in a transaction of its service's own, held against every rule that a save by somebody is held against; `None`:
/// there is no such record.
///
/// # Errors
/// When a rule refuses it, or the store fails.
pub async fn change_in_unit<K: AdminKind>(
    unit: &mut UnitOfWork,
    id: Id<AdminRecord<K::Details>>,
    change: impl FnOnce(&K::Details) -> K::Details,
    known: K::Known,
) -> Result<Option<()>, WorkError<Refusals<Refused<K>>>> {
    database::one_at_a_time_in_tx(unit.tx(), K::Details::CATEGORY).await.map_err(StoreError::from)?;
    let kept = unit.load::<AdminRecord<K::Details>>(id).await?;
    let Some(details) = kept.state.details() else { return Ok(None) };
    put_in_unit::<K>(unit, id, change(details), known, Some(kept.version)).await.map(Some)
}

/// What is kept of it from now on. Whoever saves one of the kind at the same time waits.
async fn put_in_unit<K: AdminKind>(
    unit: &mut UnitOfWork,
    id: Id<AdminRecord<K::Details>>,
    details: K::Details,
    known: K::Known,
    expected: Option<u64>,
) -> Result<(), WorkError<Refusals<Refused<K>>>> {
    let details = details.trimmed();
    let taken = taken_in_tx(unit.tx(), id.uuid(), &details).await.map_err(StoreError::from)?;
    let around = K::around_in_tx(unit.tx(), id, &details, known).await.map_err(StoreError::from)?;
    unit.execute_expecting(id, &AdminCommand::Save { details, taken, around }, expected).await?;
    Ok(())
}

/// Nothing new shall use it.
///
/// # Errors
/// When there is no such record, or the store fails.
pub async fn archive<K: AdminKind>(kernel: &Kernel, meta: CommandMeta, id: &str) -> Result<(), Status> {
    change::<K>(kernel, meta, id, AdminCommand::Archive).await
}

/// It may be used again.
///
/// # Errors
/// When there is no such record, or the store fails.
pub async fn restore<K: AdminKind>(kernel: &Kernel, meta: CommandMeta, id: &str) -> Result<(), Status> {
    change::<K>(kernel, meta, id, AdminCommand::Restore).await
}

async fn change<K: AdminKind>(kernel: &Kernel, meta: CommandMeta, id: &str, command: AdminCommand<K::Details>) -> Result<(), Status> {
    let id = Id::<AdminRecord<K::Details>>::parse(id).ok_or_else(grpc::not_found)?;
    kernel.store.execute(id, command, meta).await?;
    Ok(())
}

/// Removes one that nothing uses.
///
/// # Errors
/// When something does, when there is no such record, or the store fails.
pub async fn remove<K: AdminKind>(kernel: &Kernel, meta: CommandMeta, id: &str) -> Result<(), Status> {
    remove_from::<K>(kernel, meta, id, &[]).await
}

/// Removes one that nothing uses but these kinds of uses, which whoever removes it knows of.
///
/// # Errors
/// When something else does, when there is no such record, or the store fails.
pub async fn remove_from<K: AdminKind>(kernel: &Kernel, meta: CommandMeta, id: &str, known: &'static [&'static str]) -> Result<(), Status> {
    let id = Id::<AdminRecord<K::Details>>::parse(id).ok_or_else(grpc::not_found)?;
    let removed = kernel.store.transact(meta, move |unit| {
        Box::pin(async move {
            let uses = K::uses_in_tx(unit.tx(), id).await.map_err(StoreError::from)?;
            let uses = known.iter().fold(uses, |uses, kind| uses.without(kind));
            unit.execute(id, &AdminCommand::<K::Details>::Remove { uses }).await?;
            Ok::<(), WorkError<Refusals<Refused<K>>>>(())
        })
    });
    Ok(removed.await?)
}
