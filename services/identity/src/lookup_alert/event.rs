//! What happens to an alert, as it is stored and as it is published.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PersonId, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::identity::{store::v1 as store, v1 as facts};
use prost::Message;

use super::limit::{Crossing, Kind, Period};

/// Something that happened to an alert. Who was looked up is no part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Somebody should look at it.
    Raised {
        /// About whom.
        practitioner: PersonId,
        /// What happened.
        crossing: Crossing,
    },
    /// Somebody has.
    Acknowledged {
        /// Who.
        by: PersonId,
    },
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Raised { .. } => "lookup_alert.raised",
            Self::Acknowledged { .. } => "lookup_alert.acknowledged",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Raised { practitioner, crossing } => encoded(&stored(*practitioner, *crossing)),
            Self::Acknowledged { by } => encoded(&store::LookupAlertAcknowledged { administrator_id: by.to_string() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "lookup_alert.raised" => {
                let store::LookupAlertRaised { practitioner_id, kind, period, made, allowed } = reader.payload()?;
                let (kind, period) = (reader.known(Kind::from_number(kind))?, reader.known(Period::from_number(period))?);
                Ok(Self::Raised { practitioner: reader.id(&practitioner_id)?, crossing: Crossing { kind, period, made, allowed } })
            }
            "lookup_alert.acknowledged" => {
                let store::LookupAlertAcknowledged { administrator_id } = reader.payload()?;
                Ok(Self::Acknowledged { by: reader.id(&administrator_id)? })
            }
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let lookup_alert_id = meta.aggregate_id.to_string();
        let (message, payload) = match self {
            Self::Raised { practitioner, crossing } => (
                "kajo.identity.v1.LookupAlertRaised",
                facts::LookupAlertRaised {
                    lookup_alert_id,
                    practitioner_id: practitioner.to_string(),
                    kind: crossing.kind.number(),
                    period: crossing.period.number(),
                }
                .encode_to_vec(),
            ),
            Self::Acknowledged { .. } => {
                ("kajo.identity.v1.LookupAlertAcknowledged", facts::LookupAlertAcknowledged { lookup_alert_id }.encode_to_vec())
            }
        };
        Some(PublishedFact { message, payload, audience: Vec::new() })
    }
}

/// As it is stored.
pub(crate) fn stored(practitioner: PersonId, crossing: Crossing) -> store::LookupAlertRaised {
    let Crossing { kind, period, made, allowed } = crossing;
    store::LookupAlertRaised { practitioner_id: practitioner.to_string(), kind: kind.number(), period: period.number(), made, allowed }
}
