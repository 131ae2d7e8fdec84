//! What is written is read again as the same; what others write is read as what it asks.

mod refusals;

use ::fhir::{Problem, SystemIdentifiers};
use chassis_domain::{Matter, PublicationBody, Translated, Uuid, rich_text};
use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{
        AnswerValue, Band, Condition, DateLimit, EnableBehavior, Item, ItemType, Level, Operator, Option as Choice, Questionnaire, Score, ScoreKind,
        StringFormat, answer_value::Value as Answered,
    },
};
use serde_json::{Value, json};

use super::{read, write};
use crate::{
    fhir::Described,
    seed,
    survey::{Body, SurveyType},
};

/// Stands in every text of what is refused: no answer may repeat it.
const SECRET: &str = "Salaisuus";

fn others() -> SystemIdentifiers {
    SystemIdentifiers {
        survey_system: "https://survey.example.org/".to_owned(),
        professional_platform_system: "https://platform.example.org".to_owned(),
        terminology_system: "urn:oid:2.999.1".to_owned(),
        ..SystemIdentifiers::default()
    }
}

fn survey() -> Uuid {
    Uuid::try_parse("01900000-0000-7000-8000-00000000000a").unwrap()
}

/// As the third version of a survey.
fn written(body: &Body, systems: &SystemIdentifiers) -> Value {
    let bytes = write(&Described { survey: Some(survey()), published_version: 3, body }, systems);
    serde_json::from_slice(&bytes).unwrap()
}

fn taken(questionnaire: &Value) -> Result<Body, Problem> {
    read(questionnaire.to_string().as_bytes(), &SystemIdentifiers::default())
}

/// The items of the only step.
fn items(questionnaire: &Value) -> Vec<Item> {
    taken(questionnaire).unwrap().questionnaire.items.remove(0).items
}

/// In all six languages.
fn texts(word: &str) -> Option<LocalizedString> {
    let of = |language: &str| (language.to_owned(), format!("{word} {language}"));
    Some(LocalizedString { texts: ["fi", "sv", "en", "sme", "smn", "sms"].map(of).into() })
}

fn in_one(language: &str, word: &str) -> Option<LocalizedString> {
    Some(LocalizedString { texts: [(language.to_owned(), word.to_owned())].into() })
}

fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: texts(link_id), ..Item::default() }
}

fn when(link_id: &str, operator: Operator, value: Answered) -> Condition {
    Condition { link_id: link_id.to_owned(), operator: operator.into(), value: Some(AnswerValue { value: Some(value) }) }
}

fn options() -> Vec<Choice> {
    let option = |code: &str, ordinal| Choice { code: code.to_owned(), text: texts(code), ordinal, exclusive: false };
    vec![option("a", Some(1_500_000)), option("b", Some(-1)), Choice { exclusive: true, ..option("none", None) }]
}

fn all_conditions() -> Vec<Condition> {
    vec![
        when("boolean", Operator::Exists, Answered::Boolean(true)),
        when("string", Operator::Equal, Answered::Text("sana".to_owned())),
        when("integer", Operator::Greater, Answered::Integer(4)),
        when("decimal", Operator::LessOrEqual, Answered::Decimal(4_500_000)),
        when("decimal", Operator::Less, Answered::Decimal(4_000_000)),
        when("date", Operator::GreaterOrEqual, Answered::Date("2027-03-28".to_owned())),
        when("time", Operator::NotEqual, Answered::Time("08:30".to_owned())),
        when("choice", Operator::Equal, Answered::Code("a".to_owned())),
        when("open", Operator::Equal, Answered::Other("muu".to_owned())),
        when("score", Operator::Greater, Answered::Decimal(2_000_000)),
    ]
}

