//! Events of a task in the store, and the facts that they are for the world.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Matter, Opener, PublishedFact, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded, seal, timestamp},
};
use kajo_proto::conversations::{
    store::v1 as stored,
    v1::{self as public, TaskDueUnit},
};
use prost::Message;

use super::{Activation, CustomerTaskId, Event, EventKind, GivenBy, PathExecution, conversation_of};
use crate::{
    audience::Audience,
    category::Due,
    conversation::{ParticipantKind, Place, value::WrittenBy},
};

/// Of a task that a digital path gave: by nobody, and with texts in each language. What professionals give is stored as before.
const PATH_SCHEMA: u16 = 2;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Activated(_) => "customer_task.activated",
            EventKind::MarkedDone { .. } => "customer_task.marked_done",
            EventKind::Expired => "customer_task.expired",
            EventKind::Withdrawn { .. } => "customer_task.withdrawn",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let audience = self.audience.to_stored();
        match &self.what {
            EventKind::Activated(activation) => {
                let payload = encoded(&activated(activation, audience, sealer));
                match activation.activated_by {
                    GivenBy::Practitioner { .. } => payload,
                    GivenBy::Path { .. } => Encoded { schema: PATH_SCHEMA, ..payload },
                }
            }
            EventKind::MarkedDone { by, kind, name, on_behalf } => encoded(&stored::CustomerTaskMarkedDone {
                by: by.to_string(),
                kind: kind.number(),
                by_name: seal(name, sealer),
                representative_id: on_behalf.as_ref().map(|somebody| somebody.person.to_string()).unwrap_or_default(),
                representative_name: on_behalf.as_ref().and_then(|somebody| seal(&somebody.name, sealer)),
                audience,
            }),
            EventKind::Expired => encoded(&stored::CustomerTaskExpired { audience }),
            EventKind::Withdrawn { by } => encoded(&stored::CustomerTaskWithdrawn {
                by: by.as_ref().map(|(person, _)| person.to_string()).unwrap_or_default(),
                by_name: by.as_ref().and_then(|(_, name)| seal(name, sealer)),
                audience,
            }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (what, audience) = match stored.event_type.as_str() {
            "customer_task.activated" => {
                let message: stored::CustomerTaskActivated = reader.payload_until(PATH_SCHEMA)?;
                let audience = message.audience.clone();
                (EventKind::Activated(Box::new(read_activated(&reader, message)?)), audience)
            }
            "customer_task.marked_done" => {
                let message: stored::CustomerTaskMarkedDone = reader.payload()?;
                let kind = reader.known(ParticipantKind::from_number(message.kind))?;
                let on_behalf = if message.representative_id.is_empty() {
                    None
                } else {
                    Some(WrittenBy { person: reader.id(&message.representative_id)?, name: reader.sealed(message.representative_name)? })
                };
                let (by, name) = (reader.id(&message.by)?, reader.sealed(message.by_name)?);
                (EventKind::MarkedDone { by, kind, name, on_behalf }, message.audience)
            }
            "customer_task.expired" => (EventKind::Expired, reader.payload::<stored::CustomerTaskExpired>()?.audience),
            "customer_task.withdrawn" => {
                let message: stored::CustomerTaskWithdrawn = reader.payload()?;
                let by = if message.by.is_empty() { None } else { Some((reader.id(&message.by)?, reader.sealed(message.by_name)?)) };
                (EventKind::Withdrawn { by }, message.audience)
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, audience: Audience::from_stored(audience) })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let task = CustomerTaskId::from_uuid(meta.aggregate_id);
        let (message, payload) = self.fact(task);
        Some(PublishedFact { message, payload, audience: self.audience.keys() })
    }
}

