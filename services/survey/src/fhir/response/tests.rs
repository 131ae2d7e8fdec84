//! What is taken of responses and how they are handed out, and the response that the tests begin with.

mod refusals;

use ::fhir::{Problem, SystemIdentifiers};
use chassis_domain::{Timestamp, Uuid};
use kajo_proto::{
    common::v1::LocalizedString,
    survey::{
        store::v1::SentAnswers,
        v1::{
            Answer, AnswerValue, Condition, Item, ItemType, Operator, Option as Choice, Questionnaire, Score, ScoreKind, ScoreValue,
            answer_value::Value,
        },
    },
};
use serde_json::{Value as Json, json};

use super::{Outgoing, content, envelope, write};
use crate::fhir::names;

const SURVEY: Uuid = Uuid::from_u128(10);
const RESPONSE: Uuid = Uuid::from_u128(20);
const PATIENT: Uuid = Uuid::from_u128(30);
/// What other systems call personal identity codes, and such a code.
const NATIONAL: &str = "urn:oid:1.2.246.21";
const CODE: &str = "010190-999W";
const IDENTIFIER: &str = "urn:example:answers|A-1";
/// Stands in texts that say nothing of the answers: no problem may repeat it.
const SECRET: &str = "Salaisuus";
const NOW: &str = "2026-11-20T10:00:00Z";
/// In Finland it is half past one on the next day.
const AUTHORED: &str = "2026-11-19T23:30:00Z";

fn systems() -> SystemIdentifiers {
    SystemIdentifiers::default()
}

fn at(time: &str) -> Timestamp {
    time.parse().unwrap()
}

fn words(word: &str) -> Option<LocalizedString> {
    Some(LocalizedString { texts: ["fi", "sv"].map(|language| (language.to_owned(), format!("{word} {language}"))).into() })
}

/// An item whose words are its link ID.
fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: words(link_id), ..Item::default() }
}

fn group(link_id: &str, items: Vec<Item>) -> Item {
    Item { items, ..item(link_id, ItemType::Group) }
}

fn option(code: &str) -> Choice {
    Choice { code: code.to_owned(), text: words(code), ..Choice::default() }
}

/// Something of every type; what the patient weighs is asked while it hurts.
fn questionnaire() -> Questionnaire {
    let above_zero = AnswerValue { value: Some(Value::Integer(0)) };
    let hurts = Condition { link_id: "pain".to_owned(), operator: Operator::Greater.into(), value: Some(above_zero) };
    let score = Score { kind: ScoreKind::Sum.into(), link_ids: vec!["pain".to_owned()], ..Score::default() };
    let inner = vec![Item { required: true, ..item("smokes", ItemType::Boolean) }, Item { max_length: 5, ..item("where", ItemType::String) }];
    let first = vec![
        Item { max: Some(10), ..item("pain", ItemType::Integer) },
        Item { enable_when: vec![hurts], decimals: 1, ..item("weight", ItemType::Decimal) },
        group("inner", inner),
        item("info", ItemType::Display),
    ];
    let second = vec![
        item("since", ItemType::Date),
        item("wakes", ItemType::Time),
        item("words", ItemType::Text),
        Item { options: vec![option("low"), option("high")], ..item("mood", ItemType::Choice) },
        Item { options: vec![option("rest"), option("cold")], repeats: true, ..item("helps", ItemType::OpenChoice) },
        Item { score: Some(score), ..item("sum", ItemType::Score) },
    ];
    Questionnaire { items: vec![group("first", first), group("second", second)] }
}