fn score() -> Score {
    let band = |from: i64, level: Level| Band { from, text: texts("taso"), level: level.into() };
    Score {
        kind: ScoreKind::Mean.into(),
        link_ids: ["choice", "integer"].map(str::to_owned).into(),
        decimals: 2,
        partial: true,
        bands: vec![band(-1_000_000, Level::Normal), band(250_000, Level::Notable), band(7_000_000, Level::Serious)],
        shown: true,
    }
}

fn read_texts() -> Item {
    let of = |language: &str, markdown: &str| (language.to_owned(), rich_text(markdown).unwrap());
    let fi = "## Ohje\n\nÄlä **kirjoita** [tänne](https://kajo.example)\\\nmitään\\* _a_\n\n1. yksi\n2. kaksi\n   - syvemmällä";
    Item { display: [of("fi", fi), of("sv", "Skriv *inte*"), of("sme", "Ále čále")].into(), text: None, ..item("read", ItemType::Display) }
}

/// Has everything that a survey can have.
fn whole() -> Body {
    let (number, hint) = (Item { min: Some(-4), max: Some(10), unit: texts("kg"), ..item("integer", ItemType::Integer) }, texts("ohje"));
    let decimal = Item { min: Some(-250_000), max: Some(5_400_000), decimals: 2, unit: texts("m"), ..item("decimal", ItemType::Decimal) };
    let choice = Item { repeats: true, min_choices: 1, max_choices: 2, options: options(), ..item("choice", ItemType::Choice) };
    let inner = vec![
        read_texts(),
        Item { required: true, hint, ..item("boolean", ItemType::Boolean) },
        Item { format: StringFormat::Ssn.into(), max_length: 11, ..item("string", ItemType::String) },
        Item { max_length: 500, ..item("text", ItemType::Text) },
        number,
        decimal,
        Item { date_limit: DateLimit::NotInFuture.into(), ..item("date", ItemType::Date) },
        item("time", ItemType::Time),
        choice,
        Item { max_length: 20, hint: texts("muu"), options: options(), ..item("open", ItemType::OpenChoice) },
        // Has the name that the hint of another item would have.
        item("boolean.help", ItemType::Boolean),
        Item { score: Some(score()), ..item("score", ItemType::Score) },
        Item { enable_when: all_conditions(), enable_behavior: EnableBehavior::Any.into(), ..item("last", ItemType::Text) },
    ];
    let group = Item { items: inner, enable_when: vec![], ..item("group", ItemType::Group) };
    Body {
        title: Translated { fi: "Kysely".to_owned(), sv: "Enkät".to_owned(), en: String::new() },
        description: Translated { fi: String::new(), sv: "Om\nsmärta".to_owned(), en: "About pain".to_owned() },
        survey_type: SurveyType::Omavointi,
        matter: Matter::Social,
        questionnaire: Questionnaire { items: vec![Item { items: vec![group], ..item("step", ItemType::Group) }] },
    }
}

#[test]
fn sur_09_a_survey_that_is_handed_out_is_read_again_as_the_same() {
    for systems in [SystemIdentifiers::default(), others()] {
        for body in seed::surveys().into_iter().chain([whole(), Body::default()]) {
            let questionnaire = write(&Described { survey: None, published_version: 0, body: &body }, &systems);
            assert_eq!(read(&questionnaire, &systems), Ok(body.kept_after(None)), "{}", body.title.fi);
        }
    }
}

#[test]
fn sur_09_what_the_type_of_an_item_does_not_use_is_not_handed_out() {
    let left_over = Item {
        required: true,
        repeats: true,
        max_length: 5,
        min: Some(1),
        decimals: 3,
        hint: texts("ohje"),
        unit: texts("kg"),
        date_limit: DateLimit::NotInPast.into(),
        format: StringFormat::Email.into(),
        options: options(),
        score: Some(score()),
        ..item("step", ItemType::Group)
    };
    let body = |item: Item| Body { questionnaire: Questionnaire { items: vec![item] }, ..Body::default() };
    let systems = SystemIdentifiers::default();
    assert_eq!(written(&body(left_over), &systems), written(&body(item("step", ItemType::Group)), &systems));
}

