//! How a task comes to its end together with its conversation, in one transaction: what expires opens it, and what is done or taken back
//! ends it (CON-24, CON-26). So there is no moment at which one of the two lags behind, and none at which a process that dies leaves half.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
    store::{CommandMeta, ExecuteError, UnitOfWork, WorkError},
};
use chassis_domain::{Refusal as _, Uuid};

use crate::{
    conversation::{self, Conversation, Who, command::TaskEnd},
    customer_task::{By, Command, CustomerTask, CustomerTaskId, Refusal, conversation_of},
};

type Ended = Result<(), ExecuteError<Refusal>>;

/// Has a task expire whose time is over. What was done or taken back meanwhile stays so.
pub(crate) async fn expire(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let failed = |reason: &str| EffectError::Failed(reason.to_owned());
    let id = Uuid::from_slice(&effect.body).map_err(|_| failed("the effect's body is no id"))?;
    match end(&kernel, CustomerTaskId::from_uuid(id), Command::Expire, effect.meta()).await {
        Ok(()) => Ok(()),
        Err(ExecuteError::Refused(refusal)) => Err(failed(refusal.code())),
        Err(error) => Err(EffectError::Retry(error.to_string())),
    }
}

/// A command that brings a task to its end, or has it expire.
pub(crate) async fn end(kernel: &Kernel, task: CustomerTaskId, command: Command, meta: CommandMeta) -> Ended {
    kernel
        .store
        .transact(meta, move |unit| {
            let command = command.clone();
            Box::pin(async move { end_in(unit, task, &command).await })
        })
        .await
}

async fn end_in(unit: &mut UnitOfWork, task: CustomerTaskId, command: &Command) -> Result<(), WorkError<Refusal>> {
    let ended = unit.execute::<CustomerTask>(task, command).await?;
    // Nothing happened, or there was no conversation before and there is none now.
    if ended.events.is_empty() || !ended.state.expired {
        return Ok(());
    }
    let follows = match command {
        Command::Activate(_) => return Ok(()),
        Command::Expire => {
            let opening = ended.state.opening(task).ok_or(WorkError::Refused(Refusal::Erased))?;
            conversation::Command::OpenForTask(Box::new(opening))
        }
        Command::MarkDone { by } | Command::Withdraw { by } => conversation::Command::EndWithTask { by: task_end(by) },
        Command::WithdrawWithAccount => conversation::Command::EndWithTask { by: TaskEnd::Account },
    };
    // Its id is the task's own, so that nothing else can have begun it.
    let refused = |error: WorkError<conversation::Refusal>| error.map(|_| Refusal::AlreadyStarted);
    unit.execute::<Conversation>(conversation_of(task), &follows).await.map_err(refused)?;
    Ok(())
}

fn task_end(by: &By) -> TaskEnd {
    match &by.who {
        Who::Resident { .. } => TaskEnd::Patient,
        Who::Practitioner { person, name, .. } => TaskEnd::Practitioner { person: *person, name: name.clone() },
    }
}
