//! A gateway on free ports, and services behind it that write down every call that reaches them.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use bytes::Bytes;
use chassis::{Clock, clock::Ids};
use futures::{FutureExt, channel::mpsc, future::BoxFuture};
use gateway::{App, Limits, LocalService, News, Pace, Running, Settings, SiteSettings, Surroundings, Upstream};
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, StreamBody};
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        BeginOnBehalfResponse, BeginSignInResponse, ChooseWorkContextResponse, CloseOnBehalfRequest, CloseOnBehalfResponse, CompleteOnBehalfRequest,
        CompleteOnBehalfResponse, CompleteSignInRequest, CompleteSignInResponse, HumanName, Identifier, Impersonator, LeaveRealmRequest,
        LeaveRealmResponse, ResolveSessionRequest, ResolveSessionResponse, Session, SignOutRequest, SignOutResponse, SignedOutAtRealmRequest,
        SignedOutAtRealmResponse, User,
    },
    options::v1::Caller,
};
use prost::Message;
use prost_types::Timestamp;
use tokio::sync::{Notify, watch};
use tonic::{Code, Status, body::Body};
use tower::{service_fn, util::BoxCloneSyncService};

use crate::{
    browser::{Browser, framed},
    conversations, fhir, forms, visits,
};

/// A call as a service saw it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// The services' side of the world.
#[derive(Default)]
pub(crate) struct Services {
    /// Identity's; `None`: the machine's.
    clock: Option<Clock>,
    pub(crate) seen: Mutex<Vec<Seen>>,
    /// Living sessions by secret.
    pub(crate) sessions: Mutex<HashMap<String, CallerContext>>,
    /// The audience keys that conversations answers with.
    pub(crate) audience: Mutex<Vec<String>>,
    /// While it is true, it gives no answer to that.
    pub(crate) audience_away: AtomicBool,
    /// How often sessions were asked for, and how often with touch.
    pub(crate) resolved: AtomicU32,
    pub(crate) touched: AtomicU32,
    /// While it is true, identity keeps to itself who somebody is.
    pub(crate) held: watch::Sender<bool>,
    /// Lets a slow handler go on to its end, and set when it did.
    pub(crate) go_on: Notify,
    pub(crate) slow_ended: AtomicBool,
    /// Told when a file begins to come.
    pub(crate) uploading: Notify,
    /// What identity finds when it checks an authorisation, and how often it was asked to.
    pub(crate) authorization: Mutex<Authorization>,
    pub(crate) checked: AtomicU32,
    /// The secrets of integrators that are in use.
    pub(crate) integrator_secrets: Mutex<Vec<fhir::InUse>>,
    /// While it is true, identity gives no answer about them, and nobody takes anything in.
    pub(crate) fhir_away: AtomicBool,
}

/// What a check of an authorisation finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Authorization {
    #[default]
    Holds,
    Gone,
    Unknown,
}

pub(crate) struct World {
    pub(crate) services: Arc<Services>,
    pub(crate) running: Option<Running>,
    pub(crate) facts: mpsc::UnboundedSender<News>,
    pub(crate) folder: PathBuf,
}

pub(crate) const PERSON: &str = "0198c0de-0000-7000-8000-000000000001";
pub(crate) const PRINCIPAL: &str = "0198c0de-0000-7000-8000-000000000002";
pub(crate) const SESSION: &str = "0198c0de-0000-7000-8000-0000000000aa";
pub(crate) const COUNT: &str = "/kajo.conversations.v1.TaskService/CountTasks";

impl World {
    pub(crate) async fn start() -> Self {
        Self::with(Pace::default()).await
    }

    pub(crate) async fn with(pace: Pace) -> Self {
        Self::of(pace, Clock::system(), Limits::default(), false).await
    }

    /// A world whose gateway has `clock`.
    pub(crate) async fn at(clock: &Clock) -> Self {
        Self::of(Pace::default(), clock.clone(), Limits::default(), false).await
    }

    /// A world whose gateway has limits of the test's own, and of which TLS ends in front.
    pub(crate) async fn limited(limits: Limits) -> Self {
        Self::of(Pace::default(), Clock::system(), limits, true).await
    }

