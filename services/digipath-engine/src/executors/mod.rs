//! What policies decide, done: executions are told of what has happened, steps fire, and their actions are done by the services that own them. Each
//! effect is one command on each execution, under an id of its own, so it counts once.

mod fire;
mod hear;
mod perform;

use chassis::{
    due::{Effect, EffectError},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{Actor, ActorKind, Refusal as _};
use tonic::Status;

pub(crate) use self::{
    fire::fire,
    hear::hear,
    perform::{OWNERS, perform},
};
use crate::execution::Refusal;

/// For one of the commands that an effect is: a digital path gives it.
pub(crate) fn by_path(effect: &Effect, part: &[&[u8]]) -> CommandMeta {
    let actor = Actor { kind: ActorKind::Path, person: None, role: None, location: None };
    CommandMeta { actor, ..effect.meta_of(&part.concat()) }
}

/// What became of a command. One that is refused is refused the next time too.
pub(crate) fn settled<T>(executed: Result<T, ExecuteError<Refusal>>) -> Result<(), EffectError> {
    match executed {
        Ok(_) => Ok(()),
        Err(ExecuteError::Refused(refusal)) => Err(failed(refusal.code())),
        Err(error) => Err(again(error)),
    }
}

/// What a path does could not be read.
pub(crate) fn unread(status: Status) -> EffectError {
    again(format!("what a path does cannot be read: {:?}", status.code()))
}

/// Perhaps later.
pub(crate) fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}

fn failed(reason: &str) -> EffectError {
    EffectError::Failed(reason.to_owned())
}
