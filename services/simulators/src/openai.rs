//! A language model, by the interface that most of them have (OpenAI's chat completions). It understands nothing: of a chat it says again what the
//! customer wrote, and names the message. What it was asked stays, to be looked at.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Json, Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    control::Fault,
    site::{Running, World},
};

/// What callers must say in `Authorization: Bearer`.
pub const KEY: &str = "openai-demo";
/// The number of a message that no chat has.
pub const INVENTED: u32 = 999;

/// The base address below the simulators' own.
const BASE: &str = "/openai";
/// How much of a message it says again, in characters.
const SAID_AGAIN: usize = 80;
/// Most sentences of an answer.
const SENTENCES: usize = 40;

/// What it was asked, the newest last.
#[derive(Default)]
pub(crate) struct OpenAiState(Mutex<Vec<Value>>);

impl OpenAiState {
    fn note(&self, asked: &Value) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
    }

    fn asked(&self) -> Vec<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Running {
    /// Base address of the language model.
    pub fn openai(&self) -> String {
        format!("http://{}{BASE}", self.address)
    }

    /// What the language model was asked, the newest last; also what it did not answer.
    pub fn summaries_asked(&self) -> Vec<Value> {
        self.world.openai.asked()
    }
}

pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new().route(&format!("{BASE}/v1/chat/completions"), post(complete)).route(&format!("{BASE}/requests"), get(requests))
}

/// A chat as it is handed over.
#[derive(Deserialize)]
struct Chat {
    messages: Vec<Message>,
}

#[derive(Deserialize)]
struct Message {
    number: u32,
    side: String,
    text: String,
}

/// `GET /openai/requests`.
async fn requests(State(world): State<Arc<World>>) -> Json<Vec<Value>> {
    Json(world.openai.asked())
}

/// `POST /openai/v1/chat/completions`.
async fn complete(State(world): State<Arc<World>>, headers: HeaderMap, Json(asked): Json<Value>) -> Response {
    world.openai.note(&asked);
    if world.control.is(Fault::SummarySilent) {
        std::future::pending::<()>().await;
    }
    if world.control.is(Fault::SummaryFails) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    if said != Some(KEY) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let Some(chat) = handed(&asked) else { return StatusCode::BAD_REQUEST.into_response() };
    let content = if world.control.is(Fault::SummaryMalformed) {
        "Yhteenvetoa ei voi tehdä.".to_owned()
    } else {
        let mut sentences = sentences(&chat);
        if world.control.is(Fault::SummaryInvents) {
            sentences.push(json!({"text": "Asiakas varasi ajan hammaslääkärille.", "messages": [INVENTED]}));
        }
        json!({ "sentences": sentences }).to_string()
    };
    let message = json!({"role": "assistant", "content": content});
    let choices = json!([{"index": 0, "finish_reason": "stop", "message": message}]);
    Json(json!({"id": "chatcmpl-demo", "object": "chat.completion", "model": asked.get("model"), "choices": choices})).into_response()
}

/// The chat that a good request hands over: it names a model, and the chat is what is said last.
fn handed(asked: &Value) -> Option<Chat> {
    asked.get("model")?.as_str().filter(|model| !model.is_empty())?;
    let last = asked.get("messages")?.as_array()?.last()?;
    serde_json::from_str(last.get("content")?.as_str()?).ok()
}

/// One for each message of the customer; of a chat in which they wrote nothing, for each message.
fn sentences(chat: &Chat) -> Vec<Value> {
    let is_alone = !chat.messages.iter().any(|message| message.side == "customer");
    let told = chat.messages.iter().filter(|message| is_alone || message.side == "customer");
    let sentence = |message: &Message| {
        let text: String = message.text.chars().take(SAID_AGAIN).collect();
        json!({"text": text, "messages": [message.number]})
    };
    told.take(SENTENCES).map(sentence).collect()
}
