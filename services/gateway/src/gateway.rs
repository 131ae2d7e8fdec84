//! The gateway as a whole: what it is told, what its parts share, how it starts and stops.

use std::{
    collections::HashMap,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use ::fhir::SystemIdentifiers;
use anyhow::{Context, Result};
use axum::Router;
use axum_server::{Handle, accept::NoDelayAcceptor, tls_rustls::RustlsAcceptor, tls_rustls::RustlsConfig};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use chassis::{Clock, access::InternalKey, clock::Ids};
use futures::stream::BoxStream;
use hyper_util::rt::TokioTimer;
use kajo_proto::{
    caller::v1::CallerContext,
    content::v1::fhir_service_client::FhirServiceClient as HealthRecords,
    conversations::v1::attachment_service_client::AttachmentServiceClient,
    identity::v1::{on_behalf_service_client::OnBehalfServiceClient, session_service_client::SessionServiceClient},
    live::v1::live_service_server::LiveServiceServer,
    survey::v1::fhir_service_client::FhirServiceClient as SurveyResponses,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    sync::{Semaphore, watch},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;
use tower::util::BoxCloneSyncService;

use crate::{
    app::App,
    connections::Door,
    fhir::{self, Admissions},
    limits::{Busy, Limits},
    live::{self, Audiences, Eyes, Live, News, Pace, Ring, Whispers},
    origin::Origins,
    rpc::{AddressLimits, CONTENT, CONVERSATIONS, IDENTITY, LIVE, Routes, SURVEY, Sign, Signer, Upstream},
    session::Sessions,
    shell::Shell,
    site::{self, Site},
    tls,
    visit::Visits,
};

/// How long calls may still run when the gateway stops.
const GRACE: Duration = Duration::from_secs(8);
/// A client has this long to send the head of a request.
const HEAD_WITHIN: Duration = Duration::from_secs(15);
/// Silent HTTP/2 connections are asked whether they still live.
const ASKED_EVERY: Duration = Duration::from_secs(30);
/// Streams at once on one HTTP/2 connection.
const STREAMS: u32 = 256;

/// Where one app listens, and under which further origins it is known.
#[derive(Clone, Debug)]
pub struct SiteSettings {
    /// Which app.
    pub app: App,
    /// Address of plain http.
    pub plain: Option<SocketAddr>,
    /// Address of https.
    pub tls: Option<SocketAddr>,
    /// Origins beside those of the listeners, such as a public address.
    pub origins: Vec<String>,
    /// What opens the app's mobile shell, without a slash at its end, for example `fi.kajo.resident://open`; `None`: there is none.
    pub app_link: Option<String>,
}

/// What the gateway is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The apps.
    pub sites: Vec<SiteSettings>,
    /// Holds `<app>/dist`.
    pub apps_dir: PathBuf,
    /// Holds the local certificate.
    pub tls_dir: PathBuf,
    /// Whether the TLS of the plain listeners ends in front of them, so that browsers are told to come over TLS alone.
    pub behind_tls: bool,
    /// For how many milliseconds people can take back what they did; `None`: as the apps take for usual.
    pub undo_ms: Option<u32>,
    /// Where residents reach their app, without a slash at its end: what professionals are shown of it begins with this. `None`: they are shown
    /// paths alone; where it listens says nothing of the address that people outside have for it.
    pub resident_url: Option<String>,
    /// How many proxies stand in front, each of which adds to `X-Forwarded-For` from where it was called. `None`: that is not known, and nothing is
    /// limited by address.
    pub proxies: Option<usize>,
    /// How often live streams do what they do by the clock.
    pub pace: Pace,
    /// What strangers, slow clients and one session may take.
    pub limits: Limits,
    /// By what systems things are named, as other systems are told.
    pub systems: SystemIdentifiers,
}

/// By whose it is, the same each time.
pub type DraftKey = Arc<dyn Fn(&str) -> [u8; 32] + Send + Sync>;

/// Keys for what is typed, out of the key that gateway and services share.
pub fn draft_key(key: &InternalKey) -> DraftKey {
    let key = key.clone();
    Arc::new(move |of: &str| key.derived("drafts", of))
}

/// What the gateway stands on.
pub struct Surroundings {
    /// Services by package, for example `kajo.identity.v1`.
    pub upstreams: HashMap<&'static str, Upstream>,
    /// The time.
    pub clock: Clock,
    /// Randomness.
    pub ids: Ids,
    /// Signs who calls.
    pub sign: Sign,
    /// The key under which browsers keep what somebody types.
    pub draft_key: DraftKey,
    /// Signs visits.
    pub visit_key: [u8; 32],
    /// The facts of all services.
    pub news: BoxStream<'static, News>,
}

/// What the listeners share.
pub(crate) struct Shared {
    pub(crate) routes: Routes,
    pub(crate) sessions: Sessions,
    pub(crate) signer: Signer,
    pub(crate) identity: SessionServiceClient<Upstream>,
    pub(crate) on_behalf: OnBehalfServiceClient<Upstream>,
    pub(crate) conversations: Upstream,
    pub(crate) attachments: AttachmentServiceClient<Upstream>,
    pub(crate) health_records: HealthRecords<Upstream>,
    pub(crate) survey_responses: SurveyResponses<Upstream>,
    /// Who may send to these.
    pub(crate) integrators: Admissions,
    /// By what systems things are named, as JSON of FHIR.
    pub(crate) naming_systems: Bytes,
    pub(crate) limits: Limits,
    /// What runs for each session, and for each visit.
    pub(crate) busy: Busy,
    /// A permit for each sign-in that may be begun at once.
    pub(crate) sign_ins: Semaphore,
    pub(crate) draft_key: DraftKey,
    pub(crate) visits: Visits,
    pub(crate) address_limits: AddressLimits,
    pub(crate) proxies: Option<usize>,
    clock: Clock,
    ids: Ids,
    ring: Arc<Ring>,
    following: watch::Receiver<bool>,
    stopping: CancellationToken,
}

impl Shared {
    /// A fresh nonce for one page.
    pub(crate) fn nonce(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.ids.secret())
    }

    /// Seconds until a moment, given in seconds since 1970; never below zero.
    pub(crate) fn seconds_until(&self, moment: i64) -> i64 {
        moment.saturating_sub(self.clock.now().as_second()).max(0)
    }

    /// Random bytes for a trace that nobody began.
    pub(crate) fn random(&self) -> [u8; 24] {
        let mut random = [0; 24];
        for (to, from) in random.iter_mut().zip(self.ids.secret()) {
            *to = from;
        }
        random
    }

    /// Where live updates stand now: a stream that begins with this cursor misses nothing that comes after. `None` while nobody
    /// follows, since what comes meanwhile is kept nowhere.
    pub(crate) fn live_cursor(&self, caller: &CallerContext) -> Option<String> {
        self.following.borrow().then(|| self.ring.cursor(self.ring.next(), &Eyes::of(caller)))
    }

    /// Whether live updates flow and no end is in sight.
    pub(crate) fn is_ready(&self) -> bool {
        *self.following.borrow() && !self.stopping.is_cancelled()
    }
}

