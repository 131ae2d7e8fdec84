//! Events of an execution in the store.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PersonId, PublishedFact, Sealed, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded, seal, timestamp},
};
use kajo_proto::digipath_engine::store::v1 as stored;

use super::{Appointment, Because, EndReason, Event, EventKind, Heard, LeftOut, Source, Standing, StartedBy};

/// With what an execution began, as the contract's conditions are numbered; also of an appointment of which it hears later.
const MANUAL: u32 = 1;
const BOOKED: u32 = 2;
const BOOKED_INTEGRATION: u32 = 3;
/// What it has heard, likewise.
const TASK_DONE: u32 = 4;
const SURVEY_ACTIVATED: u32 = 5;
const SURVEY_ANSWERED: u32 = 6;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Started { .. } => "path_execution.started",
            EventKind::Heard(_) => "path_execution.heard",
            EventKind::Planned { .. } => "path_execution.step_planned",
            EventKind::Unplanned { .. } => "path_execution.step_unplanned",
            EventKind::Fired { .. } => "path_execution.step_fired",
            EventKind::Done { .. } => "path_execution.step_done",
            EventKind::LeftOut { .. } => "path_execution.step_left_out",
            EventKind::Failed { .. } => "path_execution.step_failed",
            EventKind::Completed => "path_execution.completed",
            EventKind::Ended { .. } => "path_execution.ended",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(to_stored(&self.standing));
        match &self.what {
            EventKind::Started { cause, at, entered, counted } => {
                let (cause, by, appointment) = cause_to_stored(cause, sealer);
                let (at, block_ids, counted_appointment_ids) = (Some(timestamp(*at)), texts(entered), texts(counted));
                encoded(&stored::ExecutionStarted { standing, cause, by, appointment, at, block_ids, counted_appointment_ids })
            }
            EventKind::Heard(heard) => encoded(&heard_to_stored(heard, standing)),
            EventKind::Planned { step, turn, due_at, because } => encoded(&stored::StepPlanned {
                standing,
                step_id: step.to_string(),
                turn: *turn,
                due_at: Some(timestamp(*due_at)),
                condition: number(because.condition),
                at: Some(timestamp(because.at)),
                appointment_id: text(because.appointment),
            }),
            EventKind::Unplanned { step } => encoded(&stored::StepUnplanned { standing, step_id: step.to_string() }),
            EventKind::Fired { step, turn, action, until } => {
                let (step_id, until) = (step.to_string(), until.map(timestamp));
                encoded(&stored::StepFired { standing, step_id, turn: *turn, action: number(*action), until })
            }
            EventKind::Done { step, turn, action, object, again, at } => encoded(&stored::StepDone {
                standing,
                step_id: step.to_string(),
                turn: *turn,
                action: number(*action),
                object_id: object.to_string(),
                again: *again,
                at: Some(timestamp(*at)),
            }),
            EventKind::LeftOut { step, reason, at } => {
                let (step_id, reason, at) = (step.to_string(), reason.number(), Some(timestamp(*at)));
                encoded(&stored::StepLeftOut { standing, step_id, reason, at })
            }
            EventKind::Failed { step, turn, code, at } => {
                let (step_id, code, at) = (step.to_string(), code.clone(), Some(timestamp(*at)));
                encoded(&stored::StepFailed { standing, step_id, turn: *turn, code, at })
            }
            EventKind::Completed => encoded(&stored::ExecutionCompleted { standing }),
            EventKind::Ended { reason, by } => {
                let by = by.as_ref().map(|(person, name)| professional(*person, name, sealer));
                encoded(&stored::ExecutionEnded { standing, reason: reason.number(), by })
            }
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let id = |text: &str| read_id(&reader, text);
        let time = |at| read_time(&reader, at);
        let (what, standing) = match stored.event_type.as_str() {
            "path_execution.started" => {
                let message: stored::ExecutionStarted = reader.payload()?;
                let cause = read_cause(&reader, message.cause, message.by, message.appointment)?;
                let ids = |texts: &[String]| texts.iter().map(|text| id(text)).collect::<Result<Vec<_>, _>>();
                let (entered, counted) = (ids(&message.block_ids)?, ids(&message.counted_appointment_ids)?);
                (EventKind::Started { cause, at: time(message.at)?, entered, counted }, message.standing)
            }
            "path_execution.heard" => {
                let mut message: stored::ExecutionHeard = reader.payload()?;
                let standing = message.standing.take();
                (EventKind::Heard(read_heard(&reader, message)?), standing)
            }
            "path_execution.step_planned" => {
                let message: stored::StepPlanned = reader.payload()?;
                let appointment = optional(&reader, &message.appointment_id)?;
                let because = Because { condition: read_number(&reader, message.condition)?, at: time(message.at)?, appointment };
                let (step, turn, due_at) = (id(&message.step_id)?, message.turn, time(message.due_at)?);
                (EventKind::Planned { step, turn, due_at, because }, message.standing)
            }
            "path_execution.step_unplanned" => {
                let message: stored::StepUnplanned = reader.payload()?;
                (EventKind::Unplanned { step: id(&message.step_id)? }, message.standing)
            }
            "path_execution.step_fired" => {
                let message: stored::StepFired = reader.payload()?;
                let until = message.until.map(|at| time(Some(at))).transpose()?;
                let (step, action) = (id(&message.step_id)?, read_number(&reader, message.action)?);
                (EventKind::Fired { step, turn: message.turn, action, until }, message.standing)
            }
            "path_execution.step_done" => {
                let message: stored::StepDone = reader.payload()?;
                let (step, object, at) = (id(&message.step_id)?, id(&message.object_id)?, time(message.at)?);
                let (turn, action, again) = (message.turn, read_number(&reader, message.action)?, message.again);
                (EventKind::Done { step, turn, action, object, again, at }, message.standing)
            }
            "path_execution.step_left_out" => {
                let message: stored::StepLeftOut = reader.payload()?;
                let reason = reader.known(LeftOut::from_number(message.reason))?;
                (EventKind::LeftOut { step: id(&message.step_id)?, reason, at: time(message.at)? }, message.standing)
            }
            "path_execution.step_failed" => {
                let message: stored::StepFailed = reader.payload()?;
                let (step, at) = (id(&message.step_id)?, time(message.at)?);
                (EventKind::Failed { step, turn: message.turn, code: message.code, at }, message.standing)
            }
            "path_execution.completed" => (EventKind::Completed, reader.payload::<stored::ExecutionCompleted>()?.standing),
            "path_execution.ended" => {
                let message: stored::ExecutionEnded = reader.payload()?;
                let reason = reader.known(EndReason::from_number(message.reason))?;
                let by = message.by.map(|by| read_professional(&reader, Some(by))).transpose()?;
                (EventKind::Ended { reason, by }, message.standing)
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: read_standing(&reader, standing)? })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (message, payload) = self.fact(meta)?;
        Some(PublishedFact { message, payload, audience: self.audience() })
    }
}

