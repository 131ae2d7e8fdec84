//! Slow clients, strangers, and many of them at once.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use chassis::testkit::eventually;
use gateway::{App, Limits};
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::{TokioExecutor, TokioIo};
use kajo_proto::options::v1::Caller;
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
    time::{sleep, timeout},
};

use crate::world::World;

/// How long a test waits for what must come.
const SOON: Duration = Duration::from_secs(20);

/// A sign-in whose body comes a byte a second, until the gateway has had enough.
async fn trickle(address: SocketAddr) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    let port = address.port();
    let head = format!(
        "POST /api/session/sign-in HTTP/1.1\r\nhost: localhost:{port}\r\norigin: http://localhost:{port}\r\nx-digitalplatformauthorization: kajo-web\r\n\
         content-type: application/json\r\ncontent-length: 1000\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    let (mut reading, mut writing) = stream.split();
    let mut answer = [0; 512];
    loop {
        tokio::select! {
            read = reading.read(&mut answer) => if read? == 0 { return Ok(()) },
            () = sleep(Duration::from_secs(1)) => writing.write_all(b" ").await?,
        }
    }
}

/// The slowest but one in ten of so many sign-ins, each over a connection of its own: on two cores a thousand clients and the gateway take
/// turns, and one in a hundred waits for the scheduler and not for us.
async fn slowest(world: &World, count: usize) -> Duration {
    let mut took = Vec::new();
    for _ in 0..count {
        let begun = Instant::now();
        let answer = world.resident().post_json("/api/session/sign-in", "{}").await;
        assert_eq!(answer.http, StatusCode::OK);
        took.push(begun.elapsed());
    }
    took.sort();
    took[count * 9 / 10 - 1]
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a thousand clients and milliseconds that are measured"]
async fn s_13_a_thousand_clients_that_send_a_byte_a_second_keep_nobody_from_signing_in() {
    let world = World::limited(Limits { body_within: Duration::from_secs(3), ..Limits::default() }).await;
    let address = world.address(App::Resident, false);
    slowest(&world, 50).await;
    let without = slowest(&world, 300).await;
    let (mut clients, let_go) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
    for _ in 0..1_000 {
        let let_go = Arc::clone(&let_go);
        clients.spawn(async move {
            let since = Instant::now();
            while since.elapsed() < 30 * SOON {
                let begun = Instant::now();
                let _ = trickle(address).await;
                assert!(begun.elapsed() < SOON, "it was let go on");
                let_go.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    sleep(Duration::from_secs(2)).await;
    let with = slowest(&world, 300).await;
    assert!(clients.try_join_next().is_none(), "they are all there still");
    // Each was let go for its pace, and came again.
    eventually(async || (let_go.load(Ordering::Relaxed) >= 1_000).then_some(())).await;
    // A machine that does much else at the same time is no measure of milliseconds.
    assert!(with <= (2 * without).max(Duration::from_millis(100)), "{without:?} without them, {with:?} with them");
}

#[tokio::test]
async fn s_13_there_are_so_many_connections_and_each_gives_way_when_nothing_runs_on_it() {
    let world = World::limited(Limits { connections: 4, idle: Duration::from_millis(400), ..Limits::default() }).await;
    let address = world.address(App::Resident, false);
    let mut silent = Vec::new();
    for _ in 0..4 {
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    let is_closed = async |stream: &mut TcpStream| matches!(timeout(SOON, stream.read(&mut [0; 8])).await.unwrap(), Ok(0) | Err(_));
    let mut refused = TcpStream::connect(address).await.unwrap();
    assert!(is_closed(&mut refused).await);
    for stream in &mut silent {
        assert!(is_closed(stream).await);
    }
    assert_eq!(world.resident().get("/readyz").await.http, StatusCode::OK);
}

#[tokio::test]
async fn s_13_a_connection_of_http_2_ends_when_nothing_runs_on_it_though_it_answers_pings() {
    let world = World::limited(Limits { idle: Duration::from_secs(2), ..Limits::default() }).await;
    let authority = CertificateDer::from_pem_slice(&std::fs::read(world.folder.join("tls/ca.pem")).unwrap()).unwrap();
    let mut roots = rustls::RootCertStore::empty();
    roots.add(authority).unwrap();
    let builder = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()));
    let mut config = builder.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let address = world.address(App::Resident, true);
    let tcp = TcpStream::connect(address).await.unwrap();
    let stream = tokio_rustls::TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), tcp).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    let connection = tokio::spawn(connection);
    let request = Request::get(format!("https://localhost:{}/readyz", address.port())).body(Empty::<bytes::Bytes>::new()).unwrap();
    let answer = sender.send_request(request).await.unwrap();
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "ready");
    let _ = timeout(SOON, connection).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_13_made_up_cookies_wait_for_one_another_and_hold_up_nobody_who_is_known() {
    let world = World::limited(Limits { unknown_cookies: 8, ..Limits::default() }).await;
    let secret = world.session(Caller::Resident);
    assert_eq!(world.resident().signed_in(App::Resident, &secret).get("/api/session").await.http, StatusCode::OK);
    let before = world.services.resolved.load(Ordering::SeqCst);
    world.services.held.send_replace(true);
    let mut strangers = JoinSet::new();
    for number in 0..200 {
        let stranger = world.resident().signed_in(App::Resident, &format!("made-up-{number}"));
        strangers.spawn(async move { stranger.get("/api/session").await.http });
    }
    let asked = || world.services.resolved.load(Ordering::SeqCst) - before;
    eventually(|| async { (asked() >= 8).then_some(()) }).await;
    // Who was known a moment ago is asked about beside them.
    sleep(Duration::from_millis(1_100)).await;
    let known = world.resident().signed_in(App::Resident, &secret);
    let known = tokio::spawn(async move { known.get("/api/session").await.http });
    eventually(|| async { (asked() >= 9).then_some(()) }).await;
    assert_eq!(asked(), 9);
    world.services.held.send_replace(false);
    assert_eq!(known.await.unwrap(), StatusCode::OK);
    while let Some(answered) = strangers.join_next().await {
        assert_eq!(answered.unwrap(), StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn s_18_where_tls_ends_in_front_browsers_are_told_to_come_over_tls_alone() {
    let world = World::limited(Limits::default()).await;
    let told = async |host: &str| world.resident().with("host", host).get("/readyz").await.headers.contains_key("strict-transport-security");
    assert!(told("kajo.example.org").await);
    assert!(!told("localhost").await);
}
