//! Paths as they are in force, and their versions, for whoever begins and drives executions. What is being built beside them is not seen here.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use chassis::{
    Kernel, Pool,
    publication::{self, Published},
};
use chassis_domain::{Translated, Uuid};
use tonic::Status;

use crate::{
    grpc::Paths,
    path::Body,
    plan::{PathKind, Plan},
};

/// So many versions are kept in memory: more than are in use at once. When there are more, all are forgotten and read again.
const MOST_KEPT: usize = 2_000;

/// Versions that were asked for. None of them ever changes, and their paths' ids are used once.
static KEPT: LazyLock<Mutex<HashMap<(Uuid, u32), Arc<Version>>>> = LazyLock::new(Mutex::default);

/// A path as it is in force.
#[derive(Clone, Debug)]
pub(crate) struct InForce {
    /// Which.
    pub(crate) id: Uuid,
    /// The version in force.
    pub(crate) published_version: u32,
    /// What it says.
    pub(crate) body: Body,
    /// It begins for nobody any more.
    pub(crate) archived: bool,
}

impl From<Published<Paths>> for InForce {
    fn from(found: Published<Paths>) -> Self {
        let Published { id, published_version, body, archived } = found;
        Self { id, published_version, body, archived }
    }
}

/// A version of a path, as executions that began with it know it.
#[derive(Debug)]
pub(crate) struct Version {
    /// What it is called.
    pub(crate) name: Translated,
    /// What it does.
    pub(crate) plan: Arc<Plan>,
}

/// Of these paths, those that were published, archived ones included.
///
/// # Errors
/// When the database fails.
pub(crate) async fn in_force(pool: &Pool, ids: &[Uuid]) -> Result<HashMap<Uuid, InForce>, Status> {
    let found = publication::published::<Paths>(pool, ids).await?;
    Ok(found.into_iter().map(InForce::from).map(|path| (path.id, path)).collect())
}

/// Those that begin for patients, of both kinds.
///
/// # Errors
/// When the database fails.
pub(crate) async fn all_in_use(pool: &Pool) -> Result<Vec<InForce>, Status> {
    let mut found = activatable(pool).await?;
    let begun_by_events = publication::published_in_use::<Paths>(pool, PathKind::Events.number()).await?;
    found.extend(begun_by_events.into_iter().map(InForce::from));
    Ok(found)
}

/// Those that professionals may activate, by their Finnish name: what begins with events is never activated.
///
/// # Errors
/// When the database fails.
pub(crate) async fn activatable(pool: &Pool) -> Result<Vec<InForce>, Status> {
    let found = publication::published_in_use::<Paths>(pool, PathKind::Blocks.number()).await?;
    Ok(found.into_iter().map(InForce::from).collect())
}

/// What one version of a path does.
///
/// # Errors
/// When there is none, or the database fails.
pub(crate) async fn plan(kernel: &Kernel, path: Uuid, published_version: u32) -> Result<Arc<Plan>, Status> {
    Ok(version(kernel, path, published_version).await?.plan.clone())
}

/// One version of a path.
///
/// # Errors
/// When there is none, or the database fails.
pub(crate) async fn version(kernel: &Kernel, path: Uuid, published_version: u32) -> Result<Arc<Version>, Status> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).get(&(path, published_version)).cloned();
    if let Some(kept) = kept {
        return Ok(kept);
    }
    let body = publication::version::<Paths>(&kernel.pool, &path.to_string(), published_version).await?.body;
    let read = Arc::new(Version { plan: Arc::new(body.plan()), name: body.name });
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() >= MOST_KEPT {
        kept.clear();
    }
    kept.insert((path, published_version), read.clone());
    Ok(read)
}
