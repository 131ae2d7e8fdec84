//! Events of a response in the store. What was sent is no fact for the world: its activation tells of it. What was imported has none, and is one.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded, seal},
    timestamp,
};
use kajo_proto::survey::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Digest, Event, Imported, Sender, Sent};

/// Of a doer: a resident.
const RESIDENT: u32 = 1;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Sent(_) => "survey_response.sent",
            Self::Imported(_) => "survey_response.imported",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Sent(sent) => encoded(&stored::SurveyResponseSent {
                patient_id: sent.patient.to_string(),
                survey_id: sent.survey.to_string(),
                published_version: sent.published_version,
                survey_activation_id: sent.activation.to_string(),
                matter: sent.matter.number(),
                by: Some(doer(sent, sealer)),
                answers: seal(&sent.content, sealer),
            }),
            Self::Imported(imported) => encoded(&stored::SurveyResponseImported {
                patient_id: imported.patient.to_string(),
                survey_id: imported.survey.to_string(),
                published_version: imported.published_version,
                matter: imported.matter.number(),
                integrator_id: imported.integrator.to_string(),
                authored_at: Some(timestamp(imported.authored_at)),
                digest: imported.digest.to_vec().into(),
                answers: seal(&imported.content, sealer),
                representative_name: imported.representative_name.as_ref().and_then(|name| seal(name, sealer)),
            }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "survey_response.sent" => Ok(Self::Sent(Box::new(read(&reader)?))),
            "survey_response.imported" => Ok(Self::Imported(Box::new(read_imported(&reader)?))),
            _ => Err(reader.unknown()),
        }
    }

    /// Ids alone: what was answered is a finding about a person.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let Self::Imported(imported) = self else { return None };
        let fact = public::SurveyResponseImported {
            survey_response_id: meta.aggregate_id.to_string(),
            patient_id: imported.patient.to_string(),
            survey_id: imported.survey.to_string(),
            published_version: imported.published_version,
        };
        let message = "kajo.survey.v1.SurveyResponseImported";
        Some(PublishedFact { message, payload: fact.encode_to_vec(), audience: imported.audience() })
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

fn read_imported(reader: &Reader<'_>) -> Result<Imported, DecodeError> {
    let message: stored::SurveyResponseImported = reader.payload()?;
    let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
    let authored_at = message.authored_at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok());
    Ok(Imported {
        patient: reader.id(&message.patient_id)?,
        survey: id(&message.survey_id)?,
        published_version: message.published_version,
        matter: reader.known(Matter::from_number(message.matter))?,
        integrator: id(&message.integrator_id)?,
        authored_at: reader.known(authored_at)?,
        digest: reader.known(Digest::try_from(message.digest.to_vec()).ok())?,
        representative_name: message.representative_name.map(|name| reader.sealed(Some(name))).transpose()?,
        content: reader.sealed(message.answers)?,
        informs: Vec::new(),
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
