//! An external chat provider: the page that people come to who are handed over to it.

use std::sync::Arc;

use axum::{
    extract::State,
    response::{Html, IntoResponse, Response},
};
use http::StatusCode;

use crate::{control::Fault, site::World};

/// Where its queue is.
pub(crate) const PATH: &str = "/chat-provider";

/// The queue. It learns of nobody who they are.
pub(crate) async fn page(State(world): State<Arc<World>>) -> Response {
    if world.control.is(Fault::ChatProviderFails) {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    Html("<!doctype html><html lang=\"fi\"><title>Kriisichat</title><h1>Kriisichat (toinen palvelu)</h1><p>Olet jonossa.</p></html>").into_response()
}
