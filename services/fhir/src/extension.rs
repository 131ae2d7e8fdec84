//! What is told beyond FHIR's own elements. Those of FHIR's that begin with `_` hold the extensions of a text or a number.

use serde_json::{Value, json};

use crate::{
    Problem,
    json::{Element, Object},
};

/// Another language of a text.
pub const TRANSLATION: &str = "http://hl7.org/fhir/StructureDefinition/translation";

/// The extensions of an element, each with its address. One that has none cannot be understood, and is refused.
pub fn all<'j>(object: &Object<'j>) -> Result<Vec<(String, Object<'j>)>, Problem> {
    let named = |extension: Object<'j>| {
        let url = extension.required("url")?.text()?;
        Ok((url, extension))
    };
    object.objects("extension")?.into_iter().map(named).collect()
}

/// Those of a text or a number: they stand beside it, under its name with `_` before it.
pub fn beside<'j>(object: &Object<'j>, name: &str) -> Result<Vec<(String, Object<'j>)>, Problem> {
    let Some(beside) = object.object(&format!("_{name}"))? else { return Ok(Vec::new()) };
    beside.only(&["extension"])?;
    all(&beside)
}

/// A part of an extension, by its name. More than one of it is refused.
pub fn part<'j>(extension: &Object<'j>, name: &str) -> Result<Option<Object<'j>>, Problem> {
    let mut found = all(extension)?.into_iter().filter(|(url, _)| url == name).map(|(_, part)| part);
    let part = found.next();
    match found.next() {
        Some(second) => Err(Problem::value(second.path(), "this stands here twice")),
        None => Ok(part),
    }
}

/// What an extension is, of one type: `valueString` and so on.
pub fn value<'j>(extension: &Object<'j>, of_type: &str) -> Result<Element<'j>, Problem> {
    extension.required(of_type)
}

/// Writes one.
pub fn written(url: &str, of_type: &str, value: impl Into<Value>) -> Value {
    json!({ "url": url, of_type: value.into() })
}

/// Writes one of several parts.
pub fn of_parts(url: &str, parts: Vec<Value>) -> Value {
    json!({ "url": url, "extension": parts })
}
