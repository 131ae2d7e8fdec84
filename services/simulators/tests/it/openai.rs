//! The language model as those who ask it meet it.

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use simulators::{
    Config, Fault, Running,
    openai::{INVENTED, KEY},
};

/// A request that hands a chat over.
fn asked() -> Value {
    let chat = json!({"messages": [
        {"number": 1, "side": "customer", "text": "Lääkkeeni loppuu huomenna."},
        {"number": 2, "side": "practitioner", "text": "Uusin reseptin."},
        {"number": 4, "side": "customer", "text": "ä".repeat(81)},
    ]});
    let messages = json!([{"role": "system", "content": "Tee yhteenveto."}, {"role": "user", "content": chat.to_string()}]);
    json!({"model": "kajo-summary", "messages": messages})
}

async fn post(running: &Running, key: &str, asked: &Value) -> Response {
    Client::new().post(format!("{}/v1/chat/completions", running.openai())).bearer_auth(key).json(asked).send().await.unwrap()
}

/// What it says.
async fn content(running: &Running) -> String {
    let answer: Value = post(running, KEY, &asked()).await.json().await.unwrap();
    answer["choices"][0]["message"]["content"].as_str().unwrap().to_owned()
}

async fn sentences(running: &Running) -> Value {
    serde_json::from_str::<Value>(&content(running).await).unwrap()["sentences"].clone()
}

fn expected() -> Vec<Value> {
    vec![json!({"text": "Lääkkeeni loppuu huomenna.", "messages": [1]}), json!({"text": "ä".repeat(80), "messages": [4]})]
}

#[tokio::test]
async fn cha_10_the_model_says_again_what_the_customer_wrote_to_whoever_has_the_key() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    assert_eq!(sentences(&running).await, json!(expected()));
    assert_eq!(post(&running, "another key", &asked()).await.status(), StatusCode::UNAUTHORIZED);
    let nameless = json!({"messages": asked()["messages"]});
    let bare = json!({"model": "kajo-summary"});
    for bad in [&nameless, &bare] {
        assert_eq!(post(&running, KEY, bad).await.status(), StatusCode::BAD_REQUEST, "{bad}");
    }
    let all = [asked(), asked(), nameless, bare];
    assert_eq!(running.summaries_asked(), all);
    let shown: Value = Client::new().get(format!("{}/requests", running.openai())).send().await.unwrap().json().await.unwrap();
    assert_eq!(shown, json!(all));
}

#[tokio::test]
async fn cha_10_a_model_that_fails_answers_in_words_or_makes_something_up_does_so_when_it_is_ordered() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    running.fail(Fault::SummaryFails);
    assert_eq!(post(&running, KEY, &asked()).await.status(), StatusCode::INTERNAL_SERVER_ERROR);
    running.fail(Fault::SummaryMalformed);
    assert!(serde_json::from_str::<Value>(&content(&running).await).is_err());
    running.fail(Fault::SummaryInvents);
    let invented = sentences(&running).await;
    assert_eq!(invented.as_array().unwrap()[..2], expected());
    assert_eq!(invented[2]["messages"], json!([INVENTED]));
    running.fail(Fault::None);
    assert_eq!(sentences(&running).await, json!(expected()));
}