/// Whether the gateway is ready. Cheap to clone.
#[derive(Clone)]
pub struct Readiness(Arc<Shared>);

impl Readiness {
    /// Whether live updates flow and no end is in sight.
    pub fn is_ready(&self) -> bool {
        self.0.is_ready()
    }
}

/// The gateway at work.
pub struct Running {
    addresses: HashMap<(App, bool), SocketAddr>,
    handles: Vec<Handle<SocketAddr>>,
    stopping: CancellationToken,
    shared: Arc<Shared>,
    tasks: JoinSet<()>,
}

impl Running {
    /// Where an app listens: plain, or with TLS.
    pub fn address(&self, app: App, tls: bool) -> Option<SocketAddr> {
        self.addresses.get(&(app, tls)).copied()
    }

    /// Tells whether the gateway is ready, also to those who do not own it.
    pub fn readiness(&self) -> Readiness {
        Readiness(Arc::clone(&self.shared))
    }

    /// Takes no new calls, ends live streams (the apps resume elsewhere) and waits for running calls.
    pub async fn stop(mut self) {
        self.stopping.cancel();
        for handle in &self.handles {
            handle.graceful_shutdown(Some(GRACE));
        }
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Starts the gateway: binds every listener, then serves.
///
/// # Errors
/// When an address is taken, the certificate cannot be made, a system identifier is none, or an upstream that the gateway itself calls is missing.
pub async fn start(settings: Settings, surroundings: Surroundings) -> Result<Running> {
    settings.systems.check()?;
    let Surroundings { mut upstreams, clock, ids, sign, draft_key, visit_key, news } = surroundings;
    let stopping = CancellationToken::new();
    let signer = Signer::new(clock.clone(), sign);
    let identity = upstreams.get(IDENTITY).cloned().context("no upstream for identity")?;
    let conversations = upstreams.get(CONVERSATIONS).cloned().context("no upstream for conversations")?;
    let content = upstreams.get(CONTENT).cloned().context("no upstream for content")?;
    let survey = upstreams.get(SURVEY).cloned().context("no upstream for survey")?;
    let sessions = Sessions::new(identity.clone(), signer.clone(), clock.clone(), settings.limits.unknown_cookies);
    let integrators = Admissions::new(identity.clone(), signer.clone(), clock.clone(), settings.limits.tokens_refused_per_address);
    let visits = Visits::new(visit_key, signer.clone(), clock.clone(), ids.clone(), settings.limits.visits_per_address);
    let ring = Arc::new(Ring::new(ids.v7(clock.now()).simple().to_string(), ids.secret(), live::KEPT));
    let (stands, following) = watch::channel(false);
    let whispers = Whispers::new(live::WHISPERS);
    let live = Live {
        ring: Arc::clone(&ring),
        whispers: whispers.clone(),
        following: following.clone(),
        sessions: sessions.clone(),
        visits: visits.clone(),
        audiences: Audiences::of(&upstreams),
        stopping: stopping.clone(),
        pace: settings.pace,
    };
    upstreams.insert(LIVE, Upstream::Local(BoxCloneSyncService::new(LiveServiceServer::new(live))));

    let shared = Arc::new(Shared {
        routes: Routes::new(&upstreams),
        sessions: sessions.clone(),
        signer,
        identity: SessionServiceClient::new(identity.clone()),
        on_behalf: OnBehalfServiceClient::new(identity),
        attachments: AttachmentServiceClient::new(conversations.clone()),
        conversations,
        health_records: HealthRecords::new(content),
        survey_responses: SurveyResponses::new(survey),
        integrators,
        naming_systems: fhir::naming_systems(&settings.systems),
        limits: settings.limits,
        busy: Busy::default(),
        sign_ins: Semaphore::new(settings.limits.sign_ins),
        draft_key,
        visits,
        address_limits: AddressLimits::new(&clock, &settings.limits),
        proxies: settings.proxies,
        clock: clock.clone(),
        ids,
        ring: Arc::clone(&ring),
        following,
        stopping: stopping.clone(),
    });

    let mut tasks = JoinSet::new();
    tasks.spawn(live::follow(news, ring, whispers, sessions, stands, stopping.clone()));
    let certificate = if settings.sites.iter().any(|site| site.tls.is_some()) { Some(tls::local(&settings.tls_dir, clock.now())?) } else { None };
    let free = Arc::new(Semaphore::new(connections(settings.limits.connections)));
    let (mut addresses, mut handles) = (HashMap::new(), Vec::new());
    for wanted in &settings.sites {
        let bound =
            [(false, wanted.plain), (true, wanted.tls)].map(|(tls, address)| (tls, address.map(|address| bind(wanted.app, address)).transpose()));
        let [(_, plain), (_, secure)] = bound;
        let (plain, secure) = (plain?, secure?);
        let own = Origins::of_listeners(plain.as_ref().map(|(_, at)| *at), secure.as_ref().map(|(_, at)| *at));
        let origins = Arc::new(wanted.origins.iter().fold(own, |origins, origin| origins.and(origin)));
        let shell = Arc::new(Shell::new(wanted.app, &settings.apps_dir, settings.undo_ms, settings.resident_url.as_deref()));
        let app_link: Option<Arc<str>> = wanted.app_link.as_deref().map(Arc::from);
        for (tls, bound) in [(false, plain), (true, secure)] {
            let Some((listener, address)) = bound else { continue };
            let site = Site {
                app: wanted.app,
                tls,
                secure: tls || settings.behind_tls,
                origins: Arc::clone(&origins),
                shell: Arc::clone(&shell),
                app_link: app_link.clone(),
                gateway: Arc::clone(&shared),
            };
            let handle = Handle::new();
            tasks.spawn(serve(listener, certificate.clone().filter(|_| tls), site, handle.clone(), Arc::clone(&free)));
            addresses.insert((wanted.app, tls), address);
            handles.push(handle);
        }
    }
    Ok(Running { addresses, handles, stopping, shared, tasks })
}

fn bind(app: App, address: SocketAddr) -> Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).with_context(|| format!("the address {address} of the {} app", app.name()))?;
    listener.set_nonblocking(true)?;
    let bound = listener.local_addr()?;
    Ok((listener, bound))
}

