//! Prescriptions as they are shown.

use super::{SECRET, instead, medication_request, read_prescription, with, without};
use crate::fhir::Prescription;

#[test]
fn evt_02_a_prescription_is_shown_with_what_it_is_for_and_how_it_is_used() {
    let expected = Prescription {
        medication: "Salaisuus 500 mg".to_owned(),
        written_on: "2027-03-28".parse().unwrap(),
        valid_until: Some("2029-03-28".parse().unwrap()),
        dosage: "1 tabletti\n2 kertaa\nSalaisuus".to_owned(),
        purpose: "Salaisuuden hoito, Kipu".to_owned(),
        prescriber: "Salaisuus Saara".to_owned(),
    };
    assert_eq!(read_prescription(&medication_request()), expected);
}

#[test]
fn evt_02_what_a_prescription_does_not_tell_is_empty() {
    let told = ["/intent", "/requester", "/reasonCode", "/dosageInstruction", "/dispenseRequest"];
    let prescription = read_prescription(&told.into_iter().fold(medication_request(), without));
    assert_eq!(prescription.valid_until, None);
    assert_eq!((prescription.dosage.as_str(), prescription.purpose.as_str(), prescription.prescriber.as_str()), ("", "", ""));
    let open = without(medication_request(), "/dispenseRequest/validityPeriod/end");
    assert_eq!(read_prescription(&open).valid_until, None);
}

#[test]
fn evt_02_a_drug_is_told_by_code_or_within_the_prescription() {
    let coded = without(medication_request(), "/medicationCodeableConcept/text");
    assert_eq!(read_prescription(&coded).medication, SECRET);

    let by_reference = |reference| instead(medication_request(), "medicationCodeableConcept", "medicationReference", reference);
    let contained = serde_json::json!([
        {"resourceType": "Specimen", "id": "m"},
        {"resourceType": "Medication", "id": "n", "code": {"text": "Muu"}},
        {"resourceType": "Medication", "id": "m", "code": {"text": "Ibuprofeeni"}},
    ]);
    let within = with(by_reference(serde_json::json!({"reference": "#m", "display": SECRET})), "/contained", contained);
    assert_eq!(read_prescription(&within).medication, "Ibuprofeeni");
    let named = by_reference(serde_json::json!({"reference": "Medication/1", "display": "Parasetamoli"}));
    assert_eq!(read_prescription(&named).medication, "Parasetamoli");
}

#[test]
fn evt_03_prescriptions_are_taken_in_whatever_state_they_are() {
    for status in ["active", "completed", "stopped", "cancelled", "on-hold"] {
        read_prescription(&with(medication_request(), "/status", status.into()));
    }
}
