//! What happens to a feature flag, as it is stored and as everybody is told.

use chassis_domain::{
    AudienceKey, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::identity::{store::v1 as store, v1 as facts};
use prost::Message;

use super::Setting;

/// Something that happened to a flag.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A feature was switched.
    Switched {
        /// The flag's name: it may be gone from the code since.
        name: String,
        /// How.
        setting: Setting,
    },
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType("feature_flag.switched")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        let Self::Switched { name, setting } = self;
        encoded(&store::FeatureFlagSwitched { name: name.clone(), setting: setting.number() })
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        if stored.event_type != "feature_flag.switched" {
            return Err(reader.unknown());
        }
        let store::FeatureFlagSwitched { name, setting } = reader.payload()?;
        Ok(Self::Switched { name, setting: reader.known(Setting::from_number(setting))? })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let Self::Switched { name, .. } = self;
        let fact = facts::FeatureFlagSwitched { feature_flag_id: meta.aggregate_id.to_string(), name: name.clone() };
        Some(PublishedFact {
            message: "kajo.identity.v1.FeatureFlagSwitched",
            payload: fact.encode_to_vec(),
            audience: vec![AudienceKey::everybody()],
        })
    }
}
