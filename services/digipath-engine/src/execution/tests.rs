//! The rules of executions: with what they begin, when their steps have their time, and what becomes of them.

mod actions;
mod appointments;
mod chart;
mod conditions;
mod ending;
mod events;
mod late;
mod laws;
mod spans;
mod starting;
mod stored;

use std::sync::Arc;

use chassis_domain::{Actor, Aggregate, DecideContext, Matter, PersonId, Refusal as _, SignedDuration, Timestamp, Uuid};
use kajo_proto::{identity::v1::Messaging, scheduling::v1::AppointmentType};

use super::{Appointment, Cause, Command, EventKind, Execution, Heard, LeftOut, Professional, Source, Starting, StepState};
use crate::plan::{Action, Anchored, Block, Condition, Late, Plan, Span, SpanUnit, Step, Wanted};

const AINO: PersonId = PersonId::from_uuid(id(1));
const LIISA: PersonId = PersonId::from_uuid(id(2));
const PATH: Uuid = id(3);
const PHYSIOTHERAPY: Uuid = id(10);
const DENTIST: Uuid = id(11);
const NURSE: Uuid = id(12);
const QUEUE: Uuid = id(20);
const SURVEY: Uuid = id(21);
const CONTENT: Uuid = id(22);

/// A Monday in winter, ten in the morning.
const START: &str = "2026-03-02T08:00:00Z";

const fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn hours_after(from: Timestamp, hours: i64) -> Timestamp {
    from.checked_add(SignedDuration::from_hours(hours)).expect("in range")
}

fn context(now: Timestamp) -> DecideContext {
    DecideContext { now, actor: Actor::system(), on_behalf_of: None, command_id: id(4) }
}

const fn span(amount: u32, unit: SpanUnit) -> Span {
    Span { amount, unit }
}

const fn days(amount: u32) -> Span {
    span(amount, SpanUnit::Days)
}

fn step(number: u128, condition: Condition, action: Action) -> Step {
    Step { id: id(number), condition, delay: None, action }
}

fn later(number: u128, condition: Condition, delay: Span, action: Action) -> Step {
    Step { delay: Some(delay), ..step(number, condition, action) }
}

/// Blocks are named after their first step.
fn plan(blocks: Vec<Vec<Step>>) -> Arc<Plan> {
    let block = |steps: Vec<Step>| Block { id: block_of(&steps), steps };
    Arc::new(Plan { entry: None, blocks: blocks.into_iter().map(block).collect() })
}

fn block_of(steps: &[Step]) -> Uuid {
    id(1_000 + steps[0].id.as_u128())
}

fn content() -> Action {
    Action::Content { content: CONTENT }
}

fn repeat(every: Span, times: u32) -> Action {
    Action::RepeatPrevious { every, times }
}

fn booked(by_professional: bool) -> Condition {
    Condition::Booked { wanted: Wanted { services: vec![PHYSIOTHERAPY], ..Wanted::default() }, by_professional }
}

fn before(amount: u32, late: Late) -> Condition {
    Condition::UntilAppointment(Anchored { span: days(amount), services: vec![PHYSIOTHERAPY], late })
}

fn since(amount: u32) -> Condition {
    Condition::SinceAppointment(Anchored { span: days(amount), services: vec![PHYSIOTHERAPY], late: Late::Newest })
}

/// An hour of physiotherapy, booked by the resident when everything begins.
fn appointment(number: u128, starts_at: &str) -> Appointment {
    Appointment {
        id: id(100 + number),
        revision: 1,
        service: PHYSIOTHERAPY,
        role: Some(NURSE),
        kind: AppointmentType::InPerson,
        starts_at: at(starts_at),
        ends_at: hours_after(at(starts_at), 1),
        booked_at: at(START),
        cancelled: false,
        source: Source::Resident,
    }
}

fn moved(appointment: &Appointment, starts_at: &str) -> Appointment {
    let (starts_at, ends_at) = (at(starts_at), hours_after(at(starts_at), 1));
    Appointment { revision: appointment.revision + 1, starts_at, ends_at, ..appointment.clone() }
}

fn cancelled(appointment: &Appointment) -> Appointment {
    Appointment { revision: appointment.revision + 1, cancelled: true, ..appointment.clone() }
}

fn liisa() -> Professional {
    Professional { person: LIISA, name: "Liisa".to_owned() }
}

fn starting(plan: &Arc<Plan>, cause: Cause) -> Starting {
    Starting {
        plan: plan.clone(),
        path: PATH,
        published_version: 3,
        patient: AINO,
        matter: Matter::Health,
        cause,
        archived: false,
        messaging: Messaging::Allowed,
        is_active: false,
        again: false,
        appointments: Vec::new(),
        used: Vec::new(),
    }
}

/// An execution as it runs, and the time that it is.
#[derive(Clone, Debug)]
struct Run {
    plan: Arc<Plan>,
    state: Execution,
    now: Timestamp,
}

impl Run {
    /// Nothing has begun.
    fn new(plan: &Arc<Plan>, now: &str) -> Self {
        Self { plan: plan.clone(), state: Execution::default(), now: at(now) }
    }

