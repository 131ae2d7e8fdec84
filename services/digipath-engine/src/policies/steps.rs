//! Steps in their time: a timer for each that has one, and what is fired is performed. The execution decides, whatever fires: of a step that was
//! planned anew, left out or is over nothing happens. What is over forgets its timers.

use std::collections::BTreeSet;

use chassis_domain::{Effect, Id, Policy, PolicyKey, TimerKey, Timestamp, Unreadable, Uuid, timestamp};
use kajo_proto::digipath_engine::v1::{PathExecutionCompleted, PathExecutionEnded, PathStepFired, PathStepLeftOut, PathStepPlanned};
use prost::Message;

use super::{FIRE, PERFORM, news::time};
use crate::execution::ExecutionId;

/// Bytes of an id.
const WIDTH: usize = 16;

/// Has steps fire, and what they do performed.
#[derive(Debug)]
pub(crate) struct Steps;

/// What is reacted to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Input {
    execution: Uuid,
    what: What,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    /// A step has its time.
    Planned { step: Uuid, turn: u32, due_at: Timestamp },
    /// Its time has come.
    Due { step: Uuid, turn: u32 },
    /// Its action is wanted.
    Fired { step: Uuid, turn: u32, until: Option<Timestamp> },
    /// It will not be done.
    LeftOut { step: Uuid },
    /// The execution is over.
    Over,
}

/// One turn of one step: what a timer is set with, and what executors are handed.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct StepTurn {
    #[prost(string, tag = "1")]
    execution_id: String,
    #[prost(string, tag = "2")]
    step_id: String,
    /// As it was planned.
    #[prost(uint32, tag = "3")]
    pub(crate) turn: u32,
    /// Since when it is to be performed.
    #[prost(message, optional, tag = "4")]
    since: Option<prost_types::Timestamp>,
    /// From when on it is of no use any more; missing: it always is.
    #[prost(message, optional, tag = "5")]
    until: Option<prost_types::Timestamp>,
}

impl StepTurn {
    fn new(execution: Uuid, step: Uuid, turn: u32) -> Self {
        Self { execution_id: execution.to_string(), step_id: step.to_string(), turn, since: None, until: None }
    }

    /// The execution.
    pub(crate) fn execution(&self) -> Option<ExecutionId> {
        Id::parse(&self.execution_id)
    }

    /// The step.
    pub(crate) fn step(&self) -> Option<Uuid> {
        Uuid::try_parse(&self.step_id).ok()
    }

    /// Since when it is to be performed. Of one that is not, it is not known.
    pub(crate) fn since(&self) -> Option<Timestamp> {
        time(self.since)
    }

    /// From when on it is of no use any more; `None`: it always is.
    pub(crate) fn until(&self) -> Option<Timestamp> {
        time(self.until)
    }
}

