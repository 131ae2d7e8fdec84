//! Process managers: a policy hears facts, its state, timers and effects are stored in the transaction of the cursor, and the
//! effects are performed later by executors. An effect has an id that is the same for ever, so it counts once however often it
//! is performed; a replay stores nothing new.

mod effects;
mod host;
mod timers;

use std::{collections::HashMap, sync::Arc};

use futures::future::BoxFuture;
use uuid::Uuid;

pub(crate) use effects::perform;
pub(crate) use host::{AnyPolicy, any_policy};
pub(crate) use timers::fire;

use crate::service::Kernel;

/// Why an effect was not performed.
#[derive(Debug, thiserror::Error)]
pub enum EffectError {
    /// Perhaps later: tried again with growing pauses.
    #[error("to be tried again: {0}")]
    Retry(String),
    /// Never: kept as failed, for people to look at.
    #[error("given up: {0}")]
    Failed(String),
}

/// Performs the effects of one command target. Called at least once with the same id: use it as the command's id.
pub type Executor = Arc<dyn Fn(Kernel, Uuid, Vec<u8>) -> BoxFuture<'static, Result<(), EffectError>> + Send + Sync>;

/// Executors by target.
pub type Executors = HashMap<&'static str, Executor>;
