//! Pegasos: its appointments, page by page, at times of the clocks in Finland. It tells no versions and no changes: the list is read whole each time,
//! and what was cancelled is no more in it. Of one appointment alone it tells whatever has become of it.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, time::Duration};

use chassis_domain::{Timestamp, helsinki};
use futures::future::BoxFuture;
use jiff::{Span, civil::DateTime};
use reqwest::{RequestBuilder, header::HeaderValue};
use serde::Deserialize;
use serde_json::Value;

use super::{
    booking_system::{Answered, Asked, BookingSystemClient, Told},
    outside_http::{self, MOST_PAGES, OutsideHttp, is_reference},
};
use crate::{appointment::outside::OutsideState, fetch::FetchFailed, kind::AppointmentType};

/// Where its appointments are, below its address.
const APPOINTMENTS: &str = "/ajanvaraus/varaukset";
/// The header in which it is told who asks.
const KEY: &str = "x-api-key";
/// A list that changed while it was read is read so many times at the most.
const READINGS: usize = 3;
/// How it writes a time: as the clocks show it, and never with an offset.
const TIME: &str = "%Y-%m-%dT%H:%M";

/// Pegasos, at its address.
#[derive(Clone)]
pub(crate) struct Pegasos {
    http: OutsideHttp,
    key: HeaderValue,
}

/// A page of its list.
#[derive(Deserialize)]
struct Page {
    #[serde(rename = "sivu")]
    number: usize,
    #[serde(rename = "sivuja")]
    pages: usize,
    #[serde(rename = "yhteensa")]
    total: usize,
    /// Read one by one: what is wrong with one of them spoils no other.
    #[serde(rename = "varaukset")]
    appointments: Vec<Value>,
}

#[derive(Deserialize)]
struct Appointment {
    #[serde(rename = "varaustunnus")]
    id: String,
    #[serde(rename = "hetu")]
    national_id: String,
    #[serde(rename = "nimi")]
    patient_name: String,
    #[serde(rename = "alkaa")]
    starts: String,
    #[serde(rename = "kesto")]
    minutes: u32,
    #[serde(rename = "tapa")]
    way: Option<Way>,
    #[serde(rename = "toimipiste")]
    location: Option<String>,
    #[serde(rename = "vastaanottaja")]
    practitioner: Option<String>,
    #[serde(rename = "tila")]
    state: State,
    #[serde(rename = "varattu")]
    booked: Option<String>,
}

#[derive(Deserialize)]
enum Way {
    #[serde(rename = "KAYNTI")]
    Visit,
    #[serde(rename = "KOTI")]
    Home,
    #[serde(rename = "PUHELIN")]
    Phone,
    #[serde(rename = "VIDEO")]
    Video,
}

#[derive(Deserialize)]
enum State {
    #[serde(rename = "VARATTU")]
    Booked,
    #[serde(rename = "TOTEUTUNUT")]
    Done,
    #[serde(rename = "PERUTTU")]
    Cancelled,
}

/// What has been read of a list.
#[derive(Default)]
struct Read {
    /// As its first page says.
    total: Option<usize>,
    items: Vec<Value>,
    references: BTreeSet<String>,
}

/// How it stands with a list after one more page.
#[derive(Debug, PartialEq, Eq)]
enum Progress {
    /// There is another page.
    More,
    /// It has come to its end, and all of it was read.
    Whole,
    /// It has changed since its first page: something was read twice, or never.
    Shifted,
}

impl Pegasos {
    /// At this address, with this key; nobody is waited for longer than so.
    ///
    /// # Errors
    /// When the key cannot stand in a header, or no calls can be made from this machine.
    pub(crate) fn try_new(base: &str, key: &str, patience: Duration) -> anyhow::Result<Self> {
        let mut key = HeaderValue::from_str(key)?;
        key.set_sensitive(true);
        Ok(Self { http: OutsideHttp::try_new(base, patience)?, key })
    }

    fn authorized(&self, asked: RequestBuilder) -> RequestBuilder {
        asked.header(KEY, self.key.clone())
    }

    async fn list(&self, asked: Asked<'_>) -> Result<Answered, FetchFailed> {
        for _ in 0..READINGS {
            if let Some(items) = self.pages(asked).await? {
                return Ok(answered(items));
            }
            tracing::info!("booking_system.shifted");
        }
        Err(FetchFailed::Changing)
    }

    /// All that the list holds; `None`: it changed meanwhile.
    async fn pages(&self, asked: Asked<'_>) -> Result<Option<Vec<Value>>, FetchFailed> {
        let mut read = Read::default();
        for number in 1..=MOST_PAGES {
            let asked = self.http.get(APPOINTMENTS).query(&query(asked, number));
            let page: Page = outside_http::page(self.authorized(asked)).await?;
            match read.take(page, number)? {
                Progress::More => {}
                Progress::Whole => return Ok(Some(read.items)),
                Progress::Shifted => return Ok(None),
            }
        }
        tracing::warn!("booking_system.endless");
        Err(FetchFailed::Malformed)
    }

