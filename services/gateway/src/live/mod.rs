//! Live updates: one follower of all facts in this process, one ring of the last ones, and a stream per browser tab that
//! reads the ring through the eyes of its person. What services whisper goes past the ring, to the streams that are open.

mod bus;
mod follower;
mod ring;
mod subscription;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chassis::domain::AudienceKey;
use futures::{future::try_join_all, stream::BoxStream};
use http::uri::PathAndQuery;
use kajo_proto::{
    codec::CheckedCodec,
    conversations::v1::{GetAudienceRequest, GetAudienceResponse},
    live::v1::{SubscribeRequest, Update, live_service_server},
    methods::{METHODS, Method},
};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status};

pub use self::{
    bus::hear,
    follower::{Heard, News, Whispered},
};
pub(crate) use self::{
    follower::{Whispers, follow},
    ring::{Eyes, KEPT, Ring},
};
use crate::{
    app::App,
    refusal,
    rpc::{Signer, Upstream},
    session::{Resolved, Sessions},
    visit::{Visit, Visits},
};

/// Whispers that a stream may be behind; of one that is further behind, the oldest are lost.
pub(crate) const WHISPERS: usize = 1_024;

/// With what a stream ends.
#[derive(Clone, Debug)]
pub(crate) enum RestsOn {
    /// The session behind a secret.
    Session(App, String),
    /// A visit.
    Visit(Visit),
}

/// Whose stream it is, handed along with the request.
#[derive(Clone, Debug)]
pub(crate) struct Subscriber {
    rests_on: RestsOn,
    session: Arc<Resolved>,
}

impl Subscriber {
    pub(crate) fn new(rests_on: RestsOn, session: Arc<Resolved>) -> Self {
        Self { rests_on, session }
    }
}

/// What all streams share. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Live {
    pub(crate) ring: Arc<Ring>,
    pub(crate) whispers: Whispers,
    /// Whether the follower stands. Before, nobody can be promised anything.
    pub(crate) following: watch::Receiver<bool>,
    pub(crate) sessions: Sessions,
    pub(crate) visits: Visits,
    pub(crate) audiences: Audiences,
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
        let caller = &session.caller;
        let own = [AudienceKey::person(&caller.person_id), AudienceKey::session(&caller.session_id), AudienceKey::everybody()];
        let asked = self.audiences.0.iter().filter(|(method, _)| session.may_call(method));
        let told = try_join_all(asked.map(|(method, service)| ask(method, service, session))).await?;
        Ok(told.into_iter().flatten().chain(own.into_iter().map(String::from)).collect())
    }
}

/// Every service that says what a caller may be told of: it has a method `GetAudience`, and the answers all have one shape. Callers ask those
/// that know their kind.
#[derive(Clone)]
pub(crate) struct Audiences(Vec<(&'static Method, Upstream)>);

impl Audiences {
    /// Among the services behind these packages.
    pub(crate) fn of(upstreams: &HashMap<&'static str, Upstream>) -> Self {
        let asked = METHODS.iter().filter(|method| method.name == "GetAudience");
        Self(asked.filter_map(|method| Some((method, upstreams.get(method.package)?.clone()))).collect())
    }
}

/// The keys that one service names.
async fn ask(method: &Method, service: &Upstream, session: &Resolved) -> Result<Vec<String>, Status> {
    let mut client = tonic::client::Grpc::new(service.clone());
    client.ready().await?;
    let request = Signer::request(GetAudienceRequest {}, &session.signed, None);
    let codec = CheckedCodec::<GetAudienceRequest, GetAudienceResponse>::default();
    Ok(client.unary(request, PathAndQuery::from_static(method.path), codec).await?.into_inner().keys)
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
        let place = subscription::Place::of(&self.ring, &request.get_ref().cursor, &Eyes::of(&subscriber.session.caller));
        let audience = self.audience(&subscriber.session).await?;
        Ok(Response::new(Box::pin(subscription::stream(self.clone(), subscriber, place, audience))))
    }
}
