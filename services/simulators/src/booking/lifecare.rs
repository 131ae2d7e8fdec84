//! Lifecare's face of the book: its appointments by `GET /api/v1/appointments`, and one of them by its id. Whoever calls says the token.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{self, Path, Query},
    response::{IntoResponse, Response},
    routing::get,
};
use chassis_domain::in_helsinki;
use http::{HeaderMap, StatusCode, header};
use jiff::{SignedDuration, Timestamp, civil::Date};
use serde_json::{Value, json};

use super::{
    LIFECARE_TOKEN,
    book::{Booking, Meeting, State, System, Wanted, codes_of},
};
use crate::site::World;

/// What a search may name beside the kind of care, which is the same for all that is in the book.
const CODES: [&str; 6] = ["function", "location", "appointmentType", "scheduleId", "visitType", "visitTypeSpecifier"];
const CARE_KINDS: [&str; 2] = ["primary", "specialised"];

pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new().route("/booking/lifecare/api/v1/appointments", get(list)).route("/booking/lifecare/api/v1/appointments/{id}", get(one))
}

/// A page of those that a search finds. Who says until where changes are known is told what has changed since, cancelled ones too, and everybody else
/// what is booked or has taken place.
async fn list(extract::State(world): extract::State<Arc<World>>, headers: HeaderMap, Query(query): Query<Vec<(String, String)>>) -> Response {
    if !is_authorized(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let said = |name: &str| query.iter().find(|(said, _)| said == name).map(|(_, value)| value.as_str());
    let day = |name| said(name).and_then(|day| day.parse::<Date>().ok());
    let (Some(from), Some(until)) = (day("from"), day("until")) else { return StatusCode::BAD_REQUEST.into_response() };
    let is_care_kind = said("careKind").is_none_or(|kind| CARE_KINDS.contains(&kind));
    let (since, page) = (said("changedSince").map(str::parse::<u64>).transpose(), said("after").map_or(Ok(1), str::parse::<usize>));
    let (Ok(changed_since), Ok(number), true) = (since, page, is_care_kind) else { return StatusCode::BAD_REQUEST.into_response() };
    let codes = codes_of(&query, &CODES);
    let wanted = Wanted { system: System::Lifecare, from, until, codes: &codes, changed_since, changed_at_since: None };
    let page = world.booking.page(&wanted, number);
    Json(json!({
        "appointments": page.bookings.iter().map(shown).collect::<Vec<_>>(),
        "next": (number < page.pages).then(|| (number + 1).to_string()),
        "changedUntil": page.newest.to_string(),
    }))
    .into_response()
}

/// One of them, whatever has become of it.
async fn one(extract::State(world): extract::State<Arc<World>>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if !is_authorized(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    world.booking.one(System::Lifecare, &id).map_or_else(|| StatusCode::NOT_FOUND.into_response(), |booking| Json(shown(&booking)).into_response())
}

fn is_authorized(headers: &HeaderMap) -> bool {
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    said == Some(LIFECARE_TOKEN)
}

fn shown(booking: &Booking) -> Value {
    let new = &booking.new;
    let ends_at = new.starts_at.saturating_add(SignedDuration::from_secs(new.minutes.saturating_mul(60))).unwrap_or(new.starts_at);
    let contact_type = match new.meeting {
        Meeting::InPerson => "VISIT",
        Meeting::HomeVisit => "HOME",
        Meeting::Phone => "PHONE",
        Meeting::Video => "VIDEO",
    };
    let (status, cancellation) = match &booking.state {
        State::Booked => ("BOOKED", Value::Null),
        State::Cancelled { reason } => ("CANCELLED", json!({"text": reason})),
        State::Done => ("COMPLETED", Value::Null),
    };
    let patient = json!({"nationalId": new.ssn, "name": new.patient_name});
    json!({
        "id": booking.reference,
        "version": booking.version,
        "patient": (!new.ssn.is_empty()).then_some(patient),
        "start": written(new.starts_at),
        "end": written(ends_at),
        "contactType": contact_type,
        "location": new.location,
        "professional": new.practitioner,
        "cancellable": new.cancellable,
        "reschedulable": new.reschedulable,
        "visibleToCustodian": u8::from(new.shown_to_guardians),
        "status": status,
        "cancellation": cancellation,
        "bookedAt": written(booking.booked_at),
    })
}

/// As the clocks in Finland show it, with their offset.
fn written(at: Timestamp) -> String {
    at.display_with_offset(in_helsinki(at).offset()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifecare_writes_times_with_the_offset_of_finland() {
        for (at, expected) in [
            ("2026-12-03T06:15:00Z", "2026-12-03T08:15:00+02:00"),
            ("2026-10-25T00:15:00Z", "2026-10-25T03:15:00+03:00"),
            ("2026-10-25T01:15:00Z", "2026-10-25T03:15:00+02:00"),
        ] {
            assert_eq!(written(at.parse().unwrap()), expected);
        }
    }
}