/// All of it answered in another system, on behalf of nobody.
fn resource() -> Json {
    json!({
        "resourceType": "QuestionnaireResponse",
        "id": "1",
        "meta": { "profile": [SECRET] },
        "text": { "div": SECRET },
        "language": "fi",
        "identifier": { "system": "urn:example:answers", "value": "A-1" },
        "questionnaire": names::canonical(&systems(), SURVEY, 2),
        "status": "completed",
        "subject": { "type": "Patient", "identifier": { "system": NATIONAL, "value": CODE }, "display": "Saara Salonen" },
        "authored": "2026-11-20T01:30:00+02:00",
        "author": { "display": SECRET },
        "item": [
            { "linkId": "first", "text": SECRET, "item": [
                { "linkId": "pain", "definition": SECRET, "answer": [{ "valueInteger": 7 }] },
                { "linkId": "weight", "answer": [{ "valueDecimal": 70.5 }] },
                { "linkId": "inner", "item": [
                    { "linkId": "smokes", "answer": [{ "valueBoolean": false }] },
                    { "linkId": "where", "answer": [{ "valueString": " Polvi" }] },
                ] },
                { "linkId": "info" },
            ] },
            { "linkId": "second", "item": [
                { "linkId": "since", "answer": [{ "valueDate": "2026-11-02" }] },
                { "linkId": "wakes", "answer": [{ "valueTime": "04:30:00" }] },
                { "linkId": "words", "answer": [{ "valueString": "Yöllä\r\nja aamulla" }] },
                { "linkId": "mood", "answer": [{ "valueCoding": { "system": "urn:example", "code": "low", "display": SECRET } }] },
                { "linkId": "helps", "answer": [{ "valueCoding": { "code": "rest" } }, { "valueString": "Sauna" }] },
                { "linkId": "sum", "answer": [{ "valueDecimal": 7 }] },
            ] },
        ],
    })
}

/// The same with an element set; `null`: it is not there. `place` is a JSON pointer.
fn with(place: &str, value: Json) -> Json {
    let mut resource = resource();
    let (parent, name) = place.rsplit_once('/').unwrap();
    match resource.pointer_mut(parent).unwrap() {
        Json::Array(list) => list[name.parse::<usize>().unwrap()] = value,
        object => object[name] = value,
    }
    resource
}

fn read(resource: &Json) -> Result<SentAnswers, Problem> {
    let body = resource.to_string();
    let incoming = envelope(body.as_bytes(), IDENTIFIER, at(NOW), &systems())?;
    content(&incoming, &questionnaire())
}

/// Link ID and code of each.
fn problems(resource: &Json) -> Vec<(String, String)> {
    read(resource).unwrap().problems.into_iter().map(|problem| (problem.link_id, problem.code)).collect()
}

/// What is kept of the whole.
fn kept() -> SentAnswers {
    let answer = |link_id: &str, values: Vec<Value>| {
        let values = values.into_iter().map(|value| AnswerValue { value: Some(value) }).collect();
        Answer { link_id: link_id.to_owned(), values }
    };
    SentAnswers {
        answers: vec![
            answer("pain", vec![Value::Integer(7)]),
            answer("weight", vec![Value::Decimal(70_500_000)]),
            answer("smokes", vec![Value::Boolean(false)]),
            answer("where", vec![Value::Text("Polvi".to_owned())]),
            answer("since", vec![Value::Date("2026-11-02".to_owned())]),
            answer("wakes", vec![Value::Time("04:30".to_owned())]),
            answer("words", vec![Value::Text("Yöllä\nja aamulla".to_owned())]),
            answer("mood", vec![Value::Code("low".to_owned())]),
            answer("helps", vec![Value::Code("rest".to_owned()), Value::Other("Sauna".to_owned())]),
        ],
        scores: vec![ScoreValue { link_id: "sum".to_owned(), value: Some(7_000_000), band: None }],
        patient_name: "Saara Salonen".to_owned(),
        date: "2026-11-20".to_owned(),
        problems: Vec::new(),
    }
}

#[test]
fn sur_09_a_response_says_which_it_is_whose_to_what_and_when_it_was_answered() {
    let body = resource().to_string();
    let incoming = envelope(body.as_bytes(), IDENTIFIER, at(NOW), &systems()).unwrap();
    assert_eq!((incoming.system.as_str(), incoming.value.as_str()), ("urn:example:answers", "A-1"));
    assert_eq!((incoming.survey, incoming.published_version, incoming.national_id.as_str()), (SURVEY, 2, CODE));
    assert_eq!((incoming.authored_at, incoming.representative_name.as_deref()), (at(AUTHORED), None));
    assert_eq!(incoming.resource, body);
    assert_eq!(format!("{incoming:?}"), "Incoming { .. }", "nothing of it is printed");
}

