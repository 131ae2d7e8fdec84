//! What is refused at the door, before a handler runs.

use gateway::App;
use http::{Method, StatusCode};
use kajo_proto::{conversations::v1::CountTasksRequest, options::v1::Caller};

use crate::{
    browser::{Browser, framed},
    world::{COUNT, World},
};

type Change = fn(Browser) -> Browser;

const REFUSED: [(&str, Change, StatusCode, &str); 10] = [
    ("no header", |browser| browser.without("x-digitalplatformauthorization"), StatusCode::FORBIDDEN, "csrf_header_missing"),
    ("wrong header", |browser| browser.with("x-digitalplatformauthorization", "kajo"), StatusCode::FORBIDDEN, "csrf_header_missing"),
    ("foreign origin", |browser| browser.with("origin", "https://example.org"), StatusCode::FORBIDDEN, "foreign_origin"),
    ("no origin at all", |browser| browser.with("origin", "null"), StatusCode::FORBIDDEN, "foreign_origin"),
    ("cross-site fetch", |browser| browser.with("sec-fetch-site", "cross-site"), StatusCode::FORBIDDEN, "cross_site"),
    ("same-site fetch", |browser| browser.with("sec-fetch-site", "same-site"), StatusCode::FORBIDDEN, "cross_site"),
    ("text/plain", |browser| browser.with("content-type", "text/plain"), StatusCode::UNSUPPORTED_MEDIA_TYPE, "content_type"),
    ("form", |browser| browser.with("content-type", "application/x-www-form-urlencoded"), StatusCode::UNSUPPORTED_MEDIA_TYPE, "content_type"),
    ("multipart", |browser| browser.with("content-type", "multipart/form-data; boundary=x"), StatusCode::UNSUPPORTED_MEDIA_TYPE, "content_type"),
    ("no content type", |browser| browser.without("content-type"), StatusCode::UNSUPPORTED_MEDIA_TYPE, "content_type"),
];

#[tokio::test]
async fn idn_03_what_a_foreign_site_or_a_form_could_send_is_refused_before_a_handler() {
    let world = World::start().await;
    let secret = world.session(Caller::Practitioner);
    for (name, change, http, reason) in REFUSED {
        for (path, content_type) in [
            (COUNT, "application/grpc-web"),
            ("/api/session/sign-in", "application/json"),
            ("/api/session/sign-out", "application/json"),
            ("/api/attachments", "application/octet-stream"),
        ] {
            let browser = world.browser(App::Practitioner).signed_in(App::Practitioner, &secret).with("content-type", content_type);
            let answer = change(browser).send(Method::POST, path, framed(&CountTasksRequest {})).await;
            assert_eq!((answer.http, answer.reason().as_str()), (http, reason), "{name} {path}");
        }
    }
    assert!(world.services.seen.lock().unwrap().is_empty(), "nothing reached a service");
}

#[tokio::test]
async fn reading_the_session_and_files_needs_the_header_too() {
    let world = World::start().await;
    for path in ["/api/session", "/api/session/error", "/api/attachments/1", "/api/nothing"] {
        let answer = world.resident().without("x-digitalplatformauthorization").get(path).await;
        assert_eq!((answer.http, answer.reason().as_str()), (StatusCode::FORBIDDEN, "csrf_header_missing"), "{path}");
    }
}

#[tokio::test]
async fn paths_and_methods_that_do_not_exist_reach_nothing() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let browser = || world.resident().signed_in(App::Resident, &secret);
    for path in [
        "/kajo.identity.v1.SessionService/ResolveSession",
        "/kajo.identity.v1.SessionService/SignOut",
        "/kajo.conversations.v1.AttachmentService/UploadAttachment",
        "/kajo.conversations.v1.TaskService/Nothing",
        "/grpc.health.v1.Health/Check",
    ] {
        let answer = browser().call(path, &CountTasksRequest {}).await;
        assert_eq!((answer.http, answer.reason().as_str()), (StatusCode::NOT_FOUND, "unknown_path"), "{path}");
    }
    let answer = browser().get("/api/nothing").await;
    assert_eq!((answer.http, answer.reason().as_str()), (StatusCode::NOT_FOUND, "unknown_path"));
    let answer = browser().with("content-type", "application/grpc-web").send(Method::PUT, COUNT, "").await;
    assert_eq!(answer.http, StatusCode::METHOD_NOT_ALLOWED);
    assert!(world.services.seen.lock().unwrap().is_empty());
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let world = World::start().await;
    for path in ["/", "/api/session", "/assets/none.js", "/readyz"] {
        let answer = world.resident().get(path).await;
        for (name, value) in
            [("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin"), ("cross-origin-opener-policy", "same-origin")]
        {
            assert_eq!(answer.headers[name], value, "{path}");
        }
        assert!(answer.headers.contains_key("permissions-policy") && answer.headers.contains_key("content-security-policy"), "{path}");
        assert!(!answer.headers.contains_key("strict-transport-security"), "not on this machine");
    }
}
