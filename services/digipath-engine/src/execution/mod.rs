//! An execution: a digital path as it runs for a patient, in the version with which it began (DIG-03 to DIG-05, DIG-07, DIG-09, DIG-10). What
//! becomes of it, state by state, is drawn in `docs/state-charts.md`. Of each of its steps:
//!
//! ```text
//!   Waiting --its condition holds--> Planned --Fire--> UnderWay --Performed--> Done
//!                                                               --Refused--> Failed
//!   Planned --the appointment is moved--> Planned, in another turn
//!   Planned, UnderWay --the appointment is cancelled, another one fits--> Waiting
//!   Waiting, Planned, UnderWay --it is cancelled, and none fits--> LeftOut
//!   Waiting --its time is past--> LeftOut --the appointment is moved, and its time is ahead--> Planned
//!   UnderWay --Performed, of a repeat that comes again--> Waiting
//! ```
//!
//! A command brings about one thing, and whatever follows from it at once: steps that have their time, steps that are left out, the end
//! (`advance`). Nothing happens because time passes: somebody says so by `Fire`, for a step in a turn. A step that is planned again has another
//! turn, so that what was said of the turn before is nothing, however late it comes. Events hold all that is to be known of an execution; what its
//! steps are stands in the plan, which each command brings.

mod advance;
mod anchor;
mod command;
mod course;
mod entry;
mod event;
mod facts;
mod heard;
mod opening;
mod refusal;
mod step;
mod stored;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed, Timestamp, Uuid};
use kajo_proto::digipath_engine::v1::ExecutionState;

pub use command::{Appointment, Cause, Command, Heard, Professional, Source, Starting};
pub use event::{Because, EndReason, Event, EventKind, LeftOut, Standing, StartedBy};
pub use heard::Fact;
pub use opening::{begins, parts};
pub use refusal::Refusal;
pub use step::{StepRecord, StepState};

use crate::plan::Plan;
use course::Course;

/// The id of an execution.
pub type ExecutionId = Id<Execution>;

/// A digital path as it runs for a patient.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Execution {
    /// What it is about; `None`: there is none.
    pub standing: Option<Standing>,
    /// Where it is in its life.
    pub phase: Phase,
    /// How it began; `None`: there is none.
    pub beginning: Option<Beginning>,
    /// Its steps to which something has happened.
    pub steps: BTreeMap<Uuid, StepRecord>,
    /// The appointments of which it knows, as they are.
    pub appointments: BTreeMap<Uuid, Appointment>,
    /// What else it has heard.
    pub facts: BTreeSet<Fact>,
}

/// Where an execution is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotStarted,
    /// It runs.
    Active,
    /// Every step is over.
    Completed,
    /// It was ended before.
    Ended,
}

impl Phase {
    chassis_domain::numbers!(pub i16: NotStarted = 0, Active = 1, Completed = 2, Ended = 3);

    /// As the contract has it.
    pub const fn public(self) -> ExecutionState {
        match self {
            Self::NotStarted => ExecutionState::Unspecified,
            Self::Active => ExecutionState::Active,
            Self::Completed => ExecutionState::Completed,
            Self::Ended => ExecutionState::Ended,
        }
    }
}

/// How an execution began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// When.
    pub at: Timestamp,
    /// From when its first steps count: of one that a booking began, when that was.
    pub counts_from: Timestamp,
    /// The appointment with which it began, and which its steps follow; `None`: a professional activated it.
    pub appointment: Option<Uuid>,
    /// The blocks with which it began. Other blocks that open executions are no part of it.
    pub entered: Vec<Uuid>,
}

/// The execution that this booking begins: one, however often it is told of.
pub fn of_booking(path: Uuid, patient: PersonId, appointment: Uuid) -> ExecutionId {
    let name = [patient.uuid().into_bytes(), appointment.into_bytes()].concat();
    Id::from_uuid(Uuid::new_v5(&path, &name))
}

/// What an owner makes of a step's action: one thing, however often it is asked.
pub fn object_of(execution: ExecutionId, step: Uuid, turn: u32) -> Uuid {
    let mut name = step.into_bytes().to_vec();
    name.extend(turn.to_be_bytes());
    Uuid::new_v5(&execution.uuid(), &name)
}

impl Aggregate for Execution {
    const CATEGORY: &'static str = "path_execution";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let (plan, what) = match command {
            Command::Start(asked) => return self.start(asked, cx.now),
            Command::End { reason, by } => return self.end(*reason, by.as_ref()),
            Command::Hear { plan, heard } => (plan, self.hear(plan, heard)),
            Command::Fire { plan, step, turn } => (plan, self.fire(plan, *step, *turn, cx.now)),
            Command::Performed { plan, step, turn, object } => (plan, self.performed(plan, *step, *turn, *object, cx.now)),
            Command::Refused { plan, step, turn, code } => (plan, self.refused(*step, *turn, code, cx.now)),
        };
        Ok(self.with_what_follows(plan, what, cx.now))
    }

    fn evolve(&mut self, event: &Event) {
        self.standing = Some(event.standing.clone());
        match &event.what {
            EventKind::Started { cause, at, entered, .. } => self.begin(cause, *at, entered),
            EventKind::Heard(heard) => self.keep(heard),
            EventKind::Planned { step, turn, due_at, because } => self.record(*step).planned(*turn, *due_at, *because),
            EventKind::Unplanned { step } => self.record(*step).unplanned(),
            EventKind::Fired { step, turn, .. } => self.record(*step).fired(*turn),
            EventKind::Done { step, object, again, at, .. } => self.record(*step).done(*object, *again, *at),
            EventKind::LeftOut { step, reason, at } => self.record(*step).over(StepState::LeftOut(*reason), *at),
            EventKind::Failed { step, code, at, .. } => self.record(*step).over(StepState::Failed(code.clone()), *at),
            EventKind::Completed => self.phase = Phase::Completed,
            EventKind::Ended { .. } => self.phase = Phase::Ended,
        }
    }
}

impl Execution {
    /// What it is about; `None`: there is none.
    pub const fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }

    /// How a step stands.
    pub fn step(&self, id: Uuid) -> &StepRecord {
        self.steps.get(&id).unwrap_or(&step::UNTOUCHED)
    }

    /// Whether a step's action is under way in this turn: whoever is about to do it asks before.
    pub fn wanted(&self, step: Uuid, turn: u32) -> bool {
        let record = self.step(step);
        self.phase == Phase::Active && record.state == StepState::UnderWay && record.turn == turn
    }

    fn record(&mut self, step: Uuid) -> &mut StepRecord {
        self.steps.entry(step).or_default()
    }

    /// What is over stays as it was.
    fn with_what_follows(&self, plan: &Plan, what: Option<EventKind>, now: Timestamp) -> Vec<Event> {
        let running = self.standing.as_ref().filter(|_| self.phase == Phase::Active);
        let Some((standing, what)) = running.zip(what) else { return Vec::new() };
        let mut course = Course::new(self, standing);
        course.take(what);
        course.settle(plan, now);
        course.happened()
    }

    fn end(&self, reason: EndReason, by: Option<&Professional>) -> Result<Vec<Event>, Refusal> {
        let standing = self.standing.as_ref().ok_or(Refusal::NotFound)?;
        let by = by.map(|by| (by.person, by.sealed_name()));
        let ended = || Event { what: EventKind::Ended { reason, by }, standing: standing.clone() };
        Ok((self.phase == Phase::Active).then(ended).into_iter().collect())
    }
}

impl Professional {
    fn sealed_name(&self) -> Sealed<String> {
        Sealed::new(self.person, RetentionClass::Professional, self.name.clone())
    }
}
