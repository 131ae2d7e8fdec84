//! What calls about things that administrators keep have in common.

use std::collections::BTreeMap;

use chassis::{
    Kernel, database, grpc,
    page::{self, NameCursor},
    store::{CommandMeta, ExecuteError, StoreError, WorkError},
};
use chassis_domain::{Actor, AdminCommand, AdminDetails, AdminRecord, Aggregate, DecideContext, Id, Refusals, Taken};
use kajo_proto::common::v1::PageRequest;
use tonic::Status;
use uuid::Uuid;

use crate::projections::kept::{self, KeptRows, RowOf};

/// A page of those that match a search, and the token of the next one. `named` are words by id that stand for ids in a row.
pub(super) async fn page<K: KeptRows>(
    kernel: &Kernel,
    search: &str,
    named: Option<&BTreeMap<Uuid, String>>,
    page: Option<PageRequest>,
) -> Result<(Vec<RowOf<K>>, String), Status> {
    let page = page.unwrap_or_default();
    let after = NameCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
    let size = page::size(page.size);
    let mut rows = kept::page::<K>(&kernel.pool, search, named, after.as_ref(), size + 1).await.map_err(grpc::fault)?;
    let next_page_token = page::cut(&mut rows, size, |row| row.cursor().token());
    Ok((rows, next_page_token))
}

/// The one of an id, and its version. What is saved between the two makes the version one that is refused, never one that overwrites.
pub(super) async fn one<K: KeptRows>(kernel: &Kernel, id: &str) -> Result<(RowOf<K>, u64), Status> {
    let id = Id::<AdminRecord<K::Details>>::parse(id).ok_or_else(grpc::not_found)?;
    let version = kernel.store.load(id).await?.version;
    let found = kept::find::<K>(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
    Ok((found, version))
}

/// Saves one, or a new one when the id is empty; answers with its id. One that somebody else has saved since it was at `version` is
/// refused: nobody's change is undone by who has not seen it.
pub(super) async fn save<K: KeptRows>(
    kernel: &Kernel,
    meta: CommandMeta,
    (id, version): (&str, u64),
    details: K::Details,
    known: K::Known,
) -> Result<String, Status> {
    let old = Id::parse(id);
    let id = old.unwrap_or_else(|| Id::from_uuid(kernel.ids.v7(kernel.clock.now())));
    let details = details.trimmed();
    let saved = kernel.store.transact(meta, move |unit| {
        let details = details.clone();
        Box::pin(async move {
            if old.is_some() && unit.load::<AdminRecord<K::Details>>(id).await?.version == 0 {
                return Err(WorkError::Refused(K::Details::NOT_FOUND.into()));
            }
            let around = K::around_in_tx(unit.tx(), id, &details, known).await.map_err(StoreError::from)?;
            unit.execute_expecting(id, &AdminCommand::Save { details, taken: Taken::default(), around }, old.map(|_| version)).await?;
            Ok(id.to_string())
        })
    });
    match (saved.await, old) {
        // What has been removed meanwhile is not there to be saved.
        (Err(ExecuteError::Stale { .. }), Some(id)) if kept::find::<K>(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?.is_none() => {
            Err(grpc::not_found())
        }
        (saved, _) => Ok(saved?),
    }
}

/// Refuses what saving these details would refuse, or removing when there are none, and changes nothing: the same decision, without its
/// events. Answers with the id; of a new one, with one that nothing has.
pub(super) async fn preview<K: KeptRows>(kernel: &Kernel, id: &str, details: Option<K::Details>, known: K::Known) -> Result<Uuid, Status> {
    let old = Id::<AdminRecord<K::Details>>::parse(id);
    let now = kernel.clock.now();
    let id = old.unwrap_or_else(|| Id::from_uuid(kernel.ids.v7(now)));
    let kept = kernel.store.load::<AdminRecord<K::Details>>(id).await?.state;
    if old.is_some() && kept == AdminRecord::Unknown {
        return Err(grpc::not_found());
    }
    let mut tx = database::begin(&kernel.pool).await.map_err(grpc::fault)?;
    let command = match details {
        Some(details) => {
            let around = K::around_in_tx(&mut tx, id, &details, known).await.map_err(grpc::fault)?;
            AdminCommand::Save { details, taken: Taken::default(), around }
        }
        None => AdminCommand::Remove { uses: K::uses_in_tx(&mut tx, id).await.map_err(grpc::fault)? },
    };
    tx.rollback().await.map_err(grpc::fault)?;
    let context = DecideContext { now, actor: Actor::system(), on_behalf_of: None, command_id: id.uuid() };
    kept.decide(&command, &context).map_err(|refused| grpc::refused(&refused))?;
    Ok(id.uuid())
}

/// Removes one.
pub(super) async fn remove<K: KeptRows>(kernel: &Kernel, meta: CommandMeta, id: &str) -> Result<(), Status> {
    let id = Id::<AdminRecord<K::Details>>::parse(id).ok_or_else(grpc::not_found)?;
    let removed = kernel.store.transact(meta, move |unit| {
        Box::pin(async move {
            let uses = K::uses_in_tx(unit.tx(), id).await.map_err(StoreError::from)?;
            unit.execute(id, &AdminCommand::<K::Details>::Remove { uses }).await?;
            Ok::<(), WorkError<Refusals<<K::Details as AdminDetails>::Refused>>>(())
        })
    });
    Ok(removed.await?)
}
