//! Follows the facts of all services and lays them into the ring; what is whispered goes to whoever is there.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use chassis::domain::AudienceKey;
use futures::{StreamExt, stream::BoxStream};
use kajo_proto::facts;
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

use super::ring::{Ring, Seen};
use crate::session::Sessions;

/// What the gateway hears from the bus.
#[derive(Clone, Debug)]
pub enum News {
    /// From here on no fact goes by unheard.
    Standing,
    /// Facts may have gone by unheard; from here on none does.
    Lost,
    /// A fact of some service.
    Fact(Heard),
    /// What some service whispers. Those that went by unheard are nobody's loss: whoever is told can notice that.
    Whisper(Whispered),
}

/// Ids and numbers of a moment, stored nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whispered {
    /// Full name of its message.
    pub message: String,
    /// It, encoded. The gateway does not look into it.
    pub payload: Bytes,
    /// The keys of those who may be told.
    pub audience: Vec<String>,
}

/// What is whispered, to every stream that is open.
pub(crate) type Whispers = broadcast::Sender<Arc<Whispered>>;

/// A published fact, as far as the gateway needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Full name of its message.
    pub message: String,
    /// What it is about.
    pub aggregate_id: String,
    /// Its number among the facts of that aggregate.
    pub fact_no: u64,
    /// The keys of those who may be told.
    pub audience: Vec<String>,
    /// The service that published it.
    pub source: String,
    /// Which life of that service's stream on the bus.
    pub incarnation: u64,
    /// Its number in that stream.
    pub stream_seq: u64,
}

/// Where the facts of one service were last heard: incarnation and number in the stream.
type Last = HashMap<String, (u64, u64)>;

/// Follows until stopped. `stands` turns true once new facts are sure to be heard.
pub(crate) async fn follow(
    mut news: BoxStream<'static, News>,
    ring: Arc<Ring>,
    whispers: Whispers,
    sessions: Sessions,
    stands: watch::Sender<bool>,
    stopping: CancellationToken,
) {
    let mut last = Last::new();
    while let Some(Some(heard)) = stopping.run_until_cancelled(news.next()).await {
        match heard {
            News::Standing => {
                stands.send_replace(true);
            }
            News::Lost => ring.lose(),
            News::Fact(fact) => take(fact, &mut last, &ring, &sessions),
            News::Whisper(whispered) => {
                // An error says that no stream is open.
                let _ = whispers.send(Arc::new(whispered));
            }
        }
    }
}

fn take(fact: Heard, last: &mut Last, ring: &Ring, sessions: &Sessions) {
    let before = last.insert(fact.source, (fact.incarnation, fact.stream_seq));
    // A number left out, or a bus that was refilled: nobody can say what was missed.
    if before.is_some_and(|(incarnation, number)| incarnation != fact.incarnation || number + 1 != fact.stream_seq) {
        ring.lose();
    }
    let Some(known) = facts::find(&fact.message) else { return };
    let mut audience = fact.audience;
    if known.package == "kajo.identity.v1" && known.aggregate == "session" {
        sessions.forget(&fact.aggregate_id);
        audience.push(AudienceKey::session(&fact.aggregate_id).into());
    }
    ring.push(Seen { message: known.message, name: known.name, aggregate: known.aggregate, id: fact.aggregate_id, fact_no: fact.fact_no, audience });
}
