//! A survey as a Questionnaire.

use std::collections::HashSet;

use ::fhir::{SystemIdentifiers, decimal::of_millionths, extension::written};
use chassis_domain::PublicationBody;
use kajo_proto::survey::v1::{Item, ItemType};
use serde_json::{Map, Value, json};

use super::{
    KINDS, MATTERS, RESOURCE, TYPES, conditions, has_unit, is_asked, is_choice, is_number, is_written,
    item::{DATE_LIMITS, FORMATS},
    languages, name_of, options, score, texts,
    urls::{self, Urls},
};
use crate::fhir::{Described, names};

/// What is asked, in JSON.
pub(crate) fn write(described: &Described<'_>, systems: &SystemIdentifiers) -> Vec<u8> {
    let body = described.body.kept_after(None);
    let mut members = Map::new();
    let mut put = |name: &str, value: Value| members.insert(name.to_owned(), value);
    put("resourceType", json!(RESOURCE));
    put("meta", json!({ "source": systems.professional_platform_system }));
    put("language", json!(languages::FIRST));
    put("subjectType", json!(["Patient"]));
    put("status", json!(if described.published_version > 0 { "active" } else { "draft" }));
    if let Some(survey) = described.survey {
        put("url", json!(names::canonical(systems, survey, 0)));
        put("identifier", json!([{ "system": systems.survey_system, "value": survey.to_string() }]));
    }
    if described.published_version > 0 {
        put("version", json!(described.published_version.to_string()));
    }
    let codes = [name_of(&TYPES, &body.survey_type), name_of(&MATTERS, &body.matter)];
    let codes: Vec<_> = codes.into_iter().flatten().map(|code| json!({ "system": systems.terminology_system, "code": code })).collect();
    if !codes.is_empty() {
        put("code", codes.into());
    }
    texts::put(&mut members, "title", &texts::of_translated(&body.title));
    texts::put(&mut members, "description", &texts::of_translated(&body.description));
    let mut taken: HashSet<_> = ::questionnaire::in_order(&body.questionnaire).into_iter().map(|item| item.link_id.clone()).collect();
    put_items(&mut members, None, &body.questionnaire.items, &Urls::of(systems), &mut taken);
    serde_json::to_vec(&Value::from(members)).unwrap_or_default()
}

/// What stands below, the hint before all else. FHIR knows no empty lists.
fn put_items(members: &mut Map<String, Value>, hint: Option<Value>, items: &[Item], urls: &Urls, taken: &mut HashSet<String>) {
    let items: Vec<_> = hint.into_iter().chain(items.iter().map(|below| item(below, urls, taken))).collect();
    if !items.is_empty() {
        members.insert("item".to_owned(), items.into());
    }
}

/// `taken` are the link IDs of the questionnaire.
fn item(item: &Item, urls: &Urls, taken: &mut HashSet<String>) -> Value {
    let kind = item.r#type();
    let mut members = Map::new();
    let mut put = |name: &str, value: Value| members.insert(name.to_owned(), value);
    if !item.link_id.is_empty() {
        put("linkId", json!(item.link_id));
    }
    if kind == ItemType::Score {
        put("type", json!("decimal"));
        put("readOnly", json!(true));
    } else if let Some(name) = name_of(&KINDS, &kind) {
        put("type", json!(name));
    }
    if item.required && is_asked(kind) {
        put("required", json!(true));
    }
    if item.repeats && is_choice(kind) {
        put("repeats", json!(true));
    }
    if item.max_length > 0 && is_written(kind) {
        put("maxLength", json!(item.max_length));
    }
    if is_choice(kind) && !item.options.is_empty() {
        put("answerOption", options::write(&item.options).into());
    }
    let extensions = extensions(item, urls);
    if !extensions.is_empty() {
        put("extension", extensions.into());
    }
    conditions::write(item, &mut members);
    if kind == ItemType::Display {
        texts::put_formatted(&mut members, "text", |language| item.display.get(language).cloned());
    } else {
        texts::put(&mut members, "text", &texts::by_language(item.text.as_ref()));
    }
    let hint = (item.hint.is_some() && is_asked(kind)).then(|| hint(item, taken));
    put_items(&mut members, hint, &item.items, urls, taken);
    members.into()
}

/// What FHIR has no element for.
fn extensions(item: &Item, urls: &Urls) -> Vec<Value> {
    let (kind, mut all) = (item.r#type(), Vec::new());
    if is_choice(kind) {
        let choices = [(urls::MIN_CHOICES, item.min_choices), (urls::MAX_CHOICES, item.max_choices)];
        all.extend(choices.into_iter().filter(|(_, choices)| *choices > 0).map(|(url, choices)| written(url, "valueInteger", choices)));
    }
    if is_number(kind) {
        let bounds = [(urls::MIN, item.min), (urls::MAX, item.max)];
        let bounds = bounds.into_iter().filter_map(|(url, bound)| Some((url, bound?)));
        all.extend(bounds.map(|(url, bound)| {
            if kind == ItemType::Integer { written(url, "valueInteger", bound) } else { written(url, "valueDecimal", of_millionths(bound)) }
        }));
    }
    if kind == ItemType::Decimal {
        all.push(written(urls::DECIMALS, "valueInteger", item.decimals));
    }
    if has_unit(kind) {
        all.extend(item.unit.as_ref().map(options::write_unit));
    }
    if kind == ItemType::Date {
        all.extend(name_of(&DATE_LIMITS, &item.date_limit()).map(|limit| written(&urls.date_limit, "valueCode", limit)));
    }
    if kind == ItemType::String {
        all.extend(name_of(&FORMATS, &item.format()).map(|format| written(&urls.format, "valueCode", format)));
    }
    if kind == ItemType::Score {
        all.push(score::write(&urls.score, &item.score.clone().unwrap_or_default()));
    }
    all
}

/// How to answer: a text of its own below the question, under a name that nothing else has.
fn hint(item: &Item, taken: &mut HashSet<String>) -> Value {
    let names = std::iter::once(format!("{}.help", item.link_id)).chain((2_u32..).map(|number| format!("{}.help{number}", item.link_id)));
    let link_id = names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(link_id.clone());
    let mut members = Map::new();
    members.insert("linkId".to_owned(), json!(link_id));
    members.insert("type".to_owned(), json!("display"));
    let control = json!({ "coding": [{ "system": urls::CONTROLS, "code": "help" }] });
    members.insert("extension".to_owned(), json!([written(urls::CONTROL, "valueCodeableConcept", control)]));
    texts::put(&mut members, "text", &texts::by_language(item.hint.as_ref()));
    members.into()
}
