//! The TURN server as browsers meet it.

use std::sync::Arc;

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::SignedDuration;
use serde_json::{Value, json};
use simulators::{Config, Fault, Running, turn::SECRET};
use tokio::net::UdpSocket;
use turn::client::{Client, ClientConfig};
use webrtc_util::Conn;

/// A name whose password holds for so many minutes from now on.
fn name(running: &Running, minutes: i64) -> String {
    let until = running.now() + SignedDuration::from_mins(minutes);
    format!("{}:a-participant", until.as_second())
}

/// A client with a socket of its own, as every connection of a browser has one.
async fn client(running: &Running, username: String, secret: &str) -> Client {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret.as_bytes());
    let config = ClientConfig {
        stun_serv_addr: String::new(),
        turn_serv_addr: running.turn.unwrap().to_string(),
        password: STANDARD.encode(hmac::sign(&key, username.as_bytes())),
        username,
        realm: String::new(),
        software: String::new(),
        rto_in_ms: 0,
        conn: Arc::new(UdpSocket::bind("127.0.0.1:0").await.unwrap()),
        vnet: None,
    };
    let client = Client::new(config).await.unwrap();
    client.listen().await.unwrap();
    client
}

#[tokio::test]
async fn cha_07_two_browsers_reach_each_other_by_relay_addresses_and_go_on_when_their_passwords_have_run_out() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let (one, other) = (client(&running, name(&running, 10), SECRET).await, client(&running, name(&running, 10), SECRET).await);

    let (here, there) = (one.allocate().await.unwrap(), other.allocate().await.unwrap());
    let (from, to) = (here.local_addr().unwrap(), there.local_addr().unwrap());
    assert!(from.ip().is_loopback() && to.ip().is_loopback());

    running.advance(SignedDuration::from_mins(11));
    // What comes first is lost: nobody has allowed it at the other end.
    there.send_to(b"are you there", from).await.unwrap();
    here.send_to(b"here I am", to).await.unwrap();
    let mut heard = [0; 64];
    let (size, by) = there.recv_from(&mut heard).await.unwrap();
    assert_eq!((&heard[..size], by), (b"here I am".as_slice(), from));

    let told: Value = reqwest::get(format!("http://{}/turn", running.address)).await.unwrap().json().await.unwrap();
    assert_eq!(told, json!({"allocations": 2}));
}

#[tokio::test]
async fn cha_07_there_is_no_relay_address_without_a_password_that_holds_nor_while_the_server_refuses() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    for (username, secret) in [(name(&running, 10), "another secret"), (name(&running, -1), SECRET), ("a-participant".to_owned(), SECRET)] {
        let refused = client(&running, username.clone(), secret).await;
        assert!(refused.allocate().await.is_err(), "{username}");
    }

    running.fail(Fault::TurnRefuses);
    let refused = client(&running, name(&running, 10), SECRET).await;
    assert!(refused.allocate().await.is_err());
    assert_eq!(running.turn_allocations(), 0);

    running.fail(Fault::None);
    let taken = client(&running, name(&running, 10), SECRET).await;
    assert!(taken.allocate().await.is_ok());
    assert_eq!(running.turn_allocations(), 1);
}
