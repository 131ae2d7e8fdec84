//! The real bus: facts are heard from the moment the gateway stands, in order, over a refill too.

use std::time::Duration;

use async_nats::{
    HeaderMap,
    jetstream::{self, stream},
};
use futures::{StreamExt, stream::BoxStream};
use gateway::News;
use tokio::time::timeout;

struct Bus {
    nats: async_nats::Client,
    prefix: String,
}

impl Bus {
    async fn start() -> Self {
        let url = std::env::var("KAJO_TEST_NATS_URL").expect("KAJO_TEST_NATS_URL; see tools/test-servers");
        let prefix = format!("T{}", chassis::clock::Ids::system().v7(chassis::Clock::system().now()).simple());
        Self { nats: async_nats::connect(url).await.unwrap(), prefix }
    }

    async fn stream(&self, incarnation: u64) {
        let name = format!("{}_CONVERSATIONS_{incarnation}", self.prefix);
        let subjects = vec![format!("{}.{incarnation}.>", self.prefix)];
        jetstream::new(self.nats.clone()).create_stream(stream::Config { name, subjects, ..stream::Config::default() }).await.unwrap();
    }

    async fn publish(&self, incarnation: u64, number: u64) {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("ce-type", "kajo.conversations.v1.MessageWritten".to_owned()),
            ("ce-source", "conversations".to_owned()),
            ("ce-subject", "0198c0de-0000-7000-8000-0000000000cc".to_owned()),
            ("kajo-fact-no", number.to_string()),
            ("kajo-incarnation", incarnation.to_string()),
            ("kajo-audience", "person:1,queue:2".to_owned()),
        ] {
            headers.insert(name, value.as_str());
        }
        let subject = format!("{}.{incarnation}.conversation.MessageWritten.x", self.prefix);
        jetstream::new(self.nats.clone()).publish_with_headers(subject, headers, "".into()).await.unwrap().await.unwrap();
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        let (nats, prefix) = (self.nats.clone(), self.prefix.clone());
        tokio::spawn(async move {
            for incarnation in 1..=2 {
                let _ = jetstream::new(nats.clone()).delete_stream(format!("{prefix}_CONVERSATIONS_{incarnation}")).await;
            }
        });
    }
}

async fn next(news: &mut BoxStream<'static, News>) -> News {
    timeout(Duration::from_secs(10), news.next()).await.expect("nothing was heard").unwrap()
}

#[tokio::test]
async fn facts_are_heard_from_now_on_in_order_and_a_refill_is_noticed() {
    let bus = Bus::start().await;
    bus.stream(1).await;
    bus.publish(1, 1).await;
    let mut news = gateway::hear(bus.nats.clone(), &bus.prefix);
    assert!(matches!(next(&mut news).await, News::Standing));
    for number in 2..=50 {
        bus.publish(1, number).await;
    }
    for number in 2..=50 {
        let News::Fact(fact) = next(&mut news).await else { panic!("a fact was expected") };
        assert_eq!((fact.fact_no, fact.stream_seq, fact.incarnation), (number, number, 1));
        assert_eq!(fact.audience, ["person:1", "queue:2"]);
    }
    bus.stream(2).await;
    assert!(matches!(next(&mut news).await, News::Lost));
    bus.publish(2, 51).await;
    let News::Fact(fact) = next(&mut news).await else { panic!("a fact was expected") };
    assert_eq!((fact.fact_no, fact.incarnation), (51, 2));
}
