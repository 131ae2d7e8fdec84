//! What the bus carries: everything that happened, and nothing about anybody.

use std::time::Duration;

use async_nats::jetstream::{self, consumer::pull};
use futures::{StreamExt, TryStreamExt};
use gateway::App;
use kajo_proto::facts;

use crate::{
    journey::{place, start},
    world::World,
};

/// How long the facts of a journey may take to the bus.
const PATIENCE: Duration = Duration::from_secs(30);

/// What must never be seen outside the databases.
const CANARIES: [&str; 8] = ["canary-topic", "canary-text", "canary-file", "Aino", "Lehtonen", "Liisa", "Virtanen", "aino"];

/// A fact as the bus carries it.
pub(crate) struct Carried {
    /// For example `kajo.conversations.v1.ConversationStarted`.
    pub(crate) kind: String,
    /// All of it, with what is no text made one.
    pub(crate) whole: String,
    pub(crate) payload: Vec<u8>,
}

/// Everything that the bus has taken in so far.
pub(crate) async fn carried(world: &World) -> Vec<Carried> {
    let nats = async_nats::connect(&world.environment.settings.nats_url).await.unwrap();
    let bus = jetstream::new(nats);
    let names: Vec<String> = bus.stream_names().try_collect().await.unwrap();
    let mut found = Vec::new();
    for name in names.iter().filter(|name| name.starts_with(&world.environment.settings.bus_prefix)) {
        let stream = bus.get_stream(name).await.unwrap();
        let messages = stream.cached_info().state.messages;
        if messages == 0 {
            continue;
        }
        let consumer = stream.create_consumer(pull::Config::default()).await.unwrap();
        let mut batch = consumer.fetch().max_messages(usize::try_from(messages).unwrap()).messages().await.unwrap();
        while let Some(message) = batch.next().await {
            let message = message.unwrap();
            let whole = format!("{} {:?} {}", message.subject, message.headers, String::from_utf8_lossy(&message.payload));
            let kind = message.headers.as_ref().and_then(|headers| headers.get("ce-type")).unwrap().as_str().to_owned();
            found.push(Carried { kind, whole, payload: message.payload.to_vec() });
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_the_bus_carries_no_personal_data_and_no_free_text() {
    let world = World::start().await;
    let (mut resident, practitioner) = (world.resident("aino").await, world.practitioner("liisa").await);
    let upload = resident.request(reqwest::Method::POST, "/api/attachments").header("content-type", "application/octet-stream");
    let upload = upload.header("x-kajo-file-name", "canary-file.pdf").header("idempotency-key", "0198c0de-0000-7000-8000-00000000abcd");
    upload.body("%PDF-1.4\ncanary-text\n%%EOF\n").send().await.unwrap();
    let place = place(&resident, &practitioner).await;
    let started = start(&resident, &place, "canary-topic", "canary-text").await;
    resident.post_json("/api/session/sign-out", "{}").await;
    assert_eq!(resident.app, App::Resident);

    let mut seen = Vec::new();
    // Everything has come once the last fact of the journey is there.
    let until = tokio::time::Instant::now() + PATIENCE;
    while !seen.iter().any(|fact: &String| fact.ends_with("SessionEnded")) || !seen.iter().any(|fact| fact.ends_with("ConversationStarted")) {
        assert!(tokio::time::Instant::now() < until, "the facts did not come: {seen:?}");
        seen.clear();
        for Carried { kind, whole, .. } in carried(&world).await {
            for canary in CANARIES {
                assert!(!whole.contains(canary), "{canary} in {whole}");
            }
            assert!(facts::find(&kind).is_some(), "{kind} is no fact of the contract");
            seen.push(kind);
        }
    }
    assert!(!started.conversation_id.is_empty());
    world.end().await;
}
