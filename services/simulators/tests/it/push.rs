//! The push service and its browsers as those who send meet them.

use std::time::Duration;

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::{Engine, engine::general_purpose::STANDARD};
use chassis::push::{NotPushed, Push, PushMessage, PushSettings, Subscription};
use jiff::SignedDuration;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use simulators::{Config, Fault, Running};

const MESSAGE: PushMessage<'static> = PushMessage { payload: r#"{"body":"Viesti odottaa"}"#, topic: "a-topic", ttl: Duration::from_mins(1) };

/// Somebody who sends, with a key that nobody has seen yet.
fn sender(running: &Running) -> Push {
    let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap().to_pkcs8v1().unwrap();
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(key.as_ref()));
    let settings = PushSettings {
        push_key: Some(pem.into()),
        push_contact: "mailto:kajo@kajo.example".to_owned(),
        push_hosts: running.address.ip().to_string(),
    };
    Push::of(&settings).unwrap().unwrap()
}

/// A browser that hears a sender alone, and what the outbox calls it.
async fn browser(running: &Running, sender: &Push) -> (Subscription, String) {
    let order = json!({"applicationServerKey": sender.public_key()});
    let made: Value = Client::new().post(running.push_subscriptions()).json(&order).send().await.unwrap().json().await.unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (endpoint, key, secret) = (text(&made["endpoint"]), text(&made["keys"]["p256dh"]), text(&made["keys"]["auth"]));
    let to = format!("push:{}", endpoint.rsplit_once('/').unwrap().1);
    (Subscription { endpoint, key, secret }, to)
}

#[tokio::test]
async fn cms_08_a_browser_reads_what_was_sent_to_it_by_whom_it_subscribed_to() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let kajo = sender(&running);
    let (subscription, to) = browser(&running, &kajo).await;
    let (_, another) = browser(&running, &kajo).await;

    assert_eq!(kajo.send(&subscription, &MESSAGE, running.now()).await, Ok(()));
    let sent = running.sent_to(&to);
    assert_eq!(sent.iter().map(|sent| (sent.subject.as_str(), sent.text.as_str())).collect::<Vec<_>>(), [(MESSAGE.topic, MESSAGE.payload)]);
    assert!(running.sent_to(&another).is_empty());

    assert_eq!(sender(&running).send(&subscription, &MESSAGE, running.now()).await, Err(NotPushed::Refused), "by somebody else");
    let yesterday = running.now() - SignedDuration::from_hours(24);
    assert_eq!(kajo.send(&subscription, &MESSAGE, yesterday).await, Err(NotPushed::Refused), "a token that has run out");
    let bare = Client::new().post(&subscription.endpoint).header("TTL", "60").body("in clear").send().await.unwrap();
    assert_eq!(bare.status(), StatusCode::UNAUTHORIZED);
    let unknown = Subscription { endpoint: format!("{}0", subscription.endpoint), ..subscription.clone() };
    assert_eq!(kajo.send(&unknown, &MESSAGE, running.now()).await, Err(NotPushed::Gone));
    let (foreign, _) = browser(&running, &kajo).await;
    let unreadable = Subscription { key: foreign.key, ..subscription };
    assert_eq!(kajo.send(&unreadable, &MESSAGE, running.now()).await, Err(NotPushed::Refused), "with another browser's key");
    assert_eq!(running.sent_to(&to).len(), 1);
}

#[tokio::test]
async fn cms_08_a_push_service_that_is_busy_fails_or_knows_the_browser_no_more_says_so() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let kajo = sender(&running);
    let (subscription, to) = browser(&running, &kajo).await;
    let not_taken = |said: &str| Err(NotPushed::NotTaken(said.to_owned()));
    for (fault, expected) in [
        (Fault::PushGone, Err(NotPushed::Gone)),
        (Fault::PushBusy, not_taken("429 Too Many Requests")),
        (Fault::PushFails, not_taken("500 Internal Server Error")),
    ] {
        running.fail(fault);
        assert_eq!(kajo.send(&subscription, &MESSAGE, running.now()).await, expected, "{fault:?}");
    }
    assert!(running.sent_to(&to).is_empty());
    running.fail(Fault::None);
    assert_eq!(kajo.send(&subscription, &MESSAGE, running.now()).await, Ok(()));
    assert_eq!(running.sent_to(&to).len(), 1);
}
