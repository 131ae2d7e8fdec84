//! What may be chosen.

use ::fhir::{
    Problem,
    decimal::of_millionths,
    elements::Coding,
    extension::written,
    json::{Element, Object},
    text::{NAME, SENTENCES},
};
use kajo_proto::{common::v1::LocalizedString, survey::v1::Option as Choice};
use serde_json::{Map, Value, json};

use super::{
    elements::{integer, millionths, only},
    extensions::{Extensions, of_type},
    texts, urls,
};

/// Options that are read.
pub(super) struct Options {
    pub(super) all: Vec<Choice>,
    /// They are words without codes: conditions name them by their words.
    pub(super) in_words: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    Coding,
    Words,
    Number,
}

const KINDS: [(&str, &str, Kind); 3] = [("Coding", "Coding", Kind::Coding), ("String", "string", Kind::Words), ("Integer", "integer", Kind::Number)];

/// Those of an item.
pub(super) fn read(item: &Object<'_>, language: &'static str) -> Result<Options, Problem> {
    let mut options = Options { all: Vec::new(), in_words: false };
    for (object, number) in item.objects("answerOption")?.iter().zip(1_u32..) {
        let (kind, element) = object.choice("value", &KINDS)?.ok_or_else(|| Problem::required(object.path_of("value")))?;
        only(object, &["id", "extension", "valueCoding", "valueInteger"], &["valueString"])?;
        let mut extensions = Extensions::of(object)?;
        let exclusive = extensions.value(urls::EXCLUSIVE, |extension| of_type(extension, "valueBoolean")?.boolean())?;
        let ordinal = ordinal(&mut extensions)?;
        extensions.none_left()?;
        let option = match kind {
            Kind::Coding => coded(&element.object()?, language)?,
            Kind::Words => {
                options.in_words = true;
                Choice { code: format!("o{number}"), text: texts::localized(object, "valueString", language, SENTENCES)?, ..Choice::default() }
            }
            Kind::Number => numbered(&element)?,
        };
        if option.ordinal.is_some() && ordinal.is_some() {
            return Err(Problem::value(object.path(), "what the option counts is told twice"));
        }
        options.all.push(Choice { ordinal: option.ordinal.or(ordinal), exclusive: exclusive.unwrap_or_default(), ..option });
    }
    Ok(options)
}

/// By whose system the code is, says nothing here: it names the option within its item.
fn coded(coding: &Object<'_>, language: &'static str) -> Result<Choice, Problem> {
    only(coding, &["id", "extension", "system", "version", "code", "userSelected"], &["display"])?;
    let code = Coding::read(coding, SENTENCES)?.code;
    if code.is_empty() {
        return Err(Problem::required(coding.path_of("code")));
    }
    let mut extensions = Extensions::of(coding)?;
    let ordinal = ordinal(&mut extensions)?;
    extensions.none_left()?;
    Ok(Choice { code, text: texts::localized(coding, "display", language, SENTENCES)?, ordinal, ..Choice::default() })
}

fn numbered(element: &Element<'_>) -> Result<Choice, Problem> {
    let number = integer(element)?.to_string();
    Ok(Choice { text: in_all(&number), code: number, ..Choice::default() })
}

/// What the option counts.
fn ordinal(extensions: &mut Extensions<'_>) -> Result<Option<i64>, Problem> {
    let ordinal = extensions.value(urls::ORDINAL, |extension| millionths(&of_type(extension, "valueDecimal")?))?;
    match extensions.take(urls::WEIGHT)? {
        Some(weight) if ordinal.is_some() => Err(Problem::value(weight.path(), "what the option counts is told twice")),
        Some(weight) => Ok(Some(millionths(&of_type(&weight, "valueDecimal")?)?)),
        None => Ok(ordinal),
    }
}

/// What reads the same in the languages that every text must have.
pub(super) fn in_all(word: &str) -> Option<LocalizedString> {
    Some(LocalizedString { texts: ["fi", "sv", "en"].map(|language| (language.to_owned(), word.to_owned())).into() })
}

/// What a number counts: in words, or else by its code, which is a word of no language.
pub(super) fn unit(extension: &Object<'_>, language: &'static str) -> Result<Option<LocalizedString>, Problem> {
    let coding = of_type(extension, "valueCoding")?.object()?;
    only(&coding, &["id", "system", "version", "code", "userSelected"], &["display"])?;
    let code = Coding::read(&coding, NAME)?.code;
    let words = texts::localized(&coding, "display", language, NAME)?;
    Ok(words.or_else(|| if code.is_empty() { None } else { in_all(&code) }))
}

/// Writes them.
pub(super) fn write(options: &[Choice]) -> Vec<Value> {
    let one = |option: &Choice| {
        let mut coding = Map::new();
        if !option.code.is_empty() {
            coding.insert("code".to_owned(), json!(option.code));
        }
        texts::put(&mut coding, "display", &texts::by_language(option.text.as_ref()));
        if let Some(ordinal) = option.ordinal {
            coding.insert("extension".to_owned(), json!([written(urls::ORDINAL, "valueDecimal", of_millionths(ordinal))]));
        }
        let mut members = Map::new();
        members.insert("valueCoding".to_owned(), coding.into());
        if option.exclusive {
            members.insert("extension".to_owned(), json!([written(urls::EXCLUSIVE, "valueBoolean", true)]));
        }
        Value::from(members)
    };
    options.iter().map(one).collect()
}

/// Writes a unit.
pub(super) fn write_unit(unit: &LocalizedString) -> Value {
    let mut coding = Map::new();
    texts::put(&mut coding, "display", &texts::by_language(Some(unit)));
    written(urls::UNIT, "valueCoding", coding)
}
