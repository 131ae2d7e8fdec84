//! Bundles: what the entries ask for, which of them are taken, and what is answered.

use ::fhir::{Answer, Problem, answers};

use super::{NATIONAL, SECRET, lab_result, medication_request, observation, outcome_of, prescription, with, without};
use crate::fhir::{Bundle, ResourceKind, bundle};

const URL: &str = "Observation?identifier=https%3A%2F%2Flab.example.org%7CL-1";

fn entry(method: &str, url: &str, resource: serde_json::Value) -> serde_json::Value {
    serde_json::json!({"fullUrl": "urn:uuid:7", "request": {"method": method, "url": url}, "resource": resource})
}

/// The same resource under another identifier.
fn numbered(resource: serde_json::Value, number: usize) -> serde_json::Value {
    with(resource, "/identifier", serde_json::json!([{"system": "urn:n", "value": number.to_string()}]))
}

fn of(kind: &str, entries: &[serde_json::Value]) -> serde_json::Value {
    serde_json::json!({"resourceType": "Bundle", "type": kind, "entry": entries})
}

fn read(whole: &serde_json::Value) -> Result<Bundle, Problem> {
    bundle(whole.to_string().as_bytes(), NATIONAL)
}

/// Why the only entry is not taken.
fn refused(entry: serde_json::Value) -> Problem {
    let problem = read(&of("batch", &[entry])).unwrap().entries.remove(0).unwrap_err();
    let told = format!("{problem:?} {}", outcome_of(&problem));
    assert!([SECRET, "010190", "L-1"].iter().all(|value| !told.contains(value)), "{told}");
    problem
}

#[test]
fn evt_03_entries_are_put_under_an_identifier_or_posted() {
    let mut conditional = entry("POST", "Observation", numbered(observation(), 3));
    conditional["request"]["ifNoneExist"] = "identifier=urn:n%7C3".into();
    let entries = [
        entry("PUT", URL, observation()),
        entry("PUT", "MedicationRequest?identifier=urn%3An|1", numbered(medication_request(), 1)),
        entry("POST", "Observation", numbered(observation(), 2)),
        conditional,
    ];
    for (kind, transaction) in [("batch", false), ("transaction", true)] {
        let read = read(&of(kind, &entries)).unwrap();
        assert_eq!(read.transaction, transaction);
        let taken: Vec<_> = read.entries.into_iter().map(Result::unwrap).collect();
        let values: Vec<_> = taken.iter().map(|incoming| (incoming.kind, incoming.value.as_str())).collect();
        let (lab, drug) = (ResourceKind::LabResult, ResourceKind::Prescription);
        assert_eq!(values, [(lab, "L-1"), (drug, "1"), (lab, "2"), (lab, "3")]);
        for incoming in &taken {
            let is_read = match incoming.kind {
                ResourceKind::LabResult => lab_result(&incoming.resource).is_some(),
                ResourceKind::Prescription => prescription(&incoming.resource).is_some(),
            };
            assert!(is_read, "what is taken can be read");
        }
        assert_eq!(taken[0].resource, observation().to_string());
    }
    assert!(read(&serde_json::json!({"resourceType": "Bundle", "type": "batch"})).unwrap().entries.is_empty());
}

