//! The real bus: facts are heard from the moment the gateway stands, in order, over a refill too.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use async_nats::{
    HeaderMap,
    jetstream::{self, stream},
};
use chassis::testkit::eventually;
use futures::{StreamExt, stream::BoxStream};
use gateway::News;
use tokio::time::timeout;

/// How long a test waits for what must come.
const SOON: Duration = Duration::from_secs(30);
/// How long it waits for the answer of a bus that may be down, before it asks again.
const A_MOMENT: Duration = Duration::from_millis(500);

struct Bus {
    nats: async_nats::Client,
    prefix: String,
}

impl Bus {
    async fn start() -> Self {
        Self::at(&std::env::var("KAJO_TEST_NATS_URL").expect("KAJO_TEST_NATS_URL; see tools/test-servers")).await
    }

    async fn at(url: &str) -> Self {
        let prefix = format!("T{}", chassis::clock::Ids::system().v7(chassis::Clock::system().now()).simple());
        let nats = async_nats::ConnectOptions::new().retry_on_initial_connect().connect(url).await.unwrap();
        Self { nats, prefix }
    }

    async fn stream(&self, incarnation: u64) {
        let name = format!("{}_CONVERSATIONS_{incarnation}", self.prefix);
        let subjects = vec![format!("{}.{incarnation}.>", self.prefix)];
        let (bus, config) = (jetstream::new(self.nats.clone()), stream::Config { name, subjects, ..stream::Config::default() });
        // A server that has just been started answers a moment later.
        eventually(|| async { bus.create_stream(config.clone()).await.ok() }).await;
    }

    async fn publish(&self, incarnation: u64, number: u64) {
        assert!(self.try_publish(incarnation, number, SOON).await);
    }

    async fn whisper(&self, message: &str) {
        let mut headers = HeaderMap::new();
        for (name, value) in [("ce-type", message), ("ce-source", "chat-queue"), ("kajo-audience", "line:1,line:2")] {
            headers.insert(name, value);
        }
        let subject = format!("{}.whisper.chat-queue", self.prefix.to_lowercase());
        self.nats.publish_with_headers(subject, headers, "ids and numbers".into()).await.unwrap();
    }

    /// Whether the bus has it, as it answers within `patience`.
    async fn try_publish(&self, incarnation: u64, number: u64, patience: Duration) -> bool {
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
        let mut bus = jetstream::new(self.nats.clone());
        bus.set_timeout(patience);
        match bus.publish_with_headers(subject, headers, "".into()).await {
            Ok(confirmation) => confirmation.await.is_ok(),
            Err(_) => false,
        }
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

/// A nats-server of the test's own, which it may kill.
struct OwnServer {
    child: Child,
    port: u16,
    folder: PathBuf,
}

impl OwnServer {
    fn start() -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = std::env::temp_dir().join(format!("kajo-nats-{port}"));
        Self { child: Self::spawn(port, &folder), port, folder }
    }

    fn spawn(port: u16, folder: &Path) -> Child {
        // Fetched by `./just`, like the shared test servers.
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.local/tools/bin/nats-server");
        let mut command = Command::new(program);
        command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"]).arg(folder).stderr(Stdio::null());
        command.spawn().expect("nats-server; run ./just test once")
    }

    fn kill_and_restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = Self::spawn(self.port, &self.folder);
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
#[ignore = "long: kills a bus of its own"]
async fn after_a_bus_that_was_killed_everybody_starts_anew_and_facts_are_heard_again() {
    let mut server = OwnServer::start();
    let bus = Bus::at(&format!("nats://127.0.0.1:{}", server.port)).await;
    bus.stream(1).await;
    let mut news = gateway::hear(bus.nats.clone(), &bus.prefix);
    assert!(matches!(next(&mut news).await, News::Standing));
    bus.publish(1, 1).await;
    assert!(matches!(next(&mut news).await, News::Fact(_)));
    server.kill_and_restart();
    // The relay publishes again what was not confirmed; here one more fact does, once the server is back.
    let mut published = false;
    for _ in 0..100 {
        published = bus.try_publish(1, 2, A_MOMENT).await;
        if published {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(published);
    let mut number = 3;
    loop {
        match timeout(Duration::from_secs(1), news.next()).await {
            // Heard, or told that something may have gone by: either way nobody is left in the dark.
            Ok(Some(News::Fact(fact))) if fact.fact_no >= 2 => break,
            Ok(Some(_)) => {}
            Ok(None) => panic!("the hearing ended"),
            Err(_) => {
                assert!(number < 40, "nothing is heard any more");
                bus.try_publish(1, number, A_MOMENT).await;
                number += 1;
            }
        }
    }
}

async fn next(news: &mut BoxStream<'static, News>) -> News {
    timeout(SOON, news.next()).await.expect("nothing was heard").unwrap()
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

#[tokio::test]
async fn cha_04_whispers_are_heard_beside_the_facts_and_what_is_none_of_ours_is_not() {
    let bus = Bus::start().await;
    bus.stream(1).await;
    let mut news = gateway::hear(bus.nats.clone(), &bus.prefix);
    assert!(matches!(next(&mut news).await, News::Standing));
    bus.whisper("elsewhere.v1.LineMoved").await;
    bus.whisper("kajo.chat_queue.v1.LineMoved").await;
    let News::Whisper(whispered) = next(&mut news).await else { panic!("a whisper was expected") };
    assert_eq!((whispered.message.as_str(), whispered.payload.as_ref()), ("kajo.chat_queue.v1.LineMoved", b"ids and numbers".as_slice()));
    assert_eq!(whispered.audience, ["line:1", "line:2"]);
    bus.publish(1, 1).await;
    assert!(matches!(next(&mut news).await, News::Fact(_)));
}

#[tokio::test]
async fn k_02_the_stream_that_took_the_place_of_another_is_heard_whatever_its_number() {
    let bus = Bus::start().await;
    bus.stream(2).await;
    let mut news = gateway::hear(bus.nats.clone(), &bus.prefix);
    assert!(matches!(next(&mut news).await, News::Standing));
    bus.publish(2, 1).await;
    assert!(matches!(next(&mut news).await, News::Fact(_)));
    // The bus was lost, and the store, put back from a backup, knows of fewer lives of it.
    jetstream::new(bus.nats.clone()).delete_stream(format!("{}_CONVERSATIONS_2", bus.prefix)).await.unwrap();
    bus.stream(1).await;
    let mut lost = false;
    for tries in 0.. {
        assert!(tries < 30, "the new stream is not heard");
        bus.publish(1, 2).await;
        match timeout(Duration::from_secs(1), news.next()).await {
            Ok(Some(News::Fact(fact))) if fact.incarnation == 1 => break,
            Ok(Some(News::Lost)) => lost = true,
            _ => {}
        }
    }
    assert!(lost, "whoever follows was not told to begin anew");
}
