//! Events of a conversation in the store. Upcasting of older schemas happens here and only here.

use chassis_domain::{DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored};
use kajo_proto::conversations::store::v1 as stored;

use super::{
    Event, EventKind, Kind, Opening, ParticipantKind, Place, Visibility,
    fact::published,
    value::{BegunBy, WrittenBy},
};
use crate::audience::Audience;
use chassis_domain::stored::{Reader, encoded, seal};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Started { .. } => "conversation.started",
            EventKind::MessageWritten { .. } => "conversation.message_written",
            EventKind::Taken { .. } => "conversation.taken",
            EventKind::TakenOver { .. } => "conversation.taken_over",
            EventKind::Assigned { .. } => "conversation.assigned",
            EventKind::Participated { .. } => "conversation.participated",
            EventKind::Returned { .. } => "conversation.returned",
            EventKind::Forwarded { .. } => "conversation.forwarded",
            EventKind::ConsultationRequested { .. } => "conversation.consultation_requested",
            EventKind::MarkedDone { .. } => "conversation.marked_done",
            EventKind::UnmarkedDone { .. } => "conversation.unmarked_done",
            EventKind::Ended { .. } => "conversation.ended",
            EventKind::ShownToGuardians { .. } => "conversation.shown_to_guardians",
            EventKind::GuardiansAskedFor { .. } => "conversation.guardians_asked_for",
            EventKind::Read { .. } => "conversation.read",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let audience = self.audience.to_stored();
        match &self.what {
            EventKind::Started { opening, place } => Encoded { schema: 6, ..encoded(&started(opening, *place, audience, sealer)) },
            EventKind::MessageWritten { message, author, author_kind, text, visibility, attachments, written_by } => {
                let payload = stored::MessageWritten {
                    message_id: message.to_string(),
                    author_id: author.to_string(),
                    author_kind: author_kind.number(),
                    text: seal(text, sealer),
                    visibility: visibility.number(),
                    attachment_ids: attachments.iter().map(ToString::to_string).collect(),
                    representative_id: written_by.as_ref().map(|somebody| somebody.person.to_string()).unwrap_or_default(),
                    representative_name: written_by.as_ref().and_then(|somebody| seal(&somebody.name, sealer)),
                    audience,
                };
                Encoded { schema: 2, ..encoded(&payload) }
            }
            EventKind::Taken { by, name } => encoded(&stored::ConversationTaken { by: by.to_string(), by_name: seal(name, sealer), audience }),
            EventKind::TakenOver { by, name, from } => {
                encoded(&stored::ConversationTakenOver { by: by.to_string(), by_name: seal(name, sealer), from: from.to_string(), audience })
            }
            EventKind::Assigned { by, to, to_name } => {
                encoded(&stored::ConversationAssigned { by: by.to_string(), to: to.to_string(), to_name: seal(to_name, sealer), audience })
            }
            EventKind::Participated { by, name } => {
                encoded(&stored::PractitionerParticipated { by: by.to_string(), by_name: seal(name, sealer), audience })
            }
            EventKind::Returned { by, queue } => {
                encoded(&stored::ConversationReturned { by: by.to_string(), subcategory_id: queue.to_string(), audience })
            }
            EventKind::Forwarded { by, from, to, matter } => {
                let payload = stored::ConversationForwarded {
                    by: by.to_string(),
                    from_subcategory_id: from.to_string(),
                    category_id: to.category.to_string(),
                    subcategory_id: to.subcategory.to_string(),
                    matter: matter.number(),
                    audience,
                };
                Encoded { schema: 2, ..encoded(&payload) }
            }
            EventKind::ConsultationRequested { by, consultation, place, text, attachments } => {
                let payload = stored::ConsultationRequested {
                    by: by.to_string(),
                    consultation_id: consultation.to_string(),
                    category_id: place.category.to_string(),
                    subcategory_id: place.subcategory.to_string(),
                    text: seal(text, sealer),
                    attachment_ids: attachments.iter().map(ToString::to_string).collect(),
                    audience,
                };
                Encoded { schema: 2, ..encoded(&payload) }
            }
            EventKind::MarkedDone { by, kind, name } => encoded(&stored::ConversationMarkedDone {
                by: by.to_string(),
                kind: kind.number(),
                by_name: name.as_ref().and_then(|name| seal(name, sealer)),
                audience,
            }),
            EventKind::UnmarkedDone { by } => encoded(&stored::ConversationUnmarkedDone { by: by.to_string(), audience }),
            EventKind::Ended { by, done, name } => {
                let by_name = name.as_ref().and_then(|name| seal(name, sealer));
                Encoded { schema: 2, ..encoded(&stored::ConversationEnded { by: by.to_string(), done: *done, by_name, audience }) }
            }
            EventKind::ShownToGuardians { by, visible } => {
                encoded(&stored::ConversationShownToGuardians { by: by.to_string(), visible: *visible, audience })
            }
            EventKind::GuardiansAskedFor { by } => encoded(&stored::ConversationGuardiansAskedFor { by: by.to_string(), audience }),
            EventKind::Read { by, up_to } => encoded(&stored::ConversationRead { by: by.to_string(), read_up_to: *up_to, audience }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "conversation.started" => read_started(&reader),
            "conversation.message_written" => read_message(&reader),
            _ => read_handling(stored.event_type.as_str(), &reader),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        published(self, meta.aggregate_id)
    }
}

