//! An SMS gateway over HTTP. Whoever calls says the token.

use std::sync::Arc;

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
    world.outbox.take(&message.to, "", &message.text);
    StatusCode::ACCEPTED
}
