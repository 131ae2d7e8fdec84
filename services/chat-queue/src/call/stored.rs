//! Events of a call in the store, and the facts that they are.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded},
    timestamp,
};
use kajo_proto::chat_queue::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Appointment, Attendee, BelongsTo, End, Event, EventKind, Party, Side, Standing};

/// Of what happens in calls of appointments, since they say what they belong to. Calls of chats are stored as before there were others.
const OF_APPOINTMENT: u16 = 2;
/// Of what happens while a guest may take part, since there are guests, and that somebody was removed.
const WITH_GUESTS: u16 = 3;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Invited { .. } => "call.invited",
            EventKind::Opened { .. } => "call.opened",
            EventKind::PartyRemoved { .. } => "call.party_removed",
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
            EventKind::Opened { participant } => self.with_guests(encoded(&stored::CallOpened { standing, participant_id: participant.to_string() })),
            EventKind::PartyRemoved { participant } => {
                Encoded { schema: WITH_GUESTS, ..encoded(&stored::CallPartyRemoved { standing, participant_id: participant.to_string() }) }
            }
            EventKind::Accepted { participant } => encoded(&stored::CallAccepted { standing, participant_id: participant.to_string() }),
            EventKind::LobbyEntered { participant } => {
                self.encoded_of_either(&stored::CallLobbyEntered { standing, participant_id: participant.to_string() })
            }
            EventKind::Entered { participant } => self.encoded_of_either(&stored::CallEntered { standing, participant_id: participant.to_string() }),
            EventKind::Left { participant } => self.encoded_of_either(&stored::CallLeft { standing, participant_id: participant.to_string() }),
            EventKind::Ended { end } => self.encoded_of_either(&stored::CallEnded { standing, end: end.number() }),
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
            "call.opened" => {
                let stored::CallOpened { standing, participant_id } = reader.payload_until(WITH_GUESTS)?;
                (standing, EventKind::Opened { participant: participant(&participant_id)? })
            }
            "call.party_removed" => {
                let stored::CallPartyRemoved { standing, participant_id } = reader.payload_until(WITH_GUESTS)?;
                (standing, EventKind::PartyRemoved { participant: participant(&participant_id)? })
            }
            "call.accepted" => {
                let stored::CallAccepted { standing, participant_id } = reader.payload()?;
                (standing, EventKind::Accepted { participant: participant(&participant_id)? })
            }
            "call.lobby_entered" => {
                let stored::CallLobbyEntered { standing, participant_id } = reader.payload_until(WITH_GUESTS)?;
                (standing, EventKind::LobbyEntered { participant: participant(&participant_id)? })
            }
            "call.entered" => {
                let stored::CallEntered { standing, participant_id } = reader.payload_until(WITH_GUESTS)?;
                (standing, EventKind::Entered { participant: participant(&participant_id)? })
            }
            "call.left" => {
                let stored::CallLeft { standing, participant_id } = reader.payload_until(WITH_GUESTS)?;
                (standing, EventKind::Left { participant: participant(&participant_id)? })
            }
            "call.ended" => {
                let stored::CallEnded { standing, end } = reader.payload_until(WITH_GUESTS)?;
                (standing, EventKind::Ended { end: reader.known(End::from_number(end))? })
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: Standing::from_stored(standing, &reader)? })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (message, payload) = self.fact(meta.aggregate_id);
        Some(PublishedFact { message, payload, audience: self.standing.audience() })
    }
}

impl Event {
    /// Of what happens in calls of chats and of appointments alike.
    fn encoded_of_either(&self, message: &impl Message) -> Encoded {
        let Encoded { schema, payload } = encoded(message);
        self.with_guests(Encoded { schema: if self.standing.appointment().is_some() { OF_APPOINTMENT } else { schema }, payload })
    }

    fn with_guests(&self, encoded: Encoded) -> Encoded {
        if self.standing.has_guests() { Encoded { schema: WITH_GUESTS, ..encoded } } else { encoded }
    }

