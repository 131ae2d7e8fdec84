//! Other systems that send laboratory results, prescriptions and answers to surveys.

use std::sync::{Arc, atomic::Ordering};

use aws_lc_rs::digest::{SHA256, digest};
use bytes::Bytes;
use chassis::Clock;
use futures::{FutureExt, future::BoxFuture};
use gateway::{App, Limits, Pace};
use http::{Method, StatusCode, header};
use jiff::SignedDuration;
use kajo_proto::{
    content::v1::{FhirInteraction, IngestRequest, IngestResponse},
    conversations::v1::GetAudienceResponse,
    identity::v1::{AdmitIntegratorRequest, AdmitIntegratorResponse, IntegratorScope},
    options::v1::Caller,
    survey::v1 as survey,
};
use tonic::{Code, body::Body};

use crate::{
    browser::{Answer, Browser},
    world::{Seen, Services, World, decoded, refused, reply},
};

const INTEGRATOR: &str = "0198c0de-0000-7000-8000-0000000000f1";
const BUNDLE: &str = r#"{"resourceType":"Bundle","type":"batch"}"#;
const ANSWERED: &str = r#"{"resourceType":"Bundle","type":"batch-response"}"#;
/// Where answers to a survey are sent.
const SURVEY_RESPONSE: &str = "/fhir/R4/QuestionnaireResponse?identifier=urn:oid:1.2.246%7C77%2F1";
/// Where everybody comes from here, unless it is said.
const HERE: &str = "192.0.2.1";

/// The digest of a secret that is in use, and what it lets its integrator do.
pub(crate) type InUse = (Vec<u8>, IntegratorScope);

/// The service of contents, which takes everything in.
pub(crate) fn content(services: Arc<Services>, seen: Seen) -> BoxFuture<'static, http::Response<Body>> {
    async move {
        match seen.path.rsplit('/').next().unwrap() {
            "GetAudience" => reply(&GetAudienceResponse::default()),
            _ if services.fhir_away.load(Ordering::SeqCst) => refused(Code::Unavailable, "unavailable"),
            _ => reply(&IngestResponse { status: 201, body: Bytes::from_static(ANSWERED.as_bytes()) }),
        }
    }
    .boxed()
}

/// So does that of surveys, and has nothing to say of it.
pub(crate) fn survey_response(services: &Services) -> http::Response<Body> {
    if services.fhir_away.load(Ordering::SeqCst) {
        return refused(Code::Unavailable, "unavailable");
    }
    reply(&survey::IngestResponse { status: 201, body: Bytes::new() })
}

/// Identity, asked whether a secret is in use.
pub(crate) fn admission(services: &Services, seen: &Seen) -> http::Response<Body> {
    let asked: AdmitIntegratorRequest = decoded(&seen.body);
    if services.fhir_away.load(Ordering::SeqCst) {
        return refused(Code::Unavailable, "unavailable");
    }
    let is_in_use = services.integrator_secrets.lock().unwrap().contains(&(asked.secret_digest.to_vec(), asked.scope()));
    if is_in_use { reply(&AdmitIntegratorResponse {}) } else { refused(Code::NotFound, "not_found") }
}

/// A secret that looks like one: another one for each letter.
fn secret(letter: char) -> String {
    format!("{INTEGRATOR}.{}", letter.to_string().repeat(43))
}

impl World {
    /// A secret of one that sends health records, in use from now on.
    fn in_use(&self, letter: char) -> String {
        self.in_use_for(letter, IntegratorScope::HealthRecords)
    }

    /// The same of one that may do this.
    fn in_use_for(&self, letter: char, scope: IntegratorScope) -> String {
        let secret = secret(letter);
        let digest = digest(&SHA256, secret.as_bytes()).as_ref().to_vec();
        self.services.integrator_secrets.lock().unwrap().push((digest, scope));
        secret
    }

    /// A system with this secret, which sends nothing that a browser does.
    fn system(&self, secret: &str) -> Browser {
        self.nobody().with("authorization", &format!("Bearer {secret}"))
    }

    /// The same without any secret.
    fn nobody(&self) -> Browser {
        let browser = self.browser(App::Practitioner).without("x-digitalplatformauthorization").without("origin").without("sec-fetch-site");
        browser.with("content-type", "application/fhir+json").with("x-forwarded-for", HERE)
    }

    /// How often identity was asked.
    fn asked(&self) -> usize {
        self.calls().iter().filter(|seen| seen.path.ends_with("/AdmitIntegrator")).count()
    }

    /// What content was told to take in.
    fn taken_in(&self) -> Vec<IngestRequest> {
        self.calls().iter().filter(|seen| seen.path == "/kajo.content.v1.FhirService/Ingest").map(|seen| decoded(&seen.body)).collect()
    }

