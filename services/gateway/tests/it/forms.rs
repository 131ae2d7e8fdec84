//! Forms that anybody sends without saying who they are: how often from one address (SUR-07).

use std::sync::Arc;

use chassis::Clock;
use futures::{FutureExt, future::BoxFuture};
use gateway::{App, Limits, Pace};
use http::StatusCode;
use jiff::SignedDuration;
use kajo_proto::{
    conversations::v1::GetAudienceResponse,
    options::v1::Caller,
    survey::v1::{GetPublicFormRequest, GetPublicFormResponse, SendPublicFormRequest, SendPublicFormResponse},
};
use tonic::{Code, body::Body};

use crate::{
    browser::{Answer, Browser},
    fhir,
    world::{Seen, Services, World, reply},
};

const OPEN: &str = "/kajo.survey.v1.PublicFormService/GetPublicForm";
const SEND: &str = "/kajo.survey.v1.PublicFormService/SendPublicForm";
/// Where everybody comes from here, unless it is said.
const HERE: &str = "2001:db8:1:2::1";

/// The service of surveys, which lets everything be done.
pub(crate) fn survey(services: Arc<Services>, seen: Seen) -> BoxFuture<'static, http::Response<Body>> {
    async move {
        match seen.path.rsplit('/').next().unwrap() {
            "GetAudience" => reply(&GetAudienceResponse::default()),
            "GetPublicForm" => reply(&GetPublicFormResponse::default()),
            "Ingest" => fhir::survey_response(&services),
            _ => reply(&SendPublicFormResponse::default()),
        }
    }
    .boxed()
}

async fn open(browser: Browser, from: &str) -> Answer {
    browser.with("x-forwarded-for", from).call(OPEN, &GetPublicFormRequest { url_tail: "palaute".to_owned() }).await
}

fn filled_in() -> SendPublicFormRequest {
    SendPublicFormRequest { sitting: "a-sitting".to_owned(), ..SendPublicFormRequest::default() }
}

async fn send(browser: Browser, from: &str) -> Answer {
    browser.with("x-forwarded-for", from).call(SEND, &filled_in()).await
}

#[tokio::test]
async fn sur_07_an_address_opens_twenty_forms_and_sends_five_in_ten_minutes_whoever_calls() {
    let clock = Clock::manual(Clock::system().now());
    // With a proxy in front, which says from where it was called.
    let world = World::of(Pace::default(), clock.clone(), Limits::default(), true).await;
    let secrets = [Caller::Resident, Caller::ResidentEntering, Caller::Identified].map(|kind| world.session(kind));
    // Three who are signed in, nobody, and so on.
    let browser = |at: usize| secrets.get(at % 4).map_or_else(|| world.resident(), |secret| world.resident().signed_in(App::Resident, secret));
    for number in 0..20 {
        assert_eq!(open(browser(number), &format!("2001:db8:1:2::{number:x}")).await.code(), Code::Ok, "{number}");
    }
    for number in 0..5 {
        assert_eq!(send(browser(number), &format!("2001:db8:1:2::{number:x}")).await.code(), Code::Ok, "{number}");
    }
    assert_eq!(world.calls().len(), 25);

    for number in 0..4 {
        for refused in [open(browser(number), HERE).await, send(browser(number), HERE).await] {
            assert_eq!((refused.http, refused.code(), refused.reason().as_str()), (StatusCode::OK, Code::ResourceExhausted, "form_busy"), "{number}");
        }
    }
    assert_eq!(world.calls().len(), 25, "none of these reached a service");

    for elsewhere in ["2001:db8:1:3::1", "192.0.2.1"] {
        assert_eq!(open(world.resident(), elsewhere).await.code(), Code::Ok, "{elsewhere}");
        assert_eq!(send(world.resident(), elsewhere).await.code(), Code::Ok, "{elsewhere}");
    }
    clock.advance(SignedDuration::from_mins(10));
    assert_eq!(open(world.resident(), HERE).await.code(), Code::Ok);
    assert_eq!(send(world.resident(), HERE).await.code(), Code::Ok);
}

#[tokio::test]
async fn sur_07_what_is_refused_for_another_reason_does_not_count_nor_what_comes_from_nowhere() {
    let limits = Limits { forms_opened_per_address: 1, forms_sent_per_address: 1, ..Limits::default() };
    let world = World::limited(limits).await;
    let broken = world.resident().with("x-forwarded-for", HERE).with("content-type", "application/grpc-web-text");
    assert_eq!(broken.send_owned(SEND, b"%%%%".to_vec()).await.reason(), "malformed");
    let professional = world.browser(App::Practitioner).signed_in(App::Practitioner, &world.session(Caller::Practitioner));
    assert_eq!(send(professional, HERE).await.reason(), "access_denied");
    for _ in 0..3 {
        let from_nowhere = world.resident().call(SEND, &filled_in()).await;
        assert_eq!(from_nowhere.code(), Code::Ok, "the proxy did not say from where it was called");
    }

    assert_eq!(open(world.resident(), HERE).await.code(), Code::Ok);
    assert_eq!(send(world.resident(), HERE).await.code(), Code::Ok);
    assert_eq!(send(world.resident(), HERE).await.reason(), "form_busy");
    let visit = world.resident().with("x-forwarded-for", HERE).post_json("/api/visit", "{}").await;
    assert_eq!(visit.http, StatusCode::NO_CONTENT, "visits have a count of their own");
}
