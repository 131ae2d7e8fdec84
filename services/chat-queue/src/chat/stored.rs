//! Events of a chat in the store, and the facts that they are.

use chassis_domain::{
    AudienceKey, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PersonId, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::chat_queue::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Event, EventKind, LeaveReason, Rating, Side, Standing};

/// Of the events that there were before visitors chatted.
const SCHEMA: u16 = 2;

/// Of a message, since files go along.
const MESSAGE_SCHEMA: u16 = 3;

fn with_visitors(message: &impl Message) -> Encoded {
    Encoded { schema: SCHEMA, ..encoded(message) }
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Joined => "chat.joined",
            EventKind::Accepted { .. } => "chat.accepted",
            EventKind::PassedOver => "chat.passed_over",
            EventKind::Returned { .. } => "chat.returned",
            EventKind::Left { .. } => "chat.left",
            EventKind::MessageWritten { .. } => "chat.message_written",
            EventKind::Rated { .. } => "chat.rated",
            EventKind::Ended { .. } => "chat.ended",
            EventKind::Claimed { .. } => "chat.claimed",
            EventKind::Unattended => "chat.unattended",
            EventKind::Attended => "chat.attended",
            EventKind::TakenOver { .. } => "chat.taken_over",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(self.standing.to_stored());
        match &self.what {
            EventKind::Joined => with_visitors(&stored::ChatJoined { standing }),
            EventKind::Accepted { practitioner_name, line_seq } => {
                with_visitors(&stored::ChatAccepted { standing, practitioner_name: seal(practitioner_name, sealer), line_seq: *line_seq })
            }
            EventKind::PassedOver => with_visitors(&stored::ChatPassedOver { standing }),
            EventKind::Returned { by, line_seq } => {
                with_visitors(&stored::ChatReturned { standing, practitioner_id: by.to_string(), line_seq: *line_seq })
            }
            EventKind::Left { reason, line_seq } => with_visitors(&stored::ChatLeft { standing, reason: reason.number(), line_seq: *line_seq }),
            EventKind::MessageWritten { number, side, text, files } => {
                let attachment_ids = files.iter().map(Uuid::to_string).collect();
                let (number, side, text) = (*number, side.number(), seal(text, sealer));
                let written = stored::ChatMessageWritten { standing, number, side, text, attachment_ids };
                Encoded { schema: MESSAGE_SCHEMA, ..encoded(&written) }
            }
            EventKind::Ended { side } => with_visitors(&stored::ChatEnded { standing, side: side.number() }),
            EventKind::Claimed { visit } => encoded(&stored::ChatClaimed { standing, visit_id: visit.to_string() }),
            EventKind::Rated { rating } => encoded(&stored::ChatRated { standing, rating: rating.number() }),
            EventKind::Unattended => encoded(&stored::ChatUnattended { standing }),
            EventKind::Attended => encoded(&stored::ChatAttended { standing }),
            EventKind::TakenOver { practitioner_name, from } => {
                let practitioner_name = seal(practitioner_name, sealer);
                encoded(&stored::ChatTakenOver { standing, practitioner_name, former_practitioner_id: from.to_string() })
            }
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (standing, what) = match stored.event_type.as_str() {
            "chat.joined" => {
                let stored::ChatJoined { standing } = reader.payload_until(SCHEMA)?;
                (standing, EventKind::Joined)
            }
            "chat.accepted" => {
                let stored::ChatAccepted { standing, practitioner_name, line_seq } = reader.payload_until(SCHEMA)?;
                (standing, EventKind::Accepted { practitioner_name: reader.sealed(practitioner_name)?, line_seq })
            }
            "chat.passed_over" => {
                let stored::ChatPassedOver { standing } = reader.payload_until(SCHEMA)?;
                (standing, EventKind::PassedOver)
            }
            "chat.returned" => {
                let stored::ChatReturned { standing, practitioner_id, line_seq } = reader.payload_until(SCHEMA)?;
                (standing, EventKind::Returned { by: reader.id(&practitioner_id)?, line_seq })
            }
            "chat.left" => {
                let stored::ChatLeft { standing, reason, line_seq } = reader.payload_until(SCHEMA)?;
                (standing, EventKind::Left { reason: reader.known(LeaveReason::from_number(reason))?, line_seq })
            }
            "chat.message_written" => {
                let stored::ChatMessageWritten { standing, number, side, text, attachment_ids } = reader.payload_until(MESSAGE_SCHEMA)?;
                let (side, text) = (reader.known(Side::from_number(side))?, reader.sealed(text)?);
                let files = reader.known(attachment_ids.iter().map(|id| Uuid::try_parse(id).ok()).collect())?;
                (standing, EventKind::MessageWritten { number, side, text, files })
            }
            "chat.rated" => {
                let stored::ChatRated { standing, rating } = reader.payload()?;
                (standing, EventKind::Rated { rating: reader.known(Rating::from_number(rating))? })
            }
            "chat.ended" => {
                let stored::ChatEnded { standing, side } = reader.payload_until(SCHEMA)?;
                (standing, EventKind::Ended { side: reader.known(Side::from_number(side))? })
            }
            "chat.unattended" => {
                let stored::ChatUnattended { standing } = reader.payload()?;
                (standing, EventKind::Unattended)
            }
            "chat.attended" => {
                let stored::ChatAttended { standing } = reader.payload()?;
                (standing, EventKind::Attended)
            }
            "chat.taken_over" => {
                let stored::ChatTakenOver { standing, practitioner_name, former_practitioner_id } = reader.payload()?;
                let (practitioner_name, from) = (reader.sealed(practitioner_name)?, reader.id(&former_practitioner_id)?);
                (standing, EventKind::TakenOver { practitioner_name, from })
            }
            "chat.claimed" => {
                let stored::ChatClaimed { standing, visit_id } = reader.payload()?;
                (standing, EventKind::Claimed { visit: reader.id(&visit_id)? })
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
            EventKind::Rated { .. } => ("kajo.chat_queue.v1.ChatRated", public::ChatRated { chat_id, chat_queue_id }.encode_to_vec()),
            EventKind::Ended { side } => {
                let fact = public::ChatEnded { chat_id, chat_queue_id, side: side.public().into() };
                ("kajo.chat_queue.v1.ChatEnded", fact.encode_to_vec())
            }
            EventKind::Unattended => ("kajo.chat_queue.v1.ChatUnattended", public::ChatUnattended { chat_id, chat_queue_id }.encode_to_vec()),
            EventKind::Attended => ("kajo.chat_queue.v1.ChatAttended", public::ChatAttended { chat_id, chat_queue_id }.encode_to_vec()),
            EventKind::TakenOver { .. } => {
                let practitioner_id = self.standing.practitioner.map(|person| person.to_string()).unwrap_or_default();
                ("kajo.chat_queue.v1.ChatTakenOver", public::ChatTakenOver { chat_id, chat_queue_id, practitioner_id }.encode_to_vec())
            }
            EventKind::Claimed { .. } => ("kajo.chat_queue.v1.ChatClaimed", public::ChatClaimed { chat_id, chat_queue_id }.encode_to_vec()),
        }
    }

    /// The person at the screen, the professionals who have it or had it, and of what changes the line, or who may take over, everybody who
    /// works through the queue.
    fn audience(&self) -> Vec<AudienceKey> {
        let Standing { queue, resident, at_screen, practitioner, .. } = &self.standing;
        let (concerns_workers, former, visit) = match self.what {
            EventKind::Joined | EventKind::Accepted { .. } | EventKind::PassedOver | EventKind::Left { .. } => (true, None, None),
            EventKind::Unattended | EventKind::Attended => (true, None, None),
            EventKind::Returned { by: former, .. } | EventKind::TakenOver { from: former, .. } => (true, Some(former), None),
            EventKind::MessageWritten { .. } | EventKind::Ended { .. } => (false, None, None),
            // Who waits has a name from then on. In other windows of the visit it is gone.
            EventKind::Claimed { visit } => (practitioner.is_none(), None, Some(visit)),
            // The professional is not told.
            EventKind::Rated { .. } => return vec![AudienceKey::at_screen(*resident, *at_screen)],
        };
        let professionals = practitioner.iter().copied().chain(former).map(AudienceKey::person);
        let workers = concerns_workers.then(|| AudienceKey::queue(*queue));
        let visit = visit.map(|visit| AudienceKey::at_screen(visit, visit));
        [AudienceKey::at_screen(*resident, *at_screen)].into_iter().chain(visit).chain(professionals).chain(workers).collect()
    }
}

impl Standing {
    fn to_stored(&self) -> stored::ChatStanding {
        let Self { queue, matter, resident, at_screen, ticket, practitioner, visitor } = self;
        stored::ChatStanding {
            chat_queue_id: queue.to_string(),
            resident_id: resident.to_string(),
            at_screen_id: at_screen.to_string(),
            matter: matter.number(),
            ticket: *ticket,
            practitioner_id: practitioner.map(|person| person.to_string()).unwrap_or_default(),
            visitor: *visitor,
        }
    }

    fn from_stored(stored: Option<stored::ChatStanding>, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::ChatStanding { chat_queue_id, resident_id, at_screen_id, matter, ticket, practitioner_id, visitor } = reader.known(stored)?;
        Ok(Self {
            queue: reader.known(Uuid::try_parse(&chat_queue_id).ok())?,
            matter: reader.known(Matter::from_number(matter))?,
            resident: reader.id(&resident_id)?,
            at_screen: reader.id(&at_screen_id)?,
            ticket,
            practitioner: PersonId::parse(&practitioner_id),
            visitor,
        })
    }
}
