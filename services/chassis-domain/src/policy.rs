//! Process managers: facts in, effects out. An effect is data, stored with the policy's state and performed later by
//! the chassis, so that a replay can send nothing twice.

use jiff::Timestamp;
use uuid::Uuid;

/// What a policy's state is kept by, for example the id of the conversation it watches.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PolicyKey(pub String);

/// Names a timer for cancelling; unique within its policy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TimerKey(pub String);

/// Where a command goes: an executor of this name is registered with the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTarget(pub &'static str);

/// An intention. Performed at least once, with an id that makes it count once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Give a command; `body` is for the executor that the target names.
    Command {
        /// The executor.
        to: CommandTarget,
        /// What it is to do.
        body: Vec<u8>,
        /// From when on it is of no use any more; `None`: as its executor has it.
        until: Option<Timestamp>,
    },
    /// Hand `input` back to the policy at a later time.
    Schedule {
        /// Names the timer.
        key: TimerKey,
        /// When.
        at: Timestamp,
        /// What the policy is handed.
        input: Vec<u8>,
    },
    /// Forget a timer; one that is not there is forgotten already.
    Cancel(TimerKey),
}

/// A fact that is the policy's and cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} cannot be read")]
pub struct Unreadable(pub String);

/// A process manager: a decider over facts and timers.
pub trait Policy: Send + Sync + 'static {
    /// Stable name; also the name of its cursor.
    const NAME: &'static str;
    /// Whether what follows from a fact follows as of when it happened, and not of when it is heard of: a policy that is new, or was away, does nothing
    /// today that was of use long ago. Timers are as of now in any case.
    const AS_OF_FACT: bool = false;
    /// What it reacts to.
    type Input: Send + Sync;
    /// What it remembers per key.
    type State: Default + Send + Sync;

    /// Reads a fact (by full message name and payload) or a timer's input (`message` is `timer`); `None`: not ours.
    ///
    /// # Errors
    /// When it is ours and cannot be read: the fact is parked.
    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Self::Input>, Unreadable>;

    /// Which state the input belongs to.
    fn correlate(input: &Self::Input) -> PolicyKey;

    /// What follows. Pure: effects are returned, not done.
    fn react(state: &mut Self::State, input: &Self::Input, now: Timestamp) -> Vec<Effect>;

    /// The state for the store.
    fn encode(state: &Self::State) -> Vec<u8>;

    /// The state from the store; `None` when it cannot be read, which parks the key.
    fn decode(bytes: &[u8]) -> Option<Self::State>;
}
