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
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::{net::TcpListener, task::JoinSet};
use url::Url;

use crate::{
    clamd,
    control::{Control, Fault, Minted},
    patient_record,
    people::{self, Realm},
    realm::{self, RealmState},
};

/// Where a sign-in may come back to.
const CALLBACK: &str = "/api/session/callback";
/// The path of the patient record system's FHIR base address.
const PATIENT_RECORD: &str = "/patient-record/fhir/r4";

/// What the simulators are told.
#[derive(Clone, Debug)]
pub struct Config {
    /// The realms' address.
    pub http: SocketAddr,
    /// The scanner's address.
    pub clamd: Option<SocketAddr>,
    /// Origins of the apps; empty: every origin on this machine.
    pub origins: Vec<String>,
}

impl Config {
    /// Free ports, and every origin on this machine.
    pub fn for_tests() -> Self {
        let free = SocketAddr::from(([127, 0, 0, 1], 0));
        Self { http: free, clamd: Some(free), origins: Vec::new() }
    }
}

/// What all parts share.
pub(crate) struct World {
    realms: [RealmState; 2],
    origins: Vec<String>,
    pub(crate) control: Control,
}

impl World {
    pub(crate) fn realm(&self, name: &str) -> Option<&RealmState> {
        let wanted = Realm::of(name)?;
        self.realms.iter().find(|realm| realm.realm == wanted)
    }

    /// The address, when a sign-in may come back to it.
    pub(crate) fn redirect(&self, address: &str) -> Option<Url> {
        self.home(address).filter(|url| url.path() == CALLBACK && url.query().is_none() && url.fragment().is_none())
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
    world: Arc<World>,
    _tasks: JoinSet<()>,
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

    /// What goes wrong from now on.
    pub fn fail(&self, fault: Fault) {
        self.world.control.set(fault);
    }

    /// Hands out what `forger` makes of each identity token, until [`Running::forge_no_more`].
    pub fn forge(&self, forger: impl Fn(&Minted<'_>) -> String + Send + Sync + 'static) {
        self.world.control.forge_by(Some(Arc::new(forger)));
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
    let realms = [RealmState::new(Realm::Resident, &base)?, RealmState::new(Realm::Practitioner, &base)?];
    let world = Arc::new(World { realms, origins: config.origins, control: Control::default() });
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
    Ok(Running { address, clamd: scanner, world, _tasks: tasks })
}

fn router(world: Arc<World>) -> Router {
    let oidc = "/realms/{realm}/protocol/openid-connect";
    Router::new()
        .route("/realms/{realm}/.well-known/openid-configuration", get(realm::discovery))
        .route(&format!("{oidc}/certs"), get(realm::certs))
        .route(&format!("{oidc}/auth"), get(realm::authorize))
        .route(&format!("{oidc}/token"), post(realm::token))
        .route(&format!("{oidc}/userinfo"), get(realm::user_info).post(realm::user_info))
        .route(&format!("{oidc}/logout"), post(realm::logout))
        .route_layer(from_fn_with_state(Arc::clone(&world), unless_silent))
        .route(&format!("{PATIENT_RECORD}/Patient/_search"), post(patient_record::search))
        .route("/people", get(list_people))
        .route("/control", post(control))
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

#[derive(Deserialize)]
struct Order {
    fault: Fault,
}

async fn control(State(world): State<Arc<World>>, Json(order): Json<Order>) {
    world.control.set(order.fault);
}