#[test]
fn evt_03_an_entry_is_refused_by_its_place_in_the_bundle() {
    for (method, url, path, code) in [
        ("DELETE", URL, "request.method", "not-supported"),
        (SECRET, URL, "request.method", "not-supported"),
        ("put", URL, "request.method", "not-supported"),
        ("PUT", "Observation", "request.url", "not-supported"),
        ("PUT", "Observation/L-1", "request.url", "not-supported"),
        ("PUT", "Patient?identifier=a|b", "request.url", "not-supported"),
        ("PUT", "Observation?identifier=b", "request.url", "not-supported"),
        ("PUT", "Observation?identifier=a|b&status=final", "request.url", "not-supported"),
        ("PUT", "Observation?code=a|b", "request.url", "not-supported"),
        ("PUT", "Observation?identifier=%zz|b", "request.url", "not-supported"),
        ("PUT", "Observation?identifier=a|b%f", "request.url", "not-supported"),
        ("PUT", "Observation?identifier=a|%ff", "request.url", "not-supported"),
        ("POST", URL, "request.url", "not-supported"),
        ("PUT", "Observation?identifier=a|b", "resource.identifier", "value"),
        ("POST", "MedicationRequest", "resource", "invalid"),
    ] {
        let problem = refused(entry(method, url, observation()));
        assert_eq!((problem.status, problem.code, problem.path), (422, code, format!("Bundle.entry[0].{path}")), "{method} {url}");
    }
    let whole = entry("PUT", URL, observation());
    for (changed, path, code) in [
        (without(whole.clone(), "/request"), "request", "required"),
        (without(whole.clone(), "/request/method"), "request.method", "required"),
        (without(whole.clone(), "/request/url"), "request.url", "required"),
        (without(whole.clone(), "/resource"), "resource", "required"),
        (with(whole.clone(), "/resource", SECRET.into()), "resource", "invalid"),
        (with(whole.clone(), "/request/ifMatch", "W/\"1\"".into()), "request.ifMatch", "not-supported"),
        (with(entry("POST", "Observation", observation()), "/request/ifNoneExist", "code=x".into()), "request.ifNoneExist", "not-supported"),
        (with(whole.clone(), "/resource/subject/identifier", serde_json::Value::Null), "resource.subject.identifier", "required"),
        (with(whole, "/resource/valueQuantity/value", SECRET.into()), "resource.value.ofType(Quantity).value", "invalid"),
    ] {
        let problem = refused(changed);
        assert_eq!((problem.code, problem.path), (code, format!("Bundle.entry[0].{path}")));
    }
    let second = of("batch", &[entry("PUT", URL, observation()), SECRET.into()]);
    let entries = read(&second).unwrap().entries;
    assert!(entries[0].is_ok(), "each entry is for itself");
    assert_eq!(entries[1].as_ref().unwrap_err().path, "Bundle.entry[1]");
}

#[test]
fn evt_03_an_identifier_stands_once_in_a_bundle() {
    let (result, drug) = (entry("PUT", URL, observation()), entry("POST", "MedicationRequest", medication_request()));
    let entries = read(&of("batch", &[result.clone(), drug, result])).unwrap().entries;
    assert!(entries[0].is_ok() && entries[1].is_ok(), "of another type it is another");
    let problem = entries[2].as_ref().unwrap_err();
    assert_eq!((problem.status, problem.code, problem.path.as_str()), (422, "value", "Bundle.entry[2].resource.identifier"));
}

#[test]
fn evt_03_a_bundle_is_refused_whole_when_it_is_none_that_is_taken() {
    let entries = |count: usize| (0..count).map(|number| entry("POST", "Observation", numbered(observation(), number))).collect::<Vec<_>>();
    let (most, too_many) = (of("batch", &entries(500)), of("batch", &entries(501)));
    assert_eq!(read(&most).unwrap().entries.iter().flatten().count(), 500);
    for (whole, status, path, code) in [
        (too_many, 422, "Bundle.entry", "not-supported"),
        (observation(), 400, "Bundle", "invalid"),
        (of("message", &[]), 422, "Bundle.type", "not-supported"),
        (serde_json::json!({"resourceType": "Bundle"}), 422, "Bundle.type", "required"),
        (serde_json::json!({"resourceType": "Bundle", "type": "batch", "entry": {}}), 422, "Bundle.entry", "invalid"),
    ] {
        let problem = read(&whole).unwrap_err();
        assert_eq!((problem.status, problem.code, problem.path.as_str()), (status, code, path));
    }
}

#[test]
fn evt_03_each_entry_is_answered_in_its_order() {
    let problem = refused(entry("PUT", URL, without(observation(), "/code")));
    let told = [
        Answer { status: 201, location: "Observation/1".to_owned(), problem: None },
        Answer { status: 422, location: String::new(), problem: Some(problem.clone()) },
    ];
    let answered: serde_json::Value = serde_json::from_slice(&answers(true, &told)).unwrap();
    let expected = serde_json::json!({
        "resourceType": "Bundle",
        "type": "transaction-response",
        "entry": [
            {"response": {"status": "201", "location": "Observation/1"}},
            {"response": {"status": "422", "outcome": outcome_of(&problem)}},
        ],
    });
    assert_eq!(answered, expected);
}
