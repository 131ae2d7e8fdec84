//! Omni360: its appointments by FHIR R4, page by page, and what of them has changed since it was asked before.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, time::Duration};

use chassis_domain::{SignedDuration, Timestamp};
use futures::future::BoxFuture;
use reqwest::{RequestBuilder, Url, header};
use serde::Deserialize;
use serde_json::Value;

use super::{
    booking_system::{Answered, Asked, BookingSystemClient, Told},
    outside_http::{self, MOST_PAGES, OutsideHttp, is_reference},
};
use crate::{appointment::outside::OutsideState, appointment_search::Parameters, fetch::FetchFailed, kind::AppointmentType};

/// Where its appointments are, below its address.
const APPOINTMENTS: &str = "/Appointment";
/// How many it is to tell on a page.
const PAGE: &str = "100";
/// What changes while its answer is written may be of a moment before what stands in it: so much is asked for again, which is harmless.
const AGAIN: SignedDuration = SignedDuration::from_mins(5);

/// What it calls the ways to meet.
const CONTACT: &str = "urn:omni360:contact";
/// Its extensions: whether the patient may cancel, whether the patient may move, and whether guardians see it.
const CANCELLABLE: &str = "urn:omni360:cancellable";
const RESCHEDULABLE: &str = "urn:omni360:reschedulable";
const VISIBLE_TO_CUSTODIAN: &str = "urn:omni360:visible-to-custodian";

/// Omni360, at its address.
#[derive(Clone)]
pub(crate) struct Omni360 {
    http: OutsideHttp,
    token: String,
    /// What it calls personal identity codes.
    national_id_system: String,
}

#[derive(Deserialize)]
#[serde(tag = "resourceType")]
enum Answer {
    Bundle(Bundle),
}

/// A page of what is found.
#[derive(Deserialize)]
struct Bundle {
    #[serde(rename = "type")]
    kind: String,
    total: Option<u64>,
    #[serde(default)]
    link: Vec<Link>,
    /// Read one by one: what is wrong with one of them spoils no other.
    #[serde(default)]
    entry: Vec<Value>,
}

