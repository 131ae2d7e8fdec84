//! Events of a chat in the store, and the facts that they are.

use chassis_domain::{
    AudienceKey, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PersonId, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::chat_queue::{store::v1 as stored, v1 as public};
use prost::Message as _;

use super::{Event, EventKind, LeaveReason, Side, Standing};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Joined => "chat.joined",
            EventKind::Accepted { .. } => "chat.accepted",
            EventKind::PassedOver => "chat.passed_over",
            EventKind::Returned { .. } => "chat.returned",
            EventKind::Left { .. } => "chat.left",
            EventKind::MessageWritten { .. } => "chat.message_written",
            EventKind::Ended { .. } => "chat.ended",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(self.standing.to_stored());
        match &self.what {
            EventKind::Joined => encoded(&stored::ChatJoined { standing }),
            EventKind::Accepted { practitioner_name, line_seq } => {
                encoded(&stored::ChatAccepted { standing, practitioner_name: seal(practitioner_name, sealer), line_seq: *line_seq })
            }
            EventKind::PassedOver => encoded(&stored::ChatPassedOver { standing }),
            EventKind::Returned { by, line_seq } => encoded(&stored::ChatReturned { standing, practitioner_id: by.to_string(), line_seq: *line_seq }),
            EventKind::Left { reason, line_seq } => encoded(&stored::ChatLeft { standing, reason: reason.number(), line_seq: *line_seq }),
            EventKind::MessageWritten { number, side, text } => {
                encoded(&stored::ChatMessageWritten { standing, number: *number, side: side.number(), text: seal(text, sealer) })
            }
            EventKind::Ended { side } => encoded(&stored::ChatEnded { standing, side: side.number() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (standing, what) = match stored.event_type.as_str() {
            "chat.joined" => {
                let stored::ChatJoined { standing } = reader.payload()?;
                (standing, EventKind::Joined)
            }
            "chat.accepted" => {
                let stored::ChatAccepted { standing, practitioner_name, line_seq } = reader.payload()?;
                (standing, EventKind::Accepted { practitioner_name: reader.sealed(practitioner_name)?, line_seq })
            }
            "chat.passed_over" => {
                let stored::ChatPassedOver { standing } = reader.payload()?;
                (standing, EventKind::PassedOver)
            }
            "chat.returned" => {
                let stored::ChatReturned { standing, practitioner_id, line_seq } = reader.payload()?;
                (standing, EventKind::Returned { by: reader.id(&practitioner_id)?, line_seq })
            }
            "chat.left" => {
                let stored::ChatLeft { standing, reason, line_seq } = reader.payload()?;
                (standing, EventKind::Left { reason: reader.known(LeaveReason::from_number(reason))?, line_seq })
            }
            "chat.message_written" => {
                let stored::ChatMessageWritten { standing, number, side, text } = reader.payload()?;
                (standing, EventKind::MessageWritten { number, side: reader.known(Side::from_number(side))?, text: reader.sealed(text)? })
            }
            "chat.ended" => {
                let stored::ChatEnded { standing, side } = reader.payload()?;
                (standing, EventKind::Ended { side: reader.known(Side::from_number(side))? })
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: Standing::from_stored(standing, &reader)? })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (message, payload) = self.fact(meta.aggregate_id);
        Some(PublishedFact { message, payload, audience: self.audience() })
    }
}

impl Event {
    /// Ids and numbers alone.
    fn fact(&self, id: Uuid) -> (&'static str, Vec<u8>) {
        let (chat_id, chat_queue_id) = (id.to_string(), self.standing.queue.to_string());
        match &self.what {
            EventKind::Joined => ("kajo.chat_queue.v1.ChatJoined", public::ChatJoined { chat_id, chat_queue_id }.encode_to_vec()),
            EventKind::Accepted { .. } => {
                let practitioner_id = self.standing.practitioner.map(|person| person.to_string()).unwrap_or_default();
                ("kajo.chat_queue.v1.ChatAccepted", public::ChatAccepted { chat_id, chat_queue_id, practitioner_id }.encode_to_vec())
            }
            EventKind::PassedOver => ("kajo.chat_queue.v1.ChatPassedOver", public::ChatPassedOver { chat_id, chat_queue_id }.encode_to_vec()),
            EventKind::Returned { by, .. } => {
                let practitioner_id = by.to_string();
                ("kajo.chat_queue.v1.ChatReturned", public::ChatReturned { chat_id, chat_queue_id, practitioner_id }.encode_to_vec())
            }
            EventKind::Left { reason, .. } => {
                let reason = reason.public().into();
                ("kajo.chat_queue.v1.ChatLeft", public::ChatLeft { chat_id, chat_queue_id, reason }.encode_to_vec())
            }
            EventKind::MessageWritten { number, side, .. } => {
                let fact = public::ChatMessageWritten { chat_id, number: *number, side: side.public().into() };
                ("kajo.chat_queue.v1.ChatMessageWritten", fact.encode_to_vec())
            }
            EventKind::Ended { side } => {
                let fact = public::ChatEnded { chat_id, chat_queue_id, side: side.public().into() };
                ("kajo.chat_queue.v1.ChatEnded", fact.encode_to_vec())
            }
        }
    }

    /// The person at the screen, the professional who has it or had it, and of what changes the line everybody who works through the queue.
    fn audience(&self) -> Vec<AudienceKey> {
        let Standing { queue, resident, at_screen, practitioner, .. } = &self.standing;
        let (changes_line, former) = match self.what {
            EventKind::Joined | EventKind::Accepted { .. } | EventKind::PassedOver | EventKind::Left { .. } => (true, None),
            EventKind::Returned { by, .. } => (true, Some(by)),
            EventKind::MessageWritten { .. } | EventKind::Ended { .. } => (false, None),
        };
        let professional = practitioner.or(former).map(AudienceKey::person);
        let workers = changes_line.then(|| AudienceKey::queue(*queue));
        [AudienceKey::at_screen(*resident, *at_screen)].into_iter().chain(professional).chain(workers).collect()
    }
}

impl Standing {
    fn to_stored(&self) -> stored::ChatStanding {
        let Self { queue, matter, resident, at_screen, ticket, practitioner } = self;
        stored::ChatStanding {
            chat_queue_id: queue.to_string(),
            resident_id: resident.to_string(),
            at_screen_id: at_screen.to_string(),
            matter: matter.number(),
            ticket: *ticket,
            practitioner_id: practitioner.map(|person| person.to_string()).unwrap_or_default(),
        }
    }

    fn from_stored(stored: Option<stored::ChatStanding>, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::ChatStanding { chat_queue_id, resident_id, at_screen_id, matter, ticket, practitioner_id } = reader.known(stored)?;
        Ok(Self {
            queue: reader.known(Uuid::try_parse(&chat_queue_id).ok())?,
            matter: reader.known(Matter::from_number(matter))?,
            resident: reader.id(&resident_id)?,
            at_screen: reader.id(&at_screen_id)?,
            ticket,
            practitioner: PersonId::parse(&practitioner_id),
        })
    }
}
