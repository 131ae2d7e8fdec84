//! A TURN server (RFC 8656, over UDP) that takes passwords as coturn does with `use-auth-secret`: a name is `<until when it holds>:<who>`, and its
//! password an HMAC of the name. It gives relay addresses of this machine, and hands on to whatever address a browser names.

use std::{
    collections::HashSet,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use aws_lc_rs::hmac;
use axum::{Json, extract::State};
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use serde::Serialize;
use tokio::net::UdpSocket;
use turn::{
    Error,
    auth::{AuthHandler, generate_auth_key},
    relay::RelayAddressGenerator,
    server::{
        Server,
        config::{ConnConfig, ServerConfig},
    },
};
use webrtc_util::Conn;

use crate::{control::Fault, site::World};

/// What the platform and this server both know.
pub const SECRET: &str = "turn-demo";

/// Where it says what it has done.
pub(crate) const STATUS: &str = "/turn";

/// What it calls itself to those who are to say a password.
const REALM: &str = "simulators.invalid";

/// What the server remembers.
#[derive(Default)]
pub(crate) struct TurnState {
    allocations: AtomicUsize,
    /// From where somebody came, and by which name. Passwords are held against the time when a session begins, and never after.
    sessions: Mutex<HashSet<(SocketAddr, String)>>,
}

impl TurnState {
    /// How many relay addresses were given so far.
    pub(crate) fn allocations(&self) -> usize {
        self.allocations.load(Ordering::Relaxed)
    }

    /// Whether a session goes on, or may begin.
    fn admits(&self, from: SocketAddr, username: &str, now: Timestamp) -> bool {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let session = (from, username.to_owned());
        let admitted = sessions.contains(&session) || holds(username, now);
        if admitted {
            sessions.insert(session);
        }
        admitted
    }
}

/// Whether the password of a name holds at this time.
fn holds(username: &str, now: Timestamp) -> bool {
    let Some((until, who)) = username.split_once(':') else { return false };
    !who.is_empty() && until.parse::<i64>().is_ok_and(|until| until >= now.as_second())
}

fn password(username: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, SECRET.as_bytes());
    STANDARD.encode(hmac::sign(&key, username.as_bytes()))
}

/// Who is let in.
struct Door(Arc<World>);

impl AuthHandler for Door {
    fn auth_handle(&self, username: &str, realm: &str, from: SocketAddr) -> Result<Vec<u8>, Error> {
        if self.0.turn.admits(from, username, self.0.control.now()) {
            Ok(generate_auth_key(username, realm, &password(username)))
        } else {
            Err(Error::ErrNoSuchUser)
        }
    }
}

/// Relay addresses of this machine, at ports that are free.
struct Relays(Arc<World>);

#[async_trait]
impl RelayAddressGenerator for Relays {
    fn validate(&self) -> Result<(), Error> {
        Ok(())
    }

    async fn allocate_conn(&self, use_ipv4: bool, requested_port: u16) -> Result<(Arc<dyn Conn + Send + Sync>, SocketAddr), Error> {
        if !use_ipv4 || self.0.control.is(Fault::TurnRefuses) {
            return Err(Error::Other("there is no relay address to be had".to_owned()));
        }
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, requested_port)).await?;
        let address = socket.local_addr()?;
        let relay: Arc<dyn Conn + Send + Sync> = Arc::new(socket);
        self.0.turn.allocations.fetch_add(1, Ordering::Relaxed);
        Ok((relay, address))
    }
}

/// Answers until what this returns is dropped.
pub(crate) async fn serve(socket: UdpSocket, world: &Arc<World>) -> Result<Server, Error> {
    let relays = ConnConfig { conn: Arc::new(socket), relay_addr_generator: Box::new(Relays(Arc::clone(world))) };
    Server::new(ServerConfig {
        conn_configs: vec![relays],
        realm: REALM.to_owned(),
        auth_handler: Arc::new(Door(Arc::clone(world))),
        channel_bind_timeout: Duration::ZERO,
        alloc_close_notify: None,
    })
    .await
}

/// Its address as browsers are told it.
pub(crate) fn url(address: SocketAddr) -> String {
    format!("turn:{address}?transport=udp")
}

#[derive(Serialize)]
pub(crate) struct Status {
    /// Relay addresses that were given so far.
    allocations: usize,
}

/// `GET /turn`.
pub(crate) async fn status(State(world): State<Arc<World>>) -> Json<Status> {
    Json(Status { allocations: world.turn.allocations() })
}
