//! One decision: what happens, and what follows from it until nothing more does.

use chassis_domain::{Aggregate, Timestamp};

use super::{Event, EventKind, Execution, Standing, advance};
use crate::plan::Plan;

/// What happens in one decision, and how the execution stands after it.
pub(super) struct Course<'a> {
    state: Execution,
    standing: &'a Standing,
    happened: Vec<Event>,
}

impl<'a> Course<'a> {
    /// Nothing has happened yet.
    pub(super) fn new(state: &Execution, standing: &'a Standing) -> Self {
        Self { state: state.clone(), standing, happened: Vec::new() }
    }

    /// How it stands by now.
    pub(super) const fn state(&self) -> &Execution {
        &self.state
    }

    /// This happens.
    pub(super) fn take(&mut self, what: EventKind) {
        let event = Event { what, standing: self.standing.clone() };
        self.state.evolve(&event);
        self.happened.push(event);
    }

    /// So does all that follows from it.
    pub(super) fn settle(&mut self, plan: &Plan, now: Timestamp) {
        while let Some(what) = advance::next(&self.state, plan, now) {
            self.take(what);
        }
    }

    /// What has happened, in order.
    pub(super) fn happened(self) -> Vec<Event> {
        self.happened
    }
}
