//! Facts that cannot be put on the bus.

use chassis::{
    Service,
    store::CommandMeta,
    telemetry::metrics,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{
    Aggregate, AudienceKey, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PublishedFact, Refusal, Sealer,
    Stored, Uuid, stored::encoded,
};
use kajo_proto::{identity::store::v1 as store, identity::v1::SessionStarted};
use prost::Message;

use crate::{
    relay::{disorder, on_bus},
    tally::MIGRATOR,
};

#[derive(Clone, Debug, Default)]
struct Odd;

/// What is published of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Usual,
    /// Of a message that the contract of this build does not have: a later build ran here before.
    Unknown,
    /// For so many that it is larger than a message may be.
    ForAll,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("never refused")]
struct Never;

impl Refusal for Never {
    fn code(&self) -> &'static str {
        "never"
    }
}

impl Aggregate for Odd {
    const CATEGORY: &'static str = "odd";
    type Command = Kind;
    type Event = Kind;
    type Refusal = Never;

    fn decide(&self, command: &Kind, _: &DecideContext) -> Result<Vec<Kind>, Never> {
        Ok(vec![*command])
    }

    fn evolve(&mut self, _: &Kind) {}
}

impl DomainEvent for Kind {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Usual => "odd.usual",
            Self::Unknown => "odd.unknown",
            Self::ForAll => "odd.for_all",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        encoded(&store::LocationDefined::default())
    }

    fn decode(stored: &Stored, _: &dyn Opener) -> Result<Self, DecodeError> {
        Ok(match stored.event_type.as_str() {
            "odd.unknown" => Self::Unknown,
            "odd.for_all" => Self::ForAll,
            _ => Self::Usual,
        })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let fact = SessionStarted { session_id: meta.aggregate_id.to_string(), ..SessionStarted::default() };
        let message = if *self == Self::Unknown { "kajo.identity.v1.OfALaterBuild" } else { "kajo.identity.v1.SessionStarted" };
        let keys = if *self == Self::ForAll { 40_000 } else { 1 };
        let audience = (0..keys).map(|_| AudienceKey::person(meta.aggregate_id)).collect();
        Some(PublishedFact { message, payload: fact.encode_to_vec(), audience })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_12_a_fact_that_cannot_be_published_parks_its_stream_and_no_other() {
    let environment = TestEnvironment::start().await.unwrap();
    let start = || environment.service(Service::new("identity", &MIGRATOR).aggregate::<Odd>());
    let running = start().await.unwrap();
    let (unknown, for_all, well) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let give = async |id: Uuid, kinds: &[Kind]| {
        for kind in kinds {
            running.kernel().store.execute::<Odd>(Id::from_uuid(id), *kind, CommandMeta::system(Uuid::now_v7())).await.unwrap();
        }
    };
    give(unknown, &[Kind::Usual, Kind::Unknown, Kind::Usual]).await;
    give(for_all, &[Kind::Usual, Kind::ForAll, Kind::Usual]).await;
    give(well, &[Kind::Usual, Kind::Usual, Kind::Usual]).await;
    let facts = on_bus(&environment, 5).await;
    let of = |id: Uuid| facts.iter().filter(|(whose, _)| *whose == id.to_string()).map(|(_, number)| *number).collect::<Vec<_>>();
    assert_eq!((of(unknown), of(for_all), of(well)), (vec![1], vec![1], vec![1, 2, 3]));
    let told = |reason| format!("kajo_facts_unpublishable_total{{service=\"identity\",kind=\"{reason}\"}} 1");
    for reason in ["unknown", "too_large"] {
        assert!(metrics::render().lines().any(|line| line == told(reason)), "{reason} was not told");
    }
    // A build that knows the fact puts it and what waits behind it on the bus, in order.
    let pool = running.kernel().pool.clone();
    sqlx::query("update outbox set fact_type = 'kajo.identity.v1.SessionStarted'").execute(&pool).await.unwrap();
    running.stop().await;
    let running = start().await.unwrap();
    let facts = eventually(|| async {
        let facts = on_bus(&environment, 5).await;
        (facts.len() >= 7).then_some(facts)
    })
    .await;
    assert_eq!((facts.len(), disorder(&facts)), (7, 0));
    // What is filled again, for the second time now, leaves the same ones out.
    running.refill().await.unwrap();
    let third = |name: &String| name.ends_with("_3");
    eventually(|| async {
        let settings = &environment.environment().settings;
        let context = async_nats::jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
        let names: Vec<String> = futures::TryStreamExt::try_collect(context.stream_names()).await.unwrap();
        names.iter().any(third).then_some(())
    })
    .await;
    let facts = on_bus(&environment, 7).await;
    assert_eq!((facts.len(), disorder(&facts)), (7, 0));
    running.stop().await;
    environment.remove().await.unwrap();
}
