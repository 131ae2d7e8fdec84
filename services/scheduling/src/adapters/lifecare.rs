//! Lifecare: its appointments, page by page, and what of them has changed since it was asked before.

#[cfg(test)]
mod tests;

use std::time::Duration;

use chassis_domain::Timestamp;
use futures::future::BoxFuture;
use reqwest::RequestBuilder;
use serde::Deserialize;
use serde_json::Value;

use super::{
    booking_system::{Answered, Asked, BookingSystemClient, Told},
    outside_http::{self, MOST_PAGES, OutsideHttp, is_reference},
};
use crate::{
    appointment::outside::OutsideState,
    appointment_search::{CareKind, Parameters},
    fetch::FetchFailed,
    kind::AppointmentType,
};

/// Where its appointments are, below its address.
const APPOINTMENTS: &str = "/api/v1/appointments";

/// Lifecare, at its address.
pub(crate) struct Lifecare {
    http: OutsideHttp,
    token: String,
}

/// A page of its list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    /// Read one by one: what is wrong with one of them spoils no other.
    appointments: Vec<Value>,
    next: Option<String>,
    changed_until: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Appointment {
    id: String,
    version: u64,
    patient: Patient,
    start: Timestamp,
    end: Timestamp,
    contact_type: Option<ContactType>,
    location: Option<String>,
    professional: Option<String>,
    cancellable: Option<bool>,
    reschedulable: Option<bool>,
    visible_to_custodian: Option<u8>,
    status: Status,
    cancellation: Option<Cancellation>,
    booked_at: Option<Timestamp>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Patient {
    national_id: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum ContactType {
    Visit,
    Home,
    Phone,
    Video,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    Booked,
    Cancelled,
    Completed,
}

#[derive(Deserialize)]
struct Cancellation {
    text: Option<String>,
}

impl Lifecare {
    /// At this address, with this token; nobody is waited for longer than so.
    ///
    /// # Errors
    /// When no calls can be made from this machine.
    pub(crate) fn try_new(base: &str, token: &str, patience: Duration) -> anyhow::Result<Self> {
        Ok(Self { http: OutsideHttp::try_new(base, patience)?, token: token.to_owned() })
    }

    fn authorized(&self, asked: RequestBuilder) -> RequestBuilder {
        asked.bearer_auth(&self.token)
    }

    async fn pages(&self, asked: Asked<'_>) -> Result<Answered, FetchFailed> {
        let query = query(asked);
        let mut answered = Answered { whole: asked.since.is_none(), ..Answered::default() };
        let (mut cursor, mut stood_still, mut after) = (None::<String>, true, None::<String>);
        for _ in 0..MOST_PAGES {
            let asked = self.http.get(APPOINTMENTS).query(&query).query(&[("after", after.as_deref())]);
            let Page { appointments, next, changed_until } = outside_http::page(self.authorized(asked)).await?;
            // What changes while the pages are read is told again: the first of them is where the next answer goes on.
            stood_still &= *cursor.get_or_insert_with(|| changed_until.clone()) == changed_until;
            take(&mut answered, appointments);
            if next.is_none() {
                // What was cancelled meanwhile may have moved another one to a page that had been read, and of that no change tells.
                answered.cursor = cursor.filter(|_| stood_still || !answered.whole);
                return Ok(answered);
            }
            after = next;
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

impl BookingSystemClient for Lifecare {
    fn booked<'a>(&'a self, asked: Asked<'a>) -> BoxFuture<'a, Result<Answered, FetchFailed>> {
        Box::pin(self.pages(asked))
    }

    fn find<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Option<Told>, FetchFailed>> {
        Box::pin(self.one(reference))
    }
}

/// What it is asked, in its words. An empty list asks for all.
fn query(asked: Asked<'_>) -> Vec<(&'static str, String)> {
    let Parameters {
        lifecare_care_kind,
        lifecare_appointment_types,
        lifecare_functions,
        lifecare_locations,
        lifecare_schedule_ids,
        lifecare_visit_types,
        lifecare_visit_type_specifiers,
        ..
    } = asked.parameters;
    let mut query = vec![("from", asked.from.to_string()), ("until", asked.until.to_string())];
    if let Some(kind) = lifecare_care_kind {
        let kind = match kind {
            CareKind::Primary => "primary",
            CareKind::Specialised => "specialised",
        };
        query.push(("careKind", kind.to_owned()));
    }
    for (name, values) in [
        ("function", lifecare_functions),
        ("location", lifecare_locations),
        ("appointmentType", lifecare_appointment_types),
        ("scheduleId", lifecare_schedule_ids),
        ("visitType", lifecare_visit_types),
        ("visitTypeSpecifier", lifecare_visit_type_specifiers),
    ] {
        query.extend(values.iter().map(|value| (name, value.clone())));
    }
    query.extend(asked.since.map(|since| ("changedSince", since.to_owned())));
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

/// A time that is kept for no patient.
fn is_nobodys(item: &Value) -> bool {
    item.is_object() && item.get("patient").is_none_or(Value::is_null)
}

/// An appointment in our words; `None`: it lacks something, or nobody can say what is meant.
fn told(item: Value) -> Option<Told> {
    let item: Appointment = serde_json::from_value(item).ok()?;
    let state = match item.status {
        Status::Booked => OutsideState::Booked,
        Status::Cancelled => OutsideState::Cancelled { reason: item.cancellation.and_then(|cancellation| said(cancellation.text)) },
        Status::Completed => OutsideState::Done,
    };
    let visible_to_guardians = match item.visible_to_custodian {
        None | Some(0) => false,
        Some(1) => true,
        Some(_) => return None,
    };
    let is_read = is_reference(&item.id) && item.start < item.end;
    is_read.then_some(Told {
        reference: item.id,
        version: Some(item.version),
        national_id: said(Some(item.patient.national_id))?,
        patient_name: said(Some(item.patient.name))?,
        starts_at: item.start,
        ends_at: item.end,
        kind: item.contact_type.map(|kind| match kind {
            ContactType::Visit => AppointmentType::InPerson,
            ContactType::Home => AppointmentType::HomeVisit,
            ContactType::Phone => AppointmentType::Phone,
            ContactType::Video => AppointmentType::Video,
        }),
        location: said(item.location),
        practitioner_name: said(item.professional),
        cancelable: item.cancellable,
        reschedulable: item.reschedulable,
        visible_to_guardians,
        booked_at: item.booked_at,
        state,
    })
}

/// What is said, without blanks around it; `None`: nothing is.
fn said(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
