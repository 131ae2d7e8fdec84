//! The authorisation service as its users meet it: over a socket, each call signed.

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::{SignedDuration, Timestamp};
use reqwest::{Client, Response, StatusCode, redirect::Policy};
use serde_json::{Value, json};
use simulators::{
    Config, Fault, Running,
    authorizations::{CLIENT_ID, HEALTH_MANDATE, OAUTH_SECRET, SECRET},
};
use url::Url;

const CALLBACK: &str = "http://localhost:8080/api/session/on-behalf/callback";
const AINO: &str = "290288-922S";
const MAIJA: &str = "140348-9084";

struct Service {
    running: Running,
    client: Client,
}

impl Service {
    async fn start() -> Self {
        let running = simulators::start(Config::for_tests()).await.unwrap();
        Self { running, client: Client::builder().redirect(Policy::none()).build().unwrap() }
    }

    #[expect(clippy::disallowed_methods, reason = "the outside world has a clock of its own")]
    fn now() -> Timestamp {
        Timestamp::now()
    }

    /// A call signed at a moment, with a token when there is one.
    async fn signed(&self, asked: &str, at: Timestamp, token: &str) -> Response {
        let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes()), format!("{asked} {at}").as_bytes());
        let signature = format!("{CLIENT_ID} {at} {}", STANDARD.encode(tag));
        let call = self.client.get(format!("{}{asked}", self.running.authorizations())).header("X-AsiointivaltuudetAuthorization", signature);
        call.bearer_auth(token).header("X-userId", "u").send().await.unwrap()
    }

    async fn call(&self, asked: &str, token: &str) -> Response {
        self.signed(asked, Self::now(), token).await
    }

    /// Session and user of somebody who asks.
    async fn register(&self, ssn: &str) -> (String, String) {
        let answer: Value = self.call(&format!("/service/hpa/user/register/{CLIENT_ID}/{ssn}?requestId=r"), "").await.json().await.unwrap();
        (answer["sessionId"].as_str().unwrap().to_owned(), answer["userId"].as_str().unwrap().to_owned())
    }

    async fn authorize(&self, user: &str, changes: &[(&str, &str)]) -> Response {
        let mut asked = vec![("client_id", CLIENT_ID), ("response_type", "code"), ("redirect_uri", CALLBACK), ("user", user), ("lang", "fi")];
        asked.retain(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
        asked.extend(changes);
        self.client.get(format!("{}/oauth/authorize", self.running.authorizations())).query(&asked).send().await.unwrap()
    }

    async fn code(&self, user: &str, whom: &str) -> String {
        back(&self.authorize(user, &[("pick", whom)]).await, "code").unwrap()
    }

    async fn trade(&self, code: &str, secret: &str) -> Response {
        let asked = [("grant_type", "authorization_code"), ("redirect_uri", CALLBACK), ("code", code)];
        let trade = self.client.post(format!("{}/oauth/token", self.running.authorizations())).query(&asked);
        trade.basic_auth(CLIENT_ID, Some(secret)).send().await.unwrap()
    }

    async fn token(&self, user: &str, whom: &str) -> String {
        let answer: Value = self.trade(&self.code(user, whom).await, OAUTH_SECRET).await.json().await.unwrap();
        assert_eq!(answer["expires_in"], 599);
        answer["access_token"].as_str().unwrap().to_owned()
    }

    async fn result(&self, session: &str, ssn: &str, mandate: &str, token: &str) -> Value {
        let mandate: String = url::form_urlencoded::byte_serialize(mandate.as_bytes()).collect();
        let asked = format!("/service/hpa/api/authorization/{session}/{ssn}?requestId=r&issues={mandate}");
        self.call(&asked, token).await.json().await.unwrap()
    }
}

fn back(answer: &Response, name: &str) -> Option<String> {
    let back = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
    assert_eq!(format!("{}{}", back.origin().ascii_serialization(), back.path()), CALLBACK);
    back.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
}