#[test]
fn sur_09_a_questionnaire_says_which_survey_and_version_it_is_and_names_an_item_once() {
    let questionnaire = written(&whole(), &SystemIdentifiers::default());
    for (place, expected) in [
        ("/resourceType", json!("Questionnaire")),
        ("/status", json!("active")),
        ("/version", json!("3")),
        ("/language", json!("fi")),
        ("/url", json!("urn:kajo:survey:01900000-0000-7000-8000-00000000000a")),
        ("/identifier/0/value", json!("01900000-0000-7000-8000-00000000000a")),
        ("/subjectType", json!(["Patient"])),
        ("/code/0", json!({"system": "urn:kajo:terminology", "code": "omavointi"})),
        ("/code/1/code", json!("social")),
        ("/title", json!("Kysely")),
        ("/_title/extension/0/extension/0/valueCode", json!("sv")),
        ("/item/0/_text/extension/2/extension/0/valueCode", json!("se")),
        ("/item/0/item/0/item/1/item/0/linkId", json!("boolean.help2")),
        ("/item/0/item/0/item/7/type", json!("time")),
        ("/item/0/item/0/item/8/answerOption/0/valueCoding/extension/0/valueDecimal", json!(1.5)),
        ("/item/0/item/0/item/11/type", json!("decimal")),
        ("/item/0/item/0/item/11/readOnly", json!(true)),
        ("/item/0/item/0/item/12/enableWhen/6/answerTime", json!("08:30:00")),
    ] {
        assert_eq!(questionnaire.pointer(place), Some(&expected), "{place}");
    }
    let plain = "Ohje\n\nÄlä kirjoita tänne\nmitään* a\n\nyksi\n\nkaksi\n\nsyvemmällä";
    assert_eq!(questionnaire.pointer("/item/0/item/0/item/0/text"), Some(&json!(plain)), "words without marks");
    let draft = write(&Described { survey: None, published_version: 0, body: &whole() }, &SystemIdentifiers::default());
    let draft: Value = serde_json::from_slice(&draft).unwrap();
    assert_eq!((&draft["status"], &draft["url"], &draft["version"]), (&json!("draft"), &Value::Null, &Value::Null));
}

#[test]
fn evt_05_surveys_and_our_extensions_are_named_by_the_systems_of_the_settings() {
    let questionnaire = written(&whole(), &others());
    assert_eq!(questionnaire["url"], json!("https://survey.example.org/01900000-0000-7000-8000-00000000000a"));
    assert_eq!(questionnaire["identifier"][0]["system"], json!("https://survey.example.org/"));
    assert_eq!(questionnaire["meta"]["source"], json!("https://platform.example.org"));
    assert_eq!(questionnaire["code"][0]["system"], json!("urn:oid:2.999.1"));
    let text = questionnaire.to_string();
    for name in ["date-limit", "string-format", "score"] {
        assert!(text.contains(&format!("\"https://platform.example.org/{name}\"")), "{name}");
    }
    assert!(!text.contains("urn:kajo"), "{text}");
    // To others they are extensions that nobody knows.
    let problem = taken(&questionnaire).unwrap_err();
    assert_eq!((problem.code, problem.path.as_str()), ("not-supported", "Questionnaire.item[0].item[0].item[2].extension[0]"));
}

/// A step with these items.
fn asking(items: &Value) -> Value {
    json!({
        "resourceType": "Questionnaire",
        "status": "retired",
        "title": "Kysely",
        "item": [{"linkId": "step", "type": "group", "text": "Vaihe", "item": items}],
    })
}