    /// What survey was told to take in.
    fn answers_taken_in(&self) -> Vec<survey::IngestRequest> {
        self.calls().iter().filter(|seen| seen.path == "/kajo.survey.v1.FhirService/Ingest").map(|seen| decoded(&seen.body)).collect()
    }
}

async fn send(browser: Browser) -> Answer {
    browser.send(Method::POST, "/fhir/R4", BUNDLE).await
}

/// Status and code of an answer that is an OperationOutcome, as all errors are.
fn outcome(answer: &Answer) -> (StatusCode, String) {
    assert_eq!(answer.headers[header::CONTENT_TYPE], "application/fhir+json");
    assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
    let told = answer.json();
    assert_eq!(told["resourceType"], "OperationOutcome");
    assert_eq!(told["id"].as_str().unwrap().len(), 32, "the trace");
    (answer.http, told["issue"][0]["code"].as_str().unwrap().to_owned())
}

fn said(status: StatusCode, code: &str) -> (StatusCode, String) {
    (status, code.to_owned())
}

#[tokio::test]
async fn what_an_integrator_sends_reaches_content_in_the_gateways_own_name_and_its_answer_comes_back() {
    let world = World::start().await;
    let secret = world.in_use('a');
    for path in ["/fhir/R4", "/fhir/R4/"] {
        let answer = world.system(&secret).send(Method::POST, path, BUNDLE).await;
        assert_eq!((answer.http, answer.body.as_ref()), (StatusCode::CREATED, ANSWERED.as_bytes()), "{path}");
        assert_eq!(answer.headers[header::CONTENT_TYPE], "application/fhir+json");
        assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
    }
    let path = "/fhir/R4/Observation?identifier=urn:oid:1.2.246%7C77%2F1";
    let plain = world.system(&secret).with("content-type", "application/json; charset=utf-8").with("cookie", "__Host-kajo-practitioner-session=x");
    assert_eq!(plain.send(Method::PUT, path, "{}").await.http, StatusCode::CREATED);

    let bundle = IngestRequest {
        integrator_id: INTEGRATOR.to_owned(),
        interaction: FhirInteraction::Bundle.into(),
        body: Bytes::from_static(BUNDLE.as_bytes()),
        ..IngestRequest::default()
    };
    let update = IngestRequest {
        interaction: FhirInteraction::Update.into(),
        resource_type: "Observation".to_owned(),
        identifier: "urn:oid:1.2.246|77/1".to_owned(),
        body: Bytes::from_static(b"{}"),
        ..bundle.clone()
    };
    assert_eq!(world.taken_in(), [bundle.clone(), bundle, update]);
    for seen in world.calls() {
        assert_eq!(seen.headers["kajo-caller-bin"], format!("signed-{}", Caller::Gateway as i32), "{}", seen.path);
        assert!(seen.headers.contains_key("traceparent"), "{}", seen.path);
        assert!(!seen.headers.contains_key("authorization") && !seen.headers.contains_key("cookie"), "{}", seen.path);
    }
    assert!(world.services.seen.lock().unwrap().iter().all(|seen| !seen.path.contains("SessionService")), "no cookie is looked at");
}

#[tokio::test]
async fn sur_09_answers_to_a_survey_reach_survey_and_the_right_to_send_them_is_one_of_its_own() {
    let world = World::start().await;
    let (laboratory, clinic) = (world.in_use('a'), world.in_use_for('b', IntegratorScope::SurveyResponses));
    let both = world.in_use('c');
    world.in_use_for('c', IntegratorScope::SurveyResponses);
    let put = async |secret: &str| world.system(secret).send(Method::PUT, SURVEY_RESPONSE, "{}").await;
    for secret in [&clinic, &clinic, &both] {
        let answer = put(secret).await;
        assert_eq!((answer.http, answer.body.len()), (StatusCode::CREATED, 0));
        assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
    }
    for secret in [&laboratory, &both] {
        assert_eq!(send(world.system(secret)).await.http, StatusCode::CREATED);
    }
    assert_eq!(world.asked(), 4, "a yes to one thing is none to another");
    // Whoever has just been let do one thing is let do no other by that.
    assert_eq!(outcome(&put(&laboratory).await), said(StatusCode::UNAUTHORIZED, "login"));
    assert_eq!(outcome(&send(world.system(&clinic)).await), said(StatusCode::UNAUTHORIZED, "login"));
    assert_eq!(outcome(&put(&secret('d')).await), said(StatusCode::UNAUTHORIZED, "login"));

    let sent = survey::IngestRequest {
        integrator_id: INTEGRATOR.to_owned(),
        identifier: "urn:oid:1.2.246|77/1".to_owned(),
        body: Bytes::from_static(b"{}"),
    };
    assert_eq!(world.answers_taken_in(), [sent.clone(), sent.clone(), sent]);
    assert_eq!(world.taken_in().len(), 2);
    for seen in world.calls() {
        assert_eq!(seen.headers["kajo-caller-bin"], format!("signed-{}", Caller::Gateway as i32), "{}", seen.path);
        assert!(!seen.headers.contains_key("authorization"), "{}", seen.path);
    }
    world.services.fhir_away.store(true, Ordering::SeqCst);
    assert_eq!(outcome(&put(&clinic).await), said(StatusCode::SERVICE_UNAVAILABLE, "transient"));
}