fn started(opening: &Opening, place: Place, audience: Option<stored::Audience>, sealer: &mut dyn Sealer) -> stored::ConversationStarted {
    let mut message = stored::ConversationStarted {
        kind: 1,
        resident_id: opening.resident.to_string(),
        resident_name: seal(&opening.resident_name, sealer),
        service_area_id: opening.service_area.map(|area| area.to_string()).unwrap_or_default(),
        category_id: place.category.to_string(),
        subcategory_id: place.subcategory.to_string(),
        topic: seal(&opening.topic, sealer),
        matter: opening.matter.number(),
        visible_to_guardians: opening.visible_to_guardians,
        begun_by: opening.begun_by.as_ref().map(|begun| begun.person.to_string()).unwrap_or_default(),
        begun_by_name: opening.begun_by.as_ref().and_then(|begun| seal(&begun.name, sealer)),
        audience,
        quiet: opening.quiet,
        ..stored::ConversationStarted::default()
    };
    match &opening.kind {
        Kind::Message => {}
        Kind::Consultation { of, asker, asker_name } => {
            message.kind = 2;
            message.consultation_of = of.map(|of| of.to_string()).unwrap_or_default();
            message.asked_by = asker.to_string();
            message.asked_by_name = seal(asker_name, sealer);
        }
        Kind::CustomerTask { task } => {
            message.kind = 3;
            message.customer_task_id = task.to_string();
        }
        Kind::Form { response } => {
            message.kind = 4;
            message.form_response_id = response.to_string();
        }
        Kind::AnonymousForm { response } => {
            message.kind = 5;
            message.form_response_id = response.to_string();
        }
    }
    message
}

fn read_started(reader: &Reader<'_>) -> Result<Event, DecodeError> {
    let message: stored::ConversationStarted = reader.payload_until(6)?;
    let kind = match message.kind {
        1 => Kind::Message,
        2 => Kind::Consultation {
            of: if message.consultation_of.is_empty() { None } else { Some(reader.id(&message.consultation_of)?) },
            asker: reader.id(&message.asked_by)?,
            asker_name: reader.sealed(message.asked_by_name)?,
        },
        3 => Kind::CustomerTask { task: reader.id(&message.customer_task_id)? },
        4 => Kind::Form { response: reader.id(&message.form_response_id)? },
        5 => Kind::AnonymousForm { response: reader.id(&message.form_response_id)? },
        _ => return Err(reader.malformed()),
    };
    let service_area = if message.service_area_id.is_empty() { None } else { Some(reader.id(&message.service_area_id)?) };
    let begun_by = if message.begun_by.is_empty() {
        None
    } else {
        Some(BegunBy { person: reader.id(&message.begun_by)?, name: reader.sealed(message.begun_by_name)? })
    };
    let opening = Opening {
        kind,
        resident: reader.id(&message.resident_id)?,
        resident_name: reader.sealed(message.resident_name)?,
        service_area,
        topic: reader.sealed(message.topic)?,
        matter: reader.known(Matter::from_number(message.matter))?,
        visible_to_guardians: message.visible_to_guardians,
        begun_by,
        quiet: message.quiet,
    };
    let place = Place { category: reader.id(&message.category_id)?, subcategory: reader.id(&message.subcategory_id)? };
    Ok(Event { what: EventKind::Started { opening, place }, audience: Audience::from_stored(message.audience) })
}

