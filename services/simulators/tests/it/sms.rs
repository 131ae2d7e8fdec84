//! The SMS gateway as those who send meet it.

use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use simulators::{Config, Fault, Running, sms::TOKEN};

const PHONE: &str = "+358401234567";

async fn send(running: &Running, message: &Value) -> StatusCode {
    Client::new().post(running.sms_url()).bearer_auth(TOKEN).json(message).send().await.unwrap().status()
}

#[tokio::test]
async fn cms_05_of_text_messages_with_one_reference_the_first_is_sent_whatever_was_answered() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let once = json!({"to": PHONE, "text": "Kajo: viesti", "reference": "one"});
    running.fail(Fault::SmsFails);
    assert_eq!((send(&running, &once).await, running.sent_to(PHONE).len()), (StatusCode::INTERNAL_SERVER_ERROR, 0));
    running.fail(Fault::SmsAnswerLost);
    assert_eq!((send(&running, &once).await, running.sent_to(PHONE).len()), (StatusCode::INTERNAL_SERVER_ERROR, 1));
    running.fail(Fault::None);
    assert_eq!((send(&running, &once).await, running.sent_to(PHONE).len()), (StatusCode::ACCEPTED, 1));
    let another = json!({"to": PHONE, "text": "Kajo: viesti", "reference": "another"});
    assert_eq!((send(&running, &another).await, running.sent_to(PHONE).len()), (StatusCode::ACCEPTED, 2));
    let bare = json!({"to": PHONE, "text": "Kajo: viesti"});
    for count in [3, 4] {
        assert_eq!((send(&running, &bare).await, running.sent_to(PHONE).len()), (StatusCode::ACCEPTED, count));
    }
}
