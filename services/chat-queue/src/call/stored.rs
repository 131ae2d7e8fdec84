//! Events of a call in the store, and the facts that they are.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded},
    timestamp,
};
use kajo_proto::chat_queue::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Attendee, End, Event, EventKind, Party, Side, Standing};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Invited { .. } => "call.invited",
            EventKind::Accepted { .. } => "call.accepted",
            EventKind::LobbyEntered { .. } => "call.lobby_entered",
            EventKind::Entered { .. } => "call.entered",
            EventKind::Left { .. } => "call.left",
            EventKind::Ended { .. } => "call.ended",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        let standing = Some(self.standing.to_stored());
        match &self.what {
            EventKind::Invited { participant, lapses_at } => {
                let participant_id = participant.to_string();
                encoded(&stored::CallInvited { standing, participant_id, lapses_at: Some(timestamp(*lapses_at)) })
            }
            EventKind::Accepted { participant } => encoded(&stored::CallAccepted { standing, participant_id: participant.to_string() }),
            EventKind::LobbyEntered { participant } => encoded(&stored::CallLobbyEntered { standing, participant_id: participant.to_string() }),
            EventKind::Entered { participant } => encoded(&stored::CallEntered { standing, participant_id: participant.to_string() }),
            EventKind::Left { participant } => encoded(&stored::CallLeft { standing, participant_id: participant.to_string() }),
            EventKind::Ended { end } => encoded(&stored::CallEnded { standing, end: end.number() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let participant = |id: &str| reader.known(Uuid::try_parse(id).ok());
        let (standing, what) = match stored.event_type.as_str() {
            "call.invited" => {
                let stored::CallInvited { standing, participant_id, lapses_at } = reader.payload()?;
                let lapses_at = reader.known(lapses_at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok()))?;
                (standing, EventKind::Invited { participant: participant(&participant_id)?, lapses_at })
            }
            "call.accepted" => {
                let stored::CallAccepted { standing, participant_id } = reader.payload()?;
                (standing, EventKind::Accepted { participant: participant(&participant_id)? })
            }
            "call.lobby_entered" => {
                let stored::CallLobbyEntered { standing, participant_id } = reader.payload()?;
                (standing, EventKind::LobbyEntered { participant: participant(&participant_id)? })
            }
            "call.entered" => {
                let stored::CallEntered { standing, participant_id } = reader.payload()?;
                (standing, EventKind::Entered { participant: participant(&participant_id)? })
            }
            "call.left" => {
                let stored::CallLeft { standing, participant_id } = reader.payload()?;
                (standing, EventKind::Left { participant: participant(&participant_id)? })
            }
            "call.ended" => {
                let stored::CallEnded { standing, end } = reader.payload()?;
                (standing, EventKind::Ended { end: reader.known(End::from_number(end))? })
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: Standing::from_stored(standing, &reader)? })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (message, payload) = self.fact(meta.aggregate_id);
        Some(PublishedFact { message, payload, audience: self.standing.parties.iter().map(Party::key).collect() })
    }
}

impl Event {
    /// Ids alone, and how it ended.
    fn fact(&self, id: Uuid) -> (&'static str, Vec<u8>) {
        let (call_id, chat_id) = (id.to_string(), self.standing.chat.to_string());
        match &self.what {
            EventKind::Invited { .. } => ("kajo.chat_queue.v1.CallInvited", public::CallInvited { call_id, chat_id }.encode_to_vec()),
            EventKind::Accepted { .. } => ("kajo.chat_queue.v1.CallAccepted", public::CallAccepted { call_id, chat_id }.encode_to_vec()),
            EventKind::LobbyEntered { .. } => ("kajo.chat_queue.v1.CallLobbyEntered", public::CallLobbyEntered { call_id, chat_id }.encode_to_vec()),
            EventKind::Entered { .. } => ("kajo.chat_queue.v1.CallEntered", public::CallEntered { call_id, chat_id }.encode_to_vec()),
            EventKind::Left { .. } => ("kajo.chat_queue.v1.CallLeft", public::CallLeft { call_id, chat_id }.encode_to_vec()),
            EventKind::Ended { end } => {
                let fact = public::CallEnded { call_id, chat_id, end: end.public().into() };
                ("kajo.chat_queue.v1.CallEnded", fact.encode_to_vec())
            }
        }
    }
}

impl Standing {
    fn to_stored(&self) -> stored::CallStanding {
        stored::CallStanding { chat_id: self.chat.to_string(), parties: self.parties.iter().copied().map(Party::to_stored).collect() }
    }

    fn from_stored(stored: Option<stored::CallStanding>, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::CallStanding { chat_id, parties } = reader.known(stored)?;
        Ok(Self {
            chat: reader.known(Uuid::try_parse(&chat_id).ok())?,
            parties: parties.iter().map(|party| Party::from_stored(party, reader)).collect::<Result<_, _>>()?,
        })
    }
}

impl Party {
    fn to_stored(self) -> stored::CallParty {
        let Attendee { side, person, at_screen, visitor } = self.attendee;
        stored::CallParty {
            participant_id: self.participant.to_string(),
            side: side.number(),
            person_id: person.to_string(),
            at_screen_id: at_screen.to_string(),
            visitor,
        }
    }

    fn from_stored(stored: &stored::CallParty, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::CallParty { participant_id, side, person_id, at_screen_id, visitor } = stored;
        let attendee = Attendee {
            side: reader.known(Side::from_number(*side))?,
            person: reader.id(person_id)?,
            at_screen: reader.id(at_screen_id)?,
            visitor: *visitor,
        };
        Ok(Self { participant: reader.known(Uuid::try_parse(participant_id).ok())?, attendee })
    }
}