fn read_message(reader: &Reader<'_>) -> Result<Event, DecodeError> {
    let message: stored::MessageWritten = reader.payload_until(2)?;
    let written_by = if message.representative_id.is_empty() {
        None
    } else {
        Some(WrittenBy { person: reader.id(&message.representative_id)?, name: reader.sealed(message.representative_name)? })
    };
    let what = EventKind::MessageWritten {
        message: reader.id(&message.message_id)?,
        author: reader.id(&message.author_id)?,
        author_kind: reader.known(ParticipantKind::from_number(message.author_kind))?,
        text: reader.sealed(message.text)?,
        visibility: reader.known(Visibility::from_number(message.visibility))?,
        attachments: reader.ids(&message.attachment_ids)?,
        written_by,
    };
    Ok(Event { what, audience: Audience::from_stored(message.audience) })
}

/// What professionals do with it, and what everybody marks.
fn read_handling(event_type: &str, reader: &Reader<'_>) -> Result<Event, DecodeError> {
    let (what, audience) = match event_type {
        "conversation.taken" => {
            let message: stored::ConversationTaken = reader.payload()?;
            (EventKind::Taken { by: reader.id(&message.by)?, name: reader.sealed(message.by_name)? }, message.audience)
        }
        "conversation.taken_over" => {
            let message: stored::ConversationTakenOver = reader.payload()?;
            let (by, from) = (reader.id(&message.by)?, reader.id(&message.from)?);
            (EventKind::TakenOver { by, name: reader.sealed(message.by_name)?, from }, message.audience)
        }
        "conversation.assigned" => {
            let message: stored::ConversationAssigned = reader.payload()?;
            let (by, to) = (reader.id(&message.by)?, reader.id(&message.to)?);
            (EventKind::Assigned { by, to, to_name: reader.sealed(message.to_name)? }, message.audience)
        }
        "conversation.participated" => {
            let message: stored::PractitionerParticipated = reader.payload()?;
            (EventKind::Participated { by: reader.id(&message.by)?, name: reader.sealed(message.by_name)? }, message.audience)
        }
        "conversation.returned" => {
            let message: stored::ConversationReturned = reader.payload()?;
            (EventKind::Returned { by: reader.id(&message.by)?, queue: reader.id(&message.subcategory_id)? }, message.audience)
        }
        "conversation.forwarded" => {
            let message: stored::ConversationForwarded = reader.payload_until(2)?;
            let to = Place { category: reader.id(&message.category_id)?, subcategory: reader.id(&message.subcategory_id)? };
            let (by, from) = (reader.id(&message.by)?, reader.id(&message.from_subcategory_id)?);
            (EventKind::Forwarded { by, from, to, matter: reader.known(Matter::from_number(message.matter))? }, message.audience)
        }
        "conversation.consultation_requested" => {
            let message: stored::ConsultationRequested = reader.payload_until(2)?;
            let place = Place { category: reader.id(&message.category_id)?, subcategory: reader.id(&message.subcategory_id)? };
            let (by, consultation) = (reader.id(&message.by)?, reader.id(&message.consultation_id)?);
            let (text, attachments) = (reader.sealed(message.text)?, reader.ids(&message.attachment_ids)?);
            (EventKind::ConsultationRequested { by, consultation, place, text, attachments }, message.audience)
        }
        "conversation.marked_done" => {
            let message: stored::ConversationMarkedDone = reader.payload()?;
            let kind = reader.known(ParticipantKind::from_number(message.kind))?;
            let name = message.by_name.map(|name| reader.sealed(Some(name))).transpose()?;
            (EventKind::MarkedDone { by: reader.id(&message.by)?, kind, name }, message.audience)
        }
        "conversation.unmarked_done" => {
            let message: stored::ConversationUnmarkedDone = reader.payload()?;
            (EventKind::UnmarkedDone { by: reader.id(&message.by)? }, message.audience)
        }
        "conversation.ended" => {
            let message: stored::ConversationEnded = reader.payload_until(2)?;
            let name = message.by_name.map(|name| reader.sealed(Some(name))).transpose()?;
            (EventKind::Ended { by: reader.id(&message.by)?, done: message.done, name }, message.audience)
        }
        "conversation.shown_to_guardians" => {
            let message: stored::ConversationShownToGuardians = reader.payload()?;
            (EventKind::ShownToGuardians { by: reader.id(&message.by)?, visible: message.visible }, message.audience)
        }
        "conversation.guardians_asked_for" => {
            let message: stored::ConversationGuardiansAskedFor = reader.payload()?;
            (EventKind::GuardiansAskedFor { by: reader.id(&message.by)? }, message.audience)
        }
        "conversation.read" => {
            let message: stored::ConversationRead = reader.payload()?;
            (EventKind::Read { by: reader.id(&message.by)?, up_to: message.read_up_to }, message.audience)
        }
        _ => return Err(reader.unknown()),
    };
    Ok(Event { what, audience: Audience::from_stored(audience) })
}