impl Policy for Steps {
    const NAME: &'static str = "path_steps";
    type Input = Input;
    /// Steps that have a timer.
    type State = BTreeSet<Uuid>;

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let step = |id: &str| Uuid::try_parse(id).ok();
        let read = match message {
            "timer" => {
                let due = StepTurn::decode(payload).map_err(unreadable)?;
                let of = |execution: ExecutionId, step| Input { execution: execution.uuid(), what: What::Due { step, turn: due.turn } };
                due.execution().zip(due.step()).map(|(execution, step)| of(execution, step))
            }
            "kajo.digipath_engine.v1.PathStepPlanned" => {
                let fact = PathStepPlanned::decode(payload).map_err(unreadable)?;
                let planned = step(&fact.step_id).zip(time(fact.due_at));
                planned.map(|(step, due_at)| Input { execution: aggregate_id, what: What::Planned { step, turn: fact.turn, due_at } })
            }
            "kajo.digipath_engine.v1.PathStepFired" => {
                let fact = PathStepFired::decode(payload).map_err(unreadable)?;
                let (turn, until) = (fact.turn, time(fact.until));
                step(&fact.step_id).map(|step| Input { execution: aggregate_id, what: What::Fired { step, turn, until } })
            }
            "kajo.digipath_engine.v1.PathStepLeftOut" => {
                let fact = PathStepLeftOut::decode(payload).map_err(unreadable)?;
                step(&fact.step_id).map(|step| Input { execution: aggregate_id, what: What::LeftOut { step } })
            }
            "kajo.digipath_engine.v1.PathExecutionCompleted" => {
                PathExecutionCompleted::decode(payload).map_err(unreadable)?;
                Some(Input { execution: aggregate_id, what: What::Over })
            }
            "kajo.digipath_engine.v1.PathExecutionEnded" => {
                PathExecutionEnded::decode(payload).map_err(unreadable)?;
                Some(Input { execution: aggregate_id, what: What::Over })
            }
            _ => return Ok(None),
        };
        read.map(Some).ok_or_else(|| Unreadable(message.to_owned()))
    }

    /// What is fired of one execution is performed one after the other.
    fn correlate(input: &Input) -> PolicyKey {
        PolicyKey(input.execution.to_string())
    }

    fn react(state: &mut BTreeSet<Uuid>, input: &Input, now: Timestamp) -> Vec<Effect> {
        // Steps of two executions of one path have one id.
        let key = |step: Uuid| TimerKey(format!("{}/{step}", input.execution));
        match input.what {
            What::Planned { step, turn, due_at } => {
                state.insert(step);
                let turn = StepTurn::new(input.execution, step, turn);
                vec![Effect::Schedule { key: key(step), at: due_at, input: turn.encode_to_vec() }]
            }
            What::Due { step, turn } => {
                state.remove(&step);
                vec![Effect::Command { to: FIRE, body: StepTurn::new(input.execution, step, turn).encode_to_vec(), until: None }]
            }
            What::Fired { step, turn, until } => {
                let turn = StepTurn { since: Some(timestamp(now)), until: until.map(timestamp), ..StepTurn::new(input.execution, step, turn) };
                // Until when it is of use stands in its body: an effect that is given up would leave the step under way for ever.
                vec![Effect::Command { to: PERFORM, body: turn.encode_to_vec(), until: None }]
            }
            What::LeftOut { step } => state.remove(&step).then(|| Effect::Cancel(key(step))).into_iter().collect(),
            What::Over => std::mem::take(state).into_iter().map(|step| Effect::Cancel(key(step))).collect(),
        }
    }

    fn encode(state: &BTreeSet<Uuid>) -> Vec<u8> {
        state.iter().flat_map(|step| step.into_bytes()).collect()
    }

    fn decode(bytes: &[u8]) -> Option<BTreeSet<Uuid>> {
        bytes.chunks(WIDTH).map(|step| Uuid::from_slice(step).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use kajo_proto::digipath_engine::v1::ActionKind;

    use super::*;

    const EXECUTION: Uuid = Uuid::from_u128(7);
    const STEP: Uuid = Uuid::from_u128(8);
    const OTHER: Uuid = Uuid::from_u128(9);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn key(step: Uuid) -> TimerKey {
        TimerKey(format!("{EXECUTION}/{step}"))
    }

    fn turn(step: Uuid, turn: u32) -> Vec<u8> {
        StepTurn::new(EXECUTION, step, turn).encode_to_vec()
    }

    /// What follows from a fact, with the state read back from the store.
    fn after(state: &mut BTreeSet<Uuid>, message: &str, fact: &impl Message) -> Vec<Effect> {
        let message = format!("kajo.digipath_engine.v1.{message}");
        let input = Steps::read(&message, EXECUTION, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Steps::correlate(&input), PolicyKey(EXECUTION.to_string()));
        let effects = Steps::react(state, &input, at("2026-03-30T09:00:00Z"));
        assert_eq!(Steps::decode(&Steps::encode(state)).as_ref(), Some(&*state));
        effects
    }

    fn planned(step: Uuid, turn: u32, due_at: &str) -> PathStepPlanned {
        PathStepPlanned { step_id: step.to_string(), turn, due_at: Some(timestamp(at(due_at))), ..PathStepPlanned::default() }
    }

    #[test]
    fn dig_05_a_planned_step_has_one_timer_which_a_later_turn_replaces_and_which_has_it_fire() {
        let mut state = BTreeSet::new();
        for (number, due_at) in [(1, "2026-03-31T09:00:00Z"), (2, "2026-04-01T09:00:00Z")] {
            let set = after(&mut state, "PathStepPlanned", &planned(STEP, number, due_at));
            assert_eq!(set, [Effect::Schedule { key: key(STEP), at: at(due_at), input: turn(STEP, number) }]);
        }
        let due = Steps::read("timer", Uuid::nil(), &turn(STEP, 2)).expect("readable").expect("ours");
        assert_eq!(Steps::correlate(&due), PolicyKey(EXECUTION.to_string()));
        let fires = Steps::react(&mut state, &due, at("2026-04-01T09:00:00Z"));
        assert_eq!(fires, [Effect::Command { to: FIRE, body: turn(STEP, 2), until: None }]);
        assert!(state.is_empty());
    }

    #[test]
    fn what_is_fired_is_performed_with_since_and_until_when() {
        let until = at("2026-03-30T10:00:00Z");
        let fired = PathStepFired {
            step_id: STEP.to_string(),
            turn: 3,
            action: ActionKind::Content.into(),
            until: Some(timestamp(until)),
            ..PathStepFired::default()
        };
        let effects = after(&mut BTreeSet::new(), "PathStepFired", &fired);
        let [Effect::Command { to, body, until: None }] = effects.as_slice() else { panic!("one command: {effects:?}") };
        let performed = StepTurn::decode(body.as_slice()).expect("readable");
        assert_eq!((to, performed.execution(), performed.step()), (&PERFORM, Some(ExecutionId::from_uuid(EXECUTION)), Some(STEP)));
        assert_eq!((performed.turn, performed.since(), performed.until()), (3, Some(at("2026-03-30T09:00:00Z")), Some(until)));
    }

    #[test]
    fn what_is_left_out_or_over_forgets_the_timers_that_it_has() {
        let mut state = BTreeSet::new();
        let left_out = PathStepLeftOut { step_id: STEP.to_string(), ..PathStepLeftOut::default() };
        assert!(after(&mut state, "PathStepLeftOut", &left_out).is_empty());
        for step in [STEP, OTHER] {
            after(&mut state, "PathStepPlanned", &planned(step, 1, "2026-03-31T09:00:00Z"));
        }
        assert_eq!(after(&mut state, "PathStepLeftOut", &left_out), [Effect::Cancel(key(STEP))]);
        assert_eq!(after(&mut state, "PathExecutionEnded", &PathExecutionEnded::default()), [Effect::Cancel(key(OTHER))]);
        assert!(after(&mut state, "PathExecutionCompleted", &PathExecutionCompleted::default()).is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_parked_and_other_facts_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Steps::read(message, EXECUTION, payload);
        assert_eq!(read("kajo.digipath_engine.v1.PathStepDone", &[]), Ok(None));
        assert!(read("timer", b"nonsense").is_err());
        assert!(read("timer", &[]).is_err());
        assert!(read("kajo.digipath_engine.v1.PathStepPlanned", &PathStepPlanned::default().encode_to_vec()).is_err());
        assert_eq!(Steps::decode(b"nonsense"), None);
    }
}
