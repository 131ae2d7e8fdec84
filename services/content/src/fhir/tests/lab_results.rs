//! Laboratory results as they are shown: values as they are written, reference values, levels, and what belongs together.

use kajo_proto::content::v1::LabLevel;

use super::{IDENTIFIER, NATIONAL, SECRET, instead, lab_result, observation, read_result, resource, with, without};
use crate::fhir::{Bound, LabResult};

const V3: &str = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation";

/// The result with a quantity and a range that are written like this in JSON.
fn written(quantity: &str, range: &str) -> LabResult {
    let bare = without(without(observation(), "/valueQuantity"), "/referenceRange").to_string();
    let text = bare.replacen('{', &format!("{{\"valueQuantity\":{quantity},\"referenceRange\":{range},"), 1);
    lab_result(&resource(text.as_bytes(), "Observation", IDENTIFIER, NATIONAL).unwrap().resource).unwrap()
}

#[test]
fn evt_02_a_result_is_shown_with_all_that_the_laboratory_says() {
    let expected = LabResult {
        name: "P -K Salaisuus".to_owned(),
        value: "4".to_owned(),
        number: Some(4.0),
        open: false,
        unit: "mmol/l".to_owned(),
        reference_low: Some(Bound { text: "3".to_owned(), number: 3.0 }),
        reference_high: Some(Bound { text: "5".to_owned(), number: 5.0 }),
        reference_text: String::new(),
        level: LabLevel::Normal,
        taken_at: "2027-03-28T05:05:00Z".parse().unwrap(),
        day_only: false,
        performer: "Salaisuuden laboratorio".to_owned(),
        comment: "Salaisuus\ntoinen rivi".to_owned(),
        series: "http://loinc.org|2823-3|mmol/l".to_owned(),
        sample: "https://lab.example.org/sample|S-1".to_owned(),
    };
    assert_eq!(read_result(&observation()), expected);
}

#[test]
fn evt_02_numbers_stay_as_they_are_written() {
    for (json, value, number) in [
        ("5.40", "5.40", 5.4),
        ("0", "0", 0.0),
        ("-0.10", "-0.10", -0.1),
        ("100", "100", 100.0),
        ("1E3", "1000", 1000.0),
        ("5.40e1", "54.0", 54.0),
        ("5.4e+0", "5.4", 5.4),
        ("12e-1", "1.2", 1.2),
        ("-1e-3", "-0.001", -0.001),
        ("0.5e1", "5", 5.0),
        ("1234567890.50", "1234567890.50", 1_234_567_890.5),
    ] {
        let result = written(&format!("{{\"value\":{json}}}"), "[]");
        assert_eq!((result.value.as_str(), result.number), (value, Some(number)), "{json}");
        let result = written("{\"value\":1}", &format!("[{{\"low\":{{\"value\":{json}}}}}]"));
        assert_eq!(result.reference_low, Some(Bound { text: value.to_owned(), number }), "{json}");
    }
}

#[test]
fn evt_02_values_are_numbers_words_or_absent() {
    for (name, value, shown, number) in [
        ("valueString", serde_json::json!("  positiivinen "), "positiivinen", None),
        ("valueString", serde_json::json!("<5"), "<5", None),
        ("valueCodeableConcept", serde_json::json!({"coding": [{"code": "x"}, {"display": "A Rh+"}]}), "A Rh+", None),
        ("valueInteger", serde_json::json!(7), "7", Some(7.0)),
        ("dataAbsentReason", serde_json::json!({"text": "hemolyysi"}), "", None),
    ] {
        let result = read_result(&instead(without(observation(), "/referenceRange"), "valueQuantity", name, value));
        assert_eq!((result.value.as_str(), result.number, result.unit.as_str(), result.open), (shown, number, "", false), "{name}");
        assert_eq!(result.level, LabLevel::Unspecified, "{name}");
    }
}

