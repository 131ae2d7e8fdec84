//! What goes to a push service: encrypted for the browser, signed by whoever sends, and what is made of each answer.

use std::net::SocketAddr;

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use axum::Router;
use bytes::Bytes;
use http::HeaderMap;
use rcgen::{PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, SignatureAlgorithm};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::mpsc};
use web_push_native::p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint};

use super::*;

const SECRET: [u8; 16] = [9; 16];
const NOW: i64 = 1_800_000_000;
const MESSAGE: PushMessage<'static> =
    PushMessage { payload: r#"{"title":"Kajo","body":"Viesti odottaa sinua"}"#, topic: "AAAAAAAAAAAAAAAAAAAAAQ", ttl: Duration::from_secs(90) };

fn browsers_key() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).unwrap()
}

fn subscription(endpoint: &str) -> Subscription {
    let point = browsers_key().public_key().to_encoded_point(false);
    Subscription { endpoint: endpoint.to_owned(), key: URL_SAFE_NO_PAD.encode(point.as_bytes()), secret: URL_SAFE_NO_PAD.encode(SECRET) }
}

fn pem(algorithm: &'static SignatureAlgorithm) -> String {
    rcgen::KeyPair::generate_for(algorithm).unwrap().serialize_pem()
}

fn settings(pem: &str, hosts: &str) -> PushSettings {
    PushSettings { push_key: Some(pem.into()), push_contact: "mailto:kajo@kajo.example".to_owned(), push_hosts: hosts.to_owned() }
}

fn push(hosts: &str) -> Push {
    Push::of(&settings(&pem(&PKCS_ECDSA_P256_SHA256), hosts)).unwrap().unwrap()
}

async fn send(push: &Push, endpoint: &str) -> Result<(), NotPushed> {
    push.send(&subscription(endpoint), &MESSAGE, Timestamp::from_second(NOW).unwrap()).await
}

/// A push service that answers so and names another place, and what it is handed.
async fn push_service(answer: StatusCode) -> (SocketAddr, mpsc::UnboundedReceiver<(HeaderMap, Bytes)>) {
    let (handed, taken) = mpsc::unbounded_channel();
    let take = move |headers: HeaderMap, body: Bytes| {
        let handed = handed.clone();
        async move {
            handed.send((headers, body)).unwrap();
            (answer, [(header::LOCATION, "/another")])
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(take)).await });
    (address, taken)
}

#[tokio::test]
async fn cms_08_a_push_service_knows_us_by_a_token_and_only_the_browser_reads_what_it_is_handed() {
    let (address, mut taken) = push_service(StatusCode::CREATED).await;
    let push = push("127.0.0.1");
    assert_eq!(send(&push, &format!("http://{address}/push/one?two")).await, Ok(()));

    let (headers, body) = taken.recv().await.unwrap();
    let said = |name: &str| headers[name].to_str().unwrap().to_owned();
    assert_eq!(["ttl", "topic", "urgency", "content-encoding"].map(said), ["90", MESSAGE.topic, "normal", "aes128gcm"]);

    let authorization = said("authorization");
    let (token, key) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, push.public_key());
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let [key, signature, claims] = [key, signature, signed.split_once('.').unwrap().1].map(|text| URL_SAFE_NO_PAD.decode(text).unwrap());
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, key).verify(signed.as_bytes(), &signature).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims, json!({"aud": format!("http://{address}"), "exp": NOW + TOKEN_HOLDS, "sub": "mailto:kajo@kajo.example"}));

    assert!(!String::from_utf8_lossy(&body).contains("odottaa"));
    let read = web_push_native::decrypt(body.to_vec(), &browsers_key(), &Auth::from(SECRET)).unwrap();
    assert_eq!(read, MESSAGE.payload.as_bytes());
}

#[tokio::test]
async fn cms_08_an_answer_says_whether_it_was_taken_can_be_tried_again_or_never_will_be() {
    let not_taken = |said: &str| Err(NotPushed::NotTaken(said.to_owned()));
    let push = push("127.0.0.1");
    for (answer, expected) in [
        (StatusCode::CREATED, Ok(())),
        (StatusCode::ACCEPTED, Ok(())),
        (StatusCode::NOT_FOUND, Err(NotPushed::Gone)),
        (StatusCode::GONE, Err(NotPushed::Gone)),
        (StatusCode::BAD_REQUEST, Err(NotPushed::Refused)),
        (StatusCode::FORBIDDEN, Err(NotPushed::Refused)),
        (StatusCode::PAYLOAD_TOO_LARGE, Err(NotPushed::Refused)),
        (StatusCode::REQUEST_TIMEOUT, not_taken("408 Request Timeout")),
        (StatusCode::TOO_MANY_REQUESTS, not_taken("429 Too Many Requests")),
        (StatusCode::INTERNAL_SERVER_ERROR, not_taken("500 Internal Server Error")),
        (StatusCode::SERVICE_UNAVAILABLE, not_taken("503 Service Unavailable")),
        // Nobody is followed: the other place would be handed the message, too.
        (StatusCode::TEMPORARY_REDIRECT, Err(NotPushed::Refused)),
    ] {
        let (address, mut taken) = push_service(answer).await;
        assert_eq!(send(&push, &format!("http://{address}/push/one")).await, expected, "{answer}");
        assert!(taken.try_recv().is_ok() && taken.try_recv().is_err(), "{answer}: handed over once");
    }
    let Err(NotPushed::NotTaken(said)) = send(&push, "http://127.0.0.1:1/push/one").await else { panic!("nobody is there") };
    assert!(!said.contains("127.0.0.1"), "{said}");
}

