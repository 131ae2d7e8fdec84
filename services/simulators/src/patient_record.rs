//! The patient record system: FHIR R4, as much of it as is asked for. Whoever calls says the token.

use std::sync::Arc;

use axum::{
    Form, Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use identity::demo::{DemoResident, InRegister, RESIDENTS};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{control::Fault, site::World};

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
    let Some((SSN_SYSTEM, ssn)) = search.identifier.split_once('|') else { return outcome(StatusCode::BAD_REQUEST, "value") };
    let found: Vec<_> = RESIDENTS.iter().filter(|resident| resident.ssn == ssn).filter_map(patient).collect();
    let entries: Vec<_> = found.into_iter().map(|resource| json!({"resource": resource, "search": {"mode": "match"}})).collect();
    fhir(StatusCode::OK, &json!({"resourceType": "Bundle", "type": "searchset", "total": entries.len(), "entry": entries}))
}

/// The resource of a resident whom the system knows.
fn patient(resident: &DemoResident) -> Option<Value> {
    let security = match resident.register {
        InRegister::No => return None,
        InRegister::Yes => json!([]),
        InRegister::NonDisclosure => json!([{
            "system": "https://hl7.fi/fhir/finnish-base-profiles/CodeSystem/fi-base-security-label-cs",
            "code": "TURVAKIELTO",
        }]),
    };
    Some(json!({
        "resourceType": "Patient",
        "id": resident.person.person_id().to_string(),
        "meta": {"security": security},
        "identifier": [{"use": "official", "system": SSN_SYSTEM, "value": resident.ssn}],
        "name": [{"use": "official", "family": resident.person.family, "given": [resident.person.given]}],
    }))
}

fn outcome(status: StatusCode, code: &str) -> Response {
    fhir(status, &json!({"resourceType": "OperationOutcome", "issue": [{"severity": "error", "code": code}]}))
}

fn fhir(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, FHIR_JSON), (header::CACHE_CONTROL, "no-store")], Json(body).into_response().into_body()).into_response()
}
