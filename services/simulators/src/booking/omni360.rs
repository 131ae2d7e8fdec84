//! Omni360's face of the book: FHIR R4, its appointments by `GET /Appointment`, and one of them by its id. Whoever calls says the token.

use std::{collections::BTreeMap, mem, sync::Arc};

use axum::{
    Json, Router,
    extract::{self, Path, Query},
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, StatusCode, header};
use jiff::{SignedDuration, Timestamp, civil::Date};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::{
    OMNI360_TOKEN,
    book::{Booking, Meeting, State, System, Wanted},
};
use crate::site::World;

const LIST: &str = "/booking/omni360/Appointment";
const FHIR_JSON: &str = "application/fhir+json";
/// The naming system of personal identity codes.
const SSN_SYSTEM: &str = "urn:oid:1.2.246.21";
/// What a search may name of that which is in the book.
const CODES: [&str; 6] = ["appointment-type", "contact-method", "location.name", "practitioner", "service-category", "priority-class"];
/// What else it may name. How many stand on a page, the book says.
const OTHERS: [&str; 4] = ["date", "_count", "_lastUpdated", PAGE];
/// Which page is asked for: in links to the next one.
const PAGE: &str = "_page";

pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new().route(LIST, get(list)).route(&format!("{LIST}/{{id}}"), get(one))
}

/// What a search asks for.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    from: Date,
    until: Date,
    codes: BTreeMap<String, Vec<String>>,
    changed_at_since: Option<Timestamp>,
    page: usize,
}

/// A page of those that a search finds. Who says since when is told what has changed from then on, cancelled ones too, and everybody else what is
/// booked or fulfilled.
async fn list(extract::State(world): extract::State<Arc<World>>, headers: HeaderMap, Query(query): Query<Vec<(String, String)>>) -> Response {
    if let Some(refused) = refused(&headers) {
        return refused;
    }
    let (Some(asked), Some(host)) = (asked(&query), said(&headers, "host")) else { return outcome(StatusCode::BAD_REQUEST, "invalid") };
    let Asked { from, until, codes, changed_at_since, page: number } = asked;
    let wanted = Wanted { system: System::Omni360, from, until, codes: &codes, changed_since: None, changed_at_since };
    let page = world.booking.page(&wanted, number);
    let link = |relation: &str, number: usize| json!({"relation": relation, "url": address(host, &query, number)});
    let mut links = vec![link("self", number)];
    if number < page.pages {
        links.push(link("next", number + 1));
    }
    let entries = page.bookings.iter().map(|booking| json!({"resource": shown(booking), "search": {"mode": "match"}})).collect::<Vec<_>>();
    let bundle = json!({"resourceType": "Bundle", "type": "searchset", "total": page.total, "link": links, "entry": entries});
    fhir(StatusCode::OK, &bundle)
}

/// One of them, whatever has become of it.
async fn one(extract::State(world): extract::State<Arc<World>>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if let Some(refused) = refused(&headers) {
        return refused;
    }
    match world.booking.one(System::Omni360, &id) {
        Some(booking) => fhir(StatusCode::OK, &shown(&booking)),
        None => outcome(StatusCode::NOT_FOUND, "not-found"),
    }
}

/// Whoever does not say the token is refused, and so is who would take an answer to less than was asked.
fn refused(headers: &HeaderMap) -> Option<Response> {
    if said(headers, "authorization").and_then(|value| value.strip_prefix("Bearer ")) != Some(OMNI360_TOKEN) {
        return Some(outcome(StatusCode::UNAUTHORIZED, "login"));
    }
    (said(headers, "prefer") != Some("handling=strict")).then(|| outcome(StatusCode::BAD_REQUEST, "invariant"))
}

fn said<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// What a query asks for; `None`: something in it is unknown or wrong, or it does not say from when to when.
fn asked(query: &[(String, String)]) -> Option<Asked> {
    let (mut from, mut until, mut changed_at_since, mut page, mut codes) = (None, None, None, 1, BTreeMap::new());
    for (name, value) in query {
        match (name.as_str(), value.as_str()) {
            ("date", day) if day.starts_with("ge") => from = Some(day.strip_prefix("ge")?.parse().ok()?),
            ("date", day) => until = Some(day.strip_prefix("le")?.parse().ok()?),
            ("_lastUpdated", since) => changed_at_since = Some(since.strip_prefix("ge")?.parse().ok()?),
            (PAGE, number) => page = number.parse().ok()?,
            (known, values) if CODES.contains(&known) => {
                codes.insert(name.clone(), parts(values));
            }
            (known, _) if OTHERS.contains(&known) => {}
            _ => return None,
        }
    }
    Some(Asked { from: from?, until: until?, codes, changed_at_since, page })
}