    /// Behind TLS there is one proxy in front.
    pub(crate) async fn of(pace: Pace, clock: Clock, limits: Limits, behind_tls: bool) -> Self {
        let services = Arc::new(Services { clock: Some(clock.clone()), ..Services::default() });
        let folder = new_folder();
        let (running, facts) = gateway(&services, &folder, pace, clock, limits, behind_tls).await;
        Self { services, running: Some(running), facts, folder }
    }

    /// Another gateway in front of the same services, with a bus of its own.
    pub(crate) async fn beside(&self, clock: &Clock) -> (Running, mpsc::UnboundedSender<News>) {
        gateway(&self.services, &self.folder, Pace::default(), clock.clone(), Limits::default(), false).await
    }

    pub(crate) fn browser(&self, app: App) -> Browser {
        Browser::at(self.address(app, false))
    }

    pub(crate) fn address(&self, app: App, tls: bool) -> std::net::SocketAddr {
        self.running.as_ref().unwrap().address(app, tls).unwrap()
    }

    pub(crate) fn resident(&self) -> Browser {
        self.browser(App::Resident)
    }

    /// Opens a session and answers with its secret.
    pub(crate) fn session(&self, kind: Caller) -> String {
        let secret = format!("secret-{}", kind as i32);
        let caller = CallerContext { kind: kind.into(), person_id: PERSON.to_owned(), session_id: SESSION.to_owned(), ..CallerContext::default() };
        self.services.sessions.lock().unwrap().insert(secret.clone(), caller);
        secret
    }

    /// Opens a session of this resident and answers with its secret.
    pub(crate) fn session_of(&self, person_id: &str) -> String {
        let secret = self.session(Caller::Resident);
        person_id.clone_into(&mut self.services.sessions.lock().unwrap().get_mut(&secret).unwrap().person_id);
        secret
    }

    /// Opens a session that acts for [`PRINCIPAL`] and answers with its secret.
    pub(crate) fn session_on_behalf(&self) -> String {
        let secret = self.session(Caller::Resident);
        let mut sessions = self.services.sessions.lock().unwrap();
        let caller = sessions.get_mut(&secret).unwrap();
        let impersonator =
            kajo_proto::caller::v1::Impersonator { person_id: PERSON.to_owned(), display_name: "Aino Demo".to_owned(), ..Default::default() };
        (caller.person_id, caller.impersonator) = (PRINCIPAL.to_owned(), Some(impersonator));
        secret
    }

    /// The calls that reached a service, without the gateway's own.
    pub(crate) fn calls(&self) -> Vec<Seen> {
        let seen = self.services.seen.lock().unwrap();
        seen.iter().filter(|seen| !seen.path.contains("SessionService") && !seen.path.contains("OnBehalfService")).cloned().collect()
    }
}

fn new_folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kajo-gateway-{}", Ids::system().v7(Clock::system().now())));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

async fn gateway(
    services: &Arc<Services>,
    folder: &Path,
    pace: Pace,
    clock: Clock,
    limits: Limits,
    behind_tls: bool,
) -> (Running, mpsc::UnboundedSender<News>) {
    let (facts, heard) = mpsc::unbounded();
    let upstream = |answer: fn(Arc<Services>, Seen) -> BoxFuture<'static, http::Response<Body>>| Upstream::Local(recording(services, answer));
    let upstreams = HashMap::from([
        ("kajo.identity.v1", upstream(identity)),
        ("kajo.conversations.v1", upstream(conversations::answer)),
        ("kajo.chat_queue.v1", upstream(visits::chat_queue)),
        ("kajo.survey.v1", upstream(forms::survey)),
        ("kajo.content.v1", upstream(fhir::content)),
    ]);
    let free = Some("127.0.0.1:0".parse().unwrap());
    let sites = App::ALL.map(|app| SiteSettings {
        app,
        plain: free,
        tls: free,
        origins: vec!["https://kajo.example.org".to_owned()],
        app_link: (app == App::Resident).then(|| "kajo-resident://open".to_owned()),
    });
    let settings = Settings {
        sites: sites.to_vec(),
        apps_dir: folder.join("apps"),
        tls_dir: folder.join("tls"),
        behind_tls,
        undo_ms: None,
        resident_url: Some("https://kajo.example".to_owned()),
        proxies: Some(usize::from(behind_tls)),
        pace,
        limits,
        systems: ::fhir::SystemIdentifiers::default(),
    };
    let surroundings = Surroundings {
        upstreams,
        clock,
        ids: Ids::system(),
        sign: Arc::new(visits::signed),
        draft_key: Arc::new(draft_key),
        visit_key: [7; 32],
        news: Box::pin(heard),
    };
    facts.unbounded_send(News::Standing).unwrap();
    (gateway::start(settings, surroundings).await.unwrap(), facts)
}