#[test]
fn sur_09_what_says_nothing_of_what_is_asked_is_read_over_and_what_is_missing_stays_empty() {
    let mut questionnaire = asking(&json!([]));
    for name in ["id", "url", "version", "name", "publisher", "date", "copyright", "purpose", "approvalDate", "lastReviewDate"] {
        questionnaire[name] = json!(SECRET);
    }
    for name in ["meta", "text", "effectivePeriod", "_version"] {
        questionnaire[name] = json!({"a": SECRET});
    }
    for name in ["identifier", "contact", "jurisdiction", "derivedFrom", "useContext"] {
        questionnaire[name] = json!([{"a": SECRET}]);
    }
    questionnaire["experimental"] = json!(true);
    questionnaire["code"] = json!([{"system": "http://loinc.org", "code": "44249-1"}, {"system": "urn:kajo:terminology", "code": "health"}]);
    let body = taken(&questionnaire).unwrap();
    let title = Translated { fi: "Kysely".to_owned(), ..Translated::default() };
    assert_eq!((body.title, body.description, body.survey_type, body.matter), (title, Translated::default(), SurveyType::Unsaid, Matter::Health));
    assert_eq!(body.questionnaire.items.len(), 1);
}

#[test]
fn sur_09_the_language_of_the_whole_is_that_of_its_texts_and_translations_stand_beside_it() {
    let translation = |language: &str, of: &str| {
        json!({"url": "http://hl7.org/fhir/StructureDefinition/translation", "extension": [
            {"url": "lang", "valueCode": language}, {"url": "content", of: "Käännös"},
        ]})
    };
    let mut questionnaire = asking(&json!([{
        "linkId": "a", "type": "string", "prefix": "1.", "text": "Fråga",
        "_text": {"extension": [translation("fi-FI", "valueString"), translation("se", "valueMarkdown")]},
    }]));
    questionnaire["language"] = json!("sv-FI");
    questionnaire["title"] = Value::Null;
    questionnaire["_title"] = json!({"extension": [translation("en", "valueString")]});
    let body = taken(&questionnaire).unwrap();
    assert_eq!(body.title, Translated { en: "Käännös".to_owned(), ..Translated::default() });
    let step = &body.questionnaire.items[0];
    assert_eq!(step.text, in_one("sv", "Vaihe"));
    let expected = [("sv", "1. Fråga"), ("fi", "1. Käännös"), ("sme", "1. Käännös")];
    let expected = expected.map(|(language, text)| (language.to_owned(), text.to_owned()));
    assert_eq!(step.items[0].text, Some(LocalizedString { texts: expected.into() }));
}

#[test]
fn sur_09_options_in_words_or_numbers_get_codes_and_conditions_name_them_so() {
    let when = |question: &str, of: &str, value: Value| json!({"question": question, "operator": "=", of: value});
    let weight = json!([{"url": "http://hl7.org/fhir/StructureDefinition/itemWeight", "valueDecimal": 2}]);
    let read = items(&asking(&json!([
        {"linkId": "words", "type": "choice", "answerOption": [
            {"valueString": "Punainen", "extension": weight},
            {"valueString": "Sininen"},
        ]},
        {"linkId": "numbers", "type": "open-choice", "answerOption": [{"valueInteger": 3}]},
        {"linkId": "decimal", "type": "decimal"},
        {"linkId": "integer", "type": "integer"},
        {"linkId": "last", "type": "boolean", "enableBehavior": "all", "enableWhen": [
            when("words", "answerString", json!("Sininen")),
            when("words", "answerString", json!("Musta")),
            when("numbers", "answerInteger", json!(3)),
            when("numbers", "answerString", json!("Sininen")),
            when("decimal", "answerInteger", json!(4)),
            when("integer", "answerDecimal", json!(4.0)),
            when("later", "answerInteger", json!(4)),
            when("missing", "answerString", json!("Musta")),
        ]},
        {"linkId": "later", "type": "decimal"},
    ])));
    let option = |code: &str, text: Option<LocalizedString>, ordinal| Choice { code: code.to_owned(), text, ordinal, exclusive: false };
    assert_eq!(read[0].options, [option("o1", in_one("fi", "Punainen"), Some(2_000_000)), option("o2", in_one("fi", "Sininen"), None)]);
    let three = LocalizedString { texts: ["fi", "sv", "en"].map(|language| (language.to_owned(), "3".to_owned())).into() };
    assert_eq!(read[1].options, [option("3", Some(three), None)]);
    // Where nothing is told, any number may be answered.
    assert_eq!(read[2].decimals, 6);
    let values: Vec<_> = read[4].enable_when.iter().map(|condition| condition.value.clone().unwrap().value.unwrap()).collect();
    let expected = [
        Answered::Code("o2".to_owned()),
        Answered::Text("Musta".to_owned()),
        Answered::Code("3".to_owned()),
        Answered::Other("Sininen".to_owned()),
        Answered::Decimal(4_000_000),
        Answered::Integer(4),
        Answered::Decimal(4_000_000),
        Answered::Text("Musta".to_owned()),
    ];
    assert_eq!(values, expected);
}

