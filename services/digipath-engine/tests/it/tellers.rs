//! What other services tell of: facts under the aggregates that they are about. Nothing is remembered of those here.

use std::marker::PhantomData;

use chassis::{service::Running, store::CommandMeta};
use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PublishedFact, Sealer, Stored, Uuid,
};
use digipath_engine::execution::Refusal;
use prost::Message;

/// Facts that are told here.
const FACTS: [&str; 7] = [
    "kajo.scheduling.v1.AppointmentBooked",
    "kajo.scheduling.v1.AppointmentChanged",
    "kajo.scheduling.v1.AppointmentMoved",
    "kajo.scheduling.v1.AppointmentCancelled",
    "kajo.conversations.v1.CustomerTaskMarkedDone",
    "kajo.survey.v1.SurveyActivated",
    "kajo.survey.v1.SurveyAnswered",
];

/// Of what something is told.
pub(crate) trait Kind: Clone + Default + Send + Sync + 'static {
    const CATEGORY: &'static str;
}

macro_rules! kinds {
    ($($kind:ident = $category:literal),+) => {
        $(
            #[derive(Clone, Debug, Default)]
            pub(crate) struct $kind;

            impl Kind for $kind {
                const CATEGORY: &'static str = $category;
            }
        )+
    };
}

kinds!(Appointment = "appointment", CustomerTask = "customer_task", SurveyActivation = "survey_activation");

/// Something of which facts are told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Teller<K>(PhantomData<K>);

/// A fact.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
    message: &'static str,
    payload: Vec<u8>,
}

impl<K: Kind> Aggregate for Teller<K> {
    const CATEGORY: &'static str = K::CATEGORY;
    type Command = Told;
    type Event = Told;
    type Refusal = Refusal;

    fn decide(&self, told: &Told, _: &DecideContext) -> Result<Vec<Told>, Refusal> {
        Ok(vec![told.clone()])
    }

    fn evolve(&mut self, _: &Told) {}
}

impl DomainEvent for Told {
    fn event_type(&self) -> EventType {
        EventType(self.message)
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        Encoded { schema: 1, payload: self.payload.clone() }
    }

    fn decode(stored: &Stored, _: &dyn Opener) -> Result<Self, DecodeError> {
        let message = FACTS.into_iter().find(|known| *known == stored.event_type);
        let message = message.ok_or_else(|| DecodeError::UnknownType(stored.event_type.clone()))?;
        Ok(Self { message, payload: stored.payload.clone() })
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        Some(PublishedFact { message: self.message, payload: self.payload.clone(), audience: Vec::new() })
    }
}

/// A service tells of something.
pub(crate) async fn tell<K: Kind>(service: &Running, about: Uuid, message: &'static str, fact: &impl Message) {
    let told = Told { message, payload: fact.encode_to_vec() };
    let id = Id::<Teller<K>>::from_uuid(about);
    service.kernel().store.execute(id, told, CommandMeta::system(Uuid::now_v7())).await.unwrap();
}
