//! What is refused, each by its place and in words that tell nothing of what stands there.

use ::fhir::outcome;
use serde_json::{Value, json};

use super::{SECRET, asking, taken};

const TRANSLATION: &str = "http://hl7.org/fhir/StructureDefinition/translation";
const CONTROL: &str = "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl";

/// An element set to a value, the place of the problem behind the type, and its code.
type Case = (&'static str, Value, &'static str, &'static str);

fn questionnaire() -> Value {
    asking(&json!([
        {"linkId": "choice", "type": "choice", "text": SECRET, "answerOption": [
            {"valueCoding": {"system": "urn:a", "code": "a", "display": SECRET}},
        ]},
        {"linkId": "number", "type": "decimal", "text": SECRET},
        {"linkId": "words", "type": "string", "text": SECRET, "enableWhen": [{"question": "number", "operator": ">", "answerInteger": 4}]},
        {"linkId": "read", "type": "display", "text": SECRET},
    ]))
}

/// The same with an element at a place, or without it.
fn with(mut whole: Value, place: &str, value: Value) -> Value {
    let (parent, name) = place.rsplit_once('/').unwrap();
    let parent = whole.pointer_mut(parent).unwrap();
    if let Some(list) = parent.as_array_mut() {
        list[name.parse::<usize>().unwrap()] = value;
    } else {
        parent[name] = value;
    }
    whole
}

fn translation(language: &str) -> Value {
    let parts = json!([{"url": "lang", "valueCode": language}, {"url": "content", "valueString": SECRET}]);
    json!({"extension": [{"url": TRANSLATION, "extension": parts}]})
}

fn of_the_whole() -> Vec<Case> {
    let ours = |code: &str| json!({"system": "urn:kajo:terminology", "code": code});
    let half = json!({"extension": [{"url": TRANSLATION, "extension": [{"url": "lang", "valueCode": "sv"}]}]});
    vec![
        ("/resourceType", json!("Patient"), "", "invalid"),
        ("/resourceType", json!(1), ".resourceType", "invalid"),
        ("/status", Value::Null, ".status", "required"),
        ("/status", json!(SECRET), ".status", "value"),
        ("/implicitRules", json!("urn:a"), ".implicitRules", "not-supported"),
        ("/modifierExtension", json!([{"url": SECRET}]), ".modifierExtension", "not-supported"),
        ("/extension", json!([{"url": SECRET}]), ".extension", "not-supported"),
        ("/contained", json!([]), ".contained", "not-supported"),
        ("/language", json!("de"), ".language", "not-supported"),
        ("/language", json!("se"), ".language", "not-supported"),
        ("/_language", json!({}), "._language", "not-supported"),
        ("/subjectType", json!(["Patient", SECRET]), ".subjectType[1]", "not-supported"),
        ("/title", json!(SECRET.repeat(30)), ".title", "value"),
        ("/title", json!([SECRET]), ".title", "invalid"),
        ("/description", json!(SECRET.repeat(300)), ".description", "value"),
        ("/_title", translation("de"), "._title.extension[0].extension[0].valueCode", "not-supported"),
        ("/_title", translation("se"), "._title.extension[0].extension[0].valueCode", "not-supported"),
        ("/_title", translation("fi"), "._title.extension[0].extension[0].valueCode", "value"),
        ("/_title", half, "._title.extension[0].extension", "required"),
        ("/_title", json!({"extension": [{"url": SECRET}]}), "._title.extension[0]", "not-supported"),
        ("/code", json!([ours("health"), ours(SECRET)]), ".code[1].code", "value"),
        ("/code", json!([ours("health"), ours("social")]), ".code[1].code", "value"),
        ("/code", json!([ours("omavointi"), ours("public-form")]), ".code[1].code", "value"),
        ("/item", json!({}), ".item", "invalid"),
    ]
}

fn of_items() -> Vec<Case> {
    let control = |code: &str| {
        let coding = json!([{"system": "http://hl7.org/fhir/questionnaire-item-control", "code": code}]);
        json!([{"url": CONTROL, "valueCodeableConcept": {"coding": coding}}])
    };
    let below = json!([{"linkId": "a", "type": "display", "text": SECRET}]);
    let help = json!({"linkId": "a", "type": "display", "text": SECRET, "extension": control("help")});
    vec![
        ("/item/0/linkId", Value::Null, ".item[0].linkId", "required"),
        ("/item/0/linkId", json!(format!(" {SECRET}")), ".item[0].linkId", "value"),
        ("/item/0/_linkId", json!({"extension": []}), ".item[0]._linkId", "not-supported"),
        ("/item/0/type", Value::Null, ".item[0].type", "required"),
        ("/item/0/type", json!("quantity"), ".item[0].type", "not-supported"),
        ("/item/0/type", json!(SECRET), ".item[0].type", "value"),
        ("/item/0/required", json!(true), ".item[0].required", "not-supported"),
        ("/item/0/repeats", json!(true), ".item[0].repeats", "not-supported"),
        ("/item/0/readOnly", json!(true), ".item[0].readOnly", "not-supported"),
        ("/item/0/required", json!(SECRET), ".item[0].required", "invalid"),
        ("/item/0/initial", json!([{"valueString": SECRET}]), ".item[0].initial", "not-supported"),
        ("/item/0/modifierExtension", json!([]), ".item[0].modifierExtension", "not-supported"),
        ("/item/0/extension", control("grid"), ".item[0].extension[0]", "not-supported"),
        ("/item/0/extension", control("help"), ".item[0].extension[0]", "not-supported"),
        ("/item/0/text", json!(SECRET.repeat(600)), ".item[0].text", "value"),
        ("/item/0/_text", translation("de"), ".item[0]._text.extension[0].extension[0].valueCode", "not-supported"),
        ("/item/0/item/2/item", below, ".item[0].item[2].item[0]", "not-supported"),
        ("/item/0/item/2/item", json!([help, help]), ".item[0].item[2].item[1]", "value"),
        ("/item/0/item/3/item", json!([help]), ".item[0].item[3].item[0]", "not-supported"),
        ("/item/0/item/2/maxLength", json!(0), ".item[0].item[2].maxLength", "value"),
        ("/item/0/item/2/maxLength", json!(1.5), ".item[0].item[2].maxLength", "invalid"),
        ("/item/0/item/1/maxLength", json!(5), ".item[0].item[1].maxLength", "not-supported"),
        ("/item/0/item/2/enableBehavior", json!(SECRET), ".item[0].item[2].enableBehavior", "value"),
    ]
}

fn of_parts() -> Vec<Case> {
    let extension = |name: &str, of: &str, value: Value| json!({"url": format!("http://hl7.org/fhir/StructureDefinition/{name}"), of: value});
    let unit = extension("questionnaire-unit", "valueCoding", json!({"code": SECRET}));
    let markdown = json!({"extension": [extension("rendering-markdown", "valueMarkdown", json!(format!("# {SECRET}")))]});
    let xhtml = json!({"extension": [extension("rendering-xhtml", "valueString", json!(SECRET))]});
    let weights = json!({"valueCoding": {"code": "a", "extension": [extension("ordinalValue", "valueDecimal", json!(1))]},
        "extension": [extension("itemWeight", "valueDecimal", json!(1))]});
    let score = json!([{"url": "urn:kajo:professional-platform:score", "extension": [{"url": SECRET, "valueString": SECRET}]}]);
    vec![
        ("/item/0/item/0/answerValueSet", json!("urn:a"), ".item[0].item[0].answerValueSet", "not-supported"),
        ("/item/0/item/0/answerOption/0/initialSelected", json!(true), ".item[0].item[0].answerOption[0].initialSelected", "not-supported"),
        ("/item/0/item/0/answerOption/0", json!({"valueDate": "2027-03-28"}), ".item[0].item[0].answerOption[0].value", "not-supported"),
        ("/item/0/item/0/answerOption/0", json!({}), ".item[0].item[0].answerOption[0].value", "required"),
        ("/item/0/item/0/answerOption/0", weights, ".item[0].item[0].answerOption[0]", "value"),
        ("/item/0/item/0/answerOption/0/valueCoding/code", Value::Null, ".item[0].item[0].answerOption[0].value.ofType(Coding).code", "required"),
        ("/item/0/item/1/answerOption", json!([{"valueString": SECRET}]), ".item[0].item[1].answerOption", "not-supported"),
        ("/item/0/item/1/extension", json!([{"url": SECRET}]), ".item[0].item[1].extension[0]", "not-supported"),
        ("/item/0/item/1/extension", json!([{"valueString": SECRET}]), ".item[0].item[1].extension[0].url", "required"),
        ("/item/0/item/1/extension", json!([unit, unit]), ".item[0].item[1].extension[1]", "value"),
        (
            "/item/0/item/1/extension",
            json!([extension("maxDecimalPlaces", "valueInteger", json!(7))]),
            ".item[0].item[1].extension[0].valueInteger",
            "value",
        ),
        (
            "/item/0/item/1/extension",
            json!([extension("minValue", "valueDate", json!("2027-03-28"))]),
            ".item[0].item[1].extension[0].valueDate",
            "not-supported",
        ),
        (
            "/item/0/item/1/extension",
            json!([extension("minValue", "valueDecimal", json!(0.000_000_1))]),
            ".item[0].item[1].extension[0].value.ofType(decimal)",
            "value",
        ),
        ("/item/0/item/1/extension", score, ".item[0].item[1].extension[0].extension[0]", "not-supported"),
        ("/item/0/item/1/readOnly", json!(true), ".item[0].item[1].readOnly", "not-supported"),
        ("/item/0/item/2/enableWhen/0/operator", json!(SECRET), ".item[0].item[2].enableWhen[0].operator", "value"),
        ("/item/0/item/2/enableWhen/0", json!({"answerQuantity": {}}), ".item[0].item[2].enableWhen[0].answer", "not-supported"),
        ("/item/0/item/2/enableWhen/0", json!({"answerDate": "2027-03"}), ".item[0].item[2].enableWhen[0].answer.ofType(date)", "value"),
        ("/item/0/item/2/enableWhen/0", json!({"answerTime": "08:30:15"}), ".item[0].item[2].enableWhen[0].answer.ofType(time)", "value"),
        ("/item/0/item/3/_text", markdown, ".item[0].item[3]._text.extension[0].valueMarkdown", "value"),
        ("/item/0/item/3/_text", xhtml, ".item[0].item[3]._text.extension[0]", "not-supported"),
    ]
}

#[test]
fn sur_09_what_cannot_be_held_is_refused_by_its_place_and_repeats_nothing() {
    taken(&questionnaire()).expect("taken when nothing is changed");
    for (place, value, path, code) in of_the_whole().into_iter().chain(of_items()).chain(of_parts()) {
        let problem = taken(&with(questionnaire(), place, value)).expect_err(path);
        let told = format!("{problem:?} {}", String::from_utf8(outcome(&problem)).unwrap());
        assert!(!told.contains(SECRET), "{told}");
        assert_eq!((problem.status, problem.code, problem.path), (422, code, format!("Questionnaire{path}")), "{place}");
    }
}

#[test]
fn sur_09_too_many_items_and_items_too_deep_are_refused() {
    let group = |number: usize, items: Vec<Value>| json!({"linkId": format!("g{number}"), "type": "group", "item": items});
    let many = |count: usize| (0..count).map(|number| json!({"linkId": format!("i{number}"), "type": "boolean"})).collect::<Vec<_>>();
    // With the step around them.
    assert!(taken(&asking(&json!([group(1, many(248)), group(2, many(249))]))).is_ok());
    let problem = taken(&asking(&json!([group(1, many(248)), group(2, many(250))]))).unwrap_err();
    assert_eq!((problem.code, problem.path.as_str()), ("not-supported", "Questionnaire.item[0].item[1].item[249]"));
    let deep = |levels: usize| (0..levels).fold(json!({"linkId": "a", "type": "boolean"}), |below, number| group(number, vec![below]));
    assert!(taken(&asking(&json!([deep(6)]))).is_ok());
    let problem = taken(&asking(&json!([deep(7)]))).unwrap_err();
    assert_eq!((problem.code, problem.path), ("not-supported", format!("Questionnaire{}", ".item[0]".repeat(9))));
}

#[test]
fn sur_09_what_is_no_resource_is_refused() {
    let systems = ::fhir::SystemIdentifiers::default();
    for body in ["", "{", "[]", "1", "null", "\"Questionnaire\"", r#"{"resourceType":"Questionnaire","resourceType":"Questionnaire"}"#] {
        assert!(crate::fhir::questionnaire::read(body.as_bytes(), &systems).is_err(), "{body}");
    }
    assert_eq!(crate::fhir::questionnaire::read(&[0xff], &systems).unwrap_err().code, "invalid");
}
