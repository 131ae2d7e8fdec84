//! What nobody sends by mistake: it is refused, and breaks nothing.

use ::fhir::Problem;

use super::{IDENTIFIER, NATIONAL, SECRET, lab_result, medication_request, observation, prescription, resource, with};
use crate::fhir::bundle;

fn put(body: &[u8]) -> Problem {
    resource(body, "Observation", IDENTIFIER, NATIONAL).unwrap_err()
}

#[test]
fn evt_03_a_body_that_is_no_json_of_a_size_that_is_read_is_refused_whole() {
    let (lists, objects) = ("[".repeat(100_000), "{\"a\":".repeat(100_000));
    let closed = format!("{}1{}", "[".repeat(65), "]".repeat(65));
    let large = format!("\"{}\"", "a".repeat(1024 * 1024));
    let bodies: [&[u8]; 14] = [
        b"",
        b" ",
        b"{",
        b"{}{}",
        b"\xff\xfe",
        b"{\"a\":\"\xc3\x28\"}",
        b"\xef\xbb\xbf{}",
        b"{'a':1}",
        b"{\"a\":01}",
        b"{\"a\":NaN}",
        lists.as_bytes(),
        objects.as_bytes(),
        closed.as_bytes(),
        large.as_bytes(),
    ];
    for body in bodies {
        for problem in [put(body), bundle(body, NATIONAL).unwrap_err()] {
            assert_eq!((problem.status, problem.code, problem.path.as_str()), (400, "invalid", ""));
        }
        let text = String::from_utf8_lossy(body);
        assert_eq!((lab_result(&text), prescription(&text)), (None, None));
    }
}

#[test]
fn evt_03_brackets_in_texts_are_not_deep() {
    let text = with(observation(), "/note", serde_json::json!([{"text": format!("\\\"{}\\", "[{".repeat(500))}])).to_string();
    assert!(resource(text.as_bytes(), "Observation", IDENTIFIER, NATIONAL).is_ok());
}

#[test]
fn evt_03_a_body_that_is_no_object_is_none() {
    for body in ["null", "true", "1e999", "\"a\"", "[]", "[{}]", "{}"] {
        assert_eq!((put(body.as_bytes()).code, put(body.as_bytes()).path.as_str()), ("invalid", "Observation"), "{body}");
        assert_eq!(bundle(body.as_bytes(), NATIONAL).unwrap_err().path, "Bundle", "{body}");
        assert_eq!((lab_result(body), prescription(body)), (None, None), "{body}");
    }
}

#[test]
fn evt_03_an_element_that_stands_twice_is_refused() {
    let text = observation().to_string();
    let twice = text.replacen('{', "{\"subject\":{},", 1);
    assert_eq!((put(twice.as_bytes()).code, put(twice.as_bytes()).path.as_str()), ("invalid", "Observation"));
    let nested = text.replacen("\"value\":\"010190-999W\"", "\"value\":\"010190-999W\",\"v\\u0061lue\":\"131052-308T\"", 1);
    assert_eq!((put(nested.as_bytes()).code, put(nested.as_bytes()).path.as_str()), ("invalid", "Observation.subject.identifier"));
}

#[test]
fn evt_03_half_a_letter_is_no_text() {
    let text = observation().to_string().replace("\"P -K Salaisuus\"", "\"\\ud800\"");
    assert_eq!((put(text.as_bytes()).code, put(text.as_bytes()).path.as_str()), ("invalid", "Observation.code.text"));
}

/// Every place of a value, as a JSON pointer.
fn places(value: &serde_json::Value, at: &str, all: &mut Vec<String>) {
    if let Some(members) = value.as_object() {
        for (name, member) in members {
            all.push(format!("{at}/{name}"));
            places(member, &format!("{at}/{name}"), all);
        }
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        all.push(format!("{at}/{index}"));
        places(item, &format!("{at}/{index}"), all);
    }
}

#[test]
fn evt_03_whatever_stands_in_whatever_place_is_taken_and_readable_or_refused_without_its_values() {
    let nested = serde_json::json!({"value": [{"text": [SECRET]}], "identifier": {"system": []}, "coding": SECRET});
    let values = [
        serde_json::Value::Null,
        serde_json::json!(true),
        serde_json::json!(0),
        serde_json::json!(-1),
        serde_json::json!(1e300),
        serde_json::json!(u64::MAX),
        serde_json::json!(""),
        serde_json::json!(SECRET),
        serde_json::json!([]),
        serde_json::json!([SECRET, null]),
        serde_json::json!({}),
        nested,
    ];
    let mut count = 0;
    for whole in [observation(), medication_request()] {
        let kind = whole["resourceType"].as_str().unwrap();
        let mut all = Vec::new();
        places(&whole, "", &mut all);
        for (place, value) in all.iter().flat_map(|place| values.iter().map(move |value| (place, value))) {
            let text = with(whole.clone(), place, value.clone()).to_string();
            match resource(text.as_bytes(), kind, IDENTIFIER, NATIONAL) {
                Ok(incoming) => {
                    let is_read = lab_result(&incoming.resource).is_some() || prescription(&incoming.resource).is_some();
                    assert!(is_read && incoming.resource == text, "{place} {value}");
                }
                Err(problem) => {
                    assert!(!format!("{problem:?}").contains(SECRET), "{place} {value}");
                    assert!(problem.path.starts_with(kind), "{place} {value}");
                }
            }
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}