#[test]
fn evt_02_what_is_only_known_to_lie_below_or_above_is_open() {
    for (comparator, shown) in [("<", "<0.50"), ("<=", "≤0.50"), (">=", "≥0.50"), (">", ">0.50")] {
        let result = written(&format!("{{\"value\":0.50,\"comparator\":\"{comparator}\"}}"), "[]");
        assert_eq!((result.value.as_str(), result.open, result.number), (shown, true, Some(0.5)));
    }
}

#[test]
fn evt_02_numbers_tell_where_a_value_lies_when_the_laboratory_does_not() {
    let (both, low, high) = ("[{\"low\":{\"value\":3},\"high\":{\"value\":5}}]", "[{\"low\":{\"value\":3}}]", "[{\"high\":{\"value\":5}}]");
    for (comparator, number, range, level) in [
        ("", "4", both, LabLevel::Normal),
        ("", "3", both, LabLevel::Normal),
        ("", "5.0", both, LabLevel::Normal),
        ("", "2.99", both, LabLevel::Low),
        ("", "5.01", both, LabLevel::High),
        ("", "1", high, LabLevel::Normal),
        ("", "9", low, LabLevel::Normal),
        ("", "4", "[]", LabLevel::Unspecified),
        ("", "4", "[{\"text\":\"alle 5\"}]", LabLevel::Unspecified),
        ("<", "3", both, LabLevel::Low),
        ("<=", "3", both, LabLevel::Unspecified),
        ("<", "4", both, LabLevel::Unspecified),
        ("<", "5", high, LabLevel::Normal),
        ("<", "6", high, LabLevel::Unspecified),
        (">", "5", both, LabLevel::High),
        (">=", "5", both, LabLevel::Unspecified),
        (">", "4", both, LabLevel::Unspecified),
        (">", "3", low, LabLevel::Normal),
        (">", "2", low, LabLevel::Unspecified),
    ] {
        let comparator_member = if comparator.is_empty() { String::new() } else { format!(",\"comparator\":\"{comparator}\"") };
        let result = written(&format!("{{\"value\":{number}{comparator_member}}}"), range);
        assert_eq!(result.level, level, "{comparator}{number} beside {range}");
    }
}

#[test]
fn evt_02_the_laboratory_says_the_level_and_the_gravest_of_several_counts() {
    for (codes, level) in [
        ("N", LabLevel::Normal),
        ("L", LabLevel::Low),
        ("H", LabLevel::High),
        ("LL", LabLevel::CriticallyLow),
        ("HH", LabLevel::CriticallyHigh),
        ("A", LabLevel::Abnormal),
        ("AA", LabLevel::Abnormal),
        ("N H HH", LabLevel::CriticallyHigh),
        ("POS", LabLevel::High),
        ("NEG A", LabLevel::Abnormal),
        ("unheard-of", LabLevel::High),
        ("", LabLevel::High),
    ] {
        let told: Vec<_> = codes.split_whitespace().map(|code| serde_json::json!({"coding": [{"system": V3, "code": code}]})).collect();
        let high = with(observation(), "/valueQuantity/value", 6.into());
        assert_eq!(read_result(&with(high, "/interpretation", told.into())).level, level, "{codes}");
    }
    let foreign = serde_json::json!([{"coding": [{"system": "urn:local", "code": "LL"}, {"code": "HH"}]}]);
    assert_eq!(read_result(&with(observation(), "/interpretation", foreign)).level, LabLevel::Normal, "a code of another system");
    let found = serde_json::json!([{"coding": [{"system": V3, "code": "POS"}]}]);
    let words = instead(without(observation(), "/referenceRange"), "valueQuantity", "valueString", "positiivinen".into());
    assert_eq!(read_result(&with(words, "/interpretation", found)).level, LabLevel::Unspecified);
}

