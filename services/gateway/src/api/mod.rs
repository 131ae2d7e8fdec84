//! The JSON endpoints: signing in and out, acting on behalf, visits, and files. They are what gRPC-Web cannot do: cookies and navigations,
//! bodies without bound.

pub(crate) mod attachments;
pub(crate) mod leave;
pub(crate) mod on_behalf;
mod pieces;
pub(crate) mod session;
pub(crate) mod visit;
pub(crate) mod way;

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde::{Serialize, de::DeserializeOwned};
use tonic::Code;

use crate::{
    limits::unread,
    refusal::Refusal,
    rpc::{drain, too_large},
};

/// The largest JSON body.
const LARGEST_JSON: usize = 16 << 10;

/// A JSON answer that nobody keeps.
fn json(body: &impl Serialize) -> Response {
    (StatusCode::OK, [(header::CACHE_CONTROL, "no-store")], axum::Json(body)).into_response()
}

/// An answer that says nothing, and that nobody keeps.
fn no_content() -> Response {
    (StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response()
}

fn with_cookies(mut response: Response, cookies: impl IntoIterator<Item = Option<HeaderValue>>) -> Response {
    for cookie in cookies.into_iter().flatten() {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Reads a JSON request. An empty body is an empty object.
async fn read<T: DeserializeOwned>(body: Body) -> Result<T, Refusal> {
    let text = read_small(body).await?;
    serde_json::from_slice(if text.is_empty() { b"{}" } else { &text }).map_err(|_| malformed())
}

/// Reads a body that is small.
async fn read_small(body: Body) -> Result<Vec<u8>, Refusal> {
    let mut body = body;
    let mut text = Vec::new();
    while let Some(frame) = http_body_util::BodyExt::frame(&mut body).await {
        let Ok(data) = frame.map_err(|error| unread(&error))?.into_data() else { continue };
        if text.len() + data.len() > LARGEST_JSON {
            drain(body).await;
            return Err(too_large());
        }
        text.extend_from_slice(&data);
    }
    Ok(text)
}

fn malformed() -> Refusal {
    Refusal::new(Code::InvalidArgument, "malformed")
}
