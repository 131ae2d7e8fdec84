//! Events of a summary in the store, and the facts that they are.

use chassis_domain::{
    AudienceKey, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::chat_queue::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Event, EventKind, Failure, Sentence, Standing};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Requested { .. } => "chat_summary.requested",
            EventKind::Completed { .. } => "chat_summary.completed",
            EventKind::Failed { .. } => "chat_summary.failed",
            EventKind::Edited { .. } => "chat_summary.edited",
            EventKind::Accepted => "chat_summary.accepted",
            EventKind::Rejected => "chat_summary.rejected",
            EventKind::Cleared => "chat_summary.cleared",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(self.standing.to_stored());
        match &self.what {
            EventKind::Requested { until_number, names } => {
                encoded(&stored::ChatSummaryRequested { standing, until_number: *until_number, names: seal(names, sealer) })
            }
            EventKind::Completed { sentences } => {
                let sentences = sentences.iter().map(|sentence| sentence.to_stored(sealer)).collect();
                encoded(&stored::ChatSummaryCompleted { standing, sentences })
            }
            EventKind::Failed { failure } => encoded(&stored::ChatSummaryFailed { standing, failure: failure.number() }),
            EventKind::Edited { text } => encoded(&stored::ChatSummaryEdited { standing, text: seal(text, sealer) }),
            EventKind::Accepted => encoded(&stored::ChatSummaryAccepted { standing }),
            EventKind::Rejected => encoded(&stored::ChatSummaryRejected { standing }),
            EventKind::Cleared => encoded(&stored::ChatSummaryCleared { standing }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (standing, what) = match stored.event_type.as_str() {
            "chat_summary.requested" => {
                let stored::ChatSummaryRequested { standing, until_number, names } = reader.payload()?;
                (standing, EventKind::Requested { until_number, names: reader.sealed(names)? })
            }
            "chat_summary.completed" => {
                let stored::ChatSummaryCompleted { standing, sentences } = reader.payload()?;
                let sentences = sentences.into_iter().map(|sentence| Sentence::from_stored(sentence, &reader)).collect::<Result<_, _>>()?;
                (standing, EventKind::Completed { sentences })
            }
            "chat_summary.failed" => {
                let stored::ChatSummaryFailed { standing, failure } = reader.payload()?;
                (standing, EventKind::Failed { failure: reader.known(Failure::from_number(failure))? })
            }
            "chat_summary.edited" => {
                let stored::ChatSummaryEdited { standing, text } = reader.payload()?;
                (standing, EventKind::Edited { text: reader.sealed(text)? })
            }
            "chat_summary.accepted" => {
                let stored::ChatSummaryAccepted { standing } = reader.payload()?;
                (standing, EventKind::Accepted)
            }
            "chat_summary.rejected" => {
                let stored::ChatSummaryRejected { standing } = reader.payload()?;
                (standing, EventKind::Rejected)
            }
            "chat_summary.cleared" => {
                let stored::ChatSummaryCleared { standing } = reader.payload()?;
                (standing, EventKind::Cleared)
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: Standing::from_stored(standing, &reader)? })
    }

    /// Told to who has the chat, and to nobody else: for the person at the screen there is no summary.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (message, payload) = self.fact(meta.aggregate_id);
        Some(PublishedFact { message, payload, audience: vec![AudienceKey::person(self.standing.practitioner)] })
    }
}

impl Event {
    /// Ids alone. The id of a summary is that of its chat.
    fn fact(&self, id: Uuid) -> (&'static str, Vec<u8>) {
        let chat_id = id.to_string();
        match self.what {
            EventKind::Requested { .. } => ("kajo.chat_queue.v1.ChatSummaryRequested", public::ChatSummaryRequested { chat_id }.encode_to_vec()),
            EventKind::Completed { .. } => ("kajo.chat_queue.v1.ChatSummaryCompleted", public::ChatSummaryCompleted { chat_id }.encode_to_vec()),
            EventKind::Failed { .. } => ("kajo.chat_queue.v1.ChatSummaryFailed", public::ChatSummaryFailed { chat_id }.encode_to_vec()),
            EventKind::Edited { .. } => ("kajo.chat_queue.v1.ChatSummaryEdited", public::ChatSummaryEdited { chat_id }.encode_to_vec()),
            EventKind::Accepted => ("kajo.chat_queue.v1.ChatSummaryAccepted", public::ChatSummaryAccepted { chat_id }.encode_to_vec()),
            EventKind::Rejected => ("kajo.chat_queue.v1.ChatSummaryRejected", public::ChatSummaryRejected { chat_id }.encode_to_vec()),
            EventKind::Cleared => ("kajo.chat_queue.v1.ChatSummaryCleared", public::ChatSummaryCleared { chat_id }.encode_to_vec()),
        }
    }
}

impl Sentence {
    fn to_stored(&self, sealer: &mut dyn Sealer) -> stored::ChatSummarySentence {
        let Self { text, messages, unsupported } = self;
        stored::ChatSummarySentence { text: seal(text, sealer), message_numbers: messages.clone(), unsupported: *unsupported }
    }

    fn from_stored(stored: stored::ChatSummarySentence, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::ChatSummarySentence { text, message_numbers, unsupported } = stored;
        Ok(Self { text: reader.sealed(text)?, messages: message_numbers, unsupported })
    }
}

impl Standing {
    fn to_stored(&self) -> stored::ChatSummaryStanding {
        let Self { queue, resident, visitor, practitioner } = self;
        stored::ChatSummaryStanding {
            chat_queue_id: queue.to_string(),
            resident_id: resident.to_string(),
            visitor: *visitor,
            practitioner_id: practitioner.to_string(),
        }
    }

    fn from_stored(stored: Option<stored::ChatSummaryStanding>, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::ChatSummaryStanding { chat_queue_id, resident_id, visitor, practitioner_id } = reader.known(stored)?;
        Ok(Self {
            queue: reader.known(Uuid::try_parse(&chat_queue_id).ok())?,
            resident: reader.id(&resident_id)?,
            visitor,
            practitioner: reader.id(&practitioner_id)?,
        })
    }
}
