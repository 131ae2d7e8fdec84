//! When an item is enabled.

use std::collections::HashMap;

use ::fhir::{
    Problem,
    decimal::of_millionths,
    elements::key,
    json::{Element, Object},
};
use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{AnswerValue, Condition, EnableBehavior, Item, ItemType, Operator, answer_value::Value},
};
use serde_json::{Map, json};

use super::{
    elements::{integer, millionths, one_of, only, required_key},
    is_choice, name_of,
};
use crate::fhir::civil;

const OPERATORS: [(&str, Operator); 7] = [
    ("exists", Operator::Exists),
    ("=", Operator::Equal),
    ("!=", Operator::NotEqual),
    (">", Operator::Greater),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    ("<=", Operator::LessOrEqual),
];

const BEHAVIORS: [(&str, EnableBehavior); 2] = [("all", EnableBehavior::All), ("any", EnableBehavior::Any)];

/// One of a whole million.
const ONE: i64 = 1_000_000;

#[derive(Clone, Copy)]
enum Kind {
    Boolean,
    Decimal,
    Integer,
    Date,
    Time,
    Text,
    Coding,
}

const KINDS: [(&str, &str, Kind); 7] = [
    ("Boolean", "boolean", Kind::Boolean),
    ("Decimal", "decimal", Kind::Decimal),
    ("Integer", "integer", Kind::Integer),
    ("Date", "date", Kind::Date),
    ("Time", "time", Kind::Time),
    ("String", "string", Kind::Text),
    ("Coding", "Coding", Kind::Coding),
];

const ELEMENTS: [&str; 10] =
    ["id", "question", "operator", "answerBoolean", "answerDecimal", "answerInteger", "answerDate", "answerTime", "answerString", "answerCoding"];

/// Those of an item, each value as it is told.
pub(super) fn read(item: &Object<'_>) -> Result<Vec<Condition>, Problem> {
    item.objects("enableWhen")?.iter().map(condition).collect()
}

/// What is not told yet stands against publishing alone.
fn condition(when: &Object<'_>) -> Result<Condition, Problem> {
    let value = when.choice("answer", &KINDS)?;
    only(when, &ELEMENTS, &[])?;
    let operator = when.get("operator").map_or(Ok(Operator::Unspecified), |element| one_of(&element, &OPERATORS))?;
    let value = value.map(|(kind, element)| told(kind, &element)).transpose()?;
    Ok(Condition { link_id: key(when, "question")?, operator: operator.into(), value: value.map(|value| AnswerValue { value: Some(value) }) })
}

fn told(kind: Kind, element: &Element<'_>) -> Result<Value, Problem> {
    Ok(match kind {
        Kind::Boolean => Value::Boolean(element.boolean()?),
        Kind::Decimal => Value::Decimal(millionths(element)?),
        Kind::Integer => Value::Integer(integer(element)?),
        Kind::Date => Value::Date(civil::day(element)?),
        Kind::Time => Value::Time(civil::time(element)?),
        Kind::Text => Value::Text(element.text()?),
        Kind::Coding => {
            let coding = element.object()?;
            only(&coding, &["id", "system", "version", "code", "display", "userSelected"], &[])?;
            Value::Code(required_key(&coding, "code")?)
        }
    })
}

/// Whether all of the conditions must be met, or any.
pub(super) fn behavior(item: &Object<'_>) -> Result<EnableBehavior, Problem> {
    item.get("enableBehavior").map_or(Ok(EnableBehavior::Unspecified), |element| one_of(&element, &BEHAVIORS))
}

/// An item that conditions may name.
pub(super) struct Named {
    kind: ItemType,
    /// Of each option its code, and its words where it was told by them alone.
    options: Vec<(String, Option<String>)>,
}

impl Named {
    /// `language`: in which options were told by words alone; `None`: they were not.
    pub(super) fn of(item: &Item, language: Option<&str>) -> Self {
        let words = |text: Option<&LocalizedString>| text?.texts.get(language?).cloned();
        let options = item.options.iter().map(|option| (option.code.clone(), words(option.text.as_ref())));
        Self { kind: item.r#type(), options: options.collect() }
    }

    /// A value as answers to the item have it, where it can be one.
    fn fitted(&self, value: Value) -> Value {
        match value {
            Value::Integer(integer) if matches!(self.kind, ItemType::Decimal | ItemType::Score) => {
                integer.checked_mul(ONE).map_or(Value::Integer(integer), Value::Decimal)
            }
            Value::Integer(integer) if is_choice(self.kind) => {
                let number = integer.to_string();
                if self.options.iter().any(|(code, _)| *code == number) { Value::Code(number) } else { Value::Integer(integer) }
            }
            Value::Decimal(millionths) if self.kind == ItemType::Integer && millionths % ONE == 0 => Value::Integer(millionths / ONE),
            Value::Text(text) if is_choice(self.kind) => {
                let chosen = self.options.iter().find(|(_, words)| words.as_deref() == Some(text.trim()));
                match chosen {
                    Some((code, _)) => Value::Code(code.clone()),
                    None if self.kind == ItemType::OpenChoice => Value::Other(text),
                    None => Value::Text(text),
                }
            }
            Value::Boolean(_)
            | Value::Text(_)
            | Value::Integer(_)
            | Value::Decimal(_)
            | Value::Date(_)
            | Value::Time(_)
            | Value::Code(_)
            | Value::Other(_) => value,
        }
    }
}

/// Has values compared as answers to the items that are named have them: FHIR tells some of them otherwise.
pub(super) fn fit(items: &mut [Item], named: &HashMap<String, Named>) {
    for item in items {
        for condition in &mut item.enable_when {
            let value = condition.value.take().and_then(|value| value.value);
            let value = value.map(|value| match named.get(&condition.link_id) {
                Some(named) => named.fitted(value),
                None => value,
            });
            condition.value = value.map(|value| AnswerValue { value: Some(value) });
        }
        fit(&mut item.items, named);
    }
}

/// Writes those of an item.
pub(super) fn write(item: &Item, members: &mut Map<String, serde_json::Value>) {
    if !item.enable_when.is_empty() {
        let conditions: Vec<_> = item.enable_when.iter().map(written).collect();
        members.insert("enableWhen".to_owned(), conditions.into());
    }
    if let Some(behavior) = name_of(&BEHAVIORS, &item.enable_behavior()) {
        members.insert("enableBehavior".to_owned(), json!(behavior));
    }
}

fn written(condition: &Condition) -> serde_json::Value {
    let mut members = Map::new();
    if !condition.link_id.is_empty() {
        members.insert("question".to_owned(), json!(condition.link_id));
    }
    if let Some(operator) = name_of(&OPERATORS, &condition.operator()) {
        members.insert("operator".to_owned(), json!(operator));
    }
    if let Some(value) = condition.value.as_ref().and_then(|value| value.value.as_ref()) {
        let (name, value) = match value {
            Value::Boolean(boolean) => ("answerBoolean", json!(boolean)),
            Value::Text(text) | Value::Other(text) => ("answerString", json!(text)),
            Value::Integer(integer) => ("answerInteger", json!(integer)),
            Value::Decimal(millionths) => ("answerDecimal", of_millionths(*millionths)),
            Value::Date(date) => ("answerDate", json!(date)),
            Value::Time(time) => ("answerTime", json!(civil::written_time(time))),
            Value::Code(code) => ("answerCoding", json!({ "code": code })),
        };
        members.insert(name.to_owned(), value);
    }
    members.into()
}
