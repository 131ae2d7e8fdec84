//! Events of an assessment in the store, and the fact that one of them is.

use chassis_domain::{
    AudienceKey, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::chat_queue::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Event, EventKind, Standing};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Completed { .. } => "assessment.completed",
            EventKind::Joined { .. } => "assessment.joined",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(self.standing.to_stored());
        match &self.what {
            EventKind::Completed { survey, published_version, consent_version, answers } => encoded(&stored::AssessmentCompleted {
                standing,
                survey_id: survey.to_string(),
                published_version: *published_version,
                consent_version: *consent_version,
                answers: seal(answers, sealer),
            }),
            EventKind::Joined { chat } => encoded(&stored::AssessmentJoined { standing, chat_id: chat.to_string() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (standing, what) = match stored.event_type.as_str() {
            "assessment.completed" => {
                let stored::AssessmentCompleted { standing, survey_id, published_version, consent_version, answers } = reader.payload()?;
                let survey = reader.known(Uuid::try_parse(&survey_id).ok())?;
                (standing, EventKind::Completed { survey, published_version, consent_version, answers: reader.sealed(answers)? })
            }
            "assessment.joined" => {
                let stored::AssessmentJoined { standing, chat_id } = reader.payload()?;
                (standing, EventKind::Joined { chat: reader.known(Uuid::try_parse(&chat_id).ok())? })
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: Standing::from_stored(standing, &reader)? })
    }

    /// Ids alone, told to the person at the screen. That it went along into a chat, the fact of the chat tells.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let Standing { queue, resident, at_screen, .. } = &self.standing;
        match self.what {
            EventKind::Completed { .. } => {
                let fact = public::AssessmentCompleted { assessment_id: meta.aggregate_id.to_string(), chat_queue_id: queue.to_string() };
                let audience = vec![AudienceKey::at_screen(*resident, *at_screen)];
                Some(PublishedFact { message: "kajo.chat_queue.v1.AssessmentCompleted", payload: fact.encode_to_vec(), audience })
            }
            EventKind::Joined { .. } => None,
        }
    }
}

impl Standing {
    fn to_stored(&self) -> stored::AssessmentStanding {
        let Self { queue, matter, resident, at_screen, visitor } = self;
        stored::AssessmentStanding {
            chat_queue_id: queue.to_string(),
            resident_id: resident.to_string(),
            at_screen_id: at_screen.to_string(),
            visitor: *visitor,
            matter: matter.number(),
        }
    }

    fn from_stored(stored: Option<stored::AssessmentStanding>, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let stored::AssessmentStanding { chat_queue_id, resident_id, at_screen_id, visitor, matter } = reader.known(stored)?;
        Ok(Self {
            queue: reader.known(Uuid::try_parse(&chat_queue_id).ok())?,
            matter: reader.known(Matter::from_number(matter))?,
            resident: reader.id(&resident_id)?,
            at_screen: reader.id(&at_screen_id)?,
            visitor,
        })
    }
}
