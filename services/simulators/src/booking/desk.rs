//! The front desk of the four systems: books, moves and cancels as their staff would, by a page for people and by JSON for tests.

use std::sync::Arc;

use axum::{
    Form, Json, Router,
    extract::{Path, State},
    response::{Html, Redirect},
    routing::{get, post},
};
use chassis_domain::{helsinki, in_helsinki};
use http::StatusCode;
use identity::demo::{DemoResident, RESIDENTS};
use jiff::{Timestamp, civil::DateTime};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    BASE,
    book::{Booking, Meeting, NewBooking, State as Standing, System},
    demo::{codes, on_working_day},
};
use crate::site::World;

/// As fields of forms say a time of day in Helsinki.
const FIELD: &str = "%Y-%m-%dT%H:%M";
/// When the form for a new booking proposes one.
const PROPOSED: (i8, i8) = (10, 0);
/// How people meet, as forms and the page say it.
const MEETINGS: [(Meeting, &str, &str); 4] = [
    (Meeting::InPerson, "in_person", "in person"),
    (Meeting::HomeVisit, "home_visit", "home visit"),
    (Meeting::Phone, "phone", "phone"),
    (Meeting::Video, "video", "video"),
];
/// What a system says of what a patient may do.
const TOLD: [(&str, &str); 3] = [("", "not told"), ("true", "yes"), ("false", "no")];

pub(super) fn routes() -> Router<Arc<World>> {
    Router::new()
        .route(BASE, get(page))
        .route(&format!("{BASE}/desk"), post(take))
        .route(&format!("{BASE}/desk/{{reference}}"), post(alter))
        .route(&format!("{BASE}/appointments"), get(list).post(book))
        .route(&format!("{BASE}/appointments/{{reference}}"), post(change))
}

/// What somebody changes in a booking.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Change {
    /// It begins then.
    starts_at: Option<Timestamp>,
    /// It is cancelled, for this reason.
    cancel: Option<String>,
    /// It has taken place.
    done: bool,
    /// It takes place after all.
    reinstate: bool,
    /// It vanishes as if it had never been.
    forget: bool,
}

impl Change {
    /// Makes the change; `false`: there is no booking under this reference.
    fn make(self, world: &World, reference: &str) -> bool {
        if self.forget {
            return world.booking.forget(reference);
        }
        world.booking.change(reference, world.control.now(), |booking| {
            if let Some(starts_at) = self.starts_at {
                booking.new.starts_at = starts_at;
            }
            if let Some(reason) = self.cancel {
                booking.state = Standing::Cancelled { reason };
            }
            if self.done {
                booking.state = Standing::Done;
            }
            if self.reinstate {
                booking.state = Standing::Booked;
            }
        })
    }
}

/// `GET /booking/appointments`: what is booked, by start.
async fn list(State(world): State<Arc<World>>) -> Json<Vec<Value>> {
    let listed = |booking: &Booking| {
        let (state, reason) = standing(&booking.state);
        json!({
            "reference": booking.reference,
            "system": booking.new.system,
            "patient_name": booking.new.patient_name,
            "starts_at": booking.new.starts_at,
            "minutes": booking.new.minutes,
            "version": booking.version,
            "state": state,
            "reason": reason,
        })
    };
    Json(world.booking.all().iter().map(listed).collect())
}

/// `POST /booking/appointments`: books, and answers with the reference.
async fn book(State(world): State<Arc<World>>, Json(new): Json<NewBooking>) -> Json<Value> {
    let reference = world.booking.book(new, world.control.now());
    Json(json!({ "reference": reference }))
}

/// `POST /booking/appointments/<reference>`: changes a booking.
async fn change(State(world): State<Arc<World>>, Path(reference): Path<String>, Json(change): Json<Change>) -> StatusCode {
    if change.make(&world, &reference) { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND }
}

/// The form for a new booking.
#[derive(Deserialize)]
struct Desired {
    system: System,
    /// A demo resident, by login hint.
    person: String,
    /// In Helsinki.
    starts_at: String,
    minutes: i64,
    meeting: Meeting,
    location: String,
    practitioner: String,
    cancellable: String,
    reschedulable: String,
    shown_to_guardians: bool,
}

/// `POST /booking/desk`: books by the form. The search of the demo finds it.
async fn take(State(world): State<Arc<World>>, Form(desired): Form<Desired>) -> Result<Redirect, StatusCode> {
    let resident = patients().find(|resident| resident.person.login_hint == desired.person).ok_or(StatusCode::BAD_REQUEST)?;
    let new = NewBooking {
        system: desired.system,
        ssn: resident.ssn.to_owned(),
        patient_name: name(resident),
        starts_at: moment(&desired.starts_at).ok_or(StatusCode::BAD_REQUEST)?,
        minutes: desired.minutes,
        meeting: desired.meeting,
        location: desired.location,
        practitioner: desired.practitioner,
        codes: codes(desired.system),
        cancellable: desired.cancellable.parse().ok(),
        reschedulable: desired.reschedulable.parse().ok(),
        shown_to_guardians: desired.shown_to_guardians,
        booked_at: None,
    };
    world.booking.book(new, world.control.now());
    Ok(Redirect::to(BASE))
}

/// What the form of a booking asks for.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Act {
    Move,
    Cancel,
    Done,
    Reinstate,
    Forget,
}

/// The form of a booking.
#[derive(Deserialize)]
struct Altered {
    act: Act,
    starts_at: String,
    reason: String,
}

