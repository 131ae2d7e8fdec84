//! Events of a notification in the store, and the fact that one of them is for the world.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded},
    timestamp,
};
use kajo_proto::content::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Channel, Event, Kind, Outcome, Standing};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Planned(_) => "notification.planned",
            Self::AttemptBegun { .. } => "notification.attempt_begun",
            Self::NotTaken { .. } => "notification.not_taken",
            Self::Settled { .. } => "notification.settled",
            Self::Withdrawn => "notification.withdrawn",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Planned(standing) => encoded(&to_stored(standing)),
            Self::AttemptBegun { channel } => encoded(&stored::NotificationAttemptBegun { channel: channel.number() }),
            Self::NotTaken { channel } => encoded(&stored::NotificationNotTaken { channel: channel.number() }),
            Self::Settled { channel, outcome } => encoded(&stored::NotificationSettled { channel: channel.number(), outcome: outcome.number() }),
            Self::Withdrawn => encoded(&stored::NotificationWithdrawn {}),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        Ok(match stored.event_type.as_str() {
            "notification.planned" => Self::Planned(read_standing(&reader)?),
            "notification.attempt_begun" => {
                Self::AttemptBegun { channel: read_channel(&reader, reader.payload::<stored::NotificationAttemptBegun>()?.channel)? }
            }
            "notification.not_taken" => Self::NotTaken { channel: read_channel(&reader, reader.payload::<stored::NotificationNotTaken>()?.channel)? },
            "notification.settled" => {
                let message: stored::NotificationSettled = reader.payload()?;
                Self::Settled { channel: read_channel(&reader, message.channel)?, outcome: reader.known(Outcome::from_number(message.outcome))? }
            }
            "notification.withdrawn" => {
                reader.payload::<stored::NotificationWithdrawn>()?;
                Self::Withdrawn
            }
            _ => return Err(reader.unknown()),
        })
    }

    /// Told to nobody's pages, and not whom it concerns: this service alone follows what it plans.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        match self {
            Self::Planned(standing) => {
                let fact = public::NotificationPlanned {
                    notification_id: meta.aggregate_id.to_string(),
                    kind: standing.kind.public().into(),
                    until: Some(timestamp(standing.until)),
                    at_once: standing.at_once,
                };
                Some(PublishedFact { message: "kajo.content.v1.NotificationPlanned", payload: fact.encode_to_vec(), audience: Vec::new() })
            }
            Self::AttemptBegun { .. } | Self::NotTaken { .. } | Self::Settled { .. } | Self::Withdrawn => None,
        }
    }
}

fn to_stored(standing: &Standing) -> stored::NotificationPlanned {
    let Standing { kind, object, recipient, starts_at, until, at_once } = *standing;
    stored::NotificationPlanned {
        kind: kind.number(),
        recipient_id: recipient.to_string(),
        object_id: object.to_string(),
        starts_at: starts_at.map(timestamp),
        until: Some(timestamp(until)),
        at_once,
    }
}

fn read_standing(reader: &Reader<'_>) -> Result<Standing, DecodeError> {
    let message: stored::NotificationPlanned = reader.payload()?;
    Ok(Standing {
        kind: reader.known(Kind::from_number(message.kind))?,
        object: reader.known(Uuid::try_parse(&message.object_id).ok())?,
        recipient: reader.id(&message.recipient_id)?,
        starts_at: message.starts_at.map(|at| read_time(reader, at)).transpose()?,
        until: read_time(reader, reader.known(message.until)?)?,
        at_once: message.at_once,
    })
}

fn read_time(reader: &Reader<'_>, at: prost_types::Timestamp) -> Result<Timestamp, DecodeError> {
    reader.known(Timestamp::new(at.seconds, at.nanos).ok())
}

fn read_channel(reader: &Reader<'_>, number: u32) -> Result<Channel, DecodeError> {
    reader.known(Channel::from_number(number))
}
