//! Events of a response in the store. None of them is a fact for the world.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::survey::store::v1 as stored;

use super::{Event, Sender, Sent};

/// Of a doer: a resident.
const RESIDENT: u32 = 1;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Sent(_) => "survey_response.sent",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let Self::Sent(sent) = self;
        encoded(&stored::SurveyResponseSent {
            patient_id: sent.patient.to_string(),
            survey_id: sent.survey.to_string(),
            published_version: sent.published_version,
            survey_activation_id: sent.activation.to_string(),
            matter: sent.matter.number(),
            by: Some(doer(sent, sealer)),
            answers: seal(&sent.content, sealer),
        })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "survey_response.sent" => Ok(Self::Sent(Box::new(read(&reader)?))),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}

fn doer(sent: &Sent, sealer: &mut dyn Sealer) -> stored::Doer {
    let Sender { name, representative } = &sent.by;
    let name = seal(name, sealer);
    let (representative_id, representative_name) = match representative {
        Some((person, name)) => (person.to_string(), seal(name, sealer)),
        None => (String::new(), None),
    };
    stored::Doer { side: RESIDENT, person_id: sent.patient.to_string(), name, representative_id, representative_name }
}

fn read(reader: &Reader<'_>) -> Result<Sent, DecodeError> {
    let message: stored::SurveyResponseSent = reader.payload()?;
    let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
    Ok(Sent {
        patient: reader.id(&message.patient_id)?,
        survey: id(&message.survey_id)?,
        published_version: message.published_version,
        activation: id(&message.survey_activation_id)?,
        matter: reader.known(Matter::from_number(message.matter))?,
        by: read_sender(reader, message.by)?,
        content: reader.sealed(message.answers)?,
    })
}

fn read_sender(reader: &Reader<'_>, message: Option<stored::Doer>) -> Result<Sender, DecodeError> {
    let message = reader.known(message.filter(|doer| doer.side == RESIDENT))?;
    let representative = if message.representative_id.is_empty() {
        None
    } else {
        Some((reader.id(&message.representative_id)?, reader.sealed(message.representative_name)?))
    };
    Ok(Sender { name: reader.sealed(message.name)?, representative })
}