    async fn one(&self, reference: &str) -> Result<Option<Told>, FetchFailed> {
        let asked = self.authorized(self.http.get_one(APPOINTMENTS, reference));
        let Some(item) = outside_http::one::<Value>(asked).await? else { return Ok(None) };
        if is_nobodys(&item) {
            return Ok(None);
        }
        told(item).filter(|told| told.reference == reference).map(Some).ok_or(FetchFailed::Malformed)
    }
}

impl BookingSystemClient for Pegasos {
    fn booked<'a>(&'a self, asked: Asked<'a>) -> BoxFuture<'a, Result<Answered, FetchFailed>> {
        Box::pin(self.list(asked))
    }

    fn find<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Option<Told>, FetchFailed>> {
        Box::pin(self.one(reference))
    }
}

impl Read {
    /// Takes in the page that was asked for by this number. The list is not locked for whoever reads it: that all pages are of one list, its total
    /// and the references say.
    fn take(&mut self, page: Page, number: usize) -> Result<Progress, FetchFailed> {
        if page.number != number {
            return Err(FetchFailed::Malformed);
        }
        let mut is_same = *self.total.get_or_insert(page.total) == page.total;
        for reference in page.appointments.iter().filter_map(|item| item.get("varaustunnus").and_then(Value::as_str)) {
            is_same &= self.references.insert(reference.to_owned());
        }
        self.items.extend(page.appointments);
        Ok(match (is_same, number < page.pages) {
            (false, _) => Progress::Shifted,
            (true, true) => Progress::More,
            (true, false) if self.items.len() == page.total => Progress::Whole,
            (true, false) => Progress::Shifted,
        })
    }
}

/// What it is asked, in its words: the days, the page, and the parameters by the names that it has for them.
fn query(asked: Asked<'_>, page: usize) -> Vec<(&str, String)> {
    let mut query = vec![("alku", asked.from.to_string()), ("loppu", asked.until.to_string()), ("sivu", page.to_string())];
    for parameter in &asked.parameters.pegasos {
        query.extend(parameter.values.iter().map(|value| (parameter.name.as_str(), value.clone())));
    }
    query
}

/// What can be read of a whole list.
fn answered(items: Vec<Value>) -> Answered {
    let mut answered = Answered { whole: true, ..Answered::default() };
    for item in items.into_iter().filter(|item| !is_nobodys(item)) {
        match told(item) {
            Some(told) => answered.appointments.push(told),
            None => answered.unreadable = answered.unreadable.saturating_add(1),
        }
    }
    answered
}

/// A time that is kept for no patient.
fn is_nobodys(item: &Value) -> bool {
    let is_blank = |code: &Value| code.is_null() || code.as_str().is_some_and(|code| code.trim().is_empty());
    item.is_object() && item.get("hetu").is_none_or(is_blank)
}

/// An appointment in our words; `None`: it lacks something, or nobody can say what is meant.
fn told(item: Value) -> Option<Told> {
    let item: Appointment = serde_json::from_value(item).ok()?;
    let starts_at = shown_once(clocks(&item.starts)?)?;
    let ends_at = starts_at.checked_add(Span::new().try_minutes(item.minutes).ok()?).ok()?;
    // When it was booked says only whether it is news. At night in the autumn nobody knows, and that makes no difference.
    let booked_at = match &item.booked {
        Some(booked) => shown_once(clocks(booked)?),
        None => None,
    };
    let is_read = is_reference(&item.id) && starts_at < ends_at;
    is_read.then_some(Told {
        reference: item.id,
        version: None,
        national_id: said(Some(item.national_id))?,
        patient_name: said(Some(item.patient_name))?,
        starts_at,
        ends_at,
        kind: item.way.map(|way| match way {
            Way::Visit => AppointmentType::InPerson,
            Way::Home => AppointmentType::HomeVisit,
            Way::Phone => AppointmentType::Phone,
            Way::Video => AppointmentType::Video,
        }),
        location: said(item.location),
        practitioner_name: said(item.practitioner),
        cancelable: None,
        reschedulable: None,
        visible_to_guardians: false,
        booked_at,
        state: match item.state {
            State::Booked => OutsideState::Booked,
            State::Done => OutsideState::Done,
            State::Cancelled => OutsideState::Cancelled { reason: None },
        },
    })
}

/// What the clocks are said to show.
fn clocks(text: &str) -> Option<DateTime> {
    DateTime::strptime(TIME, text).ok()
}

/// When the clocks in Finland show this; `None`: they leap over it in the spring, or show it twice in the autumn, and nobody can say which is meant.
fn shown_once(civil: DateTime) -> Option<Timestamp> {
    helsinki().to_ambiguous_timestamp(civil).unambiguous().ok()
}

/// What is said, without blanks around it; `None`: nothing is.
fn said(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
