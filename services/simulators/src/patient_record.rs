//! The patient record system: FHIR R4, as much of it as is asked for. Whoever calls says the token.

use std::{iter, sync::Arc};

use axum::{
    Form, Json,
    extract::{Path, State},
    response::{Html, IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use identity::demo::{DemoResident, InRegister, RESIDENTS};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    control::{Control, Fault},
    site::World,
};

/// What callers must say in `Authorization: Bearer`.
pub const TOKEN: &str = "patient-record-demo";
/// The naming system of personal identity codes.
const SSN_SYSTEM: &str = "urn:oid:1.2.246.21";
const FHIR_JSON: &str = "application/fhir+json";

#[derive(Deserialize)]
pub(crate) struct Search {
    #[serde(default)]
    identifier: String,
}

/// `POST /Patient/_search`: who has an identifier.
pub(crate) async fn search(State(world): State<Arc<World>>, headers: HeaderMap, Form(search): Form<Search>) -> Response {
    if world.control.is(Fault::PatientRecordFails) {
        return outcome(StatusCode::INTERNAL_SERVER_ERROR, "exception");
    }
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    if said != Some(TOKEN) {
        return outcome(StatusCode::UNAUTHORIZED, "login");
    }
    // A caller who does not ask for it could be answered by a search that left a parameter out.
    if headers.get("prefer").and_then(|value| value.to_str().ok()) != Some("handling=strict") {
        return outcome(StatusCode::BAD_REQUEST, "invariant");
    }
    let Some((SSN_SYSTEM, ssn)) = search.identifier.split_once('|') else { return outcome(StatusCode::BAD_REQUEST, "value") };
    let everybody = world.control.is(Fault::PatientRecordIgnoresSearch);
    let mut found: Vec<_> =
        RESIDENTS.iter().filter(|resident| everybody || resident.ssn == ssn).filter_map(|resident| patient(resident, &world.control)).collect();
    if everybody {
        found.reverse();
    } else if world.control.is(Fault::PatientRecordAnswersTwo) {
        found.extend(found.first().cloned().map(|double| with_id(double, "double")));
    }
    let mut entries: Vec<_> = found.into_iter().map(|resource| json!({"resource": resource, "search": {"mode": "match"}})).collect();
    if world.control.is(Fault::PatientRecordAnswersOutcome) {
        let issue = json!([{"severity": "warning", "code": "not-found"}]);
        entries = vec![json!({"resource": {"resourceType": "OperationOutcome", "issue": issue}, "search": {"mode": "outcome"}})];
    }
    fhir(StatusCode::OK, &json!({"resourceType": "Bundle", "type": "searchset", "total": entries.len(), "entry": entries}))
}

fn with_id(mut patient: Value, id: &str) -> Value {
    if let Some(patient) = patient.as_object_mut() {
        patient.insert("id".to_owned(), id.into());
    }
    patient
}

/// What the system has of a demo resident beside name and code. All of it is invented.
struct DemoRecord {
    /// Given names beside the one that the person goes by.
    further: &'static [&'static str],
    phone: &'static str,
    line: &'static str,
    place: &'static str,
}

fn record(login_hint: &str) -> DemoRecord {
    let (further, phone, line, place): (&[&str], _, _, _) = match login_hint {
        "aino" => (&["Maria"], "+358 40 000 0001", "Koivukuja 3 B 12", "Lehtola"),
        "eino" => (&["Johannes"], "+358 40 000 0002", "Rantatie 8", "Niittyranta"),
        "maja" => (&["Elisabet"], "+358 40 000 0003", "Strandvägen 8 A", "Niittyranta"),
        "nils" => (&["Ánte"], "+358 40 000 0004", "Tunturitie 1", "Tunturi"),
        "sanna" => (&["Elina"], "+358 40 000 0005", "Jängäntie 14", "Tunturi"),
        "elli" => (&[], "+358 40 000 0006", "Kirkkotie 2", "Tunturi"),
        _ => (&[], "+358 40 000 0009", "Esimerkkitie 1", "Lehtola"),
    };
    DemoRecord { further, phone, line, place }
}

/// `GET /patient-record/patient/{id}`: where a link from elsewhere leads; the system's own screens are not simulated.
pub(crate) async fn screen(Path(id): Path<String>) -> Html<String> {
    let known = RESIDENTS.iter().find(|resident| resident.person.person_id().to_string() == id);
    let title = known.map_or_else(|| "Potilasta ei löydy".to_owned(), |resident| format!("{} {}", resident.person.given, resident.person.family));
    Html(format!(
        "<!doctype html><html lang=\"fi\"><title>Potilastietojärjestelmä</title><h1>{title}</h1><p>Potilastietojärjestelmän simulaattori</p></html>"
    ))
}

/// The resource of a resident whom the system knows.
fn patient(resident: &DemoResident, control: &Control) -> Option<Value> {
    let is_protected = match resident.register {
        InRegister::No => return None,
        known => control.is_protected(resident.person.login_hint).unwrap_or(known == InRegister::NonDisclosure),
    };
    let security = if is_protected {
        json!([{
            "system": "https://hl7.fi/fhir/finnish-base-profiles/CodeSystem/fi-base-security-label-cs",
            "code": "TURVAKIELTO",
        }])
    } else {
        json!([])
    };
    let DemoRecord { further, phone, line, place } = record(resident.person.login_hint);
    let mail = resident.person.login_hint;
    let given: Vec<_> = iter::once(resident.person.given).chain(further.iter().copied()).collect();
    Some(json!({
        "resourceType": "Patient",
        "id": resident.person.person_id().to_string(),
        "meta": {"security": security},
        "identifier": [{"use": "official", "system": SSN_SYSTEM, "value": resident.ssn}],
        "name": [{"use": "official", "family": resident.person.family, "given": given}],
        "telecom": [{"system": "phone", "use": "mobile", "value": phone}, {"system": "email", "value": format!("{mail}@example.fi")}],
        "address": [{"use": "home", "line": [line], "postalCode": "00000", "city": place, "country": "FI"}],
    }))
}

fn outcome(status: StatusCode, code: &str) -> Response {
    fhir(status, &json!({"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": code}]}))
}

fn fhir(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, FHIR_JSON), (header::CACHE_CONTROL, "no-store")], Json(body).into_response().into_body()).into_response()
}
