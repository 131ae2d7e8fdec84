//! What is whispered, as a gateway hears it.

use async_nats::Subscriber;
use futures::StreamExt as _;
use prost::Message;

use crate::waiting_room::{Customer, Professional, WaitingRoom};

/// Hears everything that is whispered from now on.
pub(crate) async fn listen(room: &WaitingRoom) -> Subscriber {
    let settings = &room.world.environment().environment().settings;
    let listener = async_nats::connect(&settings.nats_url).await.unwrap();
    let heard = listener.subscribe(format!("{}.whisper.*", settings.bus_prefix.to_lowercase())).await.unwrap();
    listener.flush().await.unwrap();
    heard
}

/// The next whisper: its kind, whom it is for, and what it says.
pub(crate) async fn next<M: Message + Default>(heard: &mut Subscriber) -> (String, String, M) {
    let message = heard.next().await.unwrap();
    let headers = message.headers.unwrap();
    let header = |name: &str| headers.get(name).unwrap().to_string();
    (header("ce-type"), header("kajo-audience"), M::decode(message.payload).unwrap())
}

pub(crate) fn to_professional(liisa: &Professional) -> String {
    format!("person:{}", liisa.context.person_id)
}

pub(crate) fn to_screen(aino: &Customer) -> String {
    let id = &aino.context.person_id;
    format!("screen:{id}:{id}")
}