/// `POST /booking/desk/<reference>`: changes a booking by its form.
async fn alter(State(world): State<Arc<World>>, Path(reference): Path<String>, Form(altered): Form<Altered>) -> Result<Redirect, StatusCode> {
    let change = match altered.act {
        Act::Move => Change { starts_at: Some(moment(&altered.starts_at).ok_or(StatusCode::BAD_REQUEST)?), ..Change::default() },
        Act::Cancel => Change { cancel: Some(altered.reason), ..Change::default() },
        Act::Done => Change { done: true, ..Change::default() },
        Act::Reinstate => Change { reinstate: true, ..Change::default() },
        Act::Forget => Change { forget: true, ..Change::default() },
    };
    if change.make(&world, &reference) { Ok(Redirect::to(BASE)) } else { Err(StatusCode::NOT_FOUND) }
}

/// `GET /booking`: all of it for people.
async fn page(State(world): State<Arc<World>>) -> Html<String> {
    let rows: String = world.booking.all().iter().map(row).collect();
    let none = if rows.is_empty() { "<p>Nothing is booked.</p>" } else { "" };
    let heads: String = ["System", "Reference", "Patient", "Begins", "Minutes", "How", "Where", "With", "State", "Change"]
        .iter()
        .map(|head| format!("<th scope=\"col\">{head}</th>"))
        .collect();
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Front desk</title>\
         <h1>Front desk of the other booking systems</h1><p>Times are those of Helsinki.</p>{}\
         <h2>Booked</h2>{none}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></html>",
        new_form(world.control.now())
    ))
}

fn new_form(now: Timestamp) -> String {
    let systems = choice("System", "system", System::ALL.map(|system| (system.name(), system.name().to_owned())));
    let people = choice("Patient", "person", patients().map(|resident| (resident.person.login_hint, name(resident))));
    let meetings = choice("How", "meeting", MEETINGS.map(|(_, value, text)| (value, text.to_owned())));
    let told = || TOLD.map(|(value, text)| (value, text.to_owned()));
    let (cancellable, reschedulable) = (choice("May cancel", "cancellable", told()), choice("May move", "reschedulable", told()));
    let guardians = choice("Guardians see it", "shown_to_guardians", [("false", "no".to_owned()), ("true", "yes".to_owned())]);
    let begins = on_working_day(now, 0, PROPOSED).map(field).unwrap_or_default();
    format!(
        "<h2>Book</h2><form method=\"post\" action=\"{BASE}/desk\">{systems}{people}\
         <label>Begins <input type=\"datetime-local\" name=\"starts_at\" value=\"{begins}\" required></label> \
         <label>Minutes <input type=\"number\" name=\"minutes\" value=\"30\" min=\"1\" required></label> \
         {meetings}<label>Where <input name=\"location\"></label> <label>With <input name=\"practitioner\"></label> \
         {cancellable}{reschedulable}{guardians}<button>Book</button></form>"
    )
}

fn choice(label: &str, field: &str, options: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let options: String = options.into_iter().map(|(value, text)| format!("<option value=\"{value}\">{}</option>", escaped(&text))).collect();
    format!("<label>{label} <select name=\"{field}\">{options}</select></label> ")
}

fn row(booking: &Booking) -> String {
    let Booking { reference, new, state, .. } = booking;
    let (state, reason) = standing(state);
    let begins = field(new.starts_at);
    let how = MEETINGS.iter().find(|(meeting, ..)| *meeting == new.meeting).map_or("", |(_, _, text)| *text);
    let cells: String = [
        new.system.name(),
        reference,
        &new.patient_name,
        &begins.replace('T', " "),
        &new.minutes.to_string(),
        how,
        &new.location,
        &new.practitioner,
        &if reason.is_empty() { state.to_owned() } else { format!("{state}: {reason}") },
    ]
    .iter()
    .map(|text| format!("<td>{}</td>", escaped(text)))
    .collect();
    // Pressing enter in a field presses the first button: of what cannot be taken back none is first.
    let buttons: String = [("move", "Move"), ("cancel", "Cancel"), ("done", "Done"), ("reinstate", "Reinstate"), ("forget", "Forget")]
        .iter()
        .map(|(act, text)| format!("<button name=\"act\" value=\"{act}\">{text}</button> "))
        .collect();
    format!(
        "<tr>{cells}<td><form method=\"post\" action=\"{BASE}/desk/{reference}\">\
         <label>Begins <input type=\"datetime-local\" name=\"starts_at\" value=\"{begins}\" required></label> \
         <label>Reason <input name=\"reason\"></label> {buttons}</form></td></tr>"
    )
}

/// A state and the reason for it, as the page and JSON say them.
fn standing(state: &Standing) -> (&'static str, &str) {
    match state {
        Standing::Booked => ("booked", ""),
        Standing::Cancelled { reason } => ("cancelled", reason),
        Standing::Done => ("done", ""),
    }
}

/// Whom the other systems know: those who have a personal identity code.
fn patients() -> impl Iterator<Item = &'static DemoResident> {
    RESIDENTS.iter().filter(|resident| !resident.ssn.is_empty())
}

fn name(resident: &DemoResident) -> String {
    format!("{} {}", resident.person.given, resident.person.family)
}

/// A time of day in Helsinki, as a form says it.
fn moment(said: &str) -> Option<Timestamp> {
    helsinki().to_timestamp(said.parse::<DateTime>().ok()?).ok()
}

/// The same as a form shows it.
fn field(at: Timestamp) -> String {
    in_helsinki(at).strftime(FIELD).to_string()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
