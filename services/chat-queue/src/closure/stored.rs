//! Events of a closure in the store, and the facts that they are.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Timestamp,
    stored::{Reader, encoded},
    timestamp,
};
use kajo_proto::chat_queue::{store::v1 as stored, v1 as public};

use super::{Closed, Event};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Closed(_) => "closure.closed",
            Self::Reopened => "closure.reopened",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Closed(Closed { text, until }) => {
                encoded(&stored::ChatQueueClosed { text: Some(text.clone().into()), until: until.map(timestamp) })
            }
            Self::Reopened => encoded(&()),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "closure.closed" => {
                let stored::ChatQueueClosed { text, until } = reader.payload()?;
                let moment = |at: prost_types::Timestamp| reader.known(Timestamp::new(at.seconds, at.nanos).ok());
                Ok(Self::Closed(Closed { text: text.into(), until: until.map(moment).transpose()? }))
            }
            "closure.reopened" => reader.payload::<()>().map(|()| Self::Reopened),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let chat_queue_id = meta.aggregate_id.to_string();
        Some(match self {
            Self::Closed(_) => PublishedFact::to_everybody("kajo.chat_queue.v1.ChatQueueClosed", &public::ChatQueueClosed { chat_queue_id }),
            Self::Reopened => PublishedFact::to_everybody("kajo.chat_queue.v1.ChatQueueReopened", &public::ChatQueueReopened { chat_queue_id }),
        })
    }
}