/// The values between commas. One behind a backslash belongs to its value (FHIR R4, section 3.1.1.4.0.4).
fn parts(values: &str) -> Vec<String> {
    let (mut parts, mut part, mut letters) = (Vec::new(), String::new(), values.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => part.extend(letters.next()),
            ',' => parts.push(mem::take(&mut part)),
            _ => part.push(letter),
        }
    }
    parts.push(part);
    parts
}

/// Where a page of the same search is.
fn address(host: &str, query: &[(String, String)], page: usize) -> String {
    let same = query.iter().filter(|(name, _)| name != PAGE);
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(same).append_pair(PAGE, &page.to_string()).finish();
    format!("http://{host}{LIST}?{query}")
}

fn shown(booking: &Booking) -> Value {
    let new = &booking.new;
    let ends_at = new.starts_at.saturating_add(SignedDuration::from_secs(new.minutes.saturating_mul(60))).unwrap_or(new.starts_at);
    let contact = match new.meeting {
        Meeting::InPerson => "visit",
        Meeting::HomeVisit => "home",
        Meeting::Phone => "phone",
        Meeting::Video => "video",
    };
    let status = match &booking.state {
        State::Booked => "booked",
        State::Cancelled { .. } => "cancelled",
        State::Done => "fulfilled",
    };
    // What is empty is not said.
    let ssn = json!({"system": SSN_SYSTEM, "value": new.ssn});
    let actors = [
        (&new.ssn, json!({"type": "Patient", "identifier": ssn, "display": new.patient_name})),
        (&new.practitioner, json!({"type": "Practitioner", "display": new.practitioner})),
        (&new.location, json!({"type": "Location", "identifier": {"value": new.location}})),
    ];
    let present = actors.into_iter().filter(|(said, _)| !said.is_empty());
    let participants: Vec<_> = present.map(|(_, actor)| json!({"actor": actor, "status": "accepted"})).collect();
    let allowed = [("urn:omni360:cancellable", new.cancellable), ("urn:omni360:reschedulable", new.reschedulable)];
    let allowed = allowed.into_iter().filter_map(|(url, said)| said.map(|said| json!({"url": url, "valueBoolean": said})));
    let shown = json!({"url": "urn:omni360:visible-to-custodian", "valueInteger": u8::from(new.shown_to_guardians)});
    let mut resource = json!({
        "resourceType": "Appointment",
        "id": booking.reference,
        "meta": {"versionId": booking.version.to_string(), "lastUpdated": booking.changed_at},
        "extension": allowed.chain([shown]).collect::<Vec<_>>(),
        "status": status,
        "appointmentType": {"coding": [{"system": "urn:omni360:contact", "code": contact}]},
        "start": new.starts_at,
        "end": ends_at,
        "created": booking.booked_at,
        "participant": participants,
    });
    if let (State::Cancelled { reason }, Some(resource)) = (&booking.state, resource.as_object_mut())
        && !reason.is_empty()
    {
        resource.insert("cancelationReason".to_owned(), json!({"text": reason}));
    }
    resource
}

fn outcome(status: StatusCode, code: &str) -> Response {
    fhir(status, &json!({"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": code}]}))
}

fn fhir(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, FHIR_JSON)], Json(body).into_response().into_body()).into_response()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn query(said: &[(&str, &str)]) -> Vec<(String, String)> {
        said.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_search_of_omni360_is_taken_when_all_of_it_is_known() {
        let window = vec![("date", "ge2026-11-29"), ("date", "le2027-11-29")];
        let with = |more: Vec<(&'static str, &'static str)>| [window.clone(), more].concat();
        let whole = with(vec![("_count", "100"), ("location.name", "Ranta\\, 2. krs,b"), ("_lastUpdated", "ge2026-11-21T08:55:00Z")]);
        let expected = Asked {
            from: date(2026, 11, 29),
            until: date(2027, 11, 29),
            codes: [("location.name".to_owned(), vec!["Ranta, 2. krs".to_owned(), "b".to_owned()])].into(),
            changed_at_since: Some("2026-11-21T08:55:00Z".parse().unwrap()),
            page: 1,
        };
        assert_eq!(asked(&query(&whole)), Some(expected));
        for wrong in [vec![("date", "ge2026-11-29")], with(vec![("status", "booked")]), with(vec![("date", "eq2026-12-01")])] {
            assert_eq!(asked(&query(&wrong)), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_next_page_of_omni360_is_that_of_the_same_search() {
        let second = address("127.0.0.1:9", &query(&[("location.name", "a,b"), (PAGE, "1")]), 2);
        assert_eq!(second, "http://127.0.0.1:9/booking/omni360/Appointment?location.name=a%2Cb&_page=2");
    }
}
