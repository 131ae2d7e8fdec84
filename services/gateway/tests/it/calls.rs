//! Calls through the gateway: translation, who calls, limits, deadlines.

use std::{sync::atomic::Ordering, time::Duration};

use base64::{Engine, engine::general_purpose::STANDARD};
use chassis::{Clock, testkit::eventually};
use gateway::App;
use http::{Method, StatusCode};
use jiff::SignedDuration;
use kajo_proto::{
    conversations::v1::{CountTasksRequest, CountTasksResponse, ListTasksRequest, TakeConversationRequest},
    identity::v1::{ChooseWorkContextRequest, GetTermsRequest},
    options::v1::Caller,
};
use prost::Message;
use tokio::time::timeout;
use tonic::Code;

use crate::{
    browser::{Browser, framed},
    world::{COUNT, World},
};

const LIST: &str = "/kajo.conversations.v1.TaskService/ListTasks";
const TAKE: &str = "/kajo.conversations.v1.TaskService/TakeConversation";
const TERMS: &str = "/kajo.identity.v1.TermsService/GetTerms";
const CHOOSE: &str = "/kajo.identity.v1.WorkContextService/ChooseWorkContext";

fn practitioner(world: &World) -> Browser {
    let secret = world.session(Caller::Practitioner);
    world.browser(App::Practitioner).signed_in(App::Practitioner, &secret)
}

#[tokio::test]
async fn a_call_comes_through_in_text_and_in_binary() {
    let world = World::start().await;
    let answer = practitioner(&world).call(COUNT, &CountTasksRequest {}).await;
    assert_eq!((answer.http, answer.code()), (StatusCode::OK, Code::Ok));
    assert_eq!(answer.message::<CountTasksResponse>().new, 3);
    assert_eq!(answer.headers["content-type"], "application/grpc-web-text+proto");
    assert!(!answer.headers.contains_key("kajo-inside"), "metadata of the service stay inside");

    let binary = practitioner(&world).with("content-type", "application/grpc-web+proto");
    let answer = binary.send(Method::POST, COUNT, framed(&CountTasksRequest {})).await;
    assert_eq!((answer.code(), answer.message::<CountTasksResponse>().new), (Code::Ok, 3));
    assert_eq!(answer.headers["content-type"], "application/grpc-web+proto");
}

#[tokio::test]
async fn a_refusal_of_a_service_keeps_its_details() {
    let world = World::start().await;
    let answer = practitioner(&world).call(TAKE, &TakeConversationRequest::default()).await;
    assert_eq!((answer.http, answer.code(), answer.reason().as_str()), (StatusCode::OK, Code::NotFound, "not_found"));
}

#[tokio::test]
async fn a_service_hears_only_what_a_browser_may_say() {
    let world = World::start().await;
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    practitioner(&world)
        .with("kajo-caller-bin", "Zm9yZ2Vk")
        .with("kajo-anything", "1")
        .with("x-forwarded-for", "10.0.0.1")
        .with("tracestate", "name=Aino")
        .with("traceparent", trace)
        .with("idempotency-key", "0198c0de-0000-7000-8000-000000000009")
        .with("accept-language", "sv")
        .call(COUNT, &CountTasksRequest {})
        .await;
    let calls = world.calls();
    let headers = &calls[0].headers;
    let mut names: Vec<_> = headers.keys().map(http::HeaderName::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["accept-language", "content-type", "grpc-timeout", "idempotency-key", "kajo-caller-bin", "te", "traceparent"]);
    assert_ne!(headers["kajo-caller-bin"], "Zm9yZ2Vk");
    assert_eq!(headers.get_all("kajo-caller-bin").iter().count(), 1);
    assert_eq!(&headers["traceparent"].to_str().unwrap()[..35], &trace[..35], "the browser's trace goes on");
}

