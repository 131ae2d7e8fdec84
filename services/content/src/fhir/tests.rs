//! What is taken of resources and what is refused, and the resources that the tests begin with.

mod bundles;
mod dates;
mod hostile;
mod lab_results;
mod prescriptions;
mod refusals;

use ::fhir::{Problem, outcome};
use chassis_domain::Timestamp;

use super::{Incoming, LabResult, Prescription, ResourceKind, lab_result, prescription, resource};

/// What other systems call personal identity codes.
const NATIONAL: &str = "urn:oid:1.2.246.21";
/// Stands in every text of the resources: no answer may repeat it.
const SECRET: &str = "Salaisuus";
const IDENTIFIER: &str = "https://lab.example.org|L-1";

fn observation() -> serde_json::Value {
    serde_json::json!({
        "resourceType": "Observation",
        "meta": {"lastUpdated": "2027-03-28T10:15:30.5+03:00", "profile": [SECRET]},
        "identifier": [{"value": "no system"}, {"system": "https://lab.example.org", "value": "L-1"}],
        "status": "final",
        "code": {
            "coding": [{"system": "urn:local", "display": SECRET}, {"system": "http://loinc.org", "code": "2823-3", "display": SECRET}],
            "text": "P -K Salaisuus",
        },
        "subject": {"identifier": {"system": NATIONAL, "value": "010190-999W"}, "display": SECRET},
        "effectiveDateTime": "2027-03-28T08:05:00+03:00",
        "performer": [{"display": "Salaisuuden laboratorio"}, {"reference": "Organization/1"}],
        "valueQuantity": {"value": 4, "unit": "mmol/l", "system": "http://unitsofmeasure.org", "code": "mmol/L"},
        "referenceRange": [{"low": {"value": 3, "unit": "mmol/l"}, "high": {"value": 5, "unit": "mmol/l"}, "text": SECRET}],
        "note": [{"text": "Salaisuus\r\ntoinen rivi"}],
        "specimen": {"identifier": {"system": "https://lab.example.org/sample", "value": "S-1"}, "display": SECRET},
    })
}

fn medication_request() -> serde_json::Value {
    serde_json::json!({
        "resourceType": "MedicationRequest",
        "identifier": [{"system": "https://lab.example.org", "value": "L-1"}],
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": {"coding": [{"display": SECRET}], "text": "Salaisuus 500 mg"},
        "subject": {"identifier": {"system": NATIONAL, "value": "010190-999W"}},
        "authoredOn": "2027-03-28",
        "requester": {"display": "Salaisuus Saara"},
        "reasonCode": [{"text": "Salaisuuden hoito"}, {"coding": [{"code": "R52", "display": "Kipu"}]}, {"coding": [{"code": "R53"}]}],
        "dosageInstruction": [{"text": "1 tabletti\n2 kertaa"}, {"text": " Salaisuus "}],
        "dispenseRequest": {"validityPeriod": {"end": "2029-03-28"}},
    })
}

/// With an element set. `place` is a JSON pointer.
fn with(mut resource: serde_json::Value, place: &str, value: serde_json::Value) -> serde_json::Value {
    let (parent, name) = place.rsplit_once('/').unwrap();
    let parent = resource.pointer_mut(parent).unwrap();
    match name.parse::<usize>() {
        Ok(index) => parent[index] = value,
        Err(_) => parent[name] = value,
    }
    resource
}

fn without(mut resource: serde_json::Value, place: &str) -> serde_json::Value {
    let (parent, name) = place.rsplit_once('/').unwrap();
    resource.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name).unwrap();
    resource
}

/// With one type of a choice in place of another.
fn instead(resource: serde_json::Value, of: &str, name: &str, value: serde_json::Value) -> serde_json::Value {
    with(without(resource, &format!("/{of}")), &format!("/{name}"), value)
}

