//! Says that days of surveys have come: opens what is planned for today, and has expire what was not answered in time. Days decide before that;
//! this is for those who are told of it, and for whom nothing would happen otherwise.

use chassis::{
    Kernel,
    due::{Every, Job, Sweep},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{SignedDuration, Uuid};

use crate::{
    activation::{ActivationId, Command, Refusal, SurveyActivation},
    projections::activations,
};

/// This often it is looked whether a day has come.
const EVERY: SignedDuration = SignedDuration::from_mins(5);

/// Looks at all whose day has come.
pub(crate) fn job() -> Job {
    Job::new("survey-days", Every::Interval(EVERY), async |kernel: Kernel| see_to_all(&kernel).await)
}

async fn see_to_all(kernel: &Kernel) -> anyhow::Result<()> {
    let mut sweep = Sweep::new(kernel, "survey_activations");
    let now = kernel.clock.now();
    let mut behind = None;
    loop {
        let due = activations::due(&kernel.pool, now, behind).await?;
        let Some((last, _)) = due.last() else { return Ok(()) };
        behind = Some(*last);
        for (activation, is_over) in &due {
            sweep.row(*activation, see_to(kernel, *activation, *is_over).await);
        }
    }
}

/// What was answered or taken back meanwhile stays so.
async fn see_to(kernel: &Kernel, activation: Uuid, is_over: bool) -> Result<(), ExecuteError<Refusal>> {
    let command = if is_over { Command::Expire } else { Command::Open };
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    kernel.store.execute::<SurveyActivation>(ActivationId::from_uuid(activation), command, meta).await?;
    Ok(())
}
