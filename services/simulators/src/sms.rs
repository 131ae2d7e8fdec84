//! An SMS gateway over HTTP. Whoever calls says the token. Of text messages with one reference it sends the first.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{Json, extract::State};
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;

use crate::{control::Fault, site::World};

/// What callers must say in `Authorization: Bearer`.
pub const TOKEN: &str = "sms-demo";

#[derive(Deserialize)]
pub(crate) struct Message {
    to: String,
    text: String,
    #[serde(default)]
    reference: Option<String>,
}

/// References under which something was taken.
#[derive(Default)]
pub(crate) struct SmsState(Mutex<HashSet<String>>);

impl SmsState {
    /// Whether nothing was taken under it before. Without a reference nothing is known again.
    fn is_first(&self, reference: Option<String>) -> bool {
        reference.is_none_or(|reference| self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(reference))
    }
}

/// `POST /sms/v1/messages`: takes a text message to a number in E.164.
pub(crate) async fn take(State(world): State<Arc<World>>, headers: HeaderMap, Json(message): Json<Message>) -> StatusCode {
    if world.control.is(Fault::SmsFails) {
        return StatusCode::INTERNAL_SERVER_ERROR;
    }
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    if said != Some(TOKEN) {
        return StatusCode::UNAUTHORIZED;
    }
    let is_number = message.to.strip_prefix('+').is_some_and(|digits| digits.len() > 5 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_number {
        return StatusCode::UNPROCESSABLE_ENTITY;
    }
    if world.sms.is_first(message.reference) {
        world.outbox.take(&message.to, "", &message.text);
    }
    if world.control.is(Fault::SmsAnswerLost) { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::ACCEPTED }
}
