//! What changes a publication: saving its draft and publishing over the version that was read, rolling back, archiving and restoring.

use chassis_domain::{Id, Publication, PublicationBody, PublicationCommand, Refusals};
use tonic::Status;
use uuid::Uuid;

use super::{PublicationKind, get, reading::find_version};
use crate::{
    admin_record::Saving,
    grpc,
    service::Kernel,
    store::{CommandMeta, ExecuteError, WorkError},
};

type Refused<K> = Refusals<<<K as PublicationKind>::Body as PublicationBody>::Refused>;

/// Which words are to be put in force again.
#[derive(Clone, Debug)]
pub struct RolledBack {
    /// Of which publication.
    pub id: String,
    /// Whose words.
    pub published_version: u32,
    /// What was before the eyes of whoever asks.
    pub version: u64,
}

/// Keeps what is being written, or begins a new publication; answers with its id.
///
/// # Errors
/// When a field is unknown, it is gone or has been changed meanwhile, or the store fails.
pub async fn save_draft<K: PublicationKind>(kernel: &Kernel, meta: CommandMeta, saving: Saving<K::Message>) -> Result<String, Status> {
    write::<K>(kernel, meta, saving, |body| PublicationCommand::SaveDraft { body }).await
}

/// Puts words in force; answers with the id. Fields that are not named are published as they are kept.
///
/// # Errors
/// When a rule refuses them, a field is unknown, it is gone or has been changed meanwhile, or the store fails.
pub async fn publish<K: PublicationKind>(kernel: &Kernel, meta: CommandMeta, saving: Saving<K::Message>) -> Result<String, Status> {
    write::<K>(kernel, meta, saving, |body| PublicationCommand::Publish { body }).await
}

/// What a request would put in force, by what is kept now. Whoever saves meanwhile makes it stale.
///
/// # Errors
/// When a field is unknown, there is no such publication, or the store fails.
pub async fn foreseen<K: PublicationKind>(kernel: &Kernel, saving: &Saving<K::Message>) -> Result<K::Body, Status> {
    saving.names_known_fields()?;
    let Some(id) = Id::<Publication<K::Body>>::parse(&saving.id) else { return Ok(K::body(saving.details.clone())) };
    let known = kernel.store.load::<Publication<K::Body>>(id).await?.state;
    let kept = known.body().cloned().or_else(|| K::unwritten(id.uuid())).ok_or_else(grpc::not_found)?;
    Ok(K::body(saving.over(K::message(kept))))
}

async fn write<K: PublicationKind>(
    kernel: &Kernel,
    meta: CommandMeta,
    saving: Saving<K::Message>,
    command: fn(K::Body) -> PublicationCommand<K::Body>,
) -> Result<String, Status> {
    saving.names_known_fields()?;
    let old = Id::<Publication<K::Body>>::parse(&saving.id);
    let id = old.unwrap_or_else(|| Id::from_uuid(kernel.ids.v7(kernel.clock.now())));
    let (named, version) = (saving.id.clone(), saving.version);
    let written = kernel.store.transact(meta, move |unit| {
        let saving = saving.clone();
        Box::pin(async move {
            let before = unit.load::<Publication<K::Body>>(id).await?;
            let kept = before.state.body().cloned().or_else(|| old.and_then(|id| K::unwritten(id.uuid())));
            let message = match (old, kept) {
                (None, _) => saving.details,
                (Some(_), Some(body)) => saving.over(K::message(body)),
                (Some(_), None) => return Err(WorkError::Refused(Refusals::from(K::Body::NOT_FOUND))),
            };
            unit.execute_expecting(id, &command(K::body(message)), old.map(|_| version)).await?;
            Ok::<_, WorkError<Refused<K>>>(id.to_string())
        })
    });
    told::<K, _>(kernel, &named, written.await).await
}

/// Puts the words of an earlier version in force again; answers whether they break a rule of today and have become the draft instead.
///
/// # Errors
/// When there is no such version, it is in force already, the publication has been changed meanwhile, or the store fails.
pub async fn roll_back<K: PublicationKind>(kernel: &Kernel, meta: CommandMeta, asked: RolledBack) -> Result<bool, Status> {
    let RolledBack { id: named, published_version, version } = asked;
    let id = Id::<Publication<K::Body>>::parse(&named).ok_or_else(grpc::not_found)?;
    let rolled_back = kernel.store.transact(meta, move |unit| {
        Box::pin(async move {
            // A version never changes: it may be read before the publication is held.
            let found = find_version::<K>(&mut **unit.tx(), id, published_version).await?;
            let body = found.ok_or_else(|| WorkError::Refused(Refusals::from(K::Body::NOT_FOUND)))?.body;
            let after = unit.execute_expecting(id, &PublicationCommand::RollBack { body: body.clone() }, Some(version)).await?;
            Ok::<bool, WorkError<Refused<K>>>(after.state.published() != Some(&body))
        })
    });
    told::<K, _>(kernel, &named, rolled_back.await).await
}

/// What does not exist is not told to have been changed meanwhile; what may be written before anything of it is stored always exists.
async fn told<K: PublicationKind, T>(kernel: &Kernel, id: &str, outcome: Result<T, ExecuteError<Refused<K>>>) -> Result<T, Status> {
    let is_known_beforehand = Uuid::try_parse(id).ok().and_then(K::unwritten).is_some();
    if matches!(outcome, Err(ExecuteError::Stale { .. })) && !is_known_beforehand {
        get::<K>(&kernel.pool, id).await?;
    }
    Ok(outcome?)
}

/// Nothing new uses it.
///
/// # Errors
/// When there is no such publication, or the store fails.
pub async fn archive<K: PublicationKind>(kernel: &Kernel, meta: CommandMeta, id: &str) -> Result<(), Status> {
    change::<K>(kernel, meta, id, PublicationCommand::Archive).await
}

/// It may be used again.
///
/// # Errors
/// When there is no such publication, or the store fails.
pub async fn restore<K: PublicationKind>(kernel: &Kernel, meta: CommandMeta, id: &str) -> Result<(), Status> {
    change::<K>(kernel, meta, id, PublicationCommand::Restore).await
}

async fn change<K: PublicationKind>(kernel: &Kernel, meta: CommandMeta, id: &str, command: PublicationCommand<K::Body>) -> Result<(), Status> {
    let id = Id::<Publication<K::Body>>::parse(id).ok_or_else(grpc::not_found)?;
    kernel.store.execute(id, command, meta).await?;
    Ok(())
}
