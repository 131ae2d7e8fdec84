//! Events of a choice in the store, and the fact that they are for the other tabs of the professional.

use chassis_domain::{
    AudienceKey, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded},
};
use kajo_proto::scheduling::{store::v1 as stored, v1 as public};
use prost::Message;

use super::Chosen;

impl DomainEvent for Chosen {
    fn event_type(&self) -> EventType {
        EventType("calendar_choice.chosen")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        encoded(&stored::CalendarSchedulesChosen { schedule_ids: self.schedules.iter().map(ToString::to_string).collect() })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        match stored.event_type.as_str() {
            "calendar_choice.chosen" => {
                let message: stored::CalendarSchedulesChosen = reader.payload()?;
                let ids = message.schedule_ids.iter().map(|id| reader.known(Uuid::try_parse(id).ok()));
                Ok(Self { schedules: ids.collect::<Result<_, _>>()? })
            }
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let practitioner_id = meta.aggregate_id.to_string();
        let audience = vec![AudienceKey::person(meta.aggregate_id)];
        let payload = public::CalendarSchedulesChosen { practitioner_id }.encode_to_vec();
        Some(PublishedFact { message: "kajo.scheduling.v1.CalendarSchedulesChosen", payload, audience })
    }
}
