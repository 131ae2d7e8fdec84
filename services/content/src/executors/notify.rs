//! A resident is to be told of something: planned once, however often it is heard of.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
};

use super::{failed, give};
use crate::notification::{Command, Telling};

/// Plans a notification.
pub(crate) async fn notify(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let telling = Telling::read(&effect.body).ok_or_else(|| failed("the effect's body tells nobody of anything"))?;
    give(&kernel, telling.id(), Command::Plan(telling), effect.meta()).await.map(drop)
}
