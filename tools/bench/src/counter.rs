//! The smallest aggregate that appends: what the store costs, without rules.

use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Refusal, Sealer, Stored,
};

/// Bytes of one event's payload, about what a message's event takes.
pub(crate) const PAYLOAD: usize = 200;

/// Counts what was added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter;

/// Adds one event.
#[derive(Debug)]
pub(crate) struct Add;

/// Something was added.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Added;

/// Nothing is ever refused here.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Never {}

impl Refusal for Never {
    fn code(&self) -> &'static str {
        match *self {}
    }
}

impl Aggregate for Counter {
    const CATEGORY: &'static str = "counter";
    type Command = Add;
    type Event = Added;
    type Refusal = Never;

    fn decide(&self, _: &Add, _: &DecideContext) -> Result<Vec<Added>, Never> {
        Ok(vec![Added])
    }

    fn evolve(&mut self, _: &Added) {}
}

impl DomainEvent for Added {
    fn event_type(&self) -> EventType {
        EventType("counter.added")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        Encoded { schema: 1, payload: vec![7; PAYLOAD] }
    }

    fn decode(_: &Stored, _: &dyn Opener) -> Result<Self, DecodeError> {
        Ok(Self)
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
