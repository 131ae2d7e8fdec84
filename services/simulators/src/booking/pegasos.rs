//! Pegasos' face of the book: its bookings by `GET /ajanvaraus/varaukset`, and one of them by its id. Times are those of the clocks in Finland,
//! without an offset. Whoever calls says the key.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{self, Path, Query},
    response::{IntoResponse, Response},
    routing::get,
};
use chassis_domain::in_helsinki;
use http::{HeaderMap, StatusCode};
use jiff::{Timestamp, civil::Date};
use serde_json::{Value, json};

use super::{
    PEGASOS_KEY,
    book::{Booking, Meeting, State, System, Wanted, codes_of},
};
use crate::site::World;

/// First day, last day and page. Whatever else a search names is a code.
const WINDOW: [&str; 3] = ["alku", "loppu", "sivu"];

pub(crate) fn routes() -> Router<Arc<World>> {
    Router::new().route("/booking/pegasos/ajanvaraus/varaukset", get(list)).route("/booking/pegasos/ajanvaraus/varaukset/{id}", get(one))
}

/// A page of those that a search finds: what is booked or has taken place. What has changed it tells nobody.
async fn list(extract::State(world): extract::State<Arc<World>>, headers: HeaderMap, Query(query): Query<Vec<(String, String)>>) -> Response {
    if !is_authorized(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let [from, until, page] = WINDOW.map(|name| only(&query, name));
    let day = |said: Option<&str>| said.and_then(|day| day.parse::<Date>().ok());
    let number = page.and_then(|page| page.parse::<usize>().ok()).filter(|page| *page > 0);
    let (Some(from), Some(until), Some(number)) = (day(from), day(until), number) else { return StatusCode::BAD_REQUEST.into_response() };
    let names: Vec<_> = query.iter().map(|(name, _)| name.as_str()).filter(|name| !WINDOW.contains(name)).collect();
    let codes = codes_of(&query, &names);
    let wanted = Wanted { system: System::Pegasos, from, until, codes: &codes, changed_since: None, changed_at_since: None };
    let page = world.booking.page(&wanted, number);
    Json(json!({
        "sivu": number,
        "sivuja": page.pages,
        "yhteensa": page.total,
        "varaukset": page.bookings.iter().map(shown).collect::<Vec<_>>(),
    }))
    .into_response()
}

/// One of them, whatever has become of it.
async fn one(extract::State(world): extract::State<Arc<World>>, headers: HeaderMap, Path(id): Path<String>) -> Response {
    if !is_authorized(&headers) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    world.booking.one(System::Pegasos, &id).map_or_else(|| StatusCode::NOT_FOUND.into_response(), |booking| Json(shown(&booking)).into_response())
}

fn is_authorized(headers: &HeaderMap) -> bool {
    headers.get("x-api-key").and_then(|value| value.to_str().ok()) == Some(PEGASOS_KEY)
}

/// What is said under a name that can be said once.
fn only<'q>(query: &'q [(String, String)], name: &str) -> Option<&'q str> {
    let mut said = query.iter().filter(|(said, _)| said == name).map(|(_, value)| value.as_str());
    said.next().filter(|_| said.next().is_none())
}

fn shown(booking: &Booking) -> Value {
    let new = &booking.new;
    let way = match new.meeting {
        Meeting::InPerson => "KAYNTI",
        Meeting::HomeVisit => "KOTI",
        Meeting::Phone => "PUHELIN",
        Meeting::Video => "VIDEO",
    };
    let state = match &booking.state {
        State::Booked => "VARATTU",
        State::Cancelled { .. } => "PERUTTU",
        State::Done => "TOTEUTUNUT",
    };
    json!({
        "varaustunnus": booking.reference,
        "hetu": new.ssn,
        "nimi": new.patient_name,
        "alkaa": written(new.starts_at),
        "kesto": new.minutes,
        "tapa": way,
        "toimipiste": new.location,
        "vastaanottaja": new.practitioner,
        "tila": state,
        "varattu": written(booking.booked_at),
    })
}

/// As the clocks in Finland show it: an hour of the autumn is shown twice.
fn written(at: Timestamp) -> String {
    in_helsinki(at).strftime("%Y-%m-%dT%H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pegasos_writes_times_as_the_clocks_in_finland_show_them() {
        for (at, expected) in
            [("2026-12-03T06:15:00Z", "2026-12-03T08:15"), ("2027-10-31T00:30:00Z", "2027-10-31T03:30"), ("2027-10-31T01:30:00Z", "2027-10-31T03:30")]
        {
            assert_eq!(written(at.parse().unwrap()), expected);
        }
    }

    #[test]
    fn what_can_be_said_once_is_not_said_when_it_is_said_twice() {
        let query = [("alku", "a"), ("sivu", "1"), ("sivu", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(["alku", "loppu", "sivu"].map(|name| only(&query, name)), [Some("a"), None, None]);
    }
}