#[tokio::test]
async fn nobody_the_wrong_kind_and_the_wrong_realm_are_refused_before_a_handler() {
    let world = World::start().await;
    let practitioner_app = || world.browser(App::Practitioner);
    let call = |browser: Browser| browser.call(COUNT, &CountTasksRequest {});
    let nobody = call(practitioner_app()).await;
    assert_eq!((nobody.http, nobody.code(), nobody.reason().as_str()), (StatusCode::OK, Code::Unauthenticated, "session_missing"));
    let expired = call(practitioner_app().signed_in(App::Practitioner, "old")).await;
    assert_eq!((expired.code(), expired.reason().as_str()), (Code::Unauthenticated, "session_expired"));
    let elsewhere = call(practitioner_app().signed_in(App::Practitioner, "ended elsewhere")).await;
    assert_eq!((elsewhere.code(), elsewhere.reason().as_str()), (Code::Unauthenticated, "session_ended_elsewhere"), "and nothing else identity says");
    let resident = world.session(Caller::Resident);
    let wrong_kind = call(practitioner_app().signed_in(App::Practitioner, &resident)).await;
    assert_eq!((wrong_kind.code(), wrong_kind.reason().as_str()), (Code::PermissionDenied, "access_denied"));
    let other_app = call(practitioner_app().signed_in(App::Resident, &resident)).await;
    assert_eq!(other_app.reason(), "session_missing", "the other app's cookie is no cookie here");
    assert!(world.calls().is_empty());
}

#[tokio::test]
async fn broken_and_oversized_bodies_are_refused_before_a_handler() {
    let world = World::start().await;
    let text = |body: Vec<u8>| practitioner(&world).with("content-type", "application/grpc-web-text").send_owned(COUNT, body);
    for (body, code, reason) in [
        (b"%%%%".to_vec(), Code::InvalidArgument, "malformed"),
        (Vec::new(), Code::InvalidArgument, "malformed"),
        (STANDARD.encode([0, 0, 0, 0, 9, 1]).into_bytes(), Code::InvalidArgument, "malformed"),
        (vec![b'A'; 10 << 20], Code::ResourceExhausted, "body_too_large"),
    ] {
        let answer = text(body).await;
        assert_eq!((answer.http, answer.code(), answer.reason().as_str()), (StatusCode::OK, code, reason));
    }
    assert!(world.calls().is_empty());
    let fits = ListTasksRequest { search: "a".repeat((1 << 20) - 8), ..ListTasksRequest::default() };
    assert!(fits.encoded_len() <= 1 << 20);
    world.services.go_on.notify_one();
    assert_ne!(practitioner(&world).call(LIST, &fits).await.reason(), "body_too_large");
}

#[tokio::test]
async fn a_deadline_is_kept_and_the_handler_runs_to_its_end() {
    let world = World::start().await;
    let answer = practitioner(&world).with("grpc-timeout", "200m").call(LIST, &ListTasksRequest::default()).await;
    assert_eq!((answer.code(), answer.reason().as_str()), (Code::DeadlineExceeded, "deadline"));
    assert!(!world.services.slow_ended.load(Ordering::SeqCst), "it was waited for");
    world.services.go_on.notify_one();
    eventually(|| async { world.services.slow_ended.load(Ordering::SeqCst).then_some(()) }).await;
}

/// A clock that stands until it is moved on.
fn standing_clock() -> Clock {
    Clock::manual(Clock::system().now())
}

#[tokio::test]
async fn what_identity_said_is_believed_for_a_second_and_forgotten_by_a_choice() {
    let clock = standing_clock();
    let world = World::at(&clock).await;
    let resolved = || world.services.resolved.load(Ordering::SeqCst);
    practitioner(&world).call(COUNT, &CountTasksRequest {}).await;
    clock.advance(SignedDuration::from_millis(499));
    practitioner(&world).call(COUNT, &CountTasksRequest {}).await;
    assert_eq!(resolved(), 1);
    practitioner(&world).call(CHOOSE, &ChooseWorkContextRequest::default()).await;
    practitioner(&world).call(COUNT, &CountTasksRequest {}).await;
    assert_eq!(resolved(), 2);
    clock.advance(SignedDuration::from_secs(1));
    practitioner(&world).call(COUNT, &CountTasksRequest {}).await;
    assert_eq!(resolved(), 3);
    clock.advance(SignedDuration::from_secs(-1));
    practitioner(&world).call(COUNT, &CountTasksRequest {}).await;
    assert_eq!(resolved(), 4, "a clock that was set back makes no answer hold for longer");
    assert_eq!(world.services.touched.load(Ordering::SeqCst), 4, "a person's own doing prolongs the session");
}

