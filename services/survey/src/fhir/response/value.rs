//! What stands as the answers of an item, by the type of the item.

use ::fhir::{
    Problem,
    decimal::Decimal,
    elements::Coding,
    json::{Element, Object},
    text::{self, NAME},
};
use kajo_proto::survey::v1::{ItemType, answer_value::Value};

use crate::fhir::civil;

/// Longer than any text that the platform takes: what is a little too long is kept and marked.
const LONGEST: usize = 20_000;

/// How JSON and FHIRPath call the types of a value that are read.
const VALUES: [(&str, &str, Kind); 7] = [
    ("Boolean", "boolean", Kind::Boolean),
    ("String", "string", Kind::Text),
    ("Integer", "integer", Kind::Whole),
    ("Decimal", "decimal", Kind::Number),
    ("Date", "date", Kind::Day),
    ("Time", "time", Kind::Time),
    ("Coding", "Coding", Kind::Coding),
];

/// What an answer consists of: a value of one of these types, and nothing beside it or below it.
const ELEMENTS: [&str; 8] = ["id", "valueBoolean", "valueString", "valueInteger", "valueDecimal", "valueDate", "valueTime", "valueCoding"];

#[derive(Clone, Copy)]
enum Kind {
    Boolean,
    Text,
    Whole,
    Number,
    Day,
    Time,
    Coding,
}

/// All that is answered to an item of this type, in its order.
pub(super) fn all(item: &Object<'_>, of: ItemType) -> Result<Vec<Value>, Problem> {
    let answers = item.objects("answer")?;
    let most = match of {
        ItemType::Unspecified | ItemType::Group | ItemType::Display => 0,
        ItemType::Score => 1,
        // Whether there may be several the engine says.
        ItemType::Boolean
        | ItemType::String
        | ItemType::Text
        | ItemType::Integer
        | ItemType::Decimal
        | ItemType::Date
        | ItemType::Time
        | ItemType::Choice
        | ItemType::OpenChoice => usize::MAX,
    };
    match answers.get(most) {
        Some(beyond) => Err(Problem::value(beyond.path(), "the item has no such answer")),
        None => answers.iter().map(|answer| one(answer, of)).collect(),
    }
}

fn one(answer: &Object<'_>, of: ItemType) -> Result<Value, Problem> {
    let Some((kind, element)) = answer.choice("value", &VALUES)? else { return Err(Problem::required(answer.path_of("value"))) };
    answer.only(&ELEMENTS)?;
    if VALUES.iter().any(|(name, ..)| answer.get(&format!("_value{name}")).is_some()) {
        return Err(Problem::not_supported(element.path(), "what is told beside the value is not held here"));
    }
    match (of, kind) {
        (ItemType::Boolean, Kind::Boolean) => element.boolean().map(Value::Boolean),
        (ItemType::String | ItemType::Text, Kind::Text) => words(&element).map(Value::Text),
        (ItemType::OpenChoice, Kind::Text) => words(&element).map(Value::Other),
        (ItemType::Choice | ItemType::OpenChoice, Kind::Coding) => code(&element).map(Value::Code),
        (ItemType::Integer, Kind::Whole) => whole(&element).map(Value::Integer),
        (ItemType::Decimal | ItemType::Score, Kind::Whole) => millionths(&element, &Decimal::read_whole(&element)?).map(Value::Decimal),
        (ItemType::Decimal | ItemType::Score, Kind::Number) => millionths(&element, &Decimal::read(&element)?).map(Value::Decimal),
        (ItemType::Date, Kind::Day) => civil::day(&element).map(Value::Date),
        (ItemType::Time, Kind::Time) => civil::time(&element).map(Value::Time),
        _ => Err(Problem::value(element.path(), "the item is answered by another type")),
    }
}

fn words(element: &Element<'_>) -> Result<String, Problem> {
    text::lines(element, LONGEST)?.ok_or_else(|| Problem::required(element.path()))
}

/// Which option it is; the words are those of the version. One that the version does not have is kept and marked.
fn code(element: &Element<'_>) -> Result<String, Problem> {
    let coding = element.object()?;
    coding.only(&["id", "system", "version", "code", "display", "userSelected"])?;
    let Coding { code, .. } = Coding::read(&coding, NAME)?;
    if code.is_empty() { Err(Problem::required(coding.path_of("code"))) } else { Ok(code) }
}

fn whole(element: &Element<'_>) -> Result<i64, Problem> {
    let number = Decimal::read_whole(element)?;
    number.text.parse().map_err(|_| Problem::value(element.path(), "the number is larger than any that is taken"))
}

fn millionths(element: &Element<'_>, number: &Decimal) -> Result<i64, Problem> {
    let millionths = number.millionths();
    millionths.ok_or_else(|| Problem::value(element.path(), "the number is larger, or has more digits behind the point, than any that is taken"))
}
