//! What is told to open pages and stored nowhere.

use std::time::Duration;

use async_nats::jetstream;
use chassis::{store::CommandMeta, testkit::TestEnvironment, whisper::MOST_BYTES};
use chassis_domain::{AudienceKey, Uuid};
use futures::StreamExt;
use kajo_proto::chat_queue::v1::{LineChange, LineMoved};
use prost::Message;
use tokio::time::timeout;

use crate::{
    own_bus::OwnServer,
    relay::on_bus,
    tally::{Command, Tally, TallyId, service},
};

const MESSAGE: &str = "kajo.chat_queue.v1.LineMoved";
const SOON: Duration = Duration::from_secs(30);

#[tokio::test(flavor = "multi_thread")]
async fn cha_04_a_whisper_is_heard_by_whoever_listens_and_no_stream_stores_it() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let kernel = running.kernel();
    let id = TallyId::from_uuid(Uuid::now_v7());
    kernel.store.execute::<Tally>(id, Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(on_bus(&environment, 1).await.len(), 1);

    let settings = &environment.environment().settings;
    let listener = async_nats::connect(&settings.nats_url).await.unwrap();
    let mut heard = listener.subscribe(format!("{}.whisper.*", settings.bus_prefix.to_lowercase())).await.unwrap();
    // What is asked over this connection is answered behind that: the server knows of the listener.
    let names: Vec<_> = jetstream::new(listener.clone()).stream_names().collect().await;
    assert!(names.iter().all(Result::is_ok));

    let queue = Uuid::now_v7();
    let audience = [AudienceKey::line(queue), AudienceKey::everybody()];
    let moved = LineMoved { chat_queue_id: queue.to_string(), from_seq: 7, changes: vec![LineChange { ticket: 3, returned: false }] };
    let too_large = LineMoved { chat_queue_id: "q".repeat(MOST_BYTES), ..moved.clone() };
    kernel.whispers.tell(&audience, MESSAGE, &too_large).await;
    kernel.whispers.tell(&audience, MESSAGE, &moved).await;
    let message = timeout(SOON, heard.next()).await.expect("nothing was heard").unwrap();
    assert_eq!(LineMoved::decode(message.payload).unwrap(), moved, "and nothing that is too large");
    let headers = message.headers.unwrap();
    let header = |name: &str| headers.get(name).unwrap().to_string();
    assert_eq!((header("ce-type"), header("ce-source")), (MESSAGE.to_owned(), kernel.name.to_owned()));
    assert_eq!(header("kajo-audience"), format!("line:{queue},everybody"));
    assert_eq!(on_bus(&environment, 1).await.len(), 1, "the fact alone");
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: kills a bus of its own"]
async fn cha_04_who_whispers_goes_on_while_the_bus_is_away() {
    let mut server = OwnServer::start().await;
    let environment = server.environment().await;
    let running = environment.service(service()).await.unwrap();
    server.kill();
    let whispers = &running.kernel().whispers;
    let told = async {
        for from_seq in 1..=10_000 {
            whispers.tell(&[AudienceKey::everybody()], MESSAGE, &LineMoved { from_seq, ..LineMoved::default() }).await;
        }
    };
    timeout(Duration::from_secs(10), told).await.expect("it waits for the bus");
    server.go_on().await;
    running.stop().await;
    environment.remove().await.unwrap();
}