#[tokio::test]
async fn cms_08_nobody_is_called_who_is_no_known_push_service_any_more() {
    let (address, mut taken) = push_service(StatusCode::CREATED).await;
    assert_eq!(send(&push(&push_hosts()), &format!("http://{address}/push/one")).await, Err(NotPushed::Refused));
    assert!(taken.try_recv().is_err());
}

#[test]
fn cms_08_a_browser_has_a_push_service_that_is_known_a_key_and_a_secret() {
    let (usual, local) = (settings("", &push_hosts()), settings("", "push.example 127.0.0.1 localhost"));
    let check = |settings: &PushSettings, endpoint: &str| subscription(endpoint).check(settings);
    for good in [
        "https://fcm.googleapis.com/fcm/send/one",
        "https://fcm.googleapis.com:443/wp/one",
        "https://updates.push.services.mozilla.com/wpush/v2/one",
        "https://web.push.apple.com/one",
        "https://db5p.notify.windows.com/w/?token=one",
    ] {
        assert_eq!(check(&usual, good), Ok(()), "{good}");
    }
    for bad in [
        "",
        "nowhere",
        "http://fcm.googleapis.com/one",
        "https://fcm.googleapis.com:8443/one",
        "https://us@fcm.googleapis.com/one",
        "https://:secret@fcm.googleapis.com/one",
        "https://fcm.googleapis.com.example/one",
        "https://example/fcm.googleapis.com",
        "https://evil.example\\@fcm.googleapis.com/one",
        "https://sub.fcm.googleapis.com/one",
        "https://notify.windows.com/one",
        "https://evilnotify.windows.com/one",
        "https://10.0.0.7/one",
        "https://[::1]/one",
        "http://127.0.0.1:4222/one",
        "ftp://fcm.googleapis.com/one",
        "file:///etc/passwd",
    ] {
        assert_eq!(check(&usual, bad), Err(BadSubscription::Service), "{bad}");
    }
    for (endpoint, known) in [
        ("https://push.example/one", true),
        ("http://push.example/one", false),
        ("http://127.0.0.1:9000/one", true),
        ("http://localhost:9000/one", true),
        ("http://[::1]:9000/one", false),
    ] {
        assert_eq!(check(&local, endpoint).is_ok(), known, "{endpoint}");
    }

    let good = subscription("https://push.example/one");
    let zeros = |length: usize| URL_SAFE_NO_PAD.encode(vec![0; length]);
    let compressed = URL_SAFE_NO_PAD.encode(browsers_key().public_key().to_encoded_point(true).as_bytes());
    for key in [String::new(), "no key!".to_owned(), zeros(65), compressed, format!("{}=", good.key), good.key.replacen('B', "A", 1)] {
        assert_eq!(Subscription { key: key.clone(), ..good.clone() }.check(&local), Err(BadSubscription::Key), "{key}");
    }
    for secret in [String::new(), "no secret!".to_owned(), zeros(15), zeros(17), format!("{}==", good.secret)] {
        assert_eq!(Subscription { secret: secret.clone(), ..good.clone() }.check(&local), Err(BadSubscription::Secret), "{secret}");
    }
    assert_eq!(format!("{good:?}"), "Subscription { .. }");
}

#[test]
fn cms_08_without_a_key_nobody_is_told_and_with_a_bad_one_nothing_starts() {
    let pem_of = |pem: &str| Push::of(&settings(pem, "push.example"));
    let none = PushSettings { push_key: None, ..settings("", "push.example") };
    assert!(Push::of(&none).unwrap().is_none() && pem_of(" ").unwrap().is_none());

    let good = pem(&PKCS_ECDSA_P256_SHA256);
    let public_key = |pem: &str| pem_of(pem).unwrap().unwrap().public_key().to_owned();
    assert_eq!(public_key(&good.replace(['\r', '\n'], "")), public_key(&good), "the lines of a PEM may be one");
    assert_eq!(URL_SAFE_NO_PAD.decode(public_key(&good)).unwrap().len(), POINT);

    let not_pkcs8 = good.replace("PRIVATE KEY", "EC PRIVATE KEY");
    for bad in ["a secret", &not_pkcs8, &good.replace("PRIVATE", "PUBLIC"), &pem(&PKCS_ECDSA_P384_SHA384)] {
        let refused = pem_of(bad).err().unwrap().to_string();
        assert!(refused.starts_with("KAJO_PUSH_KEY: ") && !refused.contains("secret"), "{refused}");
    }
    let nowhere = PushSettings { push_contact: "kajo@kajo.example".to_owned(), ..settings(&good, "push.example") };
    assert!(Push::of(&nowhere).err().unwrap().to_string().starts_with("KAJO_PUSH_CONTACT: "));
}
