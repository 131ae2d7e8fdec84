//! Events of a health record in the store, and the facts that they are for the world.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded, seal},
    timestamp,
};
use kajo_proto::content::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Digest, Event, EventKind, Head, Kind};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Arrived { .. } => "health_record.arrived",
            EventKind::Corrected { .. } => "health_record.corrected",
            EventKind::Withdrawn => "health_record.withdrawn",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let head = Some(to_stored(&self.head));
        match &self.what {
            EventKind::Arrived { resource } => encoded(&stored::HealthRecordArrived { head, resource: seal(resource, sealer) }),
            EventKind::Corrected { resource } => encoded(&stored::HealthRecordCorrected { head, resource: seal(resource, sealer) }),
            EventKind::Withdrawn => encoded(&stored::HealthRecordWithdrawn { head }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (what, head) = match stored.event_type.as_str() {
            "health_record.arrived" => {
                let message: stored::HealthRecordArrived = reader.payload()?;
                (EventKind::Arrived { resource: reader.sealed(message.resource)? }, message.head)
            }
            "health_record.corrected" => {
                let message: stored::HealthRecordCorrected = reader.payload()?;
                (EventKind::Corrected { resource: reader.sealed(message.resource)? }, message.head)
            }
            "health_record.withdrawn" => (EventKind::Withdrawn, reader.payload::<stored::HealthRecordWithdrawn>()?.head),
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, head: read_head(&reader, head)? })
    }

    /// That there is something, never what: no code of a test or a drug.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (health_record_id, patient_id) = (meta.aggregate_id.to_string(), self.head.patient.to_string());
        let kind = self.head.kind.public().into();
        let (message, payload) = match &self.what {
            EventKind::Arrived { .. } => {
                ("kajo.content.v1.HealthRecordArrived", public::HealthRecordArrived { health_record_id, patient_id, kind }.encode_to_vec())
            }
            EventKind::Corrected { .. } => {
                ("kajo.content.v1.HealthRecordCorrected", public::HealthRecordCorrected { health_record_id, patient_id, kind }.encode_to_vec())
            }
            EventKind::Withdrawn => {
                ("kajo.content.v1.HealthRecordWithdrawn", public::HealthRecordWithdrawn { health_record_id, patient_id, kind }.encode_to_vec())
            }
        };
        Some(PublishedFact { message, payload, audience: self.audience() })
    }
}

fn to_stored(head: &Head) -> stored::HealthRecordHead {
    let Head { patient, kind, integrator, at, source_updated_at, digest } = head;
    stored::HealthRecordHead {
        patient_id: patient.to_string(),
        kind: kind.number(),
        integrator_id: integrator.to_string(),
        at: Some(timestamp(*at)),
        source_updated_at: Some(timestamp(*source_updated_at)),
        digest: digest.to_vec().into(),
    }
}

fn read_head(reader: &Reader<'_>, message: Option<stored::HealthRecordHead>) -> Result<Head, DecodeError> {
    let message = reader.known(message)?;
    Ok(Head {
        patient: reader.id(&message.patient_id)?,
        kind: reader.known(Kind::from_number(message.kind))?,
        integrator: reader.known(Uuid::try_parse(&message.integrator_id).ok())?,
        at: read_time(reader, message.at)?,
        source_updated_at: read_time(reader, message.source_updated_at)?,
        digest: reader.known(Digest::try_from(message.digest.to_vec()).ok())?,
    })
}

fn read_time(reader: &Reader<'_>, at: Option<prost_types::Timestamp>) -> Result<Timestamp, DecodeError> {
    reader.known(at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok()))
}
