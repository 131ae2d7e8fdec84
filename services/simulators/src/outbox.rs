//! What the mail server, the SMS gateway and the push service took, to be read by the demo people it was sent to, and by tests.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Json,
    extract::{Query, State},
    response::Html,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::site::{World, now};

/// As many as are kept.
const MOST: usize = 500;

/// A message that somebody got.
#[derive(Clone, Debug, Serialize)]
pub struct Sent {
    /// E-mail address or phone number; of a browser `push:` and what its endpoint ends with.
    pub to: String,
    /// Of an e-mail; of a message to a browser its topic.
    pub subject: String,
    /// What it says; to a browser what its service worker reads.
    pub text: String,
    /// When it came.
    pub at: Timestamp,
}

/// All of them, the newest last.
#[derive(Default)]
pub(crate) struct Outbox(Mutex<Vec<Sent>>);

impl Outbox {
    pub(crate) fn take(&self, to: &str, subject: &str, text: &str) {
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sent.len() == MOST {
            sent.remove(0);
        }
        sent.push(Sent { to: to.to_owned(), subject: subject.to_owned(), text: text.to_owned(), at: now() });
    }

    pub(crate) fn to(&self, address: &str) -> Vec<Sent> {
        let sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.iter().filter(|sent| address.is_empty() || sent.to == address).cloned().collect()
    }
}

#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    to: String,
}

/// `GET /outbox.json`: messages to an address, or all.
pub(crate) async fn list(State(world): State<Arc<World>>, Query(wanted): Query<Wanted>) -> Json<Vec<Sent>> {
    Json(world.outbox.to(&wanted.to))
}

/// `GET /outbox`: the same for people, the newest first.
pub(crate) async fn page(State(world): State<Arc<World>>, Query(wanted): Query<Wanted>) -> Html<String> {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let rows: String = world
        .outbox
        .to(&wanted.to)
        .iter()
        .rev()
        .map(|sent| {
            format!(
                "<li><p><b>{}</b> {} <small>{}</small></p><p>{}</p></li>",
                escaped(&sent.to),
                escaped(&sent.subject),
                sent.at,
                escaped(&sent.text)
            )
        })
        .collect();
    let none = if rows.is_empty() { "<p>Nothing has been sent yet.</p>" } else { "" };
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Outbox</title>\
         <h1>Outbox of the simulators</h1>{none}<ul>{rows}</ul></html>"
    ))
}
