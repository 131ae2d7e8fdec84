//! A policy that remembers nothing: what it does follows from one fact alone.

use jiff::Timestamp;
use prost::Message;
use uuid::Uuid;

use crate::policy::{CommandTarget, Effect, Policy, PolicyKey, Unreadable};

/// One fact, one command: the executor is handed the fact as it came.
pub trait StatelessPolicy: Send + Sync + 'static {
    /// Stable name; also the name of its cursor.
    const NAME: &'static str;
    /// Full message name of the fact.
    const FACT: &'static str;
    /// The executor that is given the fact.
    const TO: CommandTarget;
    /// The fact.
    type Fact: Message + Default;

    /// What the effect is one of: handed the same fact again, it is the same effect.
    fn key(fact: &Self::Fact) -> &str;
}

impl<P: StatelessPolicy> Policy for P {
    const NAME: &'static str = <P as StatelessPolicy>::NAME;
    type Input = P::Fact;
    type State = ();

    fn read(message: &str, _aggregate_id: Uuid, payload: &[u8]) -> Result<Option<P::Fact>, Unreadable> {
        if message != P::FACT {
            return Ok(None);
        }
        P::Fact::decode(payload).map(Some).map_err(|_| Unreadable(message.to_owned()))
    }

    fn correlate(input: &P::Fact) -> PolicyKey {
        PolicyKey(P::key(input).to_owned())
    }

    fn react(_state: &mut (), input: &P::Fact, _now: Timestamp) -> Vec<Effect> {
        vec![Effect::Command { to: P::TO, body: input.encode_to_vec(), until: None }]
    }

    fn encode(_state: &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_bytes: &[u8]) -> Option<()> {
        Some(())
    }
}
