//! What a published path does, as the engine knows it: blocks of steps, each a condition and the action that follows from it, and the events that
//! begin it. Made of the contract's words ([`Plan::of`]); what stands against publishing them is told by [`problems`].

mod check;
mod parse;
mod span;
#[cfg(test)]
mod tests;
mod written;

use chassis_domain::Uuid;
use kajo_proto::{common::v1::Translated, scheduling::v1::AppointmentType};

pub use check::problems;
pub use parse::{Reference, ReferenceKind, references};
pub use span::{Span, SpanUnit};
pub use written::{PathKind, Written};

/// What a path does. Blocks that are switched off are not among it, and what broke a rule when it was published is not either.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// With what it begins; `None`: its blocks say so themselves.
    pub entry: Option<Entry>,
    /// In the order in which they were written.
    pub blocks: Vec<Block>,
}

/// With what a path of the first editor begins: all its blocks at once (DIG-01).
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Each of the events has to happen, each with an appointment of its own; otherwise one of them.
    pub all: bool,
    /// Appointments that are booked here, or told of by another system. None: it never begins.
    pub events: Vec<Condition>,
}

/// Steps that follow each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Names it.
    pub id: Uuid,
    /// At least one, in order.
    pub steps: Vec<Step>,
}

/// A condition, and the action that follows from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Names it for ever, in all versions.
    pub id: Uuid,
    /// When the action is due.
    pub condition: Condition,
    /// So long after the condition holds; `None`: at once.
    pub delay: Option<Span>,
    /// What is done.
    pub action: Action,
}

/// When a step's action is due (DIG-03).
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A professional activates the path.
    Manual,
    /// An appointment was booked here.
    Booked {
        /// Which.
        wanted: Wanted,
        /// Also by a professional.
        by_professional: bool,
    },
    /// Another system has told of an appointment.
    BookedIntegration {
        /// Which.
        wanted: Wanted,
    },
    /// A task of this queue was marked done.
    TaskDone {
        /// The queue.
        queue: Uuid,
    },
    /// This survey was activated.
    SurveyActivated {
        /// Which.
        survey: Uuid,
    },
    /// This survey was answered.
    SurveyAnswered {
        /// Which.
        survey: Uuid,
    },
    /// The step before has run so many times.
    PreviousRepeated {
        /// From 1.
        times: u32,
    },
    /// So long after the end of the appointment.
    SinceAppointment(Anchored),
    /// So long before its start.
    UntilAppointment(Anchored),
    /// The step before is over.
    AfterPrevious,
}

/// Which appointments are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// In one of these; none: in any.
    pub services: Vec<Uuid>,
    /// With one of these; none: with any.
    pub roles: Vec<Uuid>,
    /// Of one of these types; none: of any.
    pub types: Vec<AppointmentType>,
}

/// A time that counts from an appointment.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchored {
    /// How long.
    pub span: Span,
    /// In one of these services; none: in any.
    pub services: Vec<Uuid>,
    /// What becomes of it when it is past as its turn comes.
    pub late: Late,
}

/// What becomes of a step that counts from an appointment when its time is past as its turn comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Late {
    /// Left out when a later step of the block that counts from the appointment is past as well, otherwise done at once.
    #[default]
    Newest,
    /// Done at once.
    AtOnce,
    /// Left out.
    LeaveOut,
}

/// What a step does (DIG-04).
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Recommends to book in a service.
    Recommendation {
        /// Which.
        service: Uuid,
    },
    /// Gives a content.
    Content {
        /// Which.
        content: Uuid,
    },
    /// Gives a task.
    Task {
        /// In which queue.
        queue: Uuid,
        /// What it is called.
        title: Translated,
        /// What to do.
        instruction: Translated,
    },
    /// Activates a survey.
    Survey {
        /// Which.
        survey: Uuid,
        /// So long it can be answered; `None`: until it is taken back.
        answer_within: Option<Span>,
    },
    /// Does again what the step before did.
    RepeatPrevious {
        /// How often.
        every: Span,
        /// So many times.
        times: u32,
    },
}

impl Condition {
    /// Whether it opens an execution: the first of its block.
    pub const fn is_entry(&self) -> bool {
        matches!(self, Self::Manual | Self::Booked { .. } | Self::BookedIntegration { .. })
    }
}

impl Block {
    /// Whether executions begin with it.
    pub fn is_entry(&self) -> bool {
        self.steps.first().is_some_and(|step| step.condition.is_entry())
    }
}

impl Plan {
    /// A step, with its block and its place in it, both counted from 0.
    pub fn find(&self, id: Uuid) -> Option<(&Block, usize, &Step)> {
        self.blocks.iter().find_map(|block| block.steps.iter().enumerate().find(|(_, step)| step.id == id).map(|(at, step)| (block, at, step)))
    }

    /// What a step really does: of one that repeats, the action of the step before it.
    pub fn action(&self, id: Uuid) -> Option<&Action> {
        let (block, at, step) = self.find(id)?;
        match &step.action {
            Action::RepeatPrevious { .. } => at.checked_sub(1).and_then(|before| block.steps.get(before)).map(|before| &before.action),
            action => Some(action),
        }
    }
}