#[derive(Deserialize)]
struct Link {
    relation: String,
    url: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Appointment {
    id: String,
    meta: Meta,
    status: String,
    start: Option<Timestamp>,
    end: Option<Timestamp>,
    created: Option<String>,
    cancelation_reason: Concept,
    #[serde(rename = "appointmentType")]
    contact: Concept,
    participant: Vec<Participant>,
    extension: Vec<Extension>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Meta {
    version_id: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Concept {
    coding: Vec<Coding>,
    text: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Coding {
    system: String,
    code: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Participant {
    actor: Actor,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Actor {
    #[serde(rename = "type")]
    kind: String,
    identifier: Identifier,
    display: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Identifier {
    system: String,
    value: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Extension {
    url: String,
    value_boolean: Option<bool>,
    value_integer: Option<i64>,
}

/// What a resource says.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    /// An appointment of a person.
    Appointment(Told),
    /// Nothing that concerns anybody: a time of no patient, one that is only proposed, or another thing.
    Nothing,
    /// It lacks something, or nobody can say what is meant.
    Unreadable,
}

/// What has been read of what is found.
#[derive(Default)]
struct Read {
    answered: Answered,
    /// When the newest of it changed.
    newest: Option<Timestamp>,
    /// As its first page says.
    total: Option<u64>,
    references: BTreeSet<String>,
    /// It has changed since its first page: something was read twice, or never.
    is_shifted: bool,
}

impl Omni360 {
    /// At this address, with this token; it calls personal identity codes by a system of the settings (EVT-05). Nobody is waited for longer than so.
    ///
    /// # Errors
    /// When no calls can be made from this machine.
    pub(crate) fn try_new(base: &str, token: &str, national_id_system: &str, patience: Duration) -> anyhow::Result<Self> {
        let http = OutsideHttp::try_new(base, patience)?;
        Ok(Self { http, token: token.to_owned(), national_id_system: national_id_system.to_owned() })
    }

    /// With the token. A server that leaves out what it does not know of a search would tell what was not asked for.
    fn authorized(&self, asked: RequestBuilder) -> RequestBuilder {
        asked.bearer_auth(&self.token).header(header::ACCEPT, "application/fhir+json").header("prefer", "handling=strict")
    }

    async fn pages(&self, asked: Asked<'_>) -> Result<Answered, FetchFailed> {
        let mut read = Read::default();
        let mut question = self.http.get(APPOINTMENTS).query(&query(asked));
        for _ in 0..MOST_PAGES {
            let Answer::Bundle(bundle) = outside_http::page(self.authorized(question)).await?;
            let next = next(&bundle, self.http.base())?;
            read.take(bundle, &self.national_id_system)?;
            match next {
                Some(next) => question = self.http.get_at(next.as_str()),
                None => return Ok(read.end(asked.since)),
            }
        }
        tracing::warn!("booking_system.endless");
        Err(FetchFailed::Malformed)
    }

    async fn one(&self, reference: &str) -> Result<Option<Told>, FetchFailed> {
        let asked = self.authorized(self.http.get_one(APPOINTMENTS, reference));
        let Some(resource) = outside_http::one::<Value>(asked).await? else { return Ok(None) };
        if type_of(&resource) != Some("Appointment") {
            return Err(FetchFailed::Malformed);
        }
        match said(resource, &self.national_id_system) {
            Said::Appointment(told) if told.reference == reference => Ok(Some(told)),
            Said::Nothing => Ok(None),
            Said::Appointment(_) | Said::Unreadable => Err(FetchFailed::Malformed),
        }
    }
}

impl BookingSystemClient for Omni360 {
    fn booked<'a>(&'a self, asked: Asked<'a>) -> BoxFuture<'a, Result<Answered, FetchFailed>> {
        Box::pin(self.pages(asked))
    }

    fn find<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Option<Told>, FetchFailed>> {
        Box::pin(self.one(reference))
    }
}

impl Read {
    /// Takes in what can be read of a page. What the server has to say of the search itself means that it found something else than was asked for.
    fn take(&mut self, bundle: Bundle, national_id_system: &str) -> Result<(), FetchFailed> {
        if bundle.kind != "searchset" {
            return Err(FetchFailed::Malformed);
        }
        self.is_shifted |= bundle.total.is_some_and(|total| *self.total.get_or_insert(total) != total);
        for mut entry in bundle.entry {
            let resource = entry.get_mut("resource").map(Value::take).unwrap_or_default();
            let is_outcome = entry.pointer("/search/mode").and_then(Value::as_str) == Some("outcome");
            if is_outcome || type_of(&resource) == Some("OperationOutcome") {
                return Err(FetchFailed::Malformed);
            }
            let changed = resource.pointer("/meta/lastUpdated").and_then(Value::as_str).and_then(|at| at.parse().ok());
            self.newest = self.newest.max(changed);
            if let Some(id) = resource.get("id").and_then(Value::as_str) {
                self.is_shifted |= !self.references.insert(id.to_owned());
            }
            match said(resource, national_id_system) {
                Said::Appointment(told) => self.answered.appointments.push(told),
                Said::Nothing => {}
                Said::Unreadable => self.answered.unreadable = self.answered.unreadable.saturating_add(1),
            }
        }
        Ok(())
    }

    /// All pages were read of what was asked for since then. Where the next answer goes on is never before where this one did; what changed while
    /// it was read is asked for again from there.
    fn end(self, since: Option<&str>) -> Answered {
        let before: Option<Timestamp> = since.and_then(|since| since.parse().ok());
        let seen = self.newest.filter(|_| !self.is_shifted).and_then(|newest| newest.checked_sub(AGAIN).ok());
        Answered { cursor: seen.max(before).map(|at| at.to_string()), whole: since.is_none(), ..self.answered }
    }
}

/// What it is asked, in its words. An empty list asks for all, and is not said.
fn query(asked: Asked<'_>) -> Vec<(&'static str, String)> {
    let Parameters {
        omni360_appointment_book_type_id,
        omni360_contact_method_ids,
        omni360_location_names,
        omni360_practitioner_ids,
        omni360_service_category_ids,
        omni360_urgency_class_ids,
        ..
    } = asked.parameters;
    let mut query = vec![("date", format!("ge{}", asked.from)), ("date", format!("le{}", asked.until)), ("_count", PAGE.to_owned())];
    if !omni360_appointment_book_type_id.is_empty() {
        query.push(("appointment-type", escaped(omni360_appointment_book_type_id)));
    }
    for (name, values) in [
        ("contact-method", omni360_contact_method_ids),
        ("location.name", omni360_location_names),
        ("practitioner", omni360_practitioner_ids),
        ("service-category", omni360_service_category_ids),
        ("priority-class", omni360_urgency_class_ids),
    ] {
        if !values.is_empty() {
            query.push((name, values.iter().map(|value| escaped(value)).collect::<Vec<_>>().join(",")));
        }
    }
    query.extend(asked.since.map(|since| ("_lastUpdated", format!("ge{since}"))));
    query
}

/// A value of a search: what means something between values stands behind a backslash (FHIR R4, section 3.1.1.4.0.4).
fn escaped(value: &str) -> String {
    let mut escaped = String::new();
    for letter in value.chars() {
        if matches!(letter, '\\' | ',' | '|' | '$') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Where the next page is. It is asked for with the token, and nobody but the system itself is to have that.
fn next(bundle: &Bundle, base: &str) -> Result<Option<Url>, FetchFailed> {
    let Some(link) = bundle.link.iter().find(|link| link.relation == "next") else { return Ok(None) };
    match (Url::parse(&link.url), Url::parse(&format!("{base}/"))) {
        // Both as they are asked for: a path that leads out again by two dots is not below.
        (Ok(next), Ok(base)) if next.as_str().starts_with(base.as_str()) => Ok(Some(next)),
        _ => {
            tracing::warn!("booking_system.leads_elsewhere");
            Err(FetchFailed::Malformed)
        }
    }
}

fn type_of(resource: &Value) -> Option<&str> {
    resource.get("resourceType").and_then(Value::as_str)
}

/// What a resource of the answer says.
fn said(resource: Value, national_id_system: &str) -> Said {
    match type_of(&resource) {
        Some("Appointment") => {}
        Some(_) => return Said::Nothing,
        None => return Said::Unreadable,
    }
    let Ok(found) = serde_json::from_value::<Appointment>(resource) else { return Said::Unreadable };
    let is_nobodys = found.actors("Patient").next().is_none();
    if is_nobodys || matches!(found.status.as_str(), "proposed" | "waitlist") {
        return Said::Nothing;
    }
    found.told(national_id_system).map_or(Said::Unreadable, Said::Appointment)
}

impl Appointment {
    fn actors(&self, kind: &str) -> impl Iterator<Item = &Actor> {
        self.participant.iter().map(|participant| &participant.actor).filter(move |actor| actor.kind == kind)
    }

    fn extension(&self, url: &str) -> Option<&Extension> {
        self.extension.iter().find(|extension| extension.url == url)
    }

    /// In our words; `None`: it lacks something, or nobody can say what is meant.
    fn told(&self, national_id_system: &str) -> Option<Told> {
        let state = match self.status.as_str() {
            "booked" | "arrived" | "checked-in" | "pending" => OutsideState::Booked,
            "fulfilled" => OutsideState::Done,
            "cancelled" | "noshow" | "entered-in-error" => OutsideState::Cancelled { reason: filled(self.cancelation_reason.text.as_deref()) },
            _ => return None,
        };
        let mut patients = self.actors("Patient");
        let patient = patients.next()?;
        // Of two, nobody knows whose it is.
        let is_alone = patients.next().is_none() && patient.identifier.system == national_id_system;
        let (starts_at, ends_at) = (self.start?, self.end?);
        let visible_to_guardians = match self.extension(VISIBLE_TO_CUSTODIAN).map(|said| said.value_integer) {
            None | Some(Some(0)) => false,
            Some(Some(1)) => true,
            Some(_) => return None,
        };
        let kind = match self.contact.coding.iter().find(|coding| coding.system == CONTACT).map(|coding| coding.code.as_str()) {
            None => None,
            Some("visit") => Some(AppointmentType::InPerson),
            Some("home") => Some(AppointmentType::HomeVisit),
            Some("phone") => Some(AppointmentType::Phone),
            Some("video") => Some(AppointmentType::Video),
            Some(_) => return None,
        };
        let allowed = |url| match self.extension(url) {
            // One that says nothing is none.
            Some(said) => said.value_boolean.map(Some),
            None => Some(None),
        };
        let is_read = is_alone && is_reference(&self.id) && starts_at < ends_at;
        is_read.then_some(Told {
            reference: self.id.clone(),
            version: Some(self.meta.version_id.parse().ok()?),
            national_id: filled(Some(&patient.identifier.value))?,
            patient_name: filled(patient.display.as_deref())?,
            starts_at,
            ends_at,
            kind,
            location: self.actors("Location").find_map(|location| filled(Some(&location.identifier.value))),
            practitioner_name: self.actors("Practitioner").find_map(|practitioner| filled(practitioner.display.as_deref())),
            cancelable: allowed(CANCELLABLE)?,
            reschedulable: allowed(RESCHEDULABLE)?,
            visible_to_guardians,
            // A dateTime of FHIR may be a day or less. It says only whether the appointment is news, and then it does not say so.
            booked_at: self.created.as_deref().and_then(|created| created.parse().ok()),
            state,
        })
    }
}

/// What is said, without blanks around it; `None`: nothing is.
fn filled(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}
