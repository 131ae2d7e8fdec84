//! Every method as every kind of caller: what happens stands in `authz/matrix.tsv`, which a person has read. To write
//! it anew: `KAJO_WRITE_MATRIX=1`, then read the difference.

use std::{fmt::Write, fs, path::PathBuf};

use gateway::App;
use kajo_proto::{
    caller::v1::CallerContext,
    methods::{METHODS, Method},
    options::v1::Caller,
};
use tonic::{Code, Status, body::Body};
use tower::ServiceExt;

use crate::{
    browser::{Browser, code_and_reason, first_of_stream},
    world::World,
};

/// A message with no field set.
const EMPTY: () = ();

async fn over_the_web(browser: &Browser, method: &Method) -> String {
    let (answer, head) = browser.open(method.path, &EMPTY).await;
    let status = match head {
        Some(status) => status,
        None => first_of_stream(answer).await,
    };
    told(&status)
}

/// Straight at the service, past the gateway.
async fn straight(world: &World, method: &Method, signed: Option<Vec<u8>>) -> String {
    let name = method.package.split('.').nth(1).unwrap();
    let Some(service) = world.platform.service(name) else { return "-".to_owned() };
    let mut request = http::Request::post(method.path).header("content-type", "application/grpc").header("te", "trailers");
    request = request.header("idempotency-key", "0198c0de-0000-7000-8000-000000000001");
    if let Some(signed) = signed {
        use base64::Engine;
        request = request.header("kajo-caller-bin", base64::engine::general_purpose::STANDARD_NO_PAD.encode(signed));
    }
    let body = Body::new(http_body_util::Full::new(bytes::Bytes::from_static(&[0; 5])));
    let answer = service.grpc().oneshot(request.body(body).unwrap()).await.unwrap();
    let status = if let Some(status) = Status::from_header_map(answer.headers()) {
        status
    } else {
        let body = http_body_util::BodyExt::collect(answer.into_body()).await.unwrap();
        Status::from_header_map(body.trailers().unwrap()).unwrap()
    };
    told(&status)
}

fn told(status: &Status) -> String {
    if status.code() == Code::Ok { "ok".to_owned() } else { code_and_reason(status) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_answers_every_kind_of_caller_as_the_matrix_says() {
    let world = World::start().await;
    let resident = world.resident("aino").await;
    let mut choosing = world.browser(App::Practitioner);
    choosing.sign_in("pekka").await;
    let practitioner = world.practitioner("liisa").await;
    let mut expired = world.browser(App::Practitioner);
    expired.sign_in("karin").await;
    let ended = expired.clone();
    expired.post_json("/api/session/sign-out", "{}").await;
    let mut other_realm = world.browser(App::Practitioner);
    other_realm.cookies.insert(other_realm.session_cookie(), resident.cookies[&resident.session_cookie()].clone());
    let mut without_header = practitioner.clone();
    without_header.headers.remove("x-digitalplatformauthorization");
    let web = [
        ("nobody", world.browser(App::Resident)),
        ("resident", resident),
        ("another resident", world.resident("eino").await),
        ("choosing", choosing),
        ("practitioner", practitioner),
        ("responsible user", world.practitioner("ritva").await),
        ("administrator", world.practitioner("paula").await),
        ("ended session", ended),
        ("other realm's session", other_realm),
        ("no header", without_header),
    ];
    let now = chassis::Clock::system().now();
    let key = &world.environment.internal_key;
    let as_kind = |kind: Caller| Some(key.sign(CallerContext { kind: kind.into(), ..CallerContext::default() }, now));
    let foreign = chassis::access::InternalKey::from_bytes([9; 32]);
    let straight_callers = [
        ("grpc: unsigned", None),
        ("grpc: forged", Some(foreign.sign(CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() }, now))),
        ("grpc: gateway", as_kind(Caller::Gateway)),
        ("grpc: service", as_kind(Caller::Service)),
    ];

    let mut matrix = "method".to_owned();
    for name in web.iter().map(|(name, _)| name).chain(straight_callers.iter().map(|(name, _)| name)) {
        write!(matrix, "\t{name}").unwrap();
    }
    for method in METHODS {
        write!(matrix, "\n{}", method.path).unwrap();
        for (_, browser) in &web {
            write!(matrix, "\t{}", over_the_web(browser, method).await).unwrap();
        }
        for (_, signed) in &straight_callers {
            write!(matrix, "\t{}", straight(&world, method, signed.clone()).await).unwrap();
        }
    }
    matrix.push('\n');
    world.end().await;

    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("authz/matrix.tsv");
    if std::env::var_os("KAJO_WRITE_MATRIX").is_some() {
        fs::write(&path, &matrix).unwrap();
    }
    let reviewed = fs::read_to_string(&path).unwrap_or_default();
    for (found, expected) in matrix.lines().zip(reviewed.lines()) {
        assert_eq!(found, expected, "authz/matrix.tsv says otherwise");
    }
    assert_eq!(matrix.lines().count(), reviewed.lines().count(), "authz/matrix.tsv has other methods");
}
