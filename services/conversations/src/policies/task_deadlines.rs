//! Deadlines of customer tasks that go to the professionals when their time is over: a timer for each, forgotten when the task is done or
//! taken back. The task decides, whatever fires: what is done by then stays done.

use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, TimerKey, Timestamp, Unreadable, Uuid};
use kajo_proto::conversations::v1::{CustomerTaskActivated, CustomerTaskMarkedDone, CustomerTaskWithdrawn};
use prost::Message;

/// The executor that has a task expire; its body is the id of the task.
pub const EXPIRE: CommandTarget = CommandTarget("expire_customer_task");

/// Sets and forgets deadlines.
#[derive(Debug)]
pub struct TaskDeadlines;

/// What is reacted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    task: Uuid,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// It ends then.
    Ends(Timestamp),
    /// It came to its end before.
    IsOver,
    /// Its time has come.
    Due,
}

impl Policy for TaskDeadlines {
    const NAME: &'static str = "task_deadlines";
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = || Unreadable(message.to_owned());
        let of = |what| Some(Input { task: aggregate_id, what });
        Ok(match message {
            "kajo.conversations.v1.CustomerTaskActivated" => {
                let fact = CustomerTaskActivated::decode(payload).map_err(|_| unreadable())?;
                let due_at = fact.due_at.filter(|_| fact.sends_expired);
                let due_at = due_at.map(|at| Timestamp::new(at.seconds, at.nanos).map_err(|_| unreadable())).transpose()?;
                due_at.and_then(|at| of(What::Ends(at)))
            }
            "kajo.conversations.v1.CustomerTaskMarkedDone" => {
                CustomerTaskMarkedDone::decode(payload).map_err(|_| unreadable())?;
                of(What::IsOver)
            }
            "kajo.conversations.v1.CustomerTaskWithdrawn" => {
                CustomerTaskWithdrawn::decode(payload).map_err(|_| unreadable())?;
                of(What::IsOver)
            }
            "timer" => Some(Input { task: Uuid::from_slice(payload).map_err(|_| unreadable())?, what: What::Due }),
            _ => None,
        })
    }

    fn correlate(input: &Input) -> PolicyKey {
        PolicyKey(input.task.to_string())
    }

    fn react(_state: &mut (), input: &Input, _now: Timestamp) -> Vec<Effect> {
        let (key, body) = (TimerKey(input.task.to_string()), input.task.as_bytes().to_vec());
        vec![match input.what {
            What::Ends(at) => Effect::Schedule { key, at, input: body },
            What::IsOver => Effect::Cancel(key),
            What::Due => Effect::Command { to: EXPIRE, body, until: None },
        }]
    }

    fn encode(_state: &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_bytes: &[u8]) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::timestamp;

    use super::*;

    const TASK: Uuid = Uuid::from_u128(7);

    fn read(message: &str, fact: &impl Message) -> Option<Input> {
        TaskDeadlines::read(&format!("kajo.conversations.v1.{message}"), TASK, &fact.encode_to_vec()).expect("readable")
    }

    fn reaction(input: Input) -> Vec<Effect> {
        assert_eq!(TaskDeadlines::correlate(&input), PolicyKey(TASK.to_string()));
        TaskDeadlines::react(&mut (), &input, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn a_task_that_goes_to_the_professionals_has_a_timer_and_others_have_none() {
        let at: Timestamp = "2026-03-30T21:00:00Z".parse().expect("a time");
        let activated = CustomerTaskActivated { due_at: Some(timestamp(at)), sends_expired: true, ..CustomerTaskActivated::default() };
        let set = reaction(read("CustomerTaskActivated", &activated).expect("ours"));
        assert_eq!(set, [Effect::Schedule { key: TimerKey(TASK.to_string()), at, input: TASK.as_bytes().to_vec() }]);
        let late_at_the_most = CustomerTaskActivated { sends_expired: false, ..activated.clone() };
        assert_eq!(read("CustomerTaskActivated", &late_at_the_most), None);
        let soon = CustomerTaskActivated { due_at: None, ..activated };
        assert_eq!(read("CustomerTaskActivated", &soon), None);
    }

    #[test]
    fn what_is_done_or_taken_back_forgets_its_timer() {
        let forgotten = [Effect::Cancel(TimerKey(TASK.to_string()))];
        assert_eq!(reaction(read("CustomerTaskMarkedDone", &CustomerTaskMarkedDone::default()).expect("ours")), forgotten);
        assert_eq!(reaction(read("CustomerTaskWithdrawn", &CustomerTaskWithdrawn::default()).expect("ours")), forgotten);
    }

    #[test]
    fn a_timer_has_the_task_expire() {
        let fired = TaskDeadlines::read("timer", Uuid::nil(), TASK.as_bytes()).expect("readable").expect("ours");
        assert_eq!(reaction(fired), [Effect::Command { to: EXPIRE, body: TASK.as_bytes().to_vec(), until: None }]);
        assert!(TaskDeadlines::read("timer", Uuid::nil(), b"nonsense").is_err());
        assert_eq!(TaskDeadlines::read("kajo.conversations.v1.CustomerTaskExpired", TASK, &[]), Ok(None));
    }
}
