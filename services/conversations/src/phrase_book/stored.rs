//! Events of a phrase book in the store. They stay private to the service.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded, seal},
};
use kajo_proto::conversations::store::v1 as stored;

use super::{Event, Phrase};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Saved(_) => "phrase_book.saved",
            Self::Removed { .. } => "phrase_book.removed",
            Self::Ordered { .. } => "phrase_book.ordered",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Saved(Phrase { id, title, text }) => {
                let title = title.as_ref().and_then(|title| seal(title, sealer));
                encoded(&stored::PhraseSaved { phrase_id: id.to_string(), title, text: seal(text, sealer) })
            }
            Self::Removed { phrase } => encoded(&stored::PhraseRemoved { phrase_id: phrase.to_string() }),
            Self::Ordered { order } => encoded(&stored::PhrasesOrdered { phrase_ids: order.iter().map(ToString::to_string).collect() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "phrase_book.saved" => {
                let message: stored::PhraseSaved = reader.payload()?;
                let title = message.title.map(|title| reader.sealed(Some(title))).transpose()?;
                Ok(Self::Saved(Phrase { id: reader.id(&message.phrase_id)?, title, text: reader.sealed(message.text)? }))
            }
            "phrase_book.removed" => Ok(Self::Removed { phrase: reader.id(&reader.payload::<stored::PhraseRemoved>()?.phrase_id)? }),
            "phrase_book.ordered" => Ok(Self::Ordered { order: reader.ids(&reader.payload::<stored::PhrasesOrdered>()?.phrase_ids)? }),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _meta: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
