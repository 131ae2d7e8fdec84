//! A step's time has come: the execution decides whether it fires.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
};
use prost::Message;

use super::{again, by_path, failed, settled, unread};
use crate::{
    execution::{Command, Execution},
    policies::steps::StepTurn,
    versions,
};

/// Has a step fire.
pub(crate) async fn fire(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let due = StepTurn::decode(effect.body.as_slice()).map_err(|_| failed("the effect's body is no step"))?;
    let (id, step) = due.execution().zip(due.step()).ok_or_else(|| failed("the step's ids are no ids"))?;
    let known = kernel.store.load::<Execution>(id).await.map_err(again)?;
    let standing = known.state.standing().ok_or_else(|| failed("there is no such execution"))?;
    let plan = versions::plan(&kernel, standing.path, standing.published_version).await.map_err(unread)?;
    let command = Command::Fire { plan, step, turn: due.turn };
    settled(kernel.store.execute::<Execution>(id, command, by_path(&effect, &[b"fire"])).await)
}
