//! Acting on behalf: the way there and back, for whom a call is meant, and what happens when nobody may act any more.

use gateway::{
    App,
    cookies::{Attempt, Cookie},
};
use http::{StatusCode, header};
use kajo_proto::{
    conversations::v1::{ListMyConversationsRequest, MarkDoneRequest},
    options::v1::Caller,
};
use tonic::Code;

use crate::{
    browser::Answer,
    world::{Authorization, PERSON, PRINCIPAL, World},
};

const CALLBACK: &str = "/api/session/on-behalf/callback";
const WRITE: &str = "/kajo.conversations.v1.ConversationService/MarkDone";
const READ: &str = "/kajo.conversations.v1.ConversationService/ListMyConversations";

fn cookie(answer: &Answer, cookie: Cookie) -> Option<String> {
    let mut lines = answer.headers.get_all(header::SET_COOKIE).iter().map(|line| line.to_str().unwrap().to_owned());
    let name = match cookie {
        Cookie::Callback => Attempt::on_behalf().name(cookie, App::Resident),
        cookie => cookie.name(App::Resident).to_owned(),
    };
    let name = format!("{name}=");
    lines.find_map(|line| line.split("; ").next().and_then(|pair| pair.strip_prefix(&name).map(str::to_owned)))
}

#[tokio::test]
async fn idn_07_beginning_and_stopping_answer_with_a_url_and_the_way_back_ends_in_the_app() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let browser = || world.resident().signed_in(App::Resident, &secret);
    let begun = browser().post_json("/api/session/on-behalf", r#"{"returnTo":"/fi/inbox","language":"fi"}"#).await;
    assert_eq!(begun.json()["url"], "http://127.0.0.1:9090/oauth/authorize?user=u");
    assert_eq!(cookie(&begun, Cookie::Callback).as_deref(), Some("callback-secret"));

    let tie = Attempt::on_behalf().name(Cookie::Callback, App::Resident);
    let cookies = format!("{tie}=callback-secret; {}={secret}; lang=sv", Cookie::Session.name(App::Resident));
    let back = async |query: &str| {
        let browser = world.resident().without("x-digitalplatformauthorization").without("origin").with("sec-fetch-site", "cross-site");
        browser.with("cookie", &cookies).get(&format!("{CALLBACK}?{query}")).await
    };
    let done = back("code=right").await;
    assert_eq!((done.http, done.headers[header::LOCATION].to_str().unwrap()), (StatusCode::FOUND, "/fi/inbox"));
    assert_eq!(cookie(&done, Cookie::Callback).as_deref(), Some(""));
    assert_eq!(cookie(&done, Cookie::Session), None, "the session stays the same");
    for (query, page, reason) in [
        ("error=access_denied", "/sv/access-denied/on-behalf", "mandate_missing"),
        ("error=server_error&error_description=%3Cb%3E", "/sv/access-denied/on-behalf-failed", "on_behalf_failed"),
        ("", "/sv/access-denied/on-behalf-failed", "on_behalf_unknown"),
        ("code=wrong", "/sv/access-denied/on-behalf", "mandate_missing"),
        ("code=away", "/sv/access-denied/on-behalf-failed", "authorizations_unavailable"),
        ("code=late", "/sv/authentication", "session_expired"),
    ] {
        let answer = back(query).await;
        assert_eq!((answer.headers[header::LOCATION].to_str().unwrap(), cookie(&answer, Cookie::Error).as_deref()), (page, Some(reason)), "{query}");
    }

    let closed = browser().post_json("/api/session/close-on-behalf", "{}").await;
    let url = closed.json()["url"].as_str().unwrap().to_owned();
    assert!(url.starts_with("http://") && url.ends_with("/fi"), "{url}");
    // Whoever is not admitted in their own name comes to the page that says so.
    let stranger = world.resident().signed_in(App::Resident, "stranger").post_json("/api/session/close-on-behalf", "{}").await;
    assert!(stranger.json()["url"].as_str().unwrap().ends_with("/fi/access-denied"));
}