fn text(id: Option<Uuid>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

fn texts(ids: &[Uuid]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

/// As the contract numbers it.
fn number(word: impl Into<i32>) -> u32 {
    u32::try_from(word.into()).unwrap_or_default()
}

fn read_number<T: TryFrom<i32>>(reader: &Reader<'_>, number: u32) -> Result<T, DecodeError> {
    reader.known(i32::try_from(number).ok().and_then(|number| T::try_from(number).ok()))
}

fn read_id(reader: &Reader<'_>, text: &str) -> Result<Uuid, DecodeError> {
    reader.known(Uuid::try_parse(text).ok())
}

fn optional(reader: &Reader<'_>, text: &str) -> Result<Option<Uuid>, DecodeError> {
    if text.is_empty() { Ok(None) } else { read_id(reader, text).map(Some) }
}

fn read_time(reader: &Reader<'_>, at: Option<prost_types::Timestamp>) -> Result<Timestamp, DecodeError> {
    reader.known(at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok()))
}

fn to_stored(standing: &Standing) -> stored::ExecutionStanding {
    let Standing { path, published_version, patient, matter, starter } = standing;
    stored::ExecutionStanding {
        path_id: path.to_string(),
        published_version: *published_version,
        patient_id: patient.to_string(),
        matter: matter.number(),
        starter_id: text(starter.map(PersonId::uuid)),
    }
}

fn read_standing(reader: &Reader<'_>, message: Option<stored::ExecutionStanding>) -> Result<Standing, DecodeError> {
    let message = reader.known(message)?;
    Ok(Standing {
        path: read_id(reader, &message.path_id)?,
        published_version: message.published_version,
        patient: reader.id(&message.patient_id)?,
        matter: reader.known(Matter::from_number(message.matter))?,
        starter: optional(reader, &message.starter_id)?.map(PersonId::from_uuid),
    })
}

fn professional(person: PersonId, name: &Sealed<String>, sealer: &mut dyn Sealer) -> stored::Professional {
    stored::Professional { person_id: person.to_string(), name: seal(name, sealer) }
}

fn read_professional(reader: &Reader<'_>, message: Option<stored::Professional>) -> Result<(PersonId, Sealed<String>), DecodeError> {
    let message = reader.known(message)?;
    Ok((reader.id(&message.person_id)?, reader.sealed(message.name)?))
}

fn appointment_to_stored(appointment: &Appointment) -> stored::Appointment {
    let Appointment { id, revision, service, role, kind, starts_at, ends_at, booked_at, cancelled, source } = appointment;
    stored::Appointment {
        appointment_id: id.to_string(),
        revision: *revision,
        service_id: service.to_string(),
        booking_role_id: text(*role),
        r#type: number(*kind),
        starts_at: Some(timestamp(*starts_at)),
        ends_at: Some(timestamp(*ends_at)),
        booked_at: Some(timestamp(*booked_at)),
        cancelled: *cancelled,
        source: source.number(),
    }
}

fn read_appointment(reader: &Reader<'_>, message: Option<stored::Appointment>) -> Result<Appointment, DecodeError> {
    let message = reader.known(message)?;
    Ok(Appointment {
        id: read_id(reader, &message.appointment_id)?,
        revision: message.revision,
        service: read_id(reader, &message.service_id)?,
        role: optional(reader, &message.booking_role_id)?,
        kind: read_number(reader, message.r#type)?,
        starts_at: read_time(reader, message.starts_at)?,
        ends_at: read_time(reader, message.ends_at)?,
        booked_at: read_time(reader, message.booked_at)?,
        cancelled: message.cancelled,
        source: reader.known(Source::from_number(message.source))?,
    })
}

/// Its number, who activated it, and what was booked.
fn cause_to_stored(cause: &StartedBy, sealer: &mut dyn Sealer) -> (u32, Option<stored::Professional>, Option<stored::Appointment>) {
    match cause {
        StartedBy::Manual { person, name } => (MANUAL, Some(professional(*person, name, sealer)), None),
        StartedBy::Booked(appointment) => (BOOKED, None, Some(appointment_to_stored(appointment))),
        StartedBy::BookedIntegration(appointment) => (BOOKED_INTEGRATION, None, Some(appointment_to_stored(appointment))),
    }
}

fn read_cause(
    reader: &Reader<'_>,
    cause: u32,
    by: Option<stored::Professional>,
    appointment: Option<stored::Appointment>,
) -> Result<StartedBy, DecodeError> {
    match cause {
        MANUAL => read_professional(reader, by).map(|(person, name)| StartedBy::Manual { person, name }),
        BOOKED => read_appointment(reader, appointment).map(StartedBy::Booked),
        BOOKED_INTEGRATION => read_appointment(reader, appointment).map(StartedBy::BookedIntegration),
        _ => Err(reader.malformed()),
    }
}

fn heard_to_stored(heard: &Heard, standing: Option<stored::ExecutionStanding>) -> stored::ExecutionHeard {
    let (what, reference, object, at) = match heard {
        Heard::Appointment(appointment) => {
            let appointment = Some(appointment_to_stored(appointment));
            return stored::ExecutionHeard { standing, what: BOOKED, appointment, ..stored::ExecutionHeard::default() };
        }
        Heard::TaskDone { queue, task, at } => (TASK_DONE, queue, task, at),
        Heard::SurveyActivated { survey, activation, at } => (SURVEY_ACTIVATED, survey, activation, at),
        Heard::SurveyAnswered { survey, activation, at } => (SURVEY_ANSWERED, survey, activation, at),
    };
    let (reference_id, object_id, at) = (reference.to_string(), object.to_string(), Some(timestamp(*at)));
    stored::ExecutionHeard { standing, what, reference_id, object_id, at, appointment: None }
}

fn read_heard(reader: &Reader<'_>, message: stored::ExecutionHeard) -> Result<Heard, DecodeError> {
    if message.what == BOOKED {
        return read_appointment(reader, message.appointment).map(Heard::Appointment);
    }
    let (reference, object) = (read_id(reader, &message.reference_id)?, read_id(reader, &message.object_id)?);
    let at = read_time(reader, message.at)?;
    match message.what {
        TASK_DONE => Ok(Heard::TaskDone { queue: reference, task: object, at }),
        SURVEY_ACTIVATED => Ok(Heard::SurveyActivated { survey: reference, activation: object, at }),
        SURVEY_ANSWERED => Ok(Heard::SurveyAnswered { survey: reference, activation: object, at }),
        _ => Err(reader.malformed()),
    }
}