/// How many connections there may be: as many as were asked for, and at most half of the files that the process may open.
fn connections(wanted: usize) -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // The limit that is set is for programs that cannot bear many; this one can.
    let current = if setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok() { maximum } else { current };
    let most = current.map_or(wanted, |files| usize::try_from(files / 2).unwrap_or(usize::MAX));
    wanted.min(most)
}

async fn serve(listener: TcpListener, certificate: Option<RustlsConfig>, site: Site, handle: Handle<SocketAddr>, free: Arc<Semaphore>) {
    let app = site.app.name();
    let limits = site.gateway.limits;
    let router = Router::new().fallback(site::answer).with_state(site).into_make_service();
    let ended = async {
        let mut server = axum_server::from_tcp(listener)?.handle(handle);
        let http = server.http_builder();
        http.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN);
        http.http2().timer(TokioTimer::new()).keep_alive_interval(ASKED_EVERY).max_concurrent_streams(STREAMS);
        match certificate {
            Some(certificate) => {
                let acceptor = RustlsAcceptor::new(certificate).acceptor(NoDelayAcceptor);
                server.acceptor(Door::new(acceptor, free, &limits)).serve(router).await
            }
            None => server.acceptor(Door::new(NoDelayAcceptor, free, &limits)).serve(router).await,
        }
    };
    if let Err(error) = ended.await {
        tracing::error!(app, %error, "a listener ended");
    }
}