#[test]
fn sur_09_answers_of_every_type_are_kept_as_they_were_given_in_the_order_of_the_survey() {
    assert_eq!(read(&resource()), Ok(kept()));
    let short = with("/item/1/item/1/answer/0/valueTime", "04:30".into());
    assert_eq!(read(&short), Ok(kept()), "seconds need not be told");
    let whole = with("/item/1/item/5/answer/0", json!({ "valueInteger": 7 }));
    assert_eq!(read(&whole), Ok(kept()), "a number without a point is a decimal as well");
    let of_day = read(&with("/authored", "2026-11-20".into())).unwrap();
    assert_eq!(of_day.date, "2026-11-20");
}

#[test]
fn sur_09_questions_are_taken_without_their_groups_and_without_what_is_not_answered() {
    let flat = json!([
        { "linkId": "sum", "answer": [] },
        { "linkId": "smokes", "answer": [{ "valueBoolean": true }] },
        { "linkId": "pain", "answer": [{ "valueInteger": 3 }] },
    ]);
    let read = read(&with("/item", flat)).unwrap();
    let answered: Vec<_> = read.answers.iter().map(|answer| answer.link_id.as_str()).collect();
    assert_eq!(answered, ["pain", "smokes"]);
    assert_eq!((read.scores[0].value, read.problems.len()), (Some(3_000_000), 0));
}

#[test]
fn sur_09_what_breaks_the_rules_of_the_version_is_kept_and_marked() {
    let above = with("/item/0/item/0/answer/0/valueInteger", 11.into());
    assert_eq!(read(&above).unwrap().answers[0].values[0].value, Some(Value::Integer(11)));
    for (resource, expected) in [
        (above, vec![("pain", "above_max"), ("sum", "score_differs")]),
        (with("/item/1/item/5/answer/0/valueDecimal", 6.into()), vec![("sum", "score_differs")]),
        (with("/item/0/item/2/item/0/answer", json!([])), vec![("smokes", "required")]),
        (with("/item/0/item/2/item/1/answer/0/valueString", "Polvitaive".into()), vec![("where", "too_long")]),
        (with("/item/1/item/3/answer/0/valueCoding/code", "other".into()), vec![("mood", "unknown_option")]),
        (with("/item/1/item/0/answer", json!([{ "valueDate": "2026-11-02" }, { "valueDate": "2026-11-03" }])), vec![("since", "too_many")]),
        (with("/item/0/item/1/answer/0/valueDecimal", 70.25.into()), vec![("weight", "too_many_decimals")]),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|(link_id, code)| (link_id.to_owned(), code.to_owned())).collect();
        assert_eq!(problems(&resource), expected);
    }
}

#[test]
fn sur_09_the_patient_answered_unless_another_source_is_told() {
    let same = json!({ "identifier": { "system": NATIONAL, "value": "010190-999w" } });
    let other = json!({ "identifier": { "system": NATIONAL, "value": "290288-922S" }, "display": "Elli Fofonoff" });
    for (source, expected) in [
        (Json::Null, None),
        (same, None),
        (other, Some("Elli Fofonoff")),
        (json!({ "type": "RelatedPerson", "display": "Elli Fofonoff" }), Some("Elli Fofonoff")),
        (json!({ "type": "RelatedPerson" }), Some("")),
        (json!({ "reference": "Patient/1" }), Some("")),
    ] {
        let body = with("/source", source.clone()).to_string();
        let incoming = envelope(body.as_bytes(), IDENTIFIER, at(NOW), &systems()).unwrap();
        assert_eq!(incoming.representative_name.as_deref(), expected, "{source}");
    }
    let mut in_one_place = with("/source", json!({ "reference": "Patient/1" }));
    in_one_place["subject"]["reference"] = "Patient/1".into();
    let body = in_one_place.to_string();
    assert_eq!(envelope(body.as_bytes(), IDENTIFIER, at(NOW), &systems()).unwrap().representative_name, None);
}

