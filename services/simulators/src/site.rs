//! The simulators at work: addresses, who may be sent back where, routes.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use anyhow::{Context, Result};
use axum::{
    Json, Router,
    extract::{Request, State},
    middleware::{Next, from_fn_with_state},
    response::Response,
    routing::{get, post},
};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tokio::{
    net::{TcpListener, UdpSocket},
    task::JoinSet,
};
use url::Url;
use uuid::Uuid;

use crate::{
    authorizations::{self, AuthorizationsState},
    booking::{self, Book},
    chat_provider, clamd,
    control::{self, Control, Fault, Minted},
    mail,
    openai::{self, OpenAiState},
    outbox::{self, Outbox},
    patient_record,
    people::{self, Realm},
    push::{self, PushState},
    realm::{self, RealmState},
    service_register::{self, RegisteredService, ServiceRegisterState},
    sign_out,
    sms::{self, SmsState},
    token::Keys,
    turn::{self, TurnState},
    web_risk::{self, WebRiskState},
};

/// Where a sign-in may come back to, of a browser and of a mobile shell.
const CALLBACKS: [&str; 2] = ["/api/session/callback", "/api/session/mobile-callback"];
/// Where a person comes back from the authorisation service, likewise.
const ON_BEHALF_CALLBACKS: [&str; 2] = ["/api/session/on-behalf/callback", "/api/session/on-behalf/mobile-callback"];
/// The path of the patient record system's FHIR base address.
const PATIENT_RECORD: &str = "/patient-record/fhir/r4";

/// Where text messages are posted.
const SMS: &str = "/sms/v1/messages";

/// What the simulators are told.
#[derive(Clone, Debug)]
pub struct Config {
    /// The realms' address.
    pub http: SocketAddr,
    /// The scanner's address.
    pub clamd: Option<SocketAddr>,
    /// The mail server's address.
    pub smtp: Option<SocketAddr>,
    /// The TURN server's address.
    pub turn: Option<SocketAddr>,
    /// Origins of the apps; empty: every origin on this machine.
    pub origins: Vec<String>,
    /// The realms sign with keys that nobody has seen yet, and not with those that they have in all tests.
    pub fresh_keys: bool,
    /// The other systems that keep appointments have some of demo residents from the beginning.
    pub demo_bookings: bool,
}

impl Config {
    /// Free ports, every origin on this machine, and the keys of all tests.
    pub fn for_tests() -> Self {
        let free = SocketAddr::from(([127, 0, 0, 1], 0));
        let origins = Vec::new();
        Self { http: free, clamd: Some(free), smtp: Some(free), turn: Some(free), origins, fresh_keys: false, demo_bookings: false }
    }
}

/// What all parts share.
pub(crate) struct World {
    realms: [RealmState; 2],
    origins: Vec<String>,
    pub(crate) control: Control,
    pub(crate) authorizations: AuthorizationsState,
    pub(crate) web_risk: WebRiskState,
    pub(crate) service_register: ServiceRegisterState,
    pub(crate) openai: OpenAiState,
    pub(crate) turn: TurnState,
    pub(crate) outbox: Outbox,
    pub(crate) sms: SmsState,
    pub(crate) push: PushState,
    pub(crate) booking: Book,
}

impl World {
    pub(crate) fn realm(&self, name: &str) -> Option<&RealmState> {
        let wanted = Realm::of(name)?;
        self.realms.iter().find(|realm| realm.realm == wanted)
    }

    /// The address, when a sign-in may come back to it.
    pub(crate) fn redirect(&self, address: &str) -> Option<Url> {
        self.back(address, &CALLBACKS)
    }

    /// The address, when a person may come back to it from the authorisation service.
    pub(crate) fn on_behalf_redirect(&self, address: &str) -> Option<Url> {
        self.back(address, &ON_BEHALF_CALLBACKS)
    }

    fn back(&self, address: &str, paths: &[&str]) -> Option<Url> {
        self.home(address).filter(|url| paths.contains(&url.path()) && url.query().is_none() && url.fragment().is_none())
    }

    /// The address, when it is one of the apps'.
    pub(crate) fn home(&self, address: &str) -> Option<Url> {
        let url = Url::parse(address).ok()?;
        let known = if self.origins.is_empty() { is_here(&url) } else { self.origins.contains(&url.origin().ascii_serialization()) };
        known.then_some(url)
    }
}

#[expect(clippy::disallowed_methods, reason = "the outside world has a clock of its own")]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}

fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.ends_with(".localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// The simulators at work; they stop when this is dropped.
pub struct Running {
    /// Where the realms are.
    pub address: SocketAddr,
    /// Where the scanner is.
    pub clamd: Option<SocketAddr>,
    /// Where the mail server is.
    pub smtp: Option<SocketAddr>,
    /// Where the TURN server is.
    pub turn: Option<SocketAddr>,
    pub(crate) world: Arc<World>,
    _tasks: JoinSet<()>,
    _turn: Option<::turn::server::Server>,
}

impl Running {
    /// The issuer of a realm.
    pub fn issuer(&self, realm: Realm) -> String {
        self.world.realm(realm.name()).map(|realm| realm.issuer().to_owned()).unwrap_or_default()
    }

    /// The FHIR base address of the patient record system.
    pub fn patient_record(&self) -> String {
        format!("http://{}{PATIENT_RECORD}", self.address)
    }

    /// Base address of the national authorisation service.
    pub fn authorizations(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of the mandate for social matters, which is this world's own: the real one is not public.
    pub fn social_mandate(&self) -> String {
        authorizations::social_mandate(&self.authorizations())
    }

    /// Somebody may act for somebody in these matters from now on, and in no others. By login hint.
    pub fn authorize(&self, delegate: &str, principal: &str, health: bool, social: bool) {
        self.world.authorizations.change(delegate, principal, health, social);
    }

    /// How many sessions are open at the authorisation service.
    pub fn authorization_sessions(&self) -> usize {
        self.world.authorizations.open_sessions()
    }

    /// The outside world's clock goes ahead, as that of a test does.
    pub fn advance(&self, by: SignedDuration) {
        self.world.control.advance(by);
    }

    /// The time outside.
    pub fn now(&self) -> Timestamp {
        self.world.control.now()
    }

    /// The mail server, by url.
    pub fn smtp_url(&self) -> String {
        self.smtp.map(|address| format!("smtp://{address}")).unwrap_or_default()
    }

    /// The TURN server, as browsers are told of it.
    pub fn turn_url(&self) -> String {
        self.turn.map(turn::url).unwrap_or_default()
    }

    /// How many relay addresses the TURN server has given so far.
    pub fn turn_allocations(&self) -> usize {
        self.world.turn.allocations()
    }

    /// Where text messages are posted.
    pub fn sms_url(&self) -> String {
        format!("http://{}{SMS}", self.address)
    }

    /// Where browsers subscribe at the push service.
    pub fn push_subscriptions(&self) -> String {
        format!("http://{}{}", self.address, push::SUBSCRIPTIONS)
    }

    /// Base address of the register of harmful addresses.
    pub fn web_risk(&self) -> String {
        format!("http://{}{}", self.address, web_risk::BASE)
    }

    /// A host is harmful from now on, or is so no more. Whoever keeps the lists learns of it when they bring theirs up to date.
    pub fn mark_harmful(&self, host: &str, harmful: bool) {
        self.world.web_risk.mark(host, harmful);
    }

    /// Base address of the register of services.
    pub fn service_register(&self) -> String {
        format!("http://{}{}", self.address, service_register::BASE)
    }

    /// The host of the chat provider.
    pub fn chat_provider_host(&self) -> String {
        self.address.to_string()
    }

    /// The register of services has one, or has it as follows from now on.
    pub fn register_service(&self, service: RegisteredService) {
        self.world.service_register.put(service);
    }

    /// The register of services has one no more.
    pub fn withdraw_service(&self, id: Uuid) {
        self.world.service_register.withdraw(id);
    }

    /// What was sent to an address, the newest last.
    pub fn sent_to(&self, address: &str) -> Vec<outbox::Sent> {
        self.world.outbox.to(address)
    }

    /// A resident comes under a non-disclosure restriction in the patient record system, or is under one no more.
    pub fn protect(&self, login_hint: &str, protected: bool) {
        self.world.control.protect(login_hint, protected);
    }

    /// What goes wrong from now on.
    pub fn fail(&self, fault: Fault) {
        self.world.control.set(fault);
    }

    /// Hands out what `forger` makes of each identity token, until [`Running::forge_no_more`].
    pub fn forge(&self, forger: impl Fn(&Minted<'_>) -> String + Send + Sync + 'static) {
        self.world.control.forge_by(Some(Arc::new(forger)));
    }

    /// The realms sign with keys from now on that nobody has seen yet.
    ///
    /// # Errors
    /// When none can be made.
    pub fn change_keys(&self) -> Result<()> {
        for realm in &self.world.realms {
            realm.sign_with(Keys::fresh()?);
        }
        Ok(())
    }

    /// What a realm calls the session of whoever signed in there last by this hint.
    pub fn sid_of(&self, realm: Realm, login_hint: &str) -> Option<String> {
        self.world.realm(realm.name())?.sid_of(login_hint)
    }

    /// A token by which a realm tells that somebody signed out there, with these claims beside its own; null takes one away.
    pub fn logout_token(&self, realm: Realm, claims: &serde_json::Value) -> String {
        let token = self.world.realm(realm.name()).and_then(|realm| realm.logout_token(claims, self.world.control.now()).ok());
        token.unwrap_or_default()
    }

    /// Hands out good tokens again.
    pub fn forge_no_more(&self) {
        self.world.control.forge_by(None);
    }
}

/// Starts the simulators.
///
/// # Errors
/// When an address is taken.
pub async fn start(config: Config) -> Result<Running> {
    let listener = TcpListener::bind(config.http).await.with_context(|| format!("the address {}", config.http))?;
    let address = listener.local_addr()?;
    let base = format!("http://{address}");
    let realm = |realm| {
        let keys = if config.fresh_keys { Keys::fresh() } else { Keys::for_tests(realm) };
        anyhow::Ok(RealmState::new(realm, &base, keys?))
    };
    let realms = [realm(Realm::Resident)?, realm(Realm::Practitioner)?];
    let authorizations = AuthorizationsState::new(&base);
    let world = Arc::new(World {
        realms,
        origins: config.origins,
        control: Control::default(),
        authorizations,
        web_risk: WebRiskState::default(),
        service_register: ServiceRegisterState::default(),
        openai: OpenAiState::default(),
        turn: TurnState::default(),
        outbox: Outbox::default(),
        sms: SmsState::default(),
        push: PushState::new(&base),
        booking: booking::opened(config.demo_bookings),
    });
    let mut tasks = JoinSet::new();
    let router = router(Arc::clone(&world));
    tasks.spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "the realms ended");
        }
    });
    let mut scanner = None;
    if let Some(wanted) = config.clamd {
        let listener = TcpListener::bind(wanted).await.with_context(|| format!("the address {wanted}"))?;
        scanner = Some(listener.local_addr()?);
        tasks.spawn(clamd::serve(listener, Arc::clone(&world)));
    }
    let mut smtp = None;
    if let Some(wanted) = config.smtp {
        let listener = TcpListener::bind(wanted).await.with_context(|| format!("the address {wanted}"))?;
        smtp = Some(listener.local_addr()?);
        tasks.spawn(mail::serve(listener, Arc::clone(&world)));
    }
    let (mut relay, mut relaying) = (None, None);
    if let Some(wanted) = config.turn {
        let socket = UdpSocket::bind(wanted).await.with_context(|| format!("the address {wanted}"))?;
        relay = Some(socket.local_addr()?);
        relaying = Some(turn::serve(socket, &world).await?);
    }
    Ok(Running { address, clamd: scanner, smtp, turn: relay, world, _tasks: tasks, _turn: relaying })
}

