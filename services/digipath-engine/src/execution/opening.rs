//! With what an execution begins: which blocks of the path it enters, and for whom it may (DIG-01, DIG-09, DIG-10).

use chassis_domain::{Timestamp, Uuid};
use kajo_proto::identity::v1::Messaging;

use super::{
    Appointment, Beginning, Cause, Course, Event, EventKind, Execution, Heard, Phase, Professional, Refusal, Source, Standing, StartedBy, Starting,
    entry::{self, fits},
};
use crate::plan::{Block, Condition, Plan};

/// Whether an execution may begin with this appointment: some block of the path opens with it, or it is one of the events with which the path
/// begins; whether it lacks others is known as it starts. One that was cancelled opens none.
pub fn begins(plan: &Plan, appointment: &Appointment, by_professional: bool, integration: bool) -> bool {
    let by = booked_by(by_professional, integration);
    let opens = || match &plan.entry {
        Some(entry) => entry.events.iter().any(|event| fits(event, appointment, by)),
        None => plan.blocks.iter().any(|block| Opening::Booked { appointment, by }.enters(block)),
    };
    !appointment.cancelled && opens()
}

/// The blocks of a path that are part of an execution which began with these: those, and the ones that open none.
pub fn parts<'a>(plan: &'a Plan, entered: &'a [Uuid]) -> impl Iterator<Item = &'a Block> {
    plan.blocks.iter().filter(|block| !block.is_entry() || entered.contains(&block.id))
}

/// What may open a block, or a path.
#[derive(Clone, Copy)]
enum Opening<'a> {
    Manual,
    Booked { appointment: &'a Appointment, by: Source },
}

const fn booked_by(by_professional: bool, integration: bool) -> Source {
    if integration {
        Source::Elsewhere
    } else if by_professional {
        Source::Professional
    } else {
        Source::Resident
    }
}

impl<'a> Opening<'a> {
    const fn of(cause: &'a Cause) -> Self {
        match cause {
            Cause::Manual { .. } => Self::Manual,
            Cause::Booked { appointment, by_professional } => Self::Booked { appointment, by: booked_by(*by_professional, false) },
            Cause::BookedIntegration { appointment } => Self::Booked { appointment, by: Source::Elsewhere },
        }
    }

    fn enters(&self, block: &Block) -> bool {
        block.steps.first().is_some_and(|step| match self {
            Self::Manual => step.condition == Condition::Manual,
            Self::Booked { appointment, by } => fits(&step.condition, appointment, *by),
        })
    }
}

impl Execution {
    /// Begins with every block that opens with the cause, or with all of them when the path begins with events. Of what begins by itself nobody asks
    /// whether the patient consents: the owners of the actions do.
    pub(super) fn start(&self, asked: &Starting, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        if self.standing.is_some() {
            return Ok(Vec::new());
        }
        if asked.archived {
            return Err(Refusal::PathArchived);
        }
        let (entered, counted) = asked.entered();
        let starter = match &asked.cause {
            Cause::Manual { by } => Some(asked.activated(by, &entered)?),
            Cause::Booked { .. } | Cause::BookedIntegration { .. } if entered.is_empty() || asked.is_cancelled() => return Ok(Vec::new()),
            Cause::Booked { .. } | Cause::BookedIntegration { .. } => None,
        };
        let Starting { path, published_version, patient, matter, .. } = *asked;
        let standing = Standing { path, published_version, patient, matter, starter: starter.map(|by| by.person) };
        let mut course = Course::new(self, &standing);
        course.take(EventKind::Started { cause: StartedBy::of(&asked.cause), at: now, entered, counted });
        for appointment in &asked.appointments {
            // What was cancelled before is nothing that steps have counted from.
            let matters = !appointment.cancelled || course.state().appointments.contains_key(&appointment.id);
            let heard = Heard::Appointment(appointment.clone());
            if let Some(what) = course.state().hear(&asked.plan, &heard).filter(|_| matters) {
                course.take(what);
            }
        }
        course.settle(&asked.plan, now);
        Ok(course.happened())
    }

    /// It has begun.
    pub(super) fn begin(&mut self, cause: &StartedBy, at: Timestamp, entered: &[Uuid]) {
        let appointment = match cause {
            StartedBy::Manual { .. } => None,
            StartedBy::Booked(appointment) | StartedBy::BookedIntegration(appointment) => Some(appointment),
        };
        self.phase = Phase::Active;
        self.beginning = Some(Beginning {
            at,
            counts_from: appointment.map_or(at, |appointment| appointment.booked_at),
            appointment: appointment.map(|appointment| appointment.id),
            entered: entered.to_vec(),
        });
        self.appointments.extend(appointment.map(|appointment| (appointment.id, appointment.clone())));
    }
}

impl Starting {
    /// The blocks with which it begins, and the appointments that count beside the one with which it does. No block: it does not begin.
    fn entered(&self) -> (Vec<Uuid>, Vec<Uuid>) {
        let Self { plan, cause, appointments, used, .. } = self;
        let opening = Opening::of(cause);
        let counted = match (&plan.entry, opening) {
            (None, _) => return (plan.blocks.iter().filter(|block| opening.enters(block)).map(|block| block.id).collect(), Vec::new()),
            // Professionals do not activate what begins with events.
            (Some(_), Opening::Manual) => None,
            (Some(entry), Opening::Booked { appointment, by }) => entry::opened(entry, (appointment, by), appointments, used),
        };
        counted.map(|counted| (plan.blocks.iter().map(|block| block.id).collect(), counted)).unwrap_or_default()
    }

    /// The professional who activates it, when they may.
    fn activated<'a>(&self, by: &'a Professional, entered: &[Uuid]) -> Result<&'a Professional, Refusal> {
        if entered.is_empty() {
            return Err(Refusal::NotManual);
        }
        match self.messaging {
            Messaging::Allowed => {}
            Messaging::ManuallyAdded => return Err(Refusal::PatientManuallyAdded),
            Messaging::NoConsent | Messaging::Unspecified => return Err(Refusal::PatientWithoutConsent),
        }
        if self.is_active && !self.again { Err(Refusal::AlreadyActive) } else { Ok(by) }
    }

    /// The appointment with which it would begin was cancelled, or is by now.
    fn is_cancelled(&self) -> bool {
        let opening = match &self.cause {
            Cause::Manual { .. } => None,
            Cause::Booked { appointment, .. } | Cause::BookedIntegration { appointment } => Some(appointment),
        };
        opening.is_some_and(|opening| {
            let known = self.appointments.iter().filter(|known| known.id == opening.id);
            [opening].into_iter().chain(known).max_by_key(|appointment| appointment.revision).is_some_and(|newest| newest.cancelled)
        })
    }
}

impl StartedBy {
    fn of(cause: &Cause) -> Self {
        match cause {
            Cause::Manual { by } => Self::Manual { person: by.person, name: by.sealed_name() },
            Cause::Booked { appointment, .. } => Self::Booked(appointment.clone()),
            Cause::BookedIntegration { appointment } => Self::BookedIntegration(appointment.clone()),
        }
    }
}