#[tokio::test]
async fn a_person_is_picked_and_each_mandate_is_answered_by_itself() {
    let service = Service::start().await;
    let (session, user) = service.register(AINO).await;
    let page = service.authorize(&user, &[]).await.text().await.unwrap();
    assert!(page.contains("Maija Meikäläinen") && !page.contains("Onni"), "those who are the person's own to act for");
    let token = service.token(&user, "maija").await;
    let picked: Value = service.call(&format!("/service/hpa/api/delegate/{session}"), &token).await.json().await.unwrap();
    assert_eq!(picked, json!([{"personId": MAIJA, "name": "Meikäläinen Maija"}]));
    let social = service.running.social_mandate();
    assert_eq!(service.result(&session, MAIJA, HEALTH_MANDATE, &token).await["result"], "ALLOWED");
    let refused = service.result(&session, MAIJA, &social, &token).await;
    assert_eq!((&refused["result"], &refused["reasons"][0]["reasonRule"]), (&json!("DISALLOWED"), &json!("NO_MANDATE")));
    service.running.authorize("aino", "maija", false, true);
    assert_eq!(service.result(&session, MAIJA, HEALTH_MANDATE, &token).await["result"], "DISALLOWED", "withdrawn meanwhile");
    assert_eq!(service.result(&session, MAIJA, &social, &token).await["result"], "ALLOWED");

    // Between servers, without the person's doing.
    let asked = format!("/service/rest/hpa/authorization/{CLIENT_ID}/{AINO}/{MAIJA}?issue=");
    let asked = format!("{asked}{}", url::form_urlencoded::byte_serialize(social.as_bytes()).collect::<String>());
    let checked: Value = service.call(&asked, "").await.json().await.unwrap();
    assert_eq!(checked["result"], "ALLOWED");

    assert_eq!(service.running.authorization_sessions(), 1);
    assert_eq!(service.call(&format!("/service/hpa/user/unregister/{session}"), "").await.status(), StatusCode::OK);
    assert_eq!(service.running.authorization_sessions(), 0);
    assert_eq!(service.call(&format!("/service/hpa/api/delegate/{session}"), &token).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn codes_are_good_once_tokens_for_ten_minutes_and_only_for_their_session() {
    let service = Service::start().await;
    let (session, user) = service.register(AINO).await;
    let code = service.code(&user, "maija").await;
    assert_eq!(service.trade(&code, "another").await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(service.trade(&code, OAUTH_SECRET).await.status(), StatusCode::OK);
    assert_eq!(service.trade(&code, OAUTH_SECRET).await.status(), StatusCode::BAD_REQUEST, "twice");
    let late = service.code(&user, "maija").await;
    service.running.advance(SignedDuration::from_secs(61));
    assert_eq!(service.trade(&late, OAUTH_SECRET).await.status(), StatusCode::BAD_REQUEST, "too late");

    let token = service.token(&user, "maija").await;
    let delegate = format!("/service/hpa/api/delegate/{session}");
    assert_eq!(service.call(&delegate, &token).await.status(), StatusCode::OK);
    let (other, _) = service.register(AINO).await;
    assert_eq!(service.call(&format!("/service/hpa/api/delegate/{other}"), &token).await.status(), StatusCode::UNAUTHORIZED);
    service.running.advance(SignedDuration::from_secs(600));
    let later = Service::now() + SignedDuration::from_secs(661);
    assert_eq!(service.signed(&delegate, later, &token).await.status(), StatusCode::UNAUTHORIZED, "a token of 599 seconds");
}

#[tokio::test]
async fn nobody_picks_nobody_and_no_stranger_is_sent_anywhere() {
    let service = Service::start().await;
    let (_, user) = service.register(AINO).await;
    assert_eq!(back(&service.authorize(&user, &[("pick", "-")]).await, "error").as_deref(), Some("access_denied"));
    assert_eq!(back(&service.authorize("nobody", &[]).await, "error").as_deref(), Some("access_denied"));
    for (name, value) in [("redirect_uri", "https://example.org/api/session/on-behalf/callback"), ("client_id", "x"), ("response_type", "token")] {
        let answer = service.authorize(&user, &[(name, value)]).await;
        assert_eq!((answer.status(), answer.headers().contains_key("location")), (StatusCode::BAD_REQUEST, false), "{name}");
    }
}

#[tokio::test]
async fn unsigned_and_late_calls_are_refused_and_faults_come_when_they_are_ordered() {
    let service = Service::start().await;
    let asked = format!("/service/hpa/user/register/{CLIENT_ID}/{AINO}?requestId=r");
    let unsigned = service.client.get(format!("{}{asked}", service.running.authorizations())).send().await.unwrap();
    assert_eq!(unsigned.status(), StatusCode::UNAUTHORIZED);
    for (minutes, status) in [(-6, StatusCode::UNAUTHORIZED), (-4, StatusCode::OK), (4, StatusCode::OK), (6, StatusCode::UNAUTHORIZED)] {
        let answer = service.signed(&asked, Service::now() + SignedDuration::from_mins(minutes), "").await;
        assert_eq!(answer.status(), status, "{minutes} minutes");
    }
    service.running.fail(Fault::AuthorizationsFail);
    assert_eq!(service.call(&asked, "").await.status(), StatusCode::INTERNAL_SERVER_ERROR);
    service.running.fail(Fault::AuthorizationsMalformed);
    assert!(service.call(&asked, "").await.json::<Value>().await.is_err());
    service.running.fail(Fault::None);
    assert_eq!(service.call(&asked, "").await.status(), StatusCode::OK);
}