#[tokio::test]
async fn r_01_a_way_back_that_is_over_ends_in_the_app_where_the_session_acts_already() {
    let world = World::start().await;
    let secret = world.session_on_behalf();
    let browser = world.resident().without("x-digitalplatformauthorization").without("origin").with("sec-fetch-site", "cross-site");
    let answer = browser.signed_in(App::Resident, &secret).get(&format!("{CALLBACK}?code=right")).await;
    assert_eq!(answer.headers[header::LOCATION], "/fi");
    assert_eq!(cookie(&answer, Cookie::Error), None);
}

#[tokio::test]
async fn idn_07_only_a_signed_in_resident_of_our_own_app_begins_or_stops() {
    let world = World::start().await;
    for path in ["/api/session/on-behalf", "/api/session/close-on-behalf"] {
        let answer = world.resident().post_json(path, "{}").await;
        assert_eq!((answer.http, answer.reason().as_str()), (StatusCode::UNAUTHORIZED, "session_missing"));
        let secret = world.session(Caller::Resident);
        let answer = world.resident().signed_in(App::Resident, &secret).without("x-digitalplatformauthorization").post_json(path, "{}").await;
        assert_eq!(answer.reason(), "csrf_header_missing");
        let secret = world.session(Caller::Practitioner);
        let answer = world.browser(App::Practitioner).signed_in(App::Practitioner, &secret).post_json(path, "{}").await;
        assert_eq!(answer.http, StatusCode::NOT_FOUND);
    }
}

#[tokio::test]
async fn idn_07_a_call_for_another_person_than_the_session_acts_for_reaches_no_service() {
    let world = World::start().await;
    let secret = world.session_on_behalf();
    let browser = |person: &str| world.resident().signed_in(App::Resident, &secret).with("x-kajo-person", person);
    for (method, person) in [(WRITE, PERSON), (READ, PERSON)] {
        let answer = browser(person).call(method, &ListMyConversationsRequest::default()).await;
        assert_eq!((answer.code(), answer.reason().as_str()), (Code::FailedPrecondition, "person_changed"), "{method}");
    }
    // A change for a represented person says for whom it is; reading need not.
    let silent = || world.resident().signed_in(App::Resident, &secret);
    assert_eq!(silent().call(WRITE, &MarkDoneRequest::default()).await.reason(), "person_changed");
    assert!(world.calls().is_empty());
    browser(PRINCIPAL).call(WRITE, &MarkDoneRequest::default()).await;
    silent().call(READ, &ListMyConversationsRequest::default()).await;
    assert_eq!(world.calls().len(), 2);
}

#[tokio::test]
async fn idn_08_an_authorisation_is_checked_before_every_change_and_its_end_is_told() {
    let world = World::start().await;
    let secret = world.session_on_behalf();
    let browser = || world.resident().signed_in(App::Resident, &secret).with("x-kajo-person", PRINCIPAL);
    let checked = || world.services.checked.load(std::sync::atomic::Ordering::SeqCst);
    browser().call(READ, &ListMyConversationsRequest::default()).await;
    assert_eq!(checked(), 0);
    browser().call(WRITE, &MarkDoneRequest::default()).await;
    browser().call(WRITE, &MarkDoneRequest::default()).await;
    assert_eq!(checked(), 2, "each change asks anew");

    *world.services.authorization.lock().unwrap() = Authorization::Unknown;
    let answer = browser().call(WRITE, &MarkDoneRequest::default()).await;
    assert_eq!((answer.code(), answer.reason().as_str()), (Code::Unavailable, "mandate_unchecked"));
    // What is on the screen, and the way out, stay.
    assert_eq!(browser().get("/api/session").await.json()["impersonator"]["name"], "Aino Demo");
    assert_eq!(browser().post_json("/api/session/close-on-behalf", "{}").await.http, StatusCode::OK);

    *world.services.authorization.lock().unwrap() = Authorization::Gone;
    let answer = browser().call(WRITE, &MarkDoneRequest::default()).await;
    assert_eq!((answer.code(), answer.reason().as_str()), (Code::PermissionDenied, "mandate_revoked"));
    assert_eq!(world.calls().iter().filter(|seen| seen.path == WRITE).count(), 2, "no change got through");
}
