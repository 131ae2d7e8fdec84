//! What is refused, each by its place and in words that tell nothing of the response.

use ::fhir::outcome;
use serde_json::{Value as Json, json};

use super::{NATIONAL, SECRET, SURVEY, names, read, systems, with};

/// What of a response stands in no answer.
const VALUES: [&str; 5] = [SECRET, "010190", "999W", "A-1", "Saara"];

/// An element set to a value, the place of the problem behind the type, and its code.
type Case = (&'static str, Json, &'static str, &'static str);

fn are_refused(cases: Vec<Case>) {
    for (place, value, path, code) in cases {
        let said = format!("{place} {}", value.to_string().chars().take(60).collect::<String>());
        let problem = read(&with(place, value)).unwrap_err();
        assert_eq!((problem.path.as_str(), problem.code), (format!("QuestionnaireResponse{path}").as_str(), code), "{said}");
        let told = String::from_utf8(outcome(&problem)).unwrap();
        assert!(VALUES.iter().all(|value| !told.contains(value)), "{told}");
    }
}

#[test]
fn sur_09_what_a_response_may_not_say_of_itself_is_refused_at_its_place() {
    let without_version = names::canonical(&systems(), SURVEY, 0);
    are_refused(vec![
        ("/resourceType", "Questionnaire".into(), "", "invalid"),
        ("/implicitRules", "urn:rules".into(), ".implicitRules", "not-supported"),
        ("/modifierExtension", json!([{ "url": SECRET }]), ".modifierExtension", "not-supported"),
        ("/contained", json!([{ "resourceType": SECRET }]), ".contained", "not-supported"),
        ("/extension", json!([{ "url": SECRET }]), ".extension", "not-supported"),
        ("/identifier", Json::Null, ".identifier", "required"),
        ("/identifier", json!([{ "system": "urn:example:answers", "value": "A-1" }]), ".identifier", "invalid"),
        ("/identifier/value", "B-1".into(), ".identifier", "value"),
        ("/questionnaire", Json::Null, ".questionnaire", "required"),
        ("/questionnaire", "urn:example:other|1".into(), ".questionnaire", "value"),
        ("/questionnaire", without_version.into(), ".questionnaire", "value"),
        ("/status", Json::Null, ".status", "required"),
        ("/status", "in-progress".into(), ".status", "not-supported"),
        ("/status", "amended".into(), ".status", "not-supported"),
        ("/status", "entered-in-error".into(), ".status", "not-supported"),
        ("/status", "stopped".into(), ".status", "not-supported"),
        ("/status", SECRET.into(), ".status", "value"),
        ("/subject", Json::Null, ".subject", "required"),
        ("/subject/identifier", Json::Null, ".subject.identifier", "required"),
        ("/subject/identifier/system", "urn:other".into(), ".subject.identifier.system", "value"),
        ("/subject/identifier/value", "010190-999X".into(), ".subject.identifier.value", "value"),
        ("/subject/type", "Group".into(), ".subject.type", "value"),
        ("/subject/extension", json!([]), ".subject.extension", "not-supported"),
        ("/authored", Json::Null, ".authored", "required"),
        ("/authored", "2026-11".into(), ".authored", "value"),
        ("/authored", "2026-11-21T10:00:01Z".into(), ".authored", "value"),
        ("/source", json!({ "extension": [] }), ".source.extension", "not-supported"),
        ("/source", json!({ "identifier": { "system": NATIONAL, "value": " x" } }), ".source.identifier.value", "value"),
        ("/item", json!({}), ".item", "invalid"),
    ]);
}

#[test]
fn sur_09_an_item_that_the_version_has_not_or_elsewhere_is_refused_at_its_place() {
    are_refused(vec![
        ("/item/0/linkId", Json::Null, ".item[0].linkId", "required"),
        ("/item/0/linkId", SECRET.into(), ".item[0].linkId", "value"),
        ("/item/1/linkId", "first".into(), ".item[1].linkId", "value"),
        ("/item/1/linkId", "inner".into(), ".item[1].linkId", "value"),
        ("/item/0/item/0/linkId", "since".into(), ".item[0].item[0].linkId", "value"),
        ("/item/0/item/2/linkId", "second".into(), ".item[0].item[2].linkId", "value"),
        ("/item/0/extension", json!([{ "url": SECRET }]), ".item[0].extension", "not-supported"),
        ("/item/0/item/0/item", json!([{ "linkId": "weight" }]), ".item[0].item[0].item", "not-supported"),
        ("/item/0/answer", json!([{ "valueString": SECRET }]), ".item[0].answer[0]", "value"),
        ("/item/0/item/3/answer", json!([{ "valueString": SECRET }]), ".item[0].item[3].answer[0]", "value"),
        ("/item/1/item/5/answer", json!([{ "valueDecimal": 7 }, { "valueDecimal": 7 }]), ".item[1].item[5].answer[1]", "value"),
        // Without pain the weight is not asked.
        ("/item/0/item/0/answer/0/valueInteger", 0.into(), ".item[0].item[1]", "value"),
    ]);
}

#[test]
fn sur_09_a_value_that_the_item_does_not_have_is_refused_at_its_place() {
    let (pain, weight, place) = ("/item/0/item/0/answer/0", "/item/0/item/1/answer/0", "/item/0/item/2/item/1/answer/0");
    let (since, wakes, mood) = ("/item/1/item/0/answer/0", "/item/1/item/1/answer/0", "/item/1/item/3/answer/0");
    let endless = SECRET.repeat(3000);
    are_refused(vec![
        (pain, json!({}), ".item[0].item[0].answer[0].value", "required"),
        (pain, json!({ "valueString": "7" }), ".item[0].item[0].answer[0].value.ofType(string)", "value"),
        (pain, json!({ "valueQuantity": { "value": 7 } }), ".item[0].item[0].answer[0].value", "not-supported"),
        (pain, json!({ "valueInteger": 7, "valueString": "7" }), ".item[0].item[0].answer[0].value", "value"),
        (pain, json!({ "valueInteger": 7, "item": [] }), ".item[0].item[0].answer[0].item", "not-supported"),
        (pain, json!({ "valueInteger": 7, "extension": [] }), ".item[0].item[0].answer[0].extension", "not-supported"),
        (pain, json!({ "valueInteger": 7, "_valueInteger": {} }), ".item[0].item[0].answer[0].value.ofType(integer)", "not-supported"),
        (pain, json!({ "valueInteger": 7.5 }), ".item[0].item[0].answer[0].value.ofType(integer)", "invalid"),
        (pain, json!({ "valueInteger": 18_446_744_073_709_551_615_u64 }), ".item[0].item[0].answer[0].value.ofType(integer)", "value"),
        (weight, json!({ "valueDecimal": "70" }), ".item[0].item[1].answer[0].value.ofType(decimal)", "invalid"),
        (weight, json!({ "valueDecimal": 0.123_456_7 }), ".item[0].item[1].answer[0].value.ofType(decimal)", "value"),
        (place, json!({ "valueString": " " }), ".item[0].item[2].item[1].answer[0].value.ofType(string)", "required"),
        (place, json!({ "valueString": endless }), ".item[0].item[2].item[1].answer[0].value.ofType(string)", "value"),
        (since, json!({ "valueDate": "2026-11" }), ".item[1].item[0].answer[0].value.ofType(date)", "value"),
        (since, json!({ "valueDate": "2026-02-30" }), ".item[1].item[0].answer[0].value.ofType(date)", "value"),
        (wakes, json!({ "valueTime": "04:30:15" }), ".item[1].item[1].answer[0].value.ofType(time)", "value"),
        (wakes, json!({ "valueTime": "24:00:00" }), ".item[1].item[1].answer[0].value.ofType(time)", "value"),
        (wakes, json!({ "valueTime": "4:30" }), ".item[1].item[1].answer[0].value.ofType(time)", "value"),
        (mood, json!({ "valueString": "low" }), ".item[1].item[3].answer[0].value.ofType(string)", "value"),
        (mood, json!({ "valueCoding": { "display": SECRET } }), ".item[1].item[3].answer[0].value.ofType(Coding).code", "required"),
        (
            mood,
            json!({ "valueCoding": { "code": "low", "extension": [] } }),
            ".item[1].item[3].answer[0].value.ofType(Coding).extension",
            "not-supported",
        ),
    ]);
}