#[test]
fn sur_09_help_is_how_a_question_is_answered_and_how_it_looks_is_read_over() {
    let control = |code: &str| {
        let coding = json!([{"system": "http://hl7.org/fhir/questionnaire-item-control", "code": code}]);
        json!([{"url": "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl", "valueCodeableConcept": {"coding": coding}}])
    };
    let read = items(&asking(&json!([
        {"linkId": "a", "type": "integer", "extension": control("spinner"), "code": [{"code": SECRET}], "definition": SECRET, "item": [
            {"linkId": "b", "type": "display", "text": "Ohje", "extension": control("help")},
        ]},
        {"linkId": "b", "type": "display", "prefix": "2.", "text": "Lue\r\ntämä\n\nja tämä"},
    ])));
    assert_eq!((read.len(), &read[0].hint), (2, &in_one("fi", "Ohje")));
    assert_eq!(read[1].display.get("fi"), rich_text("2\\. Lue\\\ntämä\n\nja tämä").ok().as_ref());
}

#[test]
fn sur_09_questions_that_stand_in_no_group_come_into_steps_that_are_called_as_the_survey() {
    let group = json!({ "linkId": "step-1", "type": "group", "text": "Ryhmä", "item": [{ "linkId": "b", "type": "boolean", "text": "B" }] });
    let question = |link_id: &str| json!({ "linkId": link_id, "type": "string", "text": link_id });
    let flat = json!({
        "resourceType": "Questionnaire", "status": "active", "title": "Kysely",
        "item": [question("a"), question("c"), group, { "linkId": "d", "type": "display", "text": "Kiitos" }],
    });
    let steps = taken(&flat).unwrap().questionnaire.items;
    let told = |step: &Item| {
        let text = step.text.as_ref().unwrap().texts["fi"].clone();
        (step.link_id.clone(), text, step.items.iter().map(|item| item.link_id.clone()).collect::<Vec<_>>().join(" "))
    };
    let told: Vec<_> = steps.iter().map(told).collect();
    let expected = [("step-2", "Kysely", "a c"), ("step-1", "Ryhmä", "b"), ("step-3", "Kysely", "d")];
    assert_eq!(told, expected.map(|(link_id, text, items)| (link_id.to_owned(), text.to_owned(), items.to_owned())));
}

#[test]
fn sur_09_what_only_stands_against_publishing_is_taken() {
    let read = items(&asking(&json!([
        {"linkId": "a b", "type": "choice", "enableWhen": [{"question": "later", "operator": "exists"}, {"question": "x"}]},
        {"linkId": "a b", "type": "choice", "answerOption": [{"valueCoding": {"code": "x"}}, {"valueCoding": {"code": "x"}}]},
        {"linkId": "empty", "type": "group"},
    ])));
    assert_eq!(read.iter().map(|item| item.link_id.as_str()).collect::<Vec<_>>(), ["a b", "a b", "empty"]);
    assert_eq!(read[0].enable_when[1].operator(), Operator::Unspecified);
    assert_eq!(read[1].options.len(), 2);
}
