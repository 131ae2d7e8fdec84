//! Vihta: its bookings, page by page, and what of them has changed since it was asked before. Each question is signed with a secret that both know.

#[cfg(test)]
mod tests;

use std::time::Duration;

use aws_lc_rs::hmac;
use chassis::Clock;
use chassis_domain::{SignedDuration, Timestamp};
use futures::future::BoxFuture;
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::Value;

use super::{
    booking_system::{Answered, Asked, BookingSystemClient, Told},
    outside_http::{self, MOST_PAGES, OutsideHttp, is_reference},
};
use crate::{appointment::outside::OutsideState, fetch::FetchFailed, kind::AppointmentType};

/// Where its bookings are, below its address.
const BOOKINGS: &str = "/v2/bookings";

/// Vihta, at its address.
pub(crate) struct Vihta {
    http: OutsideHttp,
    client: String,
    key: hmac::Key,
    clock: Clock,
}

/// A page of its list.
#[derive(Deserialize)]
struct Page {
    /// Read one by one: what is wrong with one of them spoils no other.
    items: Vec<Value>,
    cursor: Option<String>,
    watermark: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Booking {
    #[serde(rename = "bookingId")]
    id: String,
    revision: u64,
    customer: Customer,
    begins_at: Timestamp,
    duration_minutes: u32,
    channel: Option<Channel>,
    site_id: Option<String>,
    employee_name: Option<String>,
    cancellable: Option<bool>,
    state: State,
    cancel_reason: Option<String>,
    created_at: Option<Timestamp>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Customer {
    ssn: String,
    display_name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Channel {
    Onsite,
    Home,
    Phone,
    Video,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Confirmed,
    Cancelled,
    Completed,
}

impl Vihta {
    /// At this address, as this client with this secret; nobody is waited for longer than so.
    ///
    /// # Errors
    /// When no calls can be made from this machine.
    pub(crate) fn try_new(base: &str, client: &str, secret: &str, patience: Duration, clock: Clock) -> anyhow::Result<Self> {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        Ok(Self { http: OutsideHttp::try_new(base, patience)?, client: client.to_owned(), key, clock })
    }

    /// The question with its signature, over what is sent and as it is sent.
    fn signed(&self, asked: RequestBuilder) -> Result<RequestBuilder, FetchFailed> {
        let (http, request) = asked.build_split();
        // An address that is none is answered by nobody.
        let request = request.map_err(|_| FetchFailed::Unavailable)?;
        let url = request.url();
        let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let time = self.clock.now().as_second().to_string();
        let signature = signature(&self.key, &path, &time);
        let asked = RequestBuilder::from_parts(http, request);
        Ok(asked.header("x-vihta-client", &self.client).header("x-vihta-time", time).header("x-vihta-signature", signature))
    }

    async fn pages(&self, asked: Asked<'_>) -> Result<Answered, FetchFailed> {
        let query = query(asked);
        let mut answered = Answered { whole: asked.since.is_none(), ..Answered::default() };
        let (mut first, mut stood_still, mut onward) = (None::<String>, true, None::<String>);
        for _ in 0..MOST_PAGES {
            let asked = self.http.get(BOOKINGS).query(&query).query(&[("cursor", onward.as_deref())]);
            let Page { items, cursor, watermark } = outside_http::page(self.signed(asked)?).await?;
            // What changes while the pages are read is told again: the first of them is where the next answer goes on.
            stood_still &= *first.get_or_insert_with(|| watermark.clone()) == watermark;
            take(&mut answered, items);
            if cursor.is_none() {
                // What was cancelled meanwhile may have moved another one to a page that had been read, and of that no change tells.
                answered.cursor = first.filter(|_| stood_still || !answered.whole);
                return Ok(answered);
            }
            onward = cursor;
        }
        tracing::warn!("booking_system.endless");
        Err(FetchFailed::Malformed)
    }

    async fn one(&self, reference: &str) -> Result<Option<Told>, FetchFailed> {
        let asked = self.signed(self.http.get_one(BOOKINGS, reference))?;
        let Some(item) = outside_http::one::<Value>(asked).await? else { return Ok(None) };
        if is_nobodys(&item) {
            return Ok(None);
        }
        told(item).filter(|told| told.reference == reference).map(Some).ok_or(FetchFailed::Malformed)
    }
}

impl BookingSystemClient for Vihta {
    fn booked<'a>(&'a self, asked: Asked<'a>) -> BoxFuture<'a, Result<Answered, FetchFailed>> {
        Box::pin(self.pages(asked))
    }

    fn find<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Option<Told>, FetchFailed>> {
        Box::pin(self.one(reference))
    }
}

/// By what Vihta knows who asks: over the path with the query, and the time in seconds.
fn signature(key: &hmac::Key, path: &str, time: &str) -> String {
    let tag = hmac::sign(key, format!("GET\n{path}\n{time}").as_bytes());
    tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What it is asked, in its words. No services ask for all.
fn query(asked: Asked<'_>) -> Vec<(&'static str, String)> {
    let parameters = asked.parameters;
    let mut query = Vec::new();
    if !parameters.vihta_service_ids.is_empty() {
        query.push(("serviceIds", parameters.vihta_service_ids.join(",")));
    }
    query.extend([("public", parameters.vihta_public_service.to_string()), ("from", asked.from.to_string()), ("to", asked.until.to_string())]);
    query.extend(asked.since.map(|since| ("changedAfter", since.to_owned())));
    query
}

/// Takes in what can be read of a page.
fn take(answered: &mut Answered, items: Vec<Value>) {
    for item in items.into_iter().filter(|item| !is_nobodys(item)) {
        match told(item) {
            Some(told) => answered.appointments.push(told),
            None => answered.unreadable = answered.unreadable.saturating_add(1),
        }
    }
}

/// A time that is kept for no customer.
fn is_nobodys(item: &Value) -> bool {
    item.is_object() && item.get("customer").is_none_or(Value::is_null)
}

/// A booking in our words; `None`: it lacks something, or nobody can say what is meant. It says nothing of moving, nor of guardians.
fn told(item: Value) -> Option<Told> {
    let item: Booking = serde_json::from_value(item).ok()?;
    let ends_at = item.begins_at.checked_add(SignedDuration::from_mins(item.duration_minutes.into())).ok()?;
    let is_read = is_reference(&item.id) && item.begins_at < ends_at;
    is_read.then_some(Told {
        reference: item.id,
        version: Some(item.revision),
        national_id: said(Some(item.customer.ssn))?,
        patient_name: said(Some(item.customer.display_name))?,
        starts_at: item.begins_at,
        ends_at,
        kind: item.channel.map(|channel| match channel {
            Channel::Onsite => AppointmentType::InPerson,
            Channel::Home => AppointmentType::HomeVisit,
            Channel::Phone => AppointmentType::Phone,
            Channel::Video => AppointmentType::Video,
        }),
        location: said(item.site_id),
        practitioner_name: said(item.employee_name),
        cancelable: item.cancellable,
        reschedulable: None,
        visible_to_guardians: false,
        booked_at: item.created_at,
        state: match item.state {
            State::Confirmed => OutsideState::Booked,
            State::Cancelled => OutsideState::Cancelled { reason: said(item.cancel_reason) },
            State::Completed => OutsideState::Done,
        },
    })
}

/// What is said, without blanks around it; `None`: nothing is.
fn said(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
