//! What a change of a line costs at the least: the same bytes to as many open streams, by a server in this program that does nothing else.
//! It stands on what the gateway's own listeners stand on.

use std::{convert::Infallible, io, time::Instant};

use anyhow::Result;
use axum::{Router, body::Body, extract::State, serve::ListenerExt};
use bytes::Bytes;
use chassis_domain::demo_id;
use futures::{
    StreamExt,
    future::{self, Ready},
    stream,
};
use kajo_proto::{
    chat_queue::v1::{LineChange, LineMoved},
    live::v1::{Update, Welcome, Whisper, update::Update as Kind},
};
use prost::Message;
use tokio::{net::TcpListener, sync::broadcast, task::JoinSet};

use crate::{
    cpu::{Cpu, Spent},
    queue::{CHANGES, PAUSE, QUEUE},
    tabs::{LINE_MOVED, Tabs, Told},
    web::{Browser, frame},
    world::World,
};

/// Frames on their way to a stream: one change is told after another.
const UNDER_WAY: usize = 16;

/// The server. Streams are open until it is dropped.
struct Broadcast {
    url: String,
    frames: broadcast::Sender<Bytes>,
    _serving: JoinSet<io::Result<()>>,
}

impl Broadcast {
    async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let (frames, _) = broadcast::channel(UNDER_WAY);
        let router = Router::new().fallback(answer).with_state(frames.clone());
        let listener = listener.tap_io(|stream| {
            // Where that cannot be, it goes on without.
            let _ = stream.set_nodelay(true);
        });
        let mut serving = JoinSet::new();
        serving.spawn(async move { axum::serve(listener, router).await });
        Ok(Self { url, frames, _serving: serving })
    }

    /// Tells all of the change of this number; answers with when it began to.
    fn tell(&self, number: u64) -> Result<Instant> {
        let changes = vec![LineChange { ticket: number, returned: false }];
        let moved = LineMoved { chat_queue_id: demo_id("chat-queue", QUEUE).to_string(), from_seq: number, changes };
        let whisper = Whisper { message: LINE_MOVED.to_owned(), payload: moved.encode_to_vec().into() };
        let frame = framed(Kind::Whisper(whisper));
        let begun = Instant::now();
        self.frames.send(frame)?;
        Ok(begun)
    }
}

/// Every call is answered with a stream, which says first that it stands.
fn answer(State(frames): State<broadcast::Sender<Bytes>>, _asked: Bytes) -> Ready<Body> {
    let told = stream::unfold(frames.subscribe(), |mut told| async move { Some((told.recv().await.ok()?, told)) });
    let stands = stream::once(future::ready(framed(Kind::Welcome(Welcome {}))));
    future::ready(Body::from_stream(stands.chain(told).map(Ok::<_, Infallible>)))
}

fn framed(update: Kind) -> Bytes {
    frame(&Update { cursor: String::new(), update: Some(update) }).into()
}

/// Measures with so many streams; what was spent is the server's and the clients'.
pub(crate) async fn run(world: &World, streams: u32) -> Result<(Told, Spent)> {
    let server = Broadcast::start().await?;
    let mut tabs = Tabs::open(&vec![Browser::nobody(&server.url)?; streams as usize]).await?;
    let mut told = Told::nothing()?;
    let before = Cpu::read(world)?;
    for number in 1..=u64::from(CHANGES) {
        let begun = server.tell(number)?;
        told.record(begun, &tabs.reached(number).await?)?;
        tokio::time::sleep(PAUSE).await;
    }
    let spent = Cpu::read(world)?.since(before);
    tabs.close().await;
    Ok((told, spent))
}