/// Another one for each whose it is.
fn draft_key(of: &str) -> [u8; 32] {
    let mut key = [0; 32];
    for (at, byte) in of.bytes().enumerate() {
        key[at % 32] ^= byte.rotate_left(u32::try_from(at / 32).unwrap());
    }
    key
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn recording(services: &Arc<Services>, answer: fn(Arc<Services>, Seen) -> BoxFuture<'static, http::Response<Body>>) -> LocalService {
    let services = Arc::clone(services);
    BoxCloneSyncService::new(service_fn(move |request: Request<Body>| {
        let services = Arc::clone(&services);
        async move {
            let (head, body) = request.into_parts();
            let path = head.uri.path().to_owned();
            if path.ends_with("/UploadAttachment") {
                services.uploading.notify_one();
            }
            let body = match body.collect().await {
                Ok(body) => body.to_bytes().to_vec(),
                Err(status) => {
                    services.seen.lock().unwrap().push(Seen { path: format!("{path} broken off"), headers: head.headers, body: Vec::new() });
                    return Ok(status.into_http());
                }
            };
            let seen = Seen { path, headers: head.headers, body };
            services.seen.lock().unwrap().push(seen.clone());
            Ok(answer(services, seen).await)
        }
    }))
}

pub(crate) fn reply(message: &impl Message) -> http::Response<Body> {
    stream([framed(message)], &Status::ok(""))
}

pub(crate) fn stream<const N: usize>(messages: [Vec<u8>; N], status: &Status) -> http::Response<Body> {
    let mut trailers = HeaderMap::new();
    status.add_header(&mut trailers).unwrap();
    let frames = messages.into_iter().map(|message| http_body::Frame::data(Bytes::from(message))).chain([http_body::Frame::trailers(trailers)]);
    let body = StreamBody::new(futures::stream::iter(frames.map(Ok::<_, Status>)));
    http::Response::builder().header("content-type", "application/grpc").header("kajo-inside", "1").body(Body::new(body)).unwrap()
}

pub(crate) fn refused(code: Code, reason: &str) -> http::Response<Body> {
    use tonic_types::{ErrorDetails, StatusExt};
    Status::with_error_details(code, reason, ErrorDetails::with_error_info(reason, "kajo.test", [])).into_http()
}

pub(crate) fn decoded<M: Message + Default>(body: &[u8]) -> M {
    M::decode(&body[5..]).unwrap()
}

fn identity(services: Arc<Services>, seen: Seen) -> BoxFuture<'static, http::Response<Body>> {
    async move {
        match seen.path.rsplit('/').next().unwrap() {
            "ResolveSession" => {
                let asked: ResolveSessionRequest = decoded(&seen.body);
                services.resolved.fetch_add(1, Ordering::SeqCst);
                services.held.subscribe().wait_for(|held| !held).await.unwrap();
                services.touched.fetch_add(u32::from(asked.touch), Ordering::SeqCst);
                let caller = services.sessions.lock().unwrap().get(&asked.session_secret).cloned();
                let why = if asked.session_secret == "ended elsewhere" { "session_ended_elsewhere" } else { "session_missing" };
                let Some(caller) = caller else { return refused(Code::Unauthenticated, why) };
                let authorization = *services.authorization.lock().unwrap();
                services.checked.fetch_add(u32::from(asked.check), Ordering::SeqCst);
                let now = services.clock.as_ref().map_or_else(|| Clock::system().now(), Clock::now);
                reply(&on_behalf(caller, asked.check, authorization, now.as_second()))
            }
            "BeginSignIn" => reply(&BeginSignInResponse {
                url: "http://127.0.0.1:9090/realms/resident/auth?state=right".to_owned(),
                callback_secret: "callback-secret".to_owned(),
            }),
            "CompleteSignIn" => {
                let asked: CompleteSignInRequest = decoded(&seen.body);
                if asked.callback_secret == "callback-secret" && asked.state == "right" {
                    let denied = asked.code == "stranger";
                    reply(&CompleteSignInResponse {
                        session_secret: "fresh".to_owned(),
                        return_to: "/fi/messages".to_owned(),
                        denied,
                        ..CompleteSignInResponse::default()
                    })
                } else {
                    refused(Code::InvalidArgument, "state_mismatch")
                }
            }
            "BeginOnBehalf" => reply(&BeginOnBehalfResponse {
                url: "http://127.0.0.1:9090/oauth/authorize?user=u".to_owned(),
                callback_secret: "callback-secret".to_owned(),
            }),
            "CompleteOnBehalf" => {
                let asked: CompleteOnBehalfRequest = decoded(&seen.body);
                match asked.code.as_str() {
                    "right" if asked.callback_secret == "callback-secret" => reply(&CompleteOnBehalfResponse { return_to: "/fi/inbox".to_owned() }),
                    "late" => refused(Code::Unauthenticated, "session_expired"),
                    "away" => refused(Code::Unavailable, "authorizations_unavailable"),
                    _ => refused(Code::PermissionDenied, "mandate_missing"),
                }
            }
            "CloseOnBehalf" => {
                let asked: CloseOnBehalfRequest = decoded(&seen.body);
                reply(&CloseOnBehalfResponse { denied: asked.session_secret == "stranger" })
            }
            "SignOut" => {
                let asked: SignOutRequest = decoded(&seen.body);
                if services.sessions.lock().unwrap().remove(&asked.session_secret).is_none() && asked.session_secret != "ran out" {
                    return refused(Code::Unauthenticated, "session_missing");
                }
                reply(&SignOutResponse { url: "/".to_owned(), ticket: "ticket".to_owned(), ..SignOutResponse::default() })
            }
            "SignedOutAtRealm" => {
                if decoded::<SignedOutAtRealmRequest>(&seen.body).logout_token == "signed by the realm" {
                    reply(&SignedOutAtRealmResponse {})
                } else {
                    refused(Code::InvalidArgument, "logout_token_refused")
                }
            }
            "LeaveRealm" => {
                let asked: LeaveRealmRequest = decoded(&seen.body);
                if asked.ticket != "ticket" {
                    return refused(Code::Unauthenticated, "session_missing");
                }
                let form = [("id_token_hint".to_owned(), "token\"<".to_owned())].into();
                reply(&LeaveRealmResponse { url: "http://127.0.0.1:9090/realms/resident/logout".to_owned(), form })
            }
            "AdmitIntegrator" => fhir::admission(&services, &seen),
            _ => reply(&ChooseWorkContextResponse {}),
        }
    }
    .boxed()
}

