//! Events of a form in the store, and the fact that it was sent.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::survey::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Event, FormResponseId, Owner, Sent, SentAnonymously, conversation_of};
use crate::doer::{self, Doer, Side};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Sent(_) => "form_response.sent",
            Self::SentAnonymously(_) => "form_response.sent_anonymously",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Sent(sent) => {
                let Owner { patient, matter, visible_to_guardians } = sent.owner;
                encoded(&stored::FormResponseSent {
                    patient_id: patient.to_string(),
                    subcategory_id: sent.subcategory.to_string(),
                    survey_id: sent.survey.to_string(),
                    published_version: sent.published_version,
                    matter: matter.number(),
                    visible_to_guardians,
                    by: Some(doer::to_stored(&sent.by, sealer)),
                    answers: seal(&sent.content, sealer),
                })
            }
            Self::SentAnonymously(sent) => encoded(&stored::FormResponseSentAnonymously {
                subcategory_id: sent.subcategory.to_string(),
                survey_id: sent.survey.to_string(),
                published_version: sent.published_version,
                matter: sent.matter.number(),
                answers: seal(&sent.content, sealer),
            }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "form_response.sent" => Ok(Self::Sent(Box::new(read(&reader)?))),
            "form_response.sent_anonymously" => Ok(Self::SentAnonymously(Box::new(read_anonymous(&reader)?))),
            _ => Err(reader.unknown()),
        }
    }

    /// Ids alone: what was answered is a finding about a person.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (subcategory, survey, published_version, owner) = match self {
            Self::Sent(sent) => (sent.subcategory, sent.survey, sent.published_version, Some(sent.owner)),
            Self::SentAnonymously(sent) => (sent.subcategory, sent.survey, sent.published_version, None),
        };
        let id = FormResponseId::from_uuid(meta.aggregate_id);
        let fact = public::FormSent {
            form_response_id: id.to_string(),
            subcategory_id: subcategory.to_string(),
            survey_id: survey.to_string(),
            published_version,
            patient_id: owner.map(|owner| owner.patient.to_string()).unwrap_or_default(),
            conversation_id: conversation_of(id).to_string(),
        };
        let audience = owner.as_ref().map(Owner::audience).unwrap_or_default();
        Some(PublishedFact { message: "kajo.survey.v1.FormSent", payload: fact.encode_to_vec(), audience })
    }
}

fn read(reader: &Reader<'_>) -> Result<Sent, DecodeError> {
    let message: stored::FormResponseSent = reader.payload()?;
    let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
    let owner = Owner {
        patient: reader.id(&message.patient_id)?,
        matter: reader.known(Matter::from_number(message.matter))?,
        visible_to_guardians: message.visible_to_guardians,
    };
    Ok(Sent {
        owner,
        subcategory: id(&message.subcategory_id)?,
        survey: id(&message.survey_id)?,
        published_version: message.published_version,
        by: read_sender(reader, message.by)?,
        content: reader.sealed(message.answers)?,
    })
}

fn read_anonymous(reader: &Reader<'_>) -> Result<SentAnonymously, DecodeError> {
    let message: stored::FormResponseSentAnonymously = reader.payload()?;
    let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
    Ok(SentAnonymously {
        subcategory: id(&message.subcategory_id)?,
        matter: reader.known(Matter::from_number(message.matter))?,
        survey: id(&message.survey_id)?,
        published_version: message.published_version,
        content: reader.sealed(message.answers)?,
    })
}

/// A resident: nobody else sends in their own name.
fn read_sender(reader: &Reader<'_>, message: Option<stored::Doer>) -> Result<Doer, DecodeError> {
    let sender = doer::from_stored(reader, message)?;
    reader.known(Some(sender).filter(|sender| sender.side == Side::Resident))
}
