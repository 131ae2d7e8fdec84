//! Answers as they are handed out: nested as the version nests what it asks, with the Finnish words of it.

use std::collections::HashMap;

use ::fhir::{SystemIdentifiers, decimal::of_millionths};
use chassis_domain::{Timestamp, Uuid};
use kajo_proto::{
    common::v1::LocalizedString,
    survey::{
        store::v1::SentAnswers,
        v1::{Item, Questionnaire, answer_value::Value},
    },
};
use serde_json::{Map, Value as Json, json};

use super::incoming::TYPE;
use crate::fhir::names;

/// In which words what was asked is told.
const LANGUAGE: &str = "fi";

/// A response that is handed out.
pub(crate) struct Outgoing<'r> {
    /// Which.
    pub(crate) response: Uuid,
    /// What was answered.
    pub(crate) survey: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// When it was sent, or answered in another system.
    pub(crate) sent_at: Timestamp,
    /// Whose answers they are.
    pub(crate) patient: Uuid,
    /// The patient's personal identity code; empty: not known. Personal: in no log.
    pub(crate) national_id: &'r str,
    /// Somebody answered on the patient's behalf; how they are called may be empty.
    pub(crate) representative_name: Option<&'r str>,
    /// What was asked.
    pub(crate) questionnaire: &'r Questionnaire,
    /// What was answered.
    pub(crate) content: &'r SentAnswers,
}

/// A QuestionnaireResponse, in JSON.
pub(crate) fn write(outgoing: &Outgoing<'_>, systems: &SystemIdentifiers) -> Vec<u8> {
    let Outgoing { response, survey, published_version, sent_at, questionnaire, content, .. } = outgoing;
    let identifier = patient_identifier(outgoing, systems);
    let subject = reference("Patient", Some(&identifier), &content.patient_name);
    let source = outgoing
        .representative_name
        .map_or_else(|| reference("Patient", Some(&identifier), ""), |representative| reference("RelatedPerson", None, representative));
    let mut resource = json!({
        "resourceType": TYPE,
        "meta": { "source": systems.professional_platform_system },
        "identifier": { "system": systems.survey_system, "value": response.to_string() },
        "questionnaire": names::canonical(systems, *survey, *published_version),
        "status": "completed",
        "subject": subject,
        "authored": sent_at.to_string(),
        "source": source,
    });
    let items = items(&questionnaire.items, &answers(content));
    // FHIR knows no empty lists.
    if let Some(object) = resource.as_object_mut().filter(|_| !items.is_empty()) {
        object.insert("item".to_owned(), Json::Array(items));
    }
    serde_json::to_vec(&resource).unwrap_or_default()
}

/// By the personal identity code, or, of whom none is known, as this platform calls them.
fn patient_identifier(outgoing: &Outgoing<'_>, systems: &SystemIdentifiers) -> Json {
    if outgoing.national_id.is_empty() {
        json!({ "system": systems.professional_platform_system, "value": outgoing.patient.to_string() })
    } else {
        json!({ "system": systems.national_id_system, "value": outgoing.national_id })
    }
}

fn reference(kind: &str, identifier: Option<&Json>, display: &str) -> Json {
    let mut reference = Map::from_iter([("type".to_owned(), Json::from(kind))]);
    if let Some(identifier) = identifier {
        reference.insert("identifier".to_owned(), identifier.clone());
    }
    if !display.is_empty() {
        reference.insert("display".to_owned(), Json::from(display));
    }
    Json::Object(reference)
}

/// What is told of each item that has an answer, by link id: scores as the numbers that they came to.
fn answers(content: &SentAnswers) -> HashMap<&str, Vec<Value>> {
    let given = content.answers.iter().map(|answer| {
        let values: Vec<_> = answer.values.iter().filter_map(|value| value.value.clone()).collect();
        (answer.link_id.as_str(), values)
    });
    let scores = content.scores.iter().filter_map(|score| Some((score.link_id.as_str(), vec![Value::Decimal(score.value?)])));
    given.chain(scores).collect()
}

fn items(asked: &[Item], answers: &HashMap<&str, Vec<Value>>) -> Vec<Json> {
    asked.iter().filter_map(|item| written(item, answers)).collect()
}

/// `None`: neither the item nor anything below it is answered.
fn written(item: &Item, answers: &HashMap<&str, Vec<Value>>) -> Option<Json> {
    let values = answers.get(item.link_id.as_str()).map(Vec::as_slice).unwrap_or_default();
    let below = items(&item.items, answers);
    if values.is_empty() && below.is_empty() {
        return None;
    }
    let mut object = Map::from_iter([("linkId".to_owned(), Json::from(item.link_id.as_str()))]);
    if let Some(text) = finnish(item.text.as_ref()) {
        object.insert("text".to_owned(), Json::from(text));
    }
    if !values.is_empty() {
        object.insert("answer".to_owned(), values.iter().map(|value| answer(item, value)).collect());
    }
    if !below.is_empty() {
        object.insert("item".to_owned(), Json::Array(below));
    }
    Some(Json::Object(object))
}

fn answer(item: &Item, value: &Value) -> Json {
    match value {
        Value::Boolean(yes) => json!({ "valueBoolean": yes }),
        Value::Text(text) | Value::Other(text) => json!({ "valueString": text }),
        Value::Integer(integer) => json!({ "valueInteger": integer }),
        Value::Decimal(millionths) => json!({ "valueDecimal": of_millionths(*millionths) }),
        Value::Date(day) => json!({ "valueDate": day }),
        Value::Time(time) => json!({ "valueTime": format!("{time}:00") }),
        Value::Code(code) => json!({ "valueCoding": coding(item, code) }),
    }
}

/// One that the version does not have is told by its code alone.
fn coding(item: &Item, code: &str) -> Json {
    let option = item.options.iter().find(|option| option.code == code);
    match option.and_then(|option| finnish(option.text.as_ref())) {
        Some(display) => json!({ "code": code, "display": display }),
        None => json!({ "code": code }),
    }
}

fn finnish(text: Option<&LocalizedString>) -> Option<&str> {
    text?.texts.get(LANGUAGE).map(String::as_str).filter(|text| !text.is_empty())
}