impl Event {
    /// What the world is told. Whose task it is, and of which queue, stands in every audience.
    fn fact(&self, task: CustomerTaskId) -> (&'static str, Vec<u8>) {
        let customer_task_id = task.to_string();
        let patient_id = self.audience.represented.map(|represented| represented.resident.to_string()).unwrap_or_default();
        let subcategory_id = self.audience.queues.first().map(ToString::to_string).unwrap_or_default();
        match &self.what {
            EventKind::Activated(activation) => {
                let fact = public::CustomerTaskActivated {
                    customer_task_id,
                    patient_id,
                    subcategory_id,
                    service_id: text(activation.service),
                    content_id: text(activation.content),
                    due_at: activation.due_at.map(timestamp),
                    sends_expired: activation.sends_expired,
                };
                ("kajo.conversations.v1.CustomerTaskActivated", fact.encode_to_vec())
            }
            EventKind::MarkedDone { by, kind, .. } => {
                let (person_id, kind) = (by.to_string(), kind.public().into());
                let fact = public::CustomerTaskMarkedDone { customer_task_id, patient_id, subcategory_id, person_id, kind };
                ("kajo.conversations.v1.CustomerTaskMarkedDone", fact.encode_to_vec())
            }
            EventKind::Expired => {
                let conversation_id = conversation_of(task).to_string();
                let fact = public::CustomerTaskExpired { customer_task_id, patient_id, subcategory_id, conversation_id };
                ("kajo.conversations.v1.CustomerTaskExpired", fact.encode_to_vec())
            }
            EventKind::Withdrawn { by } => {
                let practitioner_id = by.as_ref().map(|(person, _)| person.to_string()).unwrap_or_default();
                let fact = public::CustomerTaskWithdrawn { customer_task_id, patient_id, subcategory_id, practitioner_id };
                ("kajo.conversations.v1.CustomerTaskWithdrawn", fact.encode_to_vec())
            }
        }
    }
}

fn text(id: Option<Uuid>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

fn activated(given: &Activation, audience: Option<stored::Audience>, sealer: &mut dyn Sealer) -> stored::CustomerTaskActivated {
    let (activated_by, activated_by_name, texts) = match &given.activated_by {
        GivenBy::Practitioner { person, name } => (person.to_string(), seal(name, sealer), None),
        GivenBy::Path { texts, .. } => (String::new(), None, seal(texts, sealer)),
    };
    stored::CustomerTaskActivated {
        patient_id: given.patient.to_string(),
        patient_name: seal(&given.patient_name, sealer),
        service_area_id: text(given.service_area.map(Id::uuid)),
        category_id: given.place.category.to_string(),
        subcategory_id: given.place.subcategory.to_string(),
        matter: given.matter.number(),
        title: seal(&given.title, sealer),
        instruction: seal(&given.instruction, sealer),
        service_id: text(given.service),
        content_id: text(given.content),
        due_unit: u32::try_from(i32::from(given.due.unit)).unwrap_or_default(),
        due_amount: given.due.amount,
        due_at: given.due_at.map(timestamp),
        patient_marks_done: given.patient_marks_done,
        audience,
        sends_expired: given.sends_expired,
        activated_by,
        activated_by_name,
        texts,
        path_id: text(given.path().map(|of| of.path)),
        path_execution_id: text(given.path().map(|of| of.execution)),
    }
}

fn read_activated(reader: &Reader<'_>, message: stored::CustomerTaskActivated) -> Result<Activation, DecodeError> {
    let optional = |text: &str| if text.is_empty() { Ok(None) } else { reader.known(Uuid::try_parse(text).ok()).map(Some) };
    let unit = i32::try_from(message.due_unit).ok().and_then(|number| TaskDueUnit::try_from(number).ok());
    let due_at = message.due_at.map(|at| reader.known(Timestamp::new(at.seconds, at.nanos).ok())).transpose()?;
    let activated_by = if message.activated_by.is_empty() {
        let uuid = |text: &str| reader.known(Uuid::try_parse(text).ok());
        let of = PathExecution { path: uuid(&message.path_id)?, execution: uuid(&message.path_execution_id)? };
        GivenBy::Path { of, texts: reader.sealed(message.texts)? }
    } else {
        GivenBy::Practitioner { person: reader.id(&message.activated_by)?, name: reader.sealed(message.activated_by_name)? }
    };
    Ok(Activation {
        patient: reader.id(&message.patient_id)?,
        patient_name: reader.sealed(message.patient_name)?,
        service_area: optional(&message.service_area_id)?.map(Id::from_uuid),
        place: Place { category: reader.id(&message.category_id)?, subcategory: reader.id(&message.subcategory_id)? },
        matter: reader.known(Matter::from_number(message.matter))?,
        title: reader.sealed(message.title)?,
        instruction: reader.sealed(message.instruction)?,
        service: optional(&message.service_id)?,
        content: optional(&message.content_id)?,
        due: Due { unit: reader.known(unit)?, amount: message.due_amount },
        due_at,
        patient_marks_done: message.patient_marks_done,
        sends_expired: message.sends_expired,
        activated_by,
    })
}
