//! What is refused, each by its place and in words that tell nothing of the resource.

use ::fhir::{Problem, answers};

use super::{IDENTIFIER, NATIONAL, SECRET, instead, medication_request, observation, outcome_of, put, resource, with, without};

/// What of a resource stands in no answer.
const VALUES: [&str; 5] = [SECRET, "010190", "999W", "L-1", "example"];

/// An element set to a value, the place of the problem behind the type, and its code.
type Case = (&'static str, serde_json::Value, &'static str, &'static str);

/// Of a text too long for everything.
fn endless() -> serde_json::Value {
    SECRET.repeat(1000).into()
}

fn common() -> Vec<Case> {
    let wrong = serde_json::json!({"system": "urn:a|b", "value": SECRET});
    vec![
        ("/resourceType", "Patient".into(), "", "invalid"),
        ("/resourceType", 1.into(), ".resourceType", "invalid"),
        ("/identifier", serde_json::json!([]), ".identifier", "required"),
        ("/identifier", serde_json::json!({"system": "a", "value": "b"}), ".identifier", "invalid"),
        ("/identifier", serde_json::json!([SECRET]), ".identifier[0]", "invalid"),
        ("/identifier", serde_json::json!([{"value": SECRET}, {"system": "urn:a", "value": ""}]), ".identifier", "required"),
        ("/identifier", serde_json::json!([{"system": NATIONAL, "value": "010190-999W"}]), ".identifier", "required"),
        ("/identifier", serde_json::json!([{"system": "urn:a", "value": SECRET}]), ".identifier", "value"),
        ("/identifier", serde_json::json!([wrong]), ".identifier[0].system", "value"),
        ("/identifier", serde_json::json!([{"system": "urn:a", "value": " x"}]), ".identifier[0].value", "value"),
        ("/identifier", serde_json::json!([{"system": "urn:a", "value": "x\u{202e}"}]), ".identifier[0].value", "value"),
        ("/identifier", serde_json::json!([{"system": "urn:a", "value": endless()}]), ".identifier[0].value", "value"),
        ("/subject", serde_json::Value::Null, ".subject", "required"),
        ("/subject", serde_json::json!({"reference": "Patient/010190-999W"}), ".subject.identifier", "required"),
        ("/subject/identifier", serde_json::json!([]), ".subject.identifier", "invalid"),
        ("/subject/identifier/system", "urn:other".into(), ".subject.identifier.system", "value"),
        ("/subject/identifier/system", serde_json::Value::Null, ".subject.identifier.system", "required"),
        ("/subject/identifier/value", "010190-999X".into(), ".subject.identifier.value", "value"),
        ("/subject/identifier/value", SECRET.into(), ".subject.identifier.value", "value"),
        ("/subject/identifier/value", 10190.into(), ".subject.identifier.value", "invalid"),
        ("/meta", serde_json::json!({"lastUpdated": SECRET}), ".meta.lastUpdated", "value"),
        ("/status", "unknown".into(), ".status", "not-supported"),
        ("/status", SECRET.into(), ".status", "value"),
        ("/status", serde_json::Value::Null, ".status", "required"),
        ("/implicitRules", "urn:rules".into(), ".implicitRules", "not-supported"),
        ("/modifierExtension", serde_json::json!([{"url": SECRET}]), ".modifierExtension", "not-supported"),
    ]
}

fn of_results() -> Vec<Case> {
    vec![
        ("/status", "registered".into(), ".status", "not-supported"),
        ("/status", "cancelled".into(), ".status", "not-supported"),
        ("/component", serde_json::json!([{"valueString": SECRET}]), ".component", "not-supported"),
        ("/focus", serde_json::json!([{"display": SECRET}]), ".focus", "not-supported"),
        ("/code", serde_json::Value::Null, ".code", "required"),
        ("/code", serde_json::json!({"coding": [{"system": "urn:a", "code": SECRET}]}), ".code.text", "required"),
        ("/code/text", serde_json::json!([SECRET]), ".code.text", "invalid"),
        ("/code/text", endless(), ".code.text", "value"),
        ("/effectiveDateTime", serde_json::Value::Null, ".effective", "required"),
        ("/effectivePeriod", serde_json::json!({}), ".effective", "value"),
        ("/valueString", SECRET.into(), ".value", "value"),
        ("/valueQuantity", serde_json::Value::Null, ".value", "required"),
        ("/dataAbsentReason", serde_json::json!({}), ".dataAbsentReason", "value"),
        ("/valueQuantity", "4".into(), ".value.ofType(Quantity)", "invalid"),
        ("/valueQuantity/value", "4".into(), ".value.ofType(Quantity).value", "invalid"),
        ("/valueQuantity/value", serde_json::Value::Null, ".value.ofType(Quantity).value", "required"),
        ("/valueQuantity/comparator", SECRET.into(), ".value.ofType(Quantity).comparator", "not-supported"),
        ("/valueQuantity/unit", endless(), ".value.ofType(Quantity).unit", "value"),
        ("/referenceRange", SECRET.into(), ".referenceRange", "invalid"),
        ("/referenceRange/0/low/value", 6.into(), ".referenceRange[0]", "value"),
        ("/referenceRange/0/low", serde_json::json!({"unit": SECRET}), ".referenceRange[0].low.value", "required"),
        ("/referenceRange/0/low/comparator", "<".into(), ".referenceRange[0].low.comparator", "value"),
        ("/interpretation", serde_json::json!({"text": SECRET}), ".interpretation", "invalid"),
        ("/performer", serde_json::json!([{"display": 1}]), ".performer[0].display", "invalid"),
        ("/note", serde_json::json!([{"text": "x"}, {}]), ".note[1].text", "required"),
        ("/note", serde_json::json!([{"text": endless()}]), ".note[0].text", "value"),
        ("/note", vec![serde_json::json!({"text": SECRET.repeat(300)}); 3].into(), ".note", "value"),
    ]
}

fn of_prescriptions() -> Vec<Case> {
    vec![
        ("/status", "draft".into(), ".status", "not-supported"),
        ("/intent", "proposal".into(), ".intent", "not-supported"),
        ("/intent", SECRET.into(), ".intent", "not-supported"),
        ("/doNotPerform", true.into(), ".doNotPerform", "not-supported"),
        ("/doNotPerform", "true".into(), ".doNotPerform", "invalid"),
        ("/medicationCodeableConcept", serde_json::Value::Null, ".medication", "required"),
        ("/medicationCodeableConcept", serde_json::json!({}), ".medication.ofType(CodeableConcept).text", "required"),
        ("/medicationReference", serde_json::json!({"display": SECRET}), ".medication", "value"),
        ("/authoredOn", serde_json::Value::Null, ".authoredOn", "required"),
        ("/dispenseRequest/validityPeriod/end", "2029-03".into(), ".dispenseRequest.validityPeriod.end", "value"),
        ("/dosageInstruction", serde_json::json!([{"text": "x"}, {"timing": SECRET}]), ".dosageInstruction[1].text", "required"),
        ("/dosageInstruction", serde_json::json!([{"text": " "}]), ".dosageInstruction[0].text", "required"),
        ("/dosageInstruction", serde_json::json!([{"text": endless()}]), ".dosageInstruction[0].text", "value"),
        ("/reasonCode", serde_json::json!([{"text": endless()}]), ".reasonCode[0].text", "value"),
        ("/requester", serde_json::json!([SECRET]), ".requester", "invalid"),
    ]
}

fn refused(changed: &serde_json::Value, kind: &str) -> Problem {
    let problem = resource(changed.to_string().as_bytes(), kind, IDENTIFIER, NATIONAL).expect_err("refused");
    let told = format!("{problem:?} {}", outcome_of(&problem));
    assert!(VALUES.iter().all(|value| !told.contains(value)), "{told}");
    problem
}

#[test]
fn evt_03_what_cannot_be_taken_is_refused_by_its_place_and_repeats_nothing() {
    for (whole, of_kind) in [(observation(), of_results()), (medication_request(), of_prescriptions())] {
        put(&whole).expect("taken when nothing is changed");
        let kind = whole["resourceType"].as_str().unwrap();
        for (place, value, path, code) in common().into_iter().chain(of_kind) {
            let problem = refused(&with(whole.clone(), place, value), kind);
            assert_eq!((problem.status, problem.code, problem.path), (422, code, format!("{kind}{path}")), "{place}");
        }
    }
}

#[test]
fn evt_03_types_of_values_that_are_not_shown_are_refused_without_their_names() {
    for (name, value) in [
        ("valueBoolean", serde_json::json!(true)),
        ("valueRange", serde_json::json!({})),
        ("valueRatio", serde_json::json!({})),
        ("valueDateTime", serde_json::json!("2027-03-28")),
        ("valueSalaisuus", serde_json::json!(SECRET)),
    ] {
        let problem = refused(&instead(observation(), "valueQuantity", name, value), "Observation");
        assert_eq!((problem.code, problem.path.as_str()), ("not-supported", "Observation.value"), "{name}");
    }
    for (name, value) in [("effectiveTiming", serde_json::json!({})), ("effectiveSalaisuus", serde_json::json!(SECRET))] {
        let problem = refused(&instead(observation(), "effectiveDateTime", name, value), "Observation");
        assert_eq!((problem.code, problem.path.as_str()), ("not-supported", "Observation.effective"), "{name}");
    }
    for (name, value, path, code) in [
        ("valueInteger", serde_json::json!(1.5), ".value.ofType(integer)", "invalid"),
        ("valueInteger", serde_json::json!("1"), ".value.ofType(integer)", "invalid"),
        ("valueString", serde_json::json!(" "), ".value.ofType(string)", "required"),
        ("valueString", endless(), ".value.ofType(string)", "value"),
        ("valueCodeableConcept", serde_json::json!({"coding": [{"code": SECRET}]}), ".value.ofType(CodeableConcept).text", "required"),
    ] {
        let problem = refused(&instead(observation(), "valueQuantity", name, value), "Observation");
        assert_eq!((problem.code, problem.path), (code, format!("Observation{path}")), "{name}");
    }
    let elsewhere = serde_json::json!({"reference": "Medication/Salaisuus"});
    let problem = refused(&instead(medication_request(), "medicationCodeableConcept", "medicationReference", elsewhere), "MedicationRequest");
    assert_eq!((problem.code, problem.path.as_str()), ("not-supported", "MedicationRequest.medication.ofType(Reference)"));
}

#[test]
fn evt_03_numbers_beyond_what_is_measured_are_refused() {
    let text = observation().to_string();
    for number in ["1e31", "1e-31", "1e99999999999999999999", "1E+308", "0.00000000000000000000000000000000000000001"] {
        let problem =
            resource(text.replace("\"value\":4", &format!("\"value\":{number}")).as_bytes(), "Observation", IDENTIFIER, NATIONAL).unwrap_err();
        assert_eq!((problem.code, problem.path.as_str()), ("value", "Observation.value.ofType(Quantity).value"), "{number}");
    }
}

#[test]
fn evt_03_other_types_have_no_address() {
    for kind in ["Patient", "observation", "", SECRET] {
        let problem = refused(&observation(), kind);
        assert_eq!((problem.status, problem.code, problem.path.as_str()), (404, "not-supported", ""), "{kind}");
    }
    let problem = refused(&observation(), "MedicationRequest");
    assert_eq!((problem.status, problem.code, problem.path.as_str()), (422, "invalid", "MedicationRequest"));
}

#[test]
fn evt_03_a_problem_is_answered_as_an_outcome_with_its_place() {
    let problem = put(&without(observation(), "/status")).unwrap_err();
    let expected = serde_json::json!({
        "resourceType": "OperationOutcome",
        "issue": [{"severity": "error", "code": "required", "diagnostics": "the element is needed", "expression": ["Observation.status"]}],
    });
    assert_eq!(outcome_of(&problem), expected);
    let whole = resource(b"{", "Observation", IDENTIFIER, NATIONAL).unwrap_err();
    assert_eq!(outcome_of(&whole)["issue"][0].get("expression"), None, "of the whole there is no place");
    let empty: serde_json::Value = serde_json::from_slice(&answers(false, &[])).unwrap();
    assert_eq!(empty, serde_json::json!({"resourceType": "Bundle", "type": "batch-response"}));
}
