//! Events of an activation in the store, and the facts that they are for the world.

use chassis_domain::{
    Date, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::survey::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Event, EventKind, Standing};
use crate::doer;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Activated { .. } => "survey_activation.activated",
            EventKind::Opened => "survey_activation.opened",
            EventKind::Answered { .. } => "survey_activation.answered",
            EventKind::Expired => "survey_activation.expired",
            EventKind::Withdrawn { .. } => "survey_activation.withdrawn",
            EventKind::ShownToGuardians { .. } => "survey_activation.shown_to_guardians",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(to_stored(&self.standing));
        match &self.what {
            EventKind::Activated { by, patient_name } => {
                let (by, patient_name) = (Some(doer::to_stored(by, sealer)), seal(patient_name, sealer));
                encoded(&stored::SurveyActivated { standing, by, patient_name })
            }
            EventKind::Opened => encoded(&stored::SurveyOpened { standing }),
            EventKind::Answered { by, response } => {
                let by = Some(doer::to_stored(by, sealer));
                encoded(&stored::SurveyAnswered { standing, by, survey_response_id: response.to_string() })
            }
            EventKind::Expired => encoded(&stored::SurveyExpired { standing }),
            EventKind::Withdrawn { by } => encoded(&stored::SurveyWithdrawn { standing, by: Some(doer::to_stored(by, sealer)) }),
            EventKind::ShownToGuardians { by } => encoded(&stored::SurveyShownToGuardians { standing, by: Some(doer::to_stored(by, sealer)) }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let mut informs = None;
        let (what, standing) = match stored.event_type.as_str() {
            "survey_activation.activated" => {
                let message: stored::SurveyActivated = reader.payload()?;
                let by = doer::from_stored(&reader, message.by)?;
                informs = by.professional();
                (EventKind::Activated { by, patient_name: reader.sealed(message.patient_name)? }, message.standing)
            }
            "survey_activation.opened" => (EventKind::Opened, reader.payload::<stored::SurveyOpened>()?.standing),
            "survey_activation.answered" => {
                let message: stored::SurveyAnswered = reader.payload()?;
                let response = reader.known(Uuid::try_parse(&message.survey_response_id).ok())?;
                (EventKind::Answered { by: doer::from_stored(&reader, message.by)?, response }, message.standing)
            }
            "survey_activation.expired" => (EventKind::Expired, reader.payload::<stored::SurveyExpired>()?.standing),
            "survey_activation.withdrawn" => {
                let message: stored::SurveyWithdrawn = reader.payload()?;
                (EventKind::Withdrawn { by: doer::from_stored(&reader, message.by)? }, message.standing)
            }
            "survey_activation.shown_to_guardians" => {
                let message: stored::SurveyShownToGuardians = reader.payload()?;
                (EventKind::ShownToGuardians { by: doer::from_stored(&reader, message.by)? }, message.standing)
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: read_standing(&reader, standing)?, informs })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (message, payload) = self.fact(meta);
        Some(PublishedFact { message, payload, audience: self.audience() })
    }
}

impl Event {
    /// What the world is told.
    fn fact(&self, meta: &EventMeta) -> (&'static str, Vec<u8>) {
        let survey_activation_id = meta.aggregate_id.to_string();
        let activation = Some(self.standing.fact(meta.version));
        match &self.what {
            EventKind::Activated { .. } => {
                ("kajo.survey.v1.SurveyActivated", public::SurveyActivated { survey_activation_id, activation }.encode_to_vec())
            }
            EventKind::Opened => ("kajo.survey.v1.SurveyOpened", public::SurveyOpened { survey_activation_id, activation }.encode_to_vec()),
            EventKind::Answered { response, .. } => {
                let fact = public::SurveyAnswered { survey_activation_id, activation, survey_response_id: response.to_string() };
                ("kajo.survey.v1.SurveyAnswered", fact.encode_to_vec())
            }
            EventKind::Expired => ("kajo.survey.v1.SurveyExpired", public::SurveyExpired { survey_activation_id, activation }.encode_to_vec()),
            EventKind::Withdrawn { .. } => {
                ("kajo.survey.v1.SurveyWithdrawn", public::SurveyWithdrawn { survey_activation_id, activation }.encode_to_vec())
            }
            EventKind::ShownToGuardians { .. } => {
                let fact = public::SurveyShownToGuardians { survey_activation_id, visible: self.standing.visible_to_guardians };
                ("kajo.survey.v1.SurveyShownToGuardians", fact.encode_to_vec())
            }
        }
    }
}

impl Standing {
    fn fact(&self, revision: u64) -> public::SurveyActivationFact {
        public::SurveyActivationFact {
            patient_id: self.patient.to_string(),
            survey_id: self.survey.to_string(),
            from_date: self.from.to_string(),
            answer_by_date: text(self.answer_by),
            revision,
        }
    }
}

fn text(day: Option<Date>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}

fn to_stored(standing: &Standing) -> stored::ActivationStanding {
    let Standing { patient, survey, matter, from, answer_by, visible_to_guardians } = standing;
    stored::ActivationStanding {
        patient_id: patient.to_string(),
        survey_id: survey.to_string(),
        matter: matter.number(),
        from_date: from.to_string(),
        answer_by_date: text(*answer_by),
        visible_to_guardians: *visible_to_guardians,
    }
}

fn read_standing(reader: &Reader<'_>, message: Option<stored::ActivationStanding>) -> Result<Standing, DecodeError> {
    let message = reader.known(message)?;
    let day = |text: &str| reader.known(text.parse::<Date>().ok());
    Ok(Standing {
        patient: reader.id(&message.patient_id)?,
        survey: reader.known(Uuid::try_parse(&message.survey_id).ok())?,
        matter: reader.known(Matter::from_number(message.matter))?,
        from: day(&message.from_date)?,
        answer_by: if message.answer_by_date.is_empty() { None } else { Some(day(&message.answer_by_date)?) },
        visible_to_guardians: message.visible_to_guardians,
    })
}