    /// Liisa has activated it, when everything begins.
    fn manual(plan: &Arc<Plan>) -> Self {
        Self::manual_with(plan, Vec::new())
    }

    fn manual_with(plan: &Arc<Plan>, appointments: Vec<Appointment>) -> Self {
        Self::begun(plan, Starting { appointments, ..starting(plan, Cause::Manual { by: liisa() }) }, START)
    }

    fn manual_at(plan: &Arc<Plan>, now: &str) -> Self {
        Self::begun(plan, starting(plan, Cause::Manual { by: liisa() }), now)
    }

    /// The resident has booked.
    fn booked(plan: &Arc<Plan>, appointment: &Appointment, now: &str) -> Self {
        Self::begun(plan, starting(plan, Cause::Booked { appointment: appointment.clone(), by_professional: false }), now)
    }

    fn begun(plan: &Arc<Plan>, asked: Starting, now: &str) -> Self {
        let mut run = Self::new(plan, now);
        run.tell(Command::Start(Box::new(asked)));
        run
    }

    fn at(&mut self, now: &str) {
        self.now = at(now);
    }

    fn asked(&self, command: &Command) -> Result<Vec<EventKind>, &'static str> {
        let happened = self.state.decide(command, &context(self.now)).map_err(|refusal| refusal.code())?;
        Ok(happened.into_iter().map(|event| event.what).collect())
    }

    /// What happens, and then has happened.
    fn tell(&mut self, command: Command) -> Vec<EventKind> {
        let happened = self.state.decide(&command, &context(self.now)).expect("no refusal");
        for event in &happened {
            self.state.evolve(event);
        }
        happened.into_iter().map(|event| event.what).collect()
    }

    fn hear(&mut self, heard: Heard) -> Vec<EventKind> {
        self.tell(Command::Hear { plan: self.plan.clone(), heard })
    }

    fn hear_of(&mut self, appointment: &Appointment) -> Vec<EventKind> {
        self.hear(Heard::Appointment(appointment.clone()))
    }

    fn turn(&self, step: u128) -> u32 {
        self.state.step(id(step)).turn
    }

    /// In the turn that it has.
    fn fire(&mut self, step: u128) -> Vec<EventKind> {
        self.tell(Command::Fire { plan: self.plan.clone(), step: id(step), turn: self.turn(step) })
    }

    fn perform(&mut self, step: u128) -> Vec<EventKind> {
        let turn = self.turn(step);
        self.tell(Command::Performed { plan: self.plan.clone(), step: id(step), turn, object: made(step, turn) })
    }

    fn refuse(&mut self, step: u128, code: &str) -> Vec<EventKind> {
        self.tell(Command::Refused { plan: self.plan.clone(), step: id(step), turn: self.turn(step), code: code.to_owned() })
    }

    /// Fires it when it is due, if that is not past, and does it at once.
    fn go_through(&mut self, step: u128) -> Vec<EventKind> {
        self.now = self.state.step(id(step)).due_at.expect("planned").max(self.now);
        let mut happened = self.fire(step);
        happened.extend(self.perform(step));
        happened
    }

    fn stands(&self, step: u128) -> &StepState {
        &self.state.step(id(step)).state
    }

    /// When it is due, of a step that is planned.
    fn due(&self, step: u128) -> String {
        let record = self.state.step(id(step));
        assert_eq!(record.state, StepState::Planned, "step {step}");
        record.due_at.expect("planned").to_string()
    }
}

fn made(step: u128, turn: u32) -> Uuid {
    id(10_000 * step + u128::from(turn))
}

/// What happened, in few words: the events by their names, with their step.
fn words(happened: &[EventKind]) -> Vec<String> {
    let word = |what: &EventKind| match what {
        EventKind::Started { .. } => "started".to_owned(),
        EventKind::Heard(_) => "heard".to_owned(),
        EventKind::Planned { step, turn, .. } => format!("{} planned {turn}", step.as_u128()),
        EventKind::Unplanned { step } => format!("{} unplanned", step.as_u128()),
        EventKind::Fired { step, turn, .. } => format!("{} fired {turn}", step.as_u128()),
        EventKind::Done { step, again: true, .. } => format!("{} done, again", step.as_u128()),
        EventKind::Done { step, again: false, .. } => format!("{} done", step.as_u128()),
        EventKind::LeftOut { step, reason: LeftOut::Late, .. } => format!("{} late", step.as_u128()),
        EventKind::LeftOut { step, reason: LeftOut::AppointmentPassed, .. } => format!("{} passed", step.as_u128()),
        EventKind::LeftOut { step, reason: LeftOut::AppointmentCancelled, .. } => format!("{} cancelled", step.as_u128()),
        EventKind::Failed { step, code, .. } => format!("{} failed: {code}", step.as_u128()),
        EventKind::Completed => "completed".to_owned(),
        EventKind::Ended { reason, .. } => format!("ended: {reason:?}"),
    };
    happened.iter().map(word).collect()
}
