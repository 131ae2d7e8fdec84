//! Asking another system by HTTP: what every one of them has in common.

use std::time::Duration;

use chassis::http_client;
use reqwest::{RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

use crate::fetch::FetchFailed;

/// Far more than a page of appointments.
const LONGEST_ANSWER: usize = 16 * 1024 * 1024;
/// More pages than anybody reads at once: a system that never comes to an end is not followed.
pub(super) const MOST_PAGES: usize = 200;
/// What is called by more is no appointment that anybody could look for.
const LONGEST_REFERENCE: usize = 200;

/// A system behind an address.
#[derive(Clone)]
pub(super) struct OutsideHttp {
    base: String,
    http: reqwest::Client,
}

impl OutsideHttp {
    /// At this address; nobody is waited for longer than so.
    pub(super) fn try_new(base: &str, patience: Duration) -> anyhow::Result<Self> {
        Ok(Self { base: base.trim_end_matches('/').to_owned(), http: http_client::outgoing(patience)? })
    }

    /// The address, without a slash at its end.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// A question at a path that begins with a slash.
    pub(super) fn get(&self, path: &str) -> RequestBuilder {
        self.http.get(format!("{}{path}", self.base))
    }

    /// A question about one thing below a path, by what the system calls it.
    pub(super) fn get_one(&self, path: &str, reference: &str) -> RequestBuilder {
        self.get(&format!("{path}/{}", segment(reference)))
    }

    /// A question at a whole address.
    pub(super) fn get_at(&self, address: &str) -> RequestBuilder {
        self.http.get(address)
    }
}

/// Whether something may be called so: it can be kept, and asked about in a path, where one dot and two mean other places however they are written.
pub(super) fn is_reference(text: &str) -> bool {
    let is_place = matches!(text.trim(), "" | "." | "..");
    !is_place && text.chars().count() <= LONGEST_REFERENCE && !text.chars().any(char::is_control)
}

/// As one segment of a path: what would mean something in it is written by its number.
fn segment(text: &str) -> String {
    let mut written = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            written.push(char::from(byte));
        } else {
            written.push_str(&format!("%{byte:02X}"));
        }
    }
    written
}

/// What is answered; `None`: there is no such thing. Nothing of an answer is logged: it is about people.
pub(super) async fn answer(asked: RequestBuilder) -> Result<Option<Vec<u8>>, FetchFailed> {
    let mut answer = asked.send().await.map_err(|error| unavailable(&error))?;
    match answer.status() {
        StatusCode::OK => {}
        StatusCode::NOT_FOUND | StatusCode::GONE => return Ok(None),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => return Err(FetchFailed::Unauthorized),
        StatusCode::TOO_MANY_REQUESTS => return Err(FetchFailed::Busy),
        status if status.is_server_error() => {
            tracing::warn!(%status, "booking_system.unavailable");
            return Err(FetchFailed::Unavailable);
        }
        status => {
            tracing::warn!(%status, "booking_system.malformed");
            return Err(FetchFailed::Malformed);
        }
    }
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(|error| unavailable(&error))? {
        if body.len() + part.len() > LONGEST_ANSWER {
            tracing::warn!("booking_system.endless");
            return Err(FetchFailed::Malformed);
        }
        body.extend_from_slice(&part);
    }
    Ok(Some(body))
}

/// What is answered, as JSON. What a page of a list is asked for is there: that there is none is no answer to it.
pub(super) async fn page<T: DeserializeOwned>(asked: RequestBuilder) -> Result<T, FetchFailed> {
    read(&answer(asked).await?.ok_or(FetchFailed::Malformed)?)
}

/// What is answered, as JSON; `None`: there is no such thing.
pub(super) async fn one<T: DeserializeOwned>(asked: RequestBuilder) -> Result<Option<T>, FetchFailed> {
    answer(asked).await?.as_deref().map(read).transpose()
}

/// Where in an answer it went wrong is told, and not what stands there.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, FetchFailed> {
    serde_json::from_slice(body).map_err(|error| {
        tracing::warn!(line = error.line(), column = error.column(), "booking_system.malformed");
        FetchFailed::Malformed
    })
}

/// Where it was asked stands in the error, and that may name people.
fn unavailable(error: &reqwest::Error) -> FetchFailed {
    tracing::warn!(timeout = error.is_timeout(), connect = error.is_connect(), "booking_system.unavailable");
    FetchFailed::Unavailable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sch_14_what_another_system_calls_an_appointment_stays_one_segment_of_a_path() {
        let http = OutsideHttp::try_new("http://127.0.0.1:9/there/", Duration::from_secs(1)).unwrap();
        for (reference, path) in [("L-1.2_~", "/there/one/L-1.2_~"), ("a/b?c#d e%", "/there/one/a%2Fb%3Fc%23d%20e%25"), ("ä", "/there/one/%C3%A4")] {
            let asked = http.get_one("/one", reference).build().unwrap();
            assert_eq!((asked.url().path(), asked.url().query(), asked.url().fragment()), (path, None, None));
            assert!(is_reference(reference), "{reference}");
        }
        for wrong in ["", " ", ".", "..", "a\u{0}b", "a\nb", &"a".repeat(LONGEST_REFERENCE + 1)] {
            assert!(!is_reference(wrong), "{wrong:?}");
        }
    }
}