fn put(resource_to_put: &serde_json::Value) -> Result<Incoming, Problem> {
    let kind = resource_to_put["resourceType"].as_str().unwrap();
    resource(resource_to_put.to_string().as_bytes(), kind, IDENTIFIER, NATIONAL)
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn outcome_of(problem: &Problem) -> serde_json::Value {
    serde_json::from_slice(&outcome(problem)).unwrap()
}

/// A result that is taken, read again.
fn read_result(observation: &serde_json::Value) -> LabResult {
    lab_result(&put(observation).unwrap().resource).unwrap()
}

/// A prescription that is taken, read again.
fn read_prescription(request: &serde_json::Value) -> Prescription {
    prescription(&put(request).unwrap().resource).unwrap()
}

#[test]
fn evt_03_a_resource_tells_whose_it_is_and_when_its_source_changed_it() {
    let incoming = put(&observation()).unwrap();
    assert_eq!(incoming.kind, ResourceKind::LabResult);
    assert_eq!((incoming.system.as_str(), incoming.value.as_str()), ("https://lab.example.org", "L-1"));
    assert_eq!(incoming.national_id, "010190-999W");
    assert_eq!(incoming.at, at("2027-03-28T05:05:00Z"));
    assert_eq!(incoming.source_updated_at, Some(at("2027-03-28T07:15:30.5Z")));
    assert!(!incoming.entered_in_error);

    let incoming = put(&medication_request()).unwrap();
    assert_eq!(incoming.kind, ResourceKind::Prescription);
    assert_eq!(incoming.at, at("2027-03-27T22:00:00Z"), "the start of the day in Finland");
    assert_eq!(incoming.source_updated_at, None);
}

#[test]
fn evt_03_a_resource_is_kept_as_it_came() {
    let text = observation().to_string().replace("\"value\":4", "\"value\" : 4.00");
    let body = format!("\n {text} \n");
    assert_eq!(resource(body.as_bytes(), "Observation", IDENTIFIER, NATIONAL).unwrap().resource, text);
    assert_eq!(lab_result(&text).unwrap().value, "4.00");
}

#[test]
fn evt_03_what_was_entered_in_error_needs_no_more_than_to_be_found() {
    let bare = |kind: &str| {
        let (identifier, subject) = (observation()["identifier"].clone(), observation()["subject"].clone());
        serde_json::json!({"resourceType": kind, "status": "entered-in-error", "identifier": identifier, "subject": subject})
    };
    for kind in ["Observation", "MedicationRequest"] {
        let incoming = put(&bare(kind)).unwrap();
        assert!(incoming.entered_in_error, "{kind}");
        assert_eq!(incoming.at, Timestamp::UNIX_EPOCH, "{kind}");
        let incoming = put(&with(bare(kind), "/meta", serde_json::json!({"lastUpdated": "2027-04-01T00:00:00Z"}))).unwrap();
        assert_eq!(incoming.at, at("2027-04-01T00:00:00Z"), "{kind}");
        assert_eq!((lab_result(&incoming.resource), prescription(&incoming.resource)), (None, None), "{kind}");
    }
    let told = with(observation(), "/status", "entered-in-error".into());
    assert_eq!(put(&told).unwrap().at, at("2027-03-28T05:05:00Z"));
}

#[test]
fn evt_03_an_address_names_one_of_the_identifiers_of_its_resource() {
    let several = serde_json::json!([
        {"system": NATIONAL, "value": "010190-999W"},
        {"system": "urn:other", "value": "x"},
        {"system": "urn:own", "value": "a|b,c"},
    ]);
    let text = with(observation(), "/identifier", several).to_string();
    let named = |identifier: &str| resource(text.as_bytes(), "Observation", identifier, NATIONAL).map(|incoming| (incoming.system, incoming.value));
    for identifier in ["urn:own|a|b,c", "urn:own|a\\|b\\,c"] {
        assert_eq!(named(identifier), Ok(("urn:own".to_owned(), "a|b,c".to_owned())), "{identifier}");
    }
    for identifier in ["urn:own|a", "urn:third|x", "x", "", "urn:oid:1.2.246.21|010190-999W"] {
        let problem = named(identifier).unwrap_err();
        assert_eq!((problem.status, problem.code, problem.path.as_str()), (422, "value", "Observation.identifier"), "{identifier}");
    }
}

#[test]
fn evt_03_a_personal_identity_code_is_told_as_it_is_known_here() {
    let lower = with(observation(), "/subject/identifier/value", " 010190-999w ".into());
    assert_eq!(put(&lower).unwrap().national_id, "010190-999W");
}

#[test]
fn evt_03_what_is_taken_prints_nothing_of_itself() {
    assert_eq!(format!("{:?}", put(&observation()).unwrap()), "Incoming { kind: LabResult, .. }");
}
