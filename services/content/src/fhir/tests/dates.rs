//! Days and moments: what is understood, and what is told too roughly or not at all.

use super::{at, instead, medication_request, observation, put, read_prescription, read_result, with};

#[test]
fn evt_02_a_day_begins_in_finland_and_a_moment_is_told_with_its_offset() {
    for (told, moment, day_only) in [
        ("2027-03-28", "2027-03-27T22:00:00Z", true),
        ("2027-07-01", "2027-06-30T21:00:00Z", true),
        ("2024-02-29", "2024-02-28T22:00:00Z", true),
        ("2027-03-28T08:05:00+03:00", "2027-03-28T05:05:00Z", false),
        ("2027-03-28T08:05:00Z", "2027-03-28T08:05:00Z", false),
        ("2027-03-28T08:05:00.123-04:30", "2027-03-28T12:35:00.123Z", false),
        ("2027-03-28T00:00:00.1234567Z", "2027-03-28T00:00:00.1234567Z", false),
    ] {
        let result = read_result(&with(observation(), "/effectiveDateTime", told.into()));
        assert_eq!((result.taken_at, result.day_only), (at(moment), day_only), "{told}");
    }
}

#[test]
fn evt_02_a_sample_is_taken_at_a_moment_or_from_one_on() {
    let period = serde_json::json!({"start": "2027-03-27", "end": "2027-03-28"});
    let result = read_result(&instead(observation(), "effectiveDateTime", "effectivePeriod", period));
    assert_eq!((result.taken_at, result.day_only), (at("2027-03-26T22:00:00Z"), true));

    let result = read_result(&instead(observation(), "effectiveDateTime", "effectiveInstant", "2027-03-27T12:00:00.001Z".into()));
    assert_eq!((result.taken_at, result.day_only), (at("2027-03-27T12:00:00.001Z"), false));
}

#[test]
fn evt_02_a_prescription_is_of_a_day_in_finland() {
    let request = with(medication_request(), "/authoredOn", "2027-03-28T22:30:00Z".into());
    let request = with(request, "/dispenseRequest/validityPeriod/end", "2029-03-28T20:59:59Z".into());
    let prescription = read_prescription(&request);
    assert_eq!(prescription.written_on.to_string(), "2027-03-29");
    assert_eq!(prescription.valid_until.map(|day| day.to_string()).as_deref(), Some("2029-03-28"));
    assert_eq!(put(&request).unwrap().at, at("2027-03-28T22:30:00Z"));
}

#[test]
fn evt_03_what_is_no_day_is_refused() {
    for told in [
        "2027",
        "2027-03",
        "",
        "28.3.2027",
        "2027-02-29",
        "2027-13-01",
        "2027-3-1",
        "20270328",
        "2027-03-28T08:05:00",
        "2027-03-28T08:05+03:00",
        "2027-03-28T08:05:00+0300",
        "2027-03-28T08:05:00+03:00[Europe/Helsinki]",
        "2027-03-28T24:00:00Z",
        "2027-03-28T08:05:00.Z",
        "2027-03-28t08:05:00z",
        "2027-03-28 08:05:00Z",
        " 2027-03-28",
        "2027-W12-7",
        "0027-03-28",
        "2270-03-28",
        "9999-12-31T23:59:59-14:00",
        "2027-03-2\u{660}",
    ] {
        let problem = put(&with(observation(), "/effectiveDateTime", told.into())).unwrap_err();
        let expected = (422, "value", "Observation.effective.ofType(dateTime)");
        assert_eq!((problem.status, problem.code, problem.path.as_str()), expected, "{told}");

        let problem = put(&with(medication_request(), "/authoredOn", told.into())).unwrap_err();
        assert_eq!((problem.code, problem.path.as_str()), ("value", "MedicationRequest.authoredOn"), "{told}");
    }
    for told in ["2027-03-28", "2027", "2027-03-28T08:05:00"] {
        let problem = put(&with(observation(), "/meta/lastUpdated", told.into())).unwrap_err();
        assert_eq!((problem.code, problem.path.as_str()), ("value", "Observation.meta.lastUpdated"), "{told}");
    }
}
