//! Live updates: one follower of all facts in this process, one ring of the last ones, and a stream per browser tab that
//! reads the ring through the eyes of its person.

mod bus;
mod follower;
mod ring;
mod subscription;

use std::{collections::HashSet, sync::Arc};

use futures::stream::BoxStream;
use kajo_proto::{
    conversations::v1::{GetAudienceRequest, category_service_client::CategoryServiceClient},
    live::v1::{SubscribeRequest, Update, live_service_server},
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status};

pub use self::{
    bus::hear,
    follower::{Heard, News},
};
pub(crate) use self::{follower::follow, ring::KEPT, ring::Ring};
use crate::{
    app::App,
    refusal,
    rpc::{Signer, Upstream},
    session::{Resolved, Sessions},
};

/// The session that a stream belongs to, handed along with the request.
#[derive(Clone, Debug)]
pub(crate) struct Subscriber {
    app: App,
    secret: String,
    session: Arc<Resolved>,
}

impl Subscriber {
    pub(crate) fn new(app: App, secret: String, session: Arc<Resolved>) -> Self {
        Self { app, secret, session }
    }
}

/// What all streams share. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Live {
    pub(crate) ring: Arc<Ring>,
    /// Whether the follower stands. Before, nobody can be promised anything.
    pub(crate) following: watch::Receiver<bool>,
    pub(crate) sessions: Sessions,
    pub(crate) conversations: CategoryServiceClient<Upstream>,
    pub(crate) stopping: CancellationToken,
    pub(crate) pace: Pace,
}

/// How often streams do what they do by the clock.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The session is looked at: sooner than an answer about it is over, so that no call of an open app waits for one.
    pub session: std::time::Duration,
    /// Silence after which a heartbeat is sent.
    pub heartbeat: std::time::Duration,
    /// What the person may see is asked anew.
    pub audience: std::time::Duration,
    /// A stream ends and the app resumes.
    pub life: std::time::Duration,
    /// The same, by what was sent.
    pub life_bytes: usize,
}

impl Default for Pace {
    fn default() -> Self {
        use std::time::Duration;
        Self {
            session: Duration::from_millis(900),
            heartbeat: Duration::from_secs(15),
            audience: Duration::from_mins(1),
            life: Duration::from_mins(10),
            life_bytes: 1 << 20,
        }
    }
}

impl Live {
    /// The keys under which this person may be told of something.
    async fn audience(&self, session: &Resolved) -> Result<HashSet<String>, Status> {
        let request = Signer::request(GetAudienceRequest {}, &session.signed, None);
        let answered = self.conversations.clone().get_audience(request).await?;
        let mut keys: HashSet<_> = answered.into_inner().keys.into_iter().collect();
        keys.insert(format!("person:{}", session.caller.person_id));
        keys.insert(session_key(&session.caller.session_id));
        keys.insert(EVERYBODY.to_owned());
        Ok(keys)
    }
}

/// The key of what everybody may be told who follows at all.
const EVERYBODY: &str = "everybody";

/// The key under which a session hears of itself.
fn session_key(session_id: &str) -> String {
    format!("session:{session_id}")
}

#[tonic::async_trait]
impl live_service_server::LiveService for Live {
    type SubscribeStream = BoxStream<'static, Result<Update, Status>>;

    async fn subscribe(&self, request: Request<SubscribeRequest>) -> Result<Response<Self::SubscribeStream>, Status> {
        let subscriber = request.extensions().get::<Subscriber>().cloned().ok_or_else(|| refusal::status(Code::Internal, "internal"))?;
        let mut following = self.following.clone();
        if following.wait_for(|stands| *stands).await.is_err() {
            return Err(crate::rpc::unavailable());
        }
        // The place is taken first: whatever happens while the audience is asked for still comes.
        let place = subscription::Place::of(&self.ring, &request.get_ref().cursor);
        let audience = self.audience(&subscriber.session).await?;
        Ok(Response::new(Box::pin(subscription::stream(self.clone(), subscriber, place, audience))))
    }
}
