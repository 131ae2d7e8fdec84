//! Events of a content of a patient in the store, and the facts that they are for the world.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PersonId, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::content::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Doer, Event, EventKind, Standing};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Activated { .. } => "patient_content.activated",
            EventKind::Read { .. } => "patient_content.read",
            EventKind::Withdrawn { .. } => "patient_content.withdrawn",
            EventKind::ShownToGuardians { .. } => "patient_content.shown_to_guardians",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(to_stored(&self.standing));
        match &self.what {
            EventKind::Activated { by } => encoded(&stored::PatientContentActivated { standing, by: Some(doer_to_stored(by, sealer)) }),
            EventKind::Read { by, published_version } => {
                let by = Some(doer_to_stored(by, sealer));
                encoded(&stored::PatientContentRead { standing, by, published_version: *published_version })
            }
            EventKind::Withdrawn { by } => encoded(&stored::PatientContentWithdrawn { standing, by: Some(doer_to_stored(by, sealer)) }),
            EventKind::ShownToGuardians { by } => encoded(&stored::PatientContentShownToGuardians { standing, by: Some(doer_to_stored(by, sealer)) }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let mut informs = None;
        let (what, standing) = match stored.event_type.as_str() {
            "patient_content.activated" => {
                let message: stored::PatientContentActivated = reader.payload()?;
                let by = read_doer(&reader, message.by)?;
                informs = by.person;
                (EventKind::Activated { by }, message.standing)
            }
            "patient_content.read" => {
                let message: stored::PatientContentRead = reader.payload()?;
                let by = read_doer(&reader, message.by)?;
                (EventKind::Read { by, published_version: message.published_version }, message.standing)
            }
            "patient_content.withdrawn" => {
                let message: stored::PatientContentWithdrawn = reader.payload()?;
                (EventKind::Withdrawn { by: read_doer(&reader, message.by)? }, message.standing)
            }
            "patient_content.shown_to_guardians" => {
                let message: stored::PatientContentShownToGuardians = reader.payload()?;
                (EventKind::ShownToGuardians { by: read_doer(&reader, message.by)? }, message.standing)
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
        let patient_content_id = meta.aggregate_id.to_string();
        let content = Some(self.standing.fact(meta.version));
        match &self.what {
            EventKind::Activated { .. } => {
                ("kajo.content.v1.PatientContentActivated", public::PatientContentActivated { patient_content_id, content }.encode_to_vec())
            }
            EventKind::Read { published_version, .. } => {
                let fact = public::PatientContentRead { patient_content_id, content, published_version: *published_version };
                ("kajo.content.v1.PatientContentRead", fact.encode_to_vec())
            }
            EventKind::Withdrawn { .. } => {
                ("kajo.content.v1.PatientContentWithdrawn", public::PatientContentWithdrawn { patient_content_id, content }.encode_to_vec())
            }
            EventKind::ShownToGuardians { .. } => {
                let fact = public::PatientContentShownToGuardians { patient_content_id, visible: self.standing.visible_to_guardians };
                ("kajo.content.v1.PatientContentShownToGuardians", fact.encode_to_vec())
            }
        }
    }
}

impl Standing {
    fn fact(&self, revision: u64) -> public::PatientContentFact {
        public::PatientContentFact { patient_id: self.patient.to_string(), service_content_id: self.content.to_string(), revision }
    }
}

fn to_stored(standing: &Standing) -> stored::PatientContentStanding {
    let Standing { patient, content, matter, visible_to_guardians } = *standing;
    stored::PatientContentStanding {
        patient_id: patient.to_string(),
        service_content_id: content.to_string(),
        matter: matter.number(),
        visible_to_guardians,
    }
}

fn read_standing(reader: &Reader<'_>, message: Option<stored::PatientContentStanding>) -> Result<Standing, DecodeError> {
    let message = reader.known(message)?;
    Ok(Standing {
        patient: reader.id(&message.patient_id)?,
        content: reader.known(Uuid::try_parse(&message.service_content_id).ok())?,
        matter: reader.known(Matter::from_number(message.matter))?,
        visible_to_guardians: message.visible_to_guardians,
    })
}

fn doer_to_stored(doer: &Doer, sealer: &mut dyn Sealer) -> stored::PatientContentDoer {
    let text = |person: Option<PersonId>| person.map(|person| person.to_string()).unwrap_or_default();
    stored::PatientContentDoer {
        person_id: text(doer.person),
        name: doer.name.as_ref().and_then(|name| seal(name, sealer)),
        representative_id: text(doer.representative),
    }
}

fn read_doer(reader: &Reader<'_>, message: Option<stored::PatientContentDoer>) -> Result<Doer, DecodeError> {
    let message = reader.known(message)?;
    Ok(Doer {
        person: optional(reader, &message.person_id)?,
        name: message.name.map(|name| reader.sealed(Some(name))).transpose()?,
        representative: optional(reader, &message.representative_id)?,
    })
}

fn optional(reader: &Reader<'_>, text: &str) -> Result<Option<PersonId>, DecodeError> {
    if text.is_empty() { Ok(None) } else { reader.id(text).map(Some) }
}