#[test]
fn evt_02_a_range_in_another_unit_is_told_in_words() {
    let quantity = "{\"value\":4000,\"unit\":\"mg/l\"}";
    let ends = "\"low\":{\"value\":3.0,\"unit\":\"g/l\"},\"high\":{\"value\":5.0,\"unit\":\"g/l\"}";
    for (range, words) in [
        (format!("[{{{ends}}}]"), "3.0 g/l – 5.0 g/l"),
        (format!("[{{{ends},\"text\":\"3–5 g/l\"}}]"), "3–5 g/l"),
        ("[{\"low\":{\"value\":3.0,\"unit\":\"g/l\"}}]".to_owned(), "≥ 3.0 g/l"),
        ("[{\"high\":{\"value\":5.0,\"unit\":\"g/l\"}}]".to_owned(), "≤ 5.0 g/l"),
    ] {
        let result = written(quantity, &range);
        assert_eq!((result.reference_low, result.reference_high, result.reference_text.as_str()), (None, None, words));
        assert_eq!(result.level, LabLevel::Unspecified);
    }
    let coded = "[{\"high\":{\"value\":5,\"unit\":\"millimol/l\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"mmol/L\"}}]";
    let same = written("{\"value\":4,\"unit\":\"mmol/l\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"mmol/L\"}", coded);
    assert_eq!(same.level, LabLevel::Normal, "the same code is the same unit");
    assert_eq!(written("{\"value\":4}", "[{\"text\":\"alle 5\"},{\"text\":\"muu\"}]").reference_text, "alle 5");
}

#[test]
fn evt_02_results_of_a_code_and_a_unit_make_a_series() {
    let series =
        |code: serde_json::Value, unit: &str| read_result(&with(with(observation(), "/code", code), "/valueQuantity/unit", unit.into())).series;
    let loinc = serde_json::json!({"coding": [{"system": "http://loinc.org", "code": "718-7", "display": "Hb"}]});
    assert_eq!(series(loinc.clone(), "g/l"), "http://loinc.org|718-7|g/l");
    assert_eq!(series(loinc, "g/dl"), "http://loinc.org|718-7|g/dl");
    assert_eq!(series(serde_json::json!({"text": "B -Hb", "coding": [{"code": "x"}]}), "g/l"), "b -hb|g/l");
    let coded_unit = without(observation(), "/valueQuantity/unit");
    assert_eq!(read_result(&without(coded_unit, "/referenceRange")).unit, "mmol/L");
}

#[test]
fn evt_02_a_sample_is_told_apart_from_all_others() {
    let sample = |specimen: serde_json::Value| read_result(&with(observation(), "/specimen", specimen)).sample;
    assert_eq!(sample(serde_json::json!({"reference": "Specimen/7", "display": SECRET})), "Specimen/7");
    assert_eq!(sample(serde_json::json!({"display": "Veri"})), "Veri 2027-03-28T05:05:00Z");
    assert_eq!(sample(serde_json::json!({"reference": "#s"})), "", "what its resource alone knows says nothing of another");
    let contained = serde_json::json!([{"resourceType": "Specimen", "id": "s", "accessionIdentifier": {"system": "urn:a", "value": "1"}}]);
    let within = with(with(observation(), "/contained", contained), "/specimen", serde_json::json!({"reference": "#s"}));
    assert_eq!(read_result(&within).sample, "urn:a|1");
    let day = with(with(observation(), "/effectiveDateTime", "2027-03-28".into()), "/specimen", serde_json::json!({"display": "Veri"}));
    assert_eq!(read_result(&day).sample, "", "blood is taken twice a day");
    assert_eq!(read_result(&without(observation(), "/specimen")).sample, "");
}

#[test]
fn evt_02_texts_are_shown_without_what_nobody_sees() {
    let hidden = with(observation(), "/code/text", "P\u{0}-K\u{202e}\n\u{2066}x\t ".into());
    assert_eq!(read_result(&hidden).name, "P-K x");
    let blank = with(observation(), "/code/text", " \u{200f}\n".into());
    assert_eq!(read_result(&blank).name, SECRET, "what is blank is not told");
}