#[tokio::test]
async fn of_a_session_in_use_identity_is_asked_beside_the_calls_and_what_it_says_then_holds() {
    let clock = standing_clock();
    let world = World::at(&clock).await;
    let secret = world.session(Caller::Practitioner);
    let browser = || world.browser(App::Practitioner).signed_in(App::Practitioner, &secret);
    let call = async || browser().call(COUNT, &CountTasksRequest {}).await.code();
    let resolved = || world.services.resolved.load(Ordering::SeqCst);
    assert_eq!(call().await, Code::Ok);
    // Identity says nothing from now on, and what it would say is that the session is gone. No call waits for it while the answer
    // before it holds.
    world.services.held.send_replace(true);
    world.services.sessions.lock().unwrap().clear();
    clock.advance(SignedDuration::from_millis(500));
    assert_eq!(call().await, Code::Ok);
    eventually(|| async { (resolved() == 2).then_some(()) }).await;
    clock.advance(SignedDuration::from_millis(499));
    assert_eq!(call().await, Code::Ok);
    // Now it is over: the call waits for what was asked, and asks nothing more itself.
    clock.advance(SignedDuration::from_millis(1));
    let mut waiting = Box::pin(call());
    assert!(timeout(Duration::from_millis(100), &mut waiting).await.is_err());
    world.services.held.send_replace(false);
    assert_eq!(waiting.await, Code::Unauthenticated);
    assert_eq!(resolved(), 2, "asked once, beside the calls");
}

#[tokio::test]
async fn a_session_that_ended_with_nobody_told_is_refused_by_what_was_asked_ahead() {
    let clock = standing_clock();
    let world = World::at(&clock).await;
    let secret = world.session(Caller::Practitioner);
    let call = async || world.browser(App::Practitioner).signed_in(App::Practitioner, &secret).call(COUNT, &CountTasksRequest {}).await.code();
    assert_eq!(call().await, Code::Ok);
    world.services.sessions.lock().unwrap().clear();
    clock.advance(SignedDuration::from_millis(500));
    // The answer before it would hold for as long again: what ends it is the newer one.
    eventually(|| async { (call().await == Code::Unauthenticated).then_some(()) }).await;
}

#[tokio::test]
async fn what_the_app_fetches_by_itself_prolongs_no_session_and_what_a_person_changes_does() {
    let world = World::start().await;
    let touched = || world.services.touched.load(Ordering::SeqCst);
    let session = world.session(Caller::Practitioner);
    let background = || world.browser(App::Practitioner).signed_in(App::Practitioner, &session).with("x-kajo-background", "1");
    background().call(COUNT, &CountTasksRequest {}).await;
    assert_eq!(touched(), 0);
    background().call(TAKE, &TakeConversationRequest::default()).await;
    assert_eq!(touched(), 1);
    assert!(world.calls().iter().all(|call| !call.headers.contains_key("x-kajo-background")), "the services need not know");
}

#[tokio::test]
async fn what_a_person_does_prolongs_the_session_of_an_open_app_beside_the_call() {
    let clock = standing_clock();
    let world = World::at(&clock).await;
    let secret = world.session(Caller::Practitioner);
    let browser = || world.browser(App::Practitioner).signed_in(App::Practitioner, &secret);
    let touched = || world.services.touched.load(Ordering::SeqCst);
    assert_eq!(browser().with("x-kajo-background", "1").call(COUNT, &CountTasksRequest {}).await.code(), Code::Ok);
    assert_eq!(touched(), 0);
    // Who it is, is known: no call waits for identity to take note, and it is told once.
    world.services.held.send_replace(true);
    for _ in 0..3 {
        assert_eq!(browser().call(COUNT, &CountTasksRequest {}).await.code(), Code::Ok);
    }
    world.services.held.send_replace(false);
    eventually(|| async { (touched() == 1).then_some(()) }).await;
    browser().call(COUNT, &CountTasksRequest {}).await;
    assert_eq!((touched(), world.services.resolved.load(Ordering::SeqCst)), (1, 2));
}

#[tokio::test]
async fn who_asks_how_long_the_session_lasts_waits_until_it_is_prolonged() {
    let clock = standing_clock();
    let world = World::at(&clock).await;
    let secret = world.session(Caller::Resident);
    let browser = || world.browser(App::Resident).signed_in(App::Resident, &secret);
    browser().with("x-kajo-background", "1").call(TERMS, &GetTermsRequest {}).await;
    world.services.held.send_replace(true);
    let asking = browser();
    let mut waiting = Box::pin(asking.get("/api/session"));
    assert!(timeout(Duration::from_millis(100), &mut waiting).await.is_err());
    world.services.held.send_replace(false);
    waiting.await;
    assert_eq!(world.services.touched.load(Ordering::SeqCst), 1);
}