#[tokio::test]
async fn evt_05_everybody_who_builds_another_system_is_told_by_what_systems_things_are_named() {
    let world = World::start().await;
    let told = world.nobody().get("/fhir/R4/NamingSystem").await;
    assert_eq!(told.http, StatusCode::OK);
    assert_eq!(told.headers[header::CONTENT_TYPE], "application/fhir+json");
    let told = told.json();
    assert_eq!((told["resourceType"].as_str(), told["type"].as_str(), told["total"].as_u64()), (Some("Bundle"), Some("searchset"), Some(12)));
    let entries = told["entry"].as_array().unwrap();
    let of = |name: &str| entries.iter().find(|entry| entry["resource"]["name"] == name).unwrap()["resource"]["uniqueId"][0]["value"].clone();
    assert_eq!((of("NationalId"), of("Survey")), ("1.2.246.21".into(), "urn:kajo:survey".into()));
    assert!(world.calls().is_empty(), "no service is asked");
}

#[tokio::test]
async fn everybody_reads_what_can_be_sent_and_nothing_else_is_answered_and_none_of_it_to_residents() {
    let world = World::start().await;
    let secret = world.in_use('a');
    let told = world.nobody().get("/fhir/R4/metadata").await;
    assert_eq!((told.http, told.json()["fhirVersion"].as_str()), (StatusCode::OK, Some("4.0.1")));
    assert_eq!(told.headers[header::CONTENT_TYPE], "application/fhir+json");
    for (method, path) in [
        (Method::GET, "/fhir/R4"),
        (Method::GET, "/fhir/R4/Observation?identifier=a%7Cb"),
        (Method::GET, "/fhir/R4/Observation/1"),
        (Method::GET, "/fhir/R4/QuestionnaireResponse?identifier=a%7Cb"),
        (Method::POST, "/fhir/R4/Observation"),
        (Method::POST, "/fhir/R4/NamingSystem"),
        (Method::PUT, "/fhir/R4/Observation"),
        (Method::PUT, "/fhir/R4/QuestionnaireResponse"),
        (Method::PUT, "/fhir/R4/Observation/1"),
        (Method::PUT, "/fhir/R4/Observation?identifier=a%7Cb&identifier=c%7Cd"),
        (Method::DELETE, "/fhir/R4/Observation?identifier=a%7Cb"),
    ] {
        let answer = world.system(&secret).send(method.clone(), path, "{}").await;
        assert_eq!(outcome(&answer), said(StatusCode::NOT_FOUND, "not-found"), "{method} {path}");
    }
    let resident = world.resident().without("x-digitalplatformauthorization").with("authorization", &format!("Bearer {secret}"));
    let answer = resident.with("content-type", "application/fhir+json").send(Method::POST, "/fhir/R4", BUNDLE).await;
    assert_eq!((answer.http, answer.reason().as_str()), (StatusCode::FORBIDDEN, "csrf_header_missing"));
    assert_eq!(
        world.resident().with("content-type", "application/json").send(Method::POST, "/fhir/R4", BUNDLE).await.http,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    assert!(world.calls().is_empty(), "nothing reached a service");
}

#[tokio::test]
async fn who_has_no_secret_that_is_in_use_is_told_so_in_one_way() {
    let world = World::start().await;
    let secret = world.in_use('a');
    for browser in [
        world.nobody(),
        world.system(""),
        world.system("key"),
        world.system(INTEGRATOR),
        world.system(&secret[1..]),
        world.system(&format!("{secret}a")),
        world.system(&self::secret('b')),
        world.system(&secret.replacen("f1", "f2", 1)),
        world.nobody().with("authorization", &format!("Basic {secret}")),
    ] {
        let answer = send(browser).await;
        assert_eq!(outcome(&answer), said(StatusCode::UNAUTHORIZED, "login"));
        assert_eq!(answer.headers[header::WWW_AUTHENTICATE], "Bearer");
    }
    assert_eq!((world.asked(), world.taken_in().len()), (2, 0), "what has not the form of a secret is not asked about");
    let nurse = world.nobody().signed_in(App::Practitioner, &world.session(Caller::Practitioner));
    assert_eq!(outcome(&send(nurse).await), said(StatusCode::UNAUTHORIZED, "login"), "whoever is signed in");
}

#[tokio::test]
async fn a_yes_is_believed_for_half_a_minute_and_a_no_for_nothing() {
    let clock = Clock::manual(Clock::system().now());
    let world = World::at(&clock).await;
    let unused = secret('a');
    assert_eq!(send(world.system(&unused)).await.http, StatusCode::UNAUTHORIZED);
    let secret = world.in_use('a');
    for _ in 0..3 {
        assert_eq!(send(world.system(&secret)).await.http, StatusCode::CREATED);
    }
    assert_eq!(world.asked(), 2, "once for the no, once for the yes");
    world.services.integrator_secrets.lock().unwrap().clear();
    clock.advance(SignedDuration::from_secs(29));
    assert_eq!(send(world.system(&secret)).await.http, StatusCode::CREATED);
    clock.advance(SignedDuration::from_secs(1));
    assert_eq!(send(world.system(&secret)).await.http, StatusCode::UNAUTHORIZED, "good no more, and known within half a minute");
    world.in_use('a');
    assert_eq!(send(world.system(&secret)).await.http, StatusCode::CREATED);
}

#[tokio::test]
async fn a_body_is_json_and_of_one_mebibyte_at_most_and_there_is_one() {
    let world = World::start().await;
    let secret = world.in_use('a');
    for other in ["text/plain", "application/xml", "application/fhir+xml", "application/x-www-form-urlencoded", ""] {
        let answer = send(world.system(&secret).with("content-type", other)).await;
        assert_eq!(outcome(&answer), said(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-supported"), "{other}");
    }
    assert_eq!(outcome(&send(world.system(&secret).without("content-type")).await), said(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-supported"));
    let of = async |size: usize| world.system(&secret).send(Method::POST, "/fhir/R4", vec![b' '; size]).await;
    assert_eq!(outcome(&of((1 << 20) + 1).await), said(StatusCode::PAYLOAD_TOO_LARGE, "too-long"));
    assert_eq!(outcome(&of(0).await), said(StatusCode::BAD_REQUEST, "invalid"));
    assert!(world.taken_in().is_empty());
    assert_eq!(of(1 << 20).await.http, StatusCode::CREATED);
}

#[tokio::test]
async fn an_address_that_comes_with_many_bad_secrets_is_held_up_and_who_was_admitted_there_is_not() {
    let clock = Clock::manual(Clock::system().now());
    let limits = Limits { tokens_refused_per_address: 3, ..Limits::default() };
    // With a proxy in front, which says from where it was called.
    let world = World::of(Pace::default(), clock.clone(), limits, true).await;
    let (known, other) = (world.in_use('a'), world.in_use('b'));
    assert_eq!(send(world.system(&known)).await.http, StatusCode::CREATED);
    for bad in [secret('c'), "key".to_owned(), secret('d')] {
        assert_eq!(send(world.system(&bad)).await.http, StatusCode::UNAUTHORIZED);
    }
    let asked = world.asked();
    for held in [secret('e'), "key".to_owned(), other.clone()] {
        let answer = send(world.system(&held)).await;
        assert_eq!(outcome(&answer), said(StatusCode::TOO_MANY_REQUESTS, "throttled"));
        assert_eq!(answer.headers[header::RETRY_AFTER], "600");
    }
    assert_eq!(world.asked(), asked, "identity was not asked");
    clock.advance(SignedDuration::from_secs(31));
    assert_eq!(send(world.system(&known)).await.http, StatusCode::CREATED);
    assert_eq!(send(world.system(&other).with("x-forwarded-for", "192.0.2.2")).await.http, StatusCode::CREATED, "from another address");
    clock.advance(SignedDuration::from_mins(10));
    assert_eq!(send(world.system(&secret('e'))).await.http, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn while_identity_or_content_is_away_whoever_sends_is_told_to_come_again() {
    let world = World::start().await;
    let (known, other) = (world.in_use('a'), world.in_use('b'));
    assert_eq!(send(world.system(&known)).await.http, StatusCode::CREATED);
    world.services.fhir_away.store(true, Ordering::SeqCst);
    for secret in [&known, &other] {
        let answer = send(world.system(secret)).await;
        assert_eq!(outcome(&answer), said(StatusCode::SERVICE_UNAVAILABLE, "transient"));
        assert_eq!(answer.headers[header::RETRY_AFTER], "30");
    }
    world.services.fhir_away.store(false, Ordering::SeqCst);
    assert_eq!(send(world.system(&other)).await.http, StatusCode::CREATED);
}
