//! Nobody needs to be told of something any more: it was read, taken back, or is another time.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
};

use super::{failed, give};
use crate::notification::{Command, withdrawn};

/// Withdraws a notification, also before it is planned.
pub(crate) async fn withdraw(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let id = withdrawn(&effect.body).ok_or_else(|| failed("the effect's body is no notification"))?;
    give(&kernel, id, Command::Withdraw, effect.meta()).await.map(drop)
}
