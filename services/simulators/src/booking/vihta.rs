//! Vihta's face of the book: its bookings by `GET /v2/bookings`, and one of them by its id. Whoever calls signs what is asked.

use std::sync::Arc;

use aws_lc_rs::hmac;
use axum::{
    Json, Router,
    extract::{OriginalUri, Path, Query, Request, State},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, StatusCode, uri::PathAndQuery};
use jiff::civil::Date;
use serde_json::{Value, json};

use super::{
    VIHTA_CLIENT, VIHTA_SECRET,
    book::{self, Booking, Meeting, System, Wanted, codes_of},
};
use crate::site::World;

pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new().route("/booking/vihta/v2/bookings", get(list)).route("/booking/vihta/v2/bookings/{id}", get(one)).route_layer(from_fn(only_signed))
}

/// Who signs is let in. The time is a part of what is signed, and any will do: whoever asks may have a clock of their own.
async fn only_signed(OriginalUri(uri): OriginalUri, request: Request, next: Next) -> Response {
    let asked = uri.path_and_query().map(PathAndQuery::as_str).unwrap_or_default();
    if is_signed(request.headers(), asked) { next.run(request).await } else { StatusCode::UNAUTHORIZED.into_response() }
}

fn is_signed(headers: &HeaderMap, asked: &str) -> bool {
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let time = said("x-vihta-time");
    let key = hmac::Key::new(hmac::HMAC_SHA256, VIHTA_SECRET.as_bytes());
    let tag = hmac::sign(&key, format!("GET\n{asked}\n{time}").as_bytes());
    let expected: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    said("x-vihta-client") == VIHTA_CLIENT && time.parse::<i64>().is_ok() && said("x-vihta-signature") == expected
}

/// A page of those that a search finds. Who says until where changes are known is told what has changed since, cancelled ones too, and everybody else
/// what is confirmed or has taken place.
async fn list(State(world): State<Arc<World>>, Query(query): Query<Vec<(String, String)>>) -> Response {
    let said = |name: &str| query.iter().find(|(said, _)| said == name).map(|(_, value)| value.as_str());
    let day = |name| said(name).and_then(|day| day.parse::<Date>().ok());
    let (Some(from), Some(until)) = (day("from"), day("to")) else { return StatusCode::BAD_REQUEST.into_response() };
    // Everything in the book is for both.
    let is_public_said = said("public").is_some_and(|public| public.parse::<bool>().is_ok());
    let (since, page) = (said("changedAfter").map(str::parse::<u64>).transpose(), said("cursor").map_or(Ok(1), str::parse::<usize>));
    let (Ok(changed_since), Ok(number), true) = (since, page, is_public_said) else { return StatusCode::BAD_REQUEST.into_response() };
    let codes = codes_of(&query, &["serviceIds"]);
    let wanted = Wanted { system: System::Vihta, from, until, codes: &codes, changed_since, changed_at_since: None };
    let page = world.booking.page(&wanted, number);
    Json(json!({
        "items": page.bookings.iter().map(shown).collect::<Vec<_>>(),
        "cursor": (number < page.pages).then(|| (number + 1).to_string()),
        "watermark": page.newest.to_string(),
    }))
    .into_response()
}

/// One of them, whatever has become of it.
async fn one(State(world): State<Arc<World>>, Path(id): Path<String>) -> Response {
    world.booking.one(System::Vihta, &id).map_or_else(|| StatusCode::NOT_FOUND.into_response(), |booking| Json(shown(&booking)).into_response())
}

fn shown(booking: &Booking) -> Value {
    let new = &booking.new;
    let channel = match new.meeting {
        Meeting::InPerson => "onsite",
        Meeting::HomeVisit => "home",
        Meeting::Phone => "phone",
        Meeting::Video => "video",
    };
    let (state, reason) = match &booking.state {
        book::State::Booked => ("confirmed", None),
        book::State::Cancelled { reason } => ("cancelled", Some(reason)),
        book::State::Done => ("completed", None),
    };
    let customer = json!({"ssn": new.ssn, "displayName": new.patient_name});
    json!({
        "bookingId": booking.reference,
        "revision": booking.version,
        "customer": (!new.ssn.is_empty()).then_some(customer),
        "beginsAt": new.starts_at,
        "durationMinutes": new.minutes,
        "channel": channel,
        "siteId": new.location,
        "employeeName": new.practitioner,
        "cancellable": new.cancellable,
        "state": state,
        "cancelReason": reason,
        "createdAt": booking.booked_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scheduling signs by the same vector.
    #[test]
    fn a_signature_of_vihta_counts_for_its_client_path_and_time() {
        let signature = "bf162501202ee60325e3c14ff2f04f9e65f3732e080d8179064f0952af701d83";
        let asked = "/v2/bookings?serviceIds=fysio-1%2Cfysio-2&public=true&from=2026-11-29&to=2027-11-29";
        let headers = |client: &str, time: &str, signature: &str| {
            let said = [("x-vihta-client", client), ("x-vihta-time", time), ("x-vihta-signature", signature)];
            said.into_iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect::<HeaderMap>()
        };
        assert!(is_signed(&headers(VIHTA_CLIENT, "1796083200", signature), asked));
        assert!(!is_signed(&headers(VIHTA_CLIENT, "1796083200", signature), &asked.replace("true", "false")), "another question");
        assert!(!is_signed(&headers(VIHTA_CLIENT, "1796083201", signature), asked), "another time");
        assert!(!is_signed(&headers("another", "1796083200", signature), asked), "another client");
        assert!(!is_signed(&headers(VIHTA_CLIENT, "1796083200", &signature.to_uppercase()), asked), "another way to write it");
        assert!(!is_signed(&HeaderMap::new(), asked));
    }
}
