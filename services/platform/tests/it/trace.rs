//! One trace from the browser's click to the last consumer.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_nats::jetstream::{self, consumer::pull};
use futures::{StreamExt, TryStreamExt};
use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    trace::v1::Span,
};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Request, Response, Status, transport::Server};

use crate::{
    journey::{place, start},
    world::World,
};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Whoever receives the spans of this process.
#[derive(Clone, Default)]
pub(crate) struct Sink(Arc<Mutex<Vec<Span>>>);

#[tonic::async_trait]
impl TraceService for Sink {
    async fn export(&self, request: Request<ExportTraceServiceRequest>) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let spans = request.into_inner().resource_spans.into_iter().flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans);
        self.0.lock().unwrap().extend(spans);
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Sink {
    pub(crate) async fn start() -> (Self, SocketAddr) {
        let sink = Self::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = TraceServiceServer::new(sink.clone());
        tokio::spawn(Server::builder().add_service(service).serve_with_incoming(TcpListenerStream::new(listener)));
        (sink, address)
    }

    /// What every span says, but for its times and ids.
    pub(crate) fn told(&self) -> Vec<String> {
        let told = |span: &Span| {
            let events: Vec<_> = span.events.iter().map(|event| (&event.name, &event.attributes)).collect();
            format!("{} {:?} {events:?} {:?}", span.name, span.attributes, span.status)
        };
        self.0.lock().unwrap().iter().map(told).collect()
    }

    /// Names of the spans of our trace.
    fn names(&self) -> Vec<String> {
        let wanted = hex_of(TRACE);
        self.0.lock().unwrap().iter().filter(|span| span.trace_id == wanted).map(|span| span.name.clone()).collect()
    }
}

fn hex_of(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_03_one_trace_runs_from_the_browser_to_the_last_consumer() {
    let (sink, address) = Sink::start().await;
    let telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::start().await;
    let (resident, practitioner) = (world.resident("aino").await, world.practitioner("liisa").await);
    let place = place(&resident, &practitioner).await;
    let traced = resident.with("traceparent", &format!("00-{TRACE}-00f067aa0ba902b7-01"));
    let started = start(&traced, &place, "canary-topic", "canary-text").await;

    // The event store.
    let pool = &world.platform.service("conversations").unwrap().kernel().pool;
    let stream = format!("conversation-{}", started.conversation_id);
    let stored: Vec<String> =
        sqlx::query_scalar("select meta -> 'trace' ->> 'traceparent' from events where stream_id = $1").bind(&stream).fetch_all(pool).await.unwrap();
    assert!(!stored.is_empty() && stored.iter().all(|trace| trace.contains(TRACE)), "{stored:?}");

    // The bus.
    let on_the_bus = chassis::testkit::eventually(|| async {
        let found = traces_on_the_bus(&world, &started.conversation_id).await;
        (!found.is_empty()).then_some(found)
    })
    .await;
    assert!(on_the_bus.iter().all(|trace| trace.contains(TRACE)), "{on_the_bus:?}");

    // Gateway, service and consumer tell of it.
    let wanted = ["/kajo.conversations.v1.ConversationService/StartConversation", "consume"];
    chassis::testkit::eventually(|| async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        telemetry.flush();
        let names = sink.names();
        wanted.iter().all(|wanted| names.iter().any(|name| name == wanted)).then_some(())
    })
    .await;
    let rpc = sink.names().iter().filter(|name| name.ends_with("/StartConversation")).count();
    assert!(rpc >= 2, "both gateway and service have a span");

    // No personal data in telemetry.
    let everything = format!("{:?}", sink.0.lock().unwrap());
    for canary in ["canary-topic", "canary-text", "Lehtonen", "Virtanen"] {
        assert!(!everything.contains(canary), "{canary}");
    }
    world.end().await;
}

async fn traces_on_the_bus(world: &World, conversation_id: &str) -> Vec<String> {
    let bus = jetstream::new(async_nats::connect(&world.environment.settings.nats_url).await.unwrap());
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
        while let Some(Ok(message)) = batch.next().await {
            let Some(headers) = &message.headers else { continue };
            if headers.get("ce-subject").is_some_and(|subject| subject.as_str() == conversation_id) {
                found.push(headers.get("traceparent").map(|trace| trace.as_str().to_owned()).unwrap_or_default());
            }
        }
    }
    found
}
