//! Sessions that are ended from another device: which device signs in, signing out everywhere, and that all gateways refuse.

use chassis::{Clock, testkit::eventually};
use gateway::{App, Heard, News};
use http::StatusCode;
use jiff::SignedDuration;
use kajo_proto::{
    identity::v1::{Browser as Kind, CompleteSignInRequest, Device, SignOutRequest, System},
    options::v1::Caller,
};
use prost::Message;

use crate::{
    browser::Browser,
    world::{SESSION, World},
};

impl World {
    /// The last call of this name, as identity saw it.
    fn last<M: Message + Default>(&self, name: &str) -> M {
        let seen = self.services.seen.lock().unwrap();
        let call = seen.iter().rev().find(|seen| seen.path.ends_with(name)).unwrap();
        M::decode(&call.body[5..]).unwrap()
    }
}

#[tokio::test]
async fn identity_hears_of_the_device_in_two_words_and_not_the_header() {
    let world = World::start().await;
    let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/604.1";
    let cookie = "__Host-kajo-resident-callback-right=callback-secret";
    let answer = world.resident().with("cookie", cookie).with("user-agent", agent).get("/api/session/callback?code=c&state=right").await;
    assert_eq!(answer.http, StatusCode::FOUND);
    let device = world.last::<CompleteSignInRequest>("/CompleteSignIn").device.unwrap();
    assert_eq!(device, Device { browser: Kind::Safari.into(), system: System::Iphone.into() });
    let seen = world.services.seen.lock().unwrap();
    assert!(seen.iter().all(|call| !call.headers.contains_key("user-agent") && !String::from_utf8_lossy(&call.body).contains("18_6")));
}

#[tokio::test]
async fn signing_out_everywhere_is_asked_for_by_its_body_alone() {
    let world = World::start().await;
    for (body, everywhere) in [("{}", false), ("", false), (r#"{"everywhere":true}"#, true)] {
        let secret = world.session(Caller::Resident);
        let answer = world.resident().signed_in(App::Resident, &secret).post_json("/api/session/sign-out", body).await;
        assert_eq!(answer.http, StatusCode::OK);
        assert_eq!(world.last::<SignOutRequest>("/SignOut").everywhere, everywhere, "{body}");
    }
}

#[tokio::test]
async fn a_session_that_was_ended_is_refused_at_once_where_its_fact_is_heard_and_within_a_second_where_none_is() {
    // Time stands for both gateways, unless it is moved on.
    let clock = Clock::manual(Clock::system().now());
    let world = World::at(&clock).await;
    let secret = world.session(Caller::Resident);
    let (deaf, _bus) = world.beside(&clock).await;
    let here = || world.resident().signed_in(App::Resident, &secret);
    let there = || Browser::at(deaf.address(App::Resident, false).unwrap()).signed_in(App::Resident, &secret);
    assert_eq!(here().get("/api/session").await.http, StatusCode::OK);
    assert_eq!(there().get("/api/session").await.http, StatusCode::OK);
    world.services.sessions.lock().unwrap().clear();
    let fact = Heard {
        message: "kajo.identity.v1.SessionEnded".to_owned(),
        aggregate_id: SESSION.to_owned(),
        fact_no: 1,
        audience: Vec::new(),
        source: "identity".to_owned(),
        incarnation: 1,
        stream_seq: 1,
    };
    world.facts.unbounded_send(News::Fact(fact)).unwrap();
    // Both gateways believed what identity said a moment ago; only one of them hears of the end.
    eventually(|| async { (here().get("/api/session").await.reason() == "session_expired").then_some(()) }).await;
    assert_eq!(there().get("/api/session").await.http, StatusCode::OK, "no time has passed, and it has heard nothing");
    clock.advance(SignedDuration::from_secs(1));
    assert_eq!(there().get("/api/session").await.reason(), "session_expired", "nobody is believed for longer than a second");
    deaf.stop().await;
}
