//! What a conversation tells the world: ids, types and enumerations, never a name or a text.

use chassis_domain::{PublishedFact, Uuid};
use kajo_proto::conversations::v1 as public;
use prost::Message;

use super::{Event, EventKind, Kind, Opening, Place};

/// The public fact of an event. Every event of a conversation is one.
pub(super) fn published(event: &Event, id: Uuid) -> Option<PublishedFact> {
    let conversation_id = id.to_string();
    let (message, payload) = match &event.what {
        EventKind::Started { opening, place } => {
            ("kajo.conversations.v1.ConversationStarted", started(conversation_id, opening, *place).encode_to_vec())
        }
        EventKind::MessageWritten { message, author, author_kind, visibility, attachments, .. } => {
            let fact = public::MessageWritten {
                conversation_id,
                message_id: message.to_string(),
                author_id: author.to_string(),
                author_kind: author_kind.public().into(),
                visibility: visibility.public().into(),
                attachment_ids: attachments.iter().map(ToString::to_string).collect(),
                resident_id: event.audience.represented.map(|represented| represented.resident.to_string()).unwrap_or_default(),
            };
            ("kajo.conversations.v1.MessageWritten", fact.encode_to_vec())
        }
        EventKind::Taken { by, .. } => {
            let fact = public::ConversationTaken { conversation_id, owner_id: by.to_string() };
            ("kajo.conversations.v1.ConversationTaken", fact.encode_to_vec())
        }
        EventKind::TakenOver { by, from, .. } => {
            let fact = public::ConversationTakenOver { conversation_id, owner_id: by.to_string(), previous_owner_id: from.to_string() };
            ("kajo.conversations.v1.ConversationTakenOver", fact.encode_to_vec())
        }
        EventKind::Assigned { by, to, .. } => {
            let fact = public::ConversationAssigned { conversation_id, owner_id: to.to_string(), previous_owner_id: by.to_string() };
            ("kajo.conversations.v1.ConversationAssigned", fact.encode_to_vec())
        }
        EventKind::Participated { by, .. } => {
            let fact = public::PractitionerParticipated { conversation_id, practitioner_id: by.to_string() };
            ("kajo.conversations.v1.PractitionerParticipated", fact.encode_to_vec())
        }
        EventKind::Returned { by, queue } => {
            let fact = public::ConversationReturned { conversation_id, practitioner_id: by.to_string(), subcategory_id: queue.to_string() };
            ("kajo.conversations.v1.ConversationReturned", fact.encode_to_vec())
        }
        EventKind::Forwarded { by, from, to, .. } => {
            let fact = public::ConversationForwarded {
                conversation_id,
                practitioner_id: by.to_string(),
                from_subcategory_id: from.to_string(),
                to_category_id: to.category.to_string(),
                to_subcategory_id: to.subcategory.to_string(),
            };
            ("kajo.conversations.v1.ConversationForwarded", fact.encode_to_vec())
        }
        EventKind::ConsultationRequested { by, consultation, place, .. } => {
            let fact = public::ConsultationRequested {
                conversation_id,
                consultation_id: consultation.to_string(),
                practitioner_id: by.to_string(),
                category_id: place.category.to_string(),
                subcategory_id: place.subcategory.to_string(),
            };
            ("kajo.conversations.v1.ConsultationRequested", fact.encode_to_vec())
        }
        EventKind::MarkedDone { by, kind, .. } => {
            let fact = public::ConversationMarkedDone { conversation_id, person_id: by.to_string(), kind: kind.public().into() };
            ("kajo.conversations.v1.ConversationMarkedDone", fact.encode_to_vec())
        }
        EventKind::UnmarkedDone { by } => {
            let fact = public::ConversationUnmarkedDone { conversation_id, person_id: by.to_string() };
            ("kajo.conversations.v1.ConversationUnmarkedDone", fact.encode_to_vec())
        }
        EventKind::Ended { by, done, .. } => {
            let fact = public::ConversationEnded { conversation_id, practitioner_id: by.to_string(), done: *done };
            ("kajo.conversations.v1.ConversationEnded", fact.encode_to_vec())
        }
        EventKind::ShownToGuardians { visible, .. } => {
            let fact = public::ConversationShownToGuardians { conversation_id, visible: *visible };
            ("kajo.conversations.v1.ConversationShownToGuardians", fact.encode_to_vec())
        }
        EventKind::GuardiansAskedFor { by } => {
            let fact = public::ConversationGuardiansAskedFor { conversation_id, practitioner_id: by.to_string() };
            ("kajo.conversations.v1.ConversationGuardiansAskedFor", fact.encode_to_vec())
        }
        EventKind::Read { by, up_to } => {
            let fact = public::ConversationRead { conversation_id, person_id: by.to_string(), read_up_to: *up_to };
            ("kajo.conversations.v1.ConversationRead", fact.encode_to_vec())
        }
    };
    Some(PublishedFact { message, payload, audience: event.audience.keys() })
}

fn started(conversation_id: String, opening: &Opening, place: Place) -> public::ConversationStarted {
    let (kind, consultation_of) = match opening.kind {
        Kind::Message => (public::ConversationKind::Message, None),
        Kind::Consultation { of, .. } => (public::ConversationKind::Consultation, of),
        Kind::CustomerTask { .. } => (public::ConversationKind::CustomerTask, None),
        Kind::Form { .. } => (public::ConversationKind::Form, None),
        Kind::AnonymousForm { .. } => (public::ConversationKind::AnonymousForm, None),
    };
    public::ConversationStarted {
        conversation_id,
        kind: kind.into(),
        resident_id: opening.patient().filter(|_| !opening.quiet).map(|patient| patient.to_string()).unwrap_or_default(),
        service_area_id: opening.service_area.map(|area| area.to_string()).unwrap_or_default(),
        category_id: place.category.to_string(),
        subcategory_id: place.subcategory.to_string(),
        consultation_of: consultation_of.map(|of| of.to_string()).unwrap_or_default(),
        owner_id: opening.begun_by.as_ref().map(|begun| begun.person.to_string()).unwrap_or_default(),
        customer_task_id: opening.kind.task().map(|task| task.to_string()).unwrap_or_default(),
        form_response_id: opening.kind.form().map(|form| form.to_string()).unwrap_or_default(),
    }
}