/// What is handed out of these answers.
fn written(content: &SentAnswers, national_id: &str, representative_name: Option<&str>) -> Json {
    let outgoing = Outgoing {
        response: RESPONSE,
        survey: SURVEY,
        published_version: 2,
        sent_at: at(AUTHORED),
        patient: PATIENT,
        national_id,
        representative_name,
        questionnaire: &questionnaire(),
        content,
    };
    serde_json::from_slice(&write(&outgoing, &systems())).unwrap()
}

#[test]
fn sur_09_answers_are_handed_out_nested_as_the_survey_is_with_its_finnish_words() {
    let patient = json!({ "system": NATIONAL, "value": CODE });
    let expected = json!({
        "resourceType": "QuestionnaireResponse",
        "meta": { "source": systems().professional_platform_system },
        "identifier": { "system": systems().survey_system, "value": RESPONSE.to_string() },
        "questionnaire": names::canonical(&systems(), SURVEY, 2),
        "status": "completed",
        "subject": { "type": "Patient", "identifier": patient, "display": "Saara Salonen" },
        "authored": AUTHORED,
        "source": { "type": "Patient", "identifier": patient },
        "item": [
            { "linkId": "first", "text": "first fi", "item": [
                { "linkId": "pain", "text": "pain fi", "answer": [{ "valueInteger": 7 }] },
                { "linkId": "weight", "text": "weight fi", "answer": [{ "valueDecimal": 70.5 }] },
                { "linkId": "inner", "text": "inner fi", "item": [
                    { "linkId": "smokes", "text": "smokes fi", "answer": [{ "valueBoolean": false }] },
                    { "linkId": "where", "text": "where fi", "answer": [{ "valueString": "Polvi" }] },
                ] },
            ] },
            { "linkId": "second", "text": "second fi", "item": [
                { "linkId": "since", "text": "since fi", "answer": [{ "valueDate": "2026-11-02" }] },
                { "linkId": "wakes", "text": "wakes fi", "answer": [{ "valueTime": "04:30:00" }] },
                { "linkId": "words", "text": "words fi", "answer": [{ "valueString": "Yöllä\nja aamulla" }] },
                { "linkId": "mood", "text": "mood fi", "answer": [{ "valueCoding": { "code": "low", "display": "low fi" } }] },
                { "linkId": "helps", "text": "helps fi", "answer": [
                    { "valueCoding": { "code": "rest", "display": "rest fi" } },
                    { "valueString": "Sauna" },
                ] },
                { "linkId": "sum", "text": "sum fi", "answer": [{ "valueDecimal": 7 }] },
            ] },
        ],
    });
    assert_eq!(written(&kept(), CODE, None), expected);
}

#[test]
fn sur_09_what_is_handed_out_can_be_taken_in_as_the_same() {
    for (content, representative_name) in [(kept(), None), (kept(), Some("Elli Fofonoff")), (kept(), Some(""))] {
        let body = written(&content, CODE, representative_name).to_string();
        let identifier = format!("{}|{RESPONSE}", systems().survey_system);
        let incoming = envelope(body.as_bytes(), &identifier, at(NOW), &systems()).unwrap();
        assert_eq!((incoming.authored_at, incoming.representative_name.as_deref()), (at(AUTHORED), representative_name));
        assert_eq!(super::content(&incoming, &questionnaire()), Ok(content));
    }
}

#[test]
fn sur_09_who_has_no_code_is_told_as_the_platform_calls_them_and_who_answered_on_behalf_by_name_alone() {
    let of_nobody = written(&SentAnswers::default(), "", Some(""));
    let patient = json!({ "system": systems().professional_platform_system, "value": PATIENT.to_string() });
    assert_eq!(of_nobody["subject"], json!({ "type": "Patient", "identifier": patient }));
    assert_eq!(of_nobody["source"], json!({ "type": "RelatedPerson" }));
    assert_eq!(of_nobody.get("item"), None, "there are no empty lists");
    let on_behalf = written(&kept(), CODE, Some("Elli Fofonoff"));
    assert_eq!(on_behalf["source"], json!({ "type": "RelatedPerson", "display": "Elli Fofonoff" }));
}
