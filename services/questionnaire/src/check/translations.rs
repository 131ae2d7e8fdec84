//! What people read is written in every language that a text must have: the Sámi languages may be missing.

use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{Item, ItemType},
};

use super::Looked;
use crate::problem::Problem;

const LANGUAGES: [&str; 3] = ["fi", "sv", "en"];

pub(super) fn translation_missing(looked: &Looked<'_>) -> Option<Problem> {
    let missing: Vec<_> = LANGUAGES.into_iter().filter(|language| !is_written(looked.item, language)).collect();
    Problem::when(!missing.is_empty(), "translation_missing").map(|problem| problem.with("languages", missing.join(",")))
}

/// Whether everything of the item is there in a language. What may be left out is there in none, or in all.
fn is_written(item: &Item, language: &str) -> bool {
    let own = if item.r#type() == ItemType::Display {
        item.display.get(language).is_some_and(|text| !text.blocks.is_empty())
    } else {
        has(item.text.as_ref(), language)
    };
    let options = item.options.iter().map(|option| option.text.as_ref());
    let bands = item.score.iter().flat_map(|score| &score.bands).map(|band| band.text.as_ref());
    let begun = [item.hint.as_ref(), item.unit.as_ref()].into_iter().filter(|text| is_begun(*text));
    own && options.chain(bands).chain(begun).all(|text| has(text, language))
}

fn has(text: Option<&LocalizedString>, language: &str) -> bool {
    text.and_then(|text| text.texts.get(language)).is_some_and(|text| !text.trim().is_empty())
}

fn is_begun(text: Option<&LocalizedString>) -> bool {
    text.is_some_and(|text| text.texts.values().any(|text| !text.trim().is_empty()))
}
