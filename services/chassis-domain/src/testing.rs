//! Given some history, when a command comes, then these events or this refusal: the form of every rule's test.

pub mod chart;

use jiff::Timestamp;
use uuid::Uuid;

use crate::{Actor, Aggregate, Blob, DecideContext, OnBehalfOf, Opener, PersonId, Refusal, RetentionClass, Sealer};

/// A history.
#[must_use]
pub fn given<A: Aggregate>(events: impl IntoIterator<Item = A::Event>) -> Given<A> {
    let events: Vec<_> = events.into_iter().collect();
    Given {
        state: A::replay(&events),
        cx: DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) },
    }
}

/// An aggregate with its history, waiting for a command.
#[derive(Debug)]
pub struct Given<A> {
    state: A,
    cx: DecideContext,
}

impl<A: Aggregate> Given<A> {
    /// Sets the time of the decision.
    #[must_use]
    pub fn at(mut self, now: Timestamp) -> Self {
        self.cx.now = now;
        self
    }

    /// Sets who acts.
    #[must_use]
    pub fn by(mut self, actor: Actor) -> Self {
        self.cx.actor = actor;
        self
    }

    /// Sets who really acts.
    #[must_use]
    pub fn on_behalf(mut self, on_behalf_of: OnBehalfOf) -> Self {
        self.cx.on_behalf_of = Some(on_behalf_of);
        self
    }

    /// Decides.
    #[must_use]
    pub fn when(self, command: &A::Command) -> Then<A> {
        let outcome = self.state.decide(command, &self.cx);
        Then { state: self.state, outcome }
    }

    /// The folded state, to look at.
    pub fn state(&self) -> &A {
        &self.state
    }
}

/// What was decided.
#[derive(Debug)]
pub struct Then<A: Aggregate> {
    state: A,
    outcome: Result<Vec<A::Event>, A::Refusal>,
}

impl<A: Aggregate> Then<A> {
    /// Exactly these events.
    ///
    /// # Panics
    /// When it was refused or other events came.
    #[track_caller]
    pub fn then(self, expected: impl IntoIterator<Item = A::Event>) -> A {
        let expected: Vec<_> = expected.into_iter().collect();
        let mut state = self.state;
        match self.outcome {
            Ok(events) => {
                assert_eq!(events, expected);
                for event in &events {
                    state.evolve(event);
                }
                state
            }
            Err(refusal) => panic!("refused with {}: {refusal}", refusal.code()),
        }
    }

    /// Nothing changes, and nothing is wrong.
    #[track_caller]
    pub fn then_nothing(self) {
        self.then([]);
    }

    /// Refused with this code.
    ///
    /// # Panics
    /// When it was not refused, or with another code.
    #[track_caller]
    pub fn then_refused(self, code: &str) {
        match self.outcome {
            Ok(events) => panic!("not refused, decided {events:?}"),
            Err(refusal) => assert_eq!(refusal.code(), code),
        }
    }
}

/// For events in which nothing is sealed.
#[derive(Debug)]
pub struct NothingSealed;

impl Sealer for NothingSealed {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, _: &[u8]) -> Blob {
        Blob { subject, class, nonce: Vec::new(), ciphertext: Vec::new() }
    }
}

impl Opener for NothingSealed {
    fn open(&self, _: &Blob) -> Option<Vec<u8>> {
        None
    }
}
