//! A survey as a FHIR R4 Questionnaire, and back: what is written is read again as the same survey.
//!
//! What FHIR has no element for is an extension: one of FHIR's where there is one, otherwise one of ours, named within the professional platform's
//! system. What the type of an item does not use is not written. What only stands against publishing is read.
//!
//! | File | What is in it |
//! |---|---|
//! | `write`, `read`, `item` | the survey, and its items |
//! | `steps` | questions that stand in no group |
//! | `texts`, `languages` | what is written in several languages |
//! | `options`, `conditions`, `score` | parts of items |
//! | `elements`, `extensions`, `urls` | what each of them is made of |

mod conditions;
mod elements;
mod extensions;
mod item;
mod languages;
mod options;
mod read;
mod score;
mod steps;
#[cfg(test)]
mod tests;
mod texts;
mod urls;
mod write;

use chassis_domain::Matter;
use kajo_proto::survey::v1::ItemType;

pub(crate) use self::{read::read, write::write};
use crate::survey::SurveyType;

/// What the resource is.
const RESOURCE: &str = "Questionnaire";

/// Types of surveys, as codes of the terminology.
const TYPES: [(&str, SurveyType); 3] =
    [("omavointi", SurveyType::Omavointi), ("public-form", SurveyType::PublicForm), ("symptom-assessment", SurveyType::SymptomAssessment)];

/// Domains, likewise.
const MATTERS: [(&str, Matter); 2] = [("health", Matter::Health), ("social", Matter::Social)];

/// Types of items, as FHIR has them. A score is a decimal that nobody writes.
const KINDS: [(&str, ItemType); 11] = [
    ("group", ItemType::Group),
    ("display", ItemType::Display),
    ("boolean", ItemType::Boolean),
    ("string", ItemType::String),
    ("text", ItemType::Text),
    ("integer", ItemType::Integer),
    ("decimal", ItemType::Decimal),
    ("date", ItemType::Date),
    ("time", ItemType::Time),
    ("choice", ItemType::Choice),
    ("open-choice", ItemType::OpenChoice),
];

/// Whether it is answered: whoever answers is told how, and may have to.
const fn is_asked(kind: ItemType) -> bool {
    match kind {
        ItemType::Unspecified | ItemType::Group | ItemType::Display | ItemType::Score => false,
        ItemType::Boolean
        | ItemType::String
        | ItemType::Text
        | ItemType::Integer
        | ItemType::Decimal
        | ItemType::Date
        | ItemType::Time
        | ItemType::Choice
        | ItemType::OpenChoice => true,
    }
}

/// Whether it has options.
const fn is_choice(kind: ItemType) -> bool {
    matches!(kind, ItemType::Choice | ItemType::OpenChoice)
}

/// Whether words are written that may be too many.
const fn is_written(kind: ItemType) -> bool {
    matches!(kind, ItemType::String | ItemType::Text | ItemType::OpenChoice)
}

/// Whether it has bounds.
const fn is_number(kind: ItemType) -> bool {
    matches!(kind, ItemType::Integer | ItemType::Decimal)
}

/// Whether it counts something.
const fn has_unit(kind: ItemType) -> bool {
    is_number(kind) || matches!(kind, ItemType::Score)
}

/// What stands beside a word in a list of both.
fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Option<T> {
    all.iter().find(|(known, _)| *known == name).map(|(_, meant)| *meant)
}

/// The word that stands beside it.
fn name_of<T: PartialEq>(all: &[(&'static str, T)], meant: &T) -> Option<&'static str> {
    all.iter().find(|(_, known)| known == meant).map(|(name, _)| *name)
}