fn router(world: Arc<World>) -> Router {
    let oidc = "/realms/{realm}/protocol/openid-connect";
    Router::new()
        .route("/realms/{realm}/.well-known/openid-configuration", get(realm::discovery))
        .route(&format!("{oidc}/certs"), get(realm::certs))
        .route(&format!("{oidc}/auth"), get(realm::authorize))
        .route(&format!("{oidc}/token"), post(realm::token))
        .route(&format!("{oidc}/userinfo"), get(realm::user_info).post(realm::user_info))
        .route(&format!("{oidc}/logout"), post(sign_out::logout))
        .route_layer(from_fn_with_state(Arc::clone(&world), unless_silent))
        .route(&format!("{PATIENT_RECORD}/Patient/_search"), post(patient_record::search))
        .route("/patient-record/patient/{id}", get(patient_record::screen))
        .merge(authorizations::routes(&world))
        .merge(web_risk::routes(&world))
        .merge(service_register::routes(&world))
        .merge(openai::routes())
        .route(chat_provider::PATH, get(chat_provider::page))
        .route(SMS, post(sms::take))
        .merge(push::routes())
        .merge(booking::routes(&world))
        .route("/outbox", get(outbox::page))
        .route("/outbox.json", get(outbox::list))
        .route(turn::STATUS, get(turn::status))
        .route("/people", get(list_people))
        .route("/control", post(control::take_order))
        .route("/readyz", get(|| async { "ready\n" }))
        .with_state(world)
}

/// Only the realms fall silent: whoever ordered it must be able to call it off.
async fn unless_silent(State(world): State<Arc<World>>, request: Request, next: Next) -> Response {
    if world.control.is(Fault::Silent) {
        std::future::pending::<()>().await;
    }
    next.run(request).await
}

#[derive(Serialize)]
struct Listed {
    realm: Realm,
    name: String,
    about: String,
    login_hint: &'static str,
}

async fn list_people() -> Json<Vec<Listed>> {
    let everybody = people::residents().into_iter().chain(people::practitioners());
    let listed = everybody.map(|person| Listed {
        realm: person.realm,
        name: format!("{} {}", person.given, person.family),
        about: person.about,
        login_hint: person.login_hint,
    });
    Json(listed.collect())
}
