//! What happens to the terms of use, as it is stored.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::identity::store::v1 as store;

use super::Texts;

/// Something that happened to the terms.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// They are being written.
    Drafted {
        /// All of it.
        texts: Texts,
    },
    /// They are in force.
    Published {
        /// The first is 1.
        version: u32,
        /// All of it.
        texts: Texts,
    },
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Drafted { .. } => "terms.drafted",
            Self::Published { .. } => "terms.published",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Drafted { texts } => encoded(&store::TermsDrafted { texts: texts.clone().into_iter().collect() }),
            Self::Published { version, texts } => encoded(&store::TermsPublished { version: *version, texts: texts.clone().into_iter().collect() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "terms.drafted" => {
                let payload: store::TermsDrafted = reader.payload()?;
                Ok(Self::Drafted { texts: payload.texts.into_iter().collect() })
            }
            "terms.published" => {
                let payload: store::TermsPublished = reader.payload()?;
                Ok(Self::Published { version: payload.version, texts: payload.texts.into_iter().collect() })
            }
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