    /// Ids alone, and how it ended.
    fn fact(&self, id: Uuid) -> (&'static str, Vec<u8>) {
        let call_id = id.to_string();
        let (chat_id, appointment_id) = match &self.standing.belongs_to {
            BelongsTo::Chat(chat) => (chat.to_string(), String::new()),
            BelongsTo::Appointment(appointment) => (String::new(), appointment.id.to_string()),
        };
        match &self.what {
            EventKind::Invited { .. } => ("kajo.chat_queue.v1.CallInvited", public::CallInvited { call_id, chat_id }.encode_to_vec()),
            EventKind::Opened { .. } => ("kajo.chat_queue.v1.CallOpened", public::CallOpened { call_id, appointment_id }.encode_to_vec()),
            EventKind::PartyRemoved { .. } => {
                ("kajo.chat_queue.v1.CallPartyRemoved", public::CallPartyRemoved { call_id, appointment_id }.encode_to_vec())
            }
            EventKind::Accepted { .. } => ("kajo.chat_queue.v1.CallAccepted", public::CallAccepted { call_id, chat_id }.encode_to_vec()),
            EventKind::LobbyEntered { .. } => {
                ("kajo.chat_queue.v1.CallLobbyEntered", public::CallLobbyEntered { call_id, chat_id, appointment_id }.encode_to_vec())
            }
            EventKind::Entered { .. } => ("kajo.chat_queue.v1.CallEntered", public::CallEntered { call_id, chat_id, appointment_id }.encode_to_vec()),
            EventKind::Left { .. } => ("kajo.chat_queue.v1.CallLeft", public::CallLeft { call_id, chat_id, appointment_id }.encode_to_vec()),
            EventKind::Ended { end } => {
                let fact = public::CallEnded { call_id, chat_id, end: end.public().into(), appointment_id };
                ("kajo.chat_queue.v1.CallEnded", fact.encode_to_vec())
            }
        }
    }
}

impl Standing {
    fn to_stored(&self) -> stored::CallStanding {
        let (chat_id, appointment) = match &self.belongs_to {
            BelongsTo::Chat(chat) => (chat.to_string(), None),
            BelongsTo::Appointment(appointment) => (String::new(), Some(appointment.to_stored())),
        };
        stored::CallStanding { chat_id, parties: self.parties.iter().copied().map(Party::to_stored).collect(), appointment }
    }

    fn from_stored(stored: Option<stored::CallStanding>, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::CallStanding { chat_id, parties, appointment } = reader.known(stored)?;
        let belongs_to = match &appointment {
            Some(appointment) => BelongsTo::Appointment(Appointment::from_stored(appointment, reader)?),
            None => BelongsTo::Chat(reader.known(Uuid::try_parse(&chat_id).ok())?),
        };
        Ok(Self { belongs_to, parties: parties.iter().map(|party| Party::from_stored(party, reader)).collect::<Result<_, _>>()? })
    }
}

impl Appointment {
    fn to_stored(&self) -> stored::CallAppointment {
        stored::CallAppointment {
            appointment_id: self.id.to_string(),
            patient_id: self.patient.to_string(),
            matter: self.matter.number(),
            calendar_ids: self.calendars.iter().map(Uuid::to_string).collect(),
        }
    }

    fn from_stored(stored: &stored::CallAppointment, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::CallAppointment { appointment_id, patient_id, matter, calendar_ids } = stored;
        let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
        Ok(Self {
            id: id(appointment_id)?,
            patient: reader.id(patient_id)?,
            matter: reader.known(Matter::from_number(*matter))?,
            calendars: calendar_ids.iter().map(|calendar| id(calendar)).collect::<Result<_, _>>()?,
        })
    }
}

impl Party {
    fn to_stored(self) -> stored::CallParty {
        let Attendee { side, person, at_screen, visitor } = self.attendee;
        stored::CallParty {
            participant_id: self.participant.to_string(),
            side: side.to_stored(),
            person_id: person.to_string(),
            at_screen_id: at_screen.to_string(),
            visitor,
            guest_id: side.guest().map(|guest| guest.to_string()).unwrap_or_default(),
        }
    }

    fn from_stored(stored: &stored::CallParty, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::CallParty { participant_id, side, person_id, at_screen_id, visitor, guest_id } = stored;
        let attendee = Attendee {
            side: reader.known(Side::from_stored(*side, guest_id))?,
            person: reader.id(person_id)?,
            at_screen: reader.id(at_screen_id)?,
            visitor: *visitor,
        };
        Ok(Self { participant: reader.known(Uuid::try_parse(participant_id).ok())?, attendee })
    }
}

impl Side {
    const fn to_stored(self) -> u32 {
        match self {
            Self::Customer => 1,
            Self::Practitioner => 2,
            Self::Guest(_) => 3,
        }
    }

    const fn guest(self) -> Option<Uuid> {
        match self {
            Self::Customer | Self::Practitioner => None,
            Self::Guest(guest) => Some(guest),
        }
    }

    fn from_stored(side: u32, guest: &str) -> Option<Self> {
        match side {
            1 => Some(Self::Customer),
            2 => Some(Self::Practitioner),
            3 => Uuid::try_parse(guest).ok().map(Self::Guest),
            _ => None,
        }
    }
}
