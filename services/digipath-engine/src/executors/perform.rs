//! A step's action is done by the service that owns it, under an id of its own, so that it is done once however often it is asked for (DIG-04). What
//! the owner refuses fails the step (DIG-08), and so does an owner that stays away until the action is of no use any more.

use chassis::{
    Kernel,
    due::{Effect, EffectError, Lane},
};
use chassis_domain::{SignedDuration, Timestamp};
use prost::Message;

use super::{again, by_path, failed, settled, unread};
use crate::{
    adapters::owners::{ACTION_MISSING, Giving, NotGiven, Owners},
    execution::{self, Command, Execution, Standing},
    policies::steps::StepTurn,
    settings::DigipathSettings,
    versions,
};

/// Owners are asked: while they are silent, nothing else waits. The executor itself gives up long before, and tells the execution.
pub(crate) const OWNERS: Lane = Lane::new("owners").width(16).limit(SignedDuration::from_hours(48));

/// For so long an owner may be away.
const PATIENCE: SignedDuration = SignedDuration::from_hours(24);

/// Of a step whose owner was away for too long.
const OWNER_AWAY: &str = "owner_away";

/// Has the owner do what a step does.
pub(crate) async fn perform(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let fired = StepTurn::decode(effect.body.as_slice()).map_err(|_| failed("the effect's body is no step"))?;
    let (id, step) = fired.execution().zip(fired.step()).ok_or_else(|| failed("the step's ids are no ids"))?;
    let turn = fired.turn;
    let known = kernel.store.load::<Execution>(id).await.map_err(again)?.state;
    if !known.wanted(step, turn) {
        return Ok(());
    }
    let standing = known.standing().ok_or_else(|| failed("there is no such execution"))?;
    let plan = versions::plan(&kernel, standing.path, standing.published_version).await.map_err(unread)?;
    let given = match plan.action(step) {
        _ if is_over(&fired, kernel.clock.now()) => Err(NotGiven::Refused(OWNER_AWAY.to_owned())),
        None => Err(NotGiven::Refused(ACTION_MISSING.to_owned())),
        Some(action) => {
            let settings: DigipathSettings = kernel.settings.part().map_err(again)?;
            let owners = Owners::try_new(&kernel, &settings).map_err(again)?;
            let (object, execution) = (execution::object_of(id, step, turn), id.uuid());
            let &Standing { path, patient, matter, .. } = standing;
            owners.give(&effect.trace, Giving { object, path, execution, patient, matter, action }).await
        }
    };
    let (command, part) = match given {
        Ok(object) => (Command::Performed { plan, step, turn, object }, "performed"),
        Err(NotGiven::Refused(code)) => (Command::Refused { plan, step, turn, code }, "refused"),
        Err(NotGiven::Away(answer)) => {
            if !may_give_up(&fired, kernel.clock.now()) {
                return Err(again(answer));
            }
            (Command::Refused { plan, step, turn, code: OWNER_AWAY.to_owned() }, "refused")
        }
    };
    settled(kernel.store.execute::<Execution>(id, command, by_path(&effect, &[part.as_bytes()])).await)
}

/// It is of no use any more: nothing that goes before an appointment is done once that has begun.
fn is_over(fired: &StepTurn, now: Timestamp) -> bool {
    fired.until().is_some_and(|until| until <= now)
}

/// The owner has been away for too long.
fn may_give_up(fired: &StepTurn, now: Timestamp) -> bool {
    is_over(fired, now) || fired.since().is_none_or(|since| now.duration_since(since) >= PATIENCE)
}
