//! Whispers: ids and numbers of a moment for open pages, for example that a line has moved. Core NATS carries them and nothing stores them;
//! one that is missed does not come again, so whoever is told can notice that and ask. `docs/decisions/0023-whispers.md` says why.

use std::time::Duration;

use async_nats::HeaderMap;
use chassis_domain::AudienceKey;
use prost::Message;

use crate::relay::{Bus, headers};

/// How large a whisper may be. Ids and numbers need no more, and whatever does is asked of its service.
pub const MOST_BYTES: usize = 1_024;

/// A connection that takes nothing for so long counts as away.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a service whispers with. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Whispers {
    bus: Bus,
    service: &'static str,
}

impl Whispers {
    pub(crate) fn new(bus: Bus, service: &'static str) -> Self {
        Self { bus, service }
    }

    /// Tells open pages of those who hold one of these keys; `message` is the full name of what is told. Nobody learns whether it was
    /// heard: while the bus is away it is lost, and the caller goes on.
    pub async fn tell(&self, audience: &[AudienceKey], message: &'static str, payload: &impl Message) {
        let (service, bytes) = (self.service, payload.encoded_len());
        if bytes > MOST_BYTES {
            tracing::error!(service, whisper = message, bytes, "whisper.too_large");
            return;
        }
        // The client would keep it, and send it once nobody wants it any more.
        if !self.bus.connected() {
            tracing::debug!(service, whisper = message, "whisper.lost");
            return;
        }
        let subject = format!("{}.whisper.{service}", self.bus.root());
        let mut map = HeaderMap::new();
        map.insert(headers::TYPE, message);
        map.insert(headers::SOURCE, service);
        map.insert(headers::AUDIENCE, audience.join(","));
        let sent = self.bus.client.publish_with_headers(subject, map, payload.encode_to_vec().into());
        if !matches!(tokio::time::timeout(PATIENCE, sent).await, Ok(Ok(()))) {
            tracing::debug!(service, whisper = message, "whisper.lost");
        }
    }
}