/// A session as identity sees it under an authorisation; `now` in seconds since 1970.
fn on_behalf(mut caller: CallerContext, check: bool, authorization: Authorization, now: i64) -> ResolveSessionResponse {
    let mut revoked = String::new();
    let impersonator =
        caller.impersonator.clone().map(|found| Impersonator { id: found.person_id.clone(), name: found.display_name, patient_id: found.person_id });
    if let Some(found) = caller.impersonator.clone().filter(|_| check && authorization == Authorization::Gone) {
        revoked = std::mem::replace(&mut caller.person_id, found.person_id);
        caller.impersonator = None;
    }
    let unchecked = caller.impersonator.is_some() && check && authorization == Authorization::Unknown;
    let mut answer = ResolveSessionResponse { mandate_unchecked: unchecked, revoked_principal_id: revoked, ..resolved(caller, now) };
    if let Some(session) = &mut answer.session {
        session.impersonator = impersonator;
    }
    answer
}

fn resolved(caller: CallerContext, now: i64) -> ResolveSessionResponse {
    let name = HumanName { text: "Aino Demo".to_owned(), given: "Aino".to_owned(), family: "Demo".to_owned(), usual: String::new() };
    let identifier = Identifier { system: "resident".to_owned(), value: "0198c0de-0000-7000-8000-0000000000ff".to_owned() };
    let user = User { name: Some(name), identifier: Some(identifier), person_id: caller.person_id.clone() };
    ResolveSessionResponse {
        caller: Some(caller),
        session: Some(Session { user: Some(user), impersonator: None }),
        idle_ends_at: Some(Timestamp { seconds: now + 900, nanos: 0 }),
        absolute_ends_at: Some(Timestamp { seconds: now + 3_600, nanos: 0 }),
        ..ResolveSessionResponse::default()
    }
}
