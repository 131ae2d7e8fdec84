//! Whether items that keep their names mean what they did: what was answered to them before stands in one plot with what is answered now.

use std::collections::HashMap;

use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{Item, ItemType, Questionnaire, Score},
};
use questionnaire::in_order;

/// Link IDs of items that are in both, and of another type, unit, ordinals or bands now, or scores of something else; in document order. Other
/// words for the same question change nothing.
pub fn changed(before: &Questionnaire, after: &Questionnaire) -> Vec<String> {
    let then: HashMap<_, _> = in_order(before).into_iter().map(|item| (item.link_id.as_str(), item)).collect();
    let is_another = |now: &&Item| then.get(now.link_id.as_str()).is_some_and(|then| means_something_else(then, now));
    in_order(after).into_iter().filter(is_another).map(|item| item.link_id.clone()).collect()
}

/// What its type does not use says nothing.
fn means_something_else(then: &Item, now: &Item) -> bool {
    then.r#type != now.r#type
        || match now.r#type() {
            ItemType::Integer | ItemType::Decimal => finnish(then.unit.as_ref()) != finnish(now.unit.as_ref()),
            ItemType::Choice | ItemType::OpenChoice => counts_otherwise(then, now),
            ItemType::Score => then.score.as_ref().map(scored) != now.score.as_ref().map(scored),
            ItemType::Unspecified
            | ItemType::Group
            | ItemType::Display
            | ItemType::Boolean
            | ItemType::String
            | ItemType::Text
            | ItemType::Date
            | ItemType::Time => false,
        }
}

/// An option that is in both counts something else. One more, or one less, changes nothing of the others.
fn counts_otherwise(then: &Item, now: &Item) -> bool {
    let counted: HashMap<_, _> = then.options.iter().map(|option| (option.code.as_str(), option.ordinal)).collect();
    now.options.iter().any(|option| counted.get(option.code.as_str()).is_some_and(|ordinal| *ordinal != option.ordinal))
}

/// What is computed, of what, and what it means.
fn scored(score: &Score) -> (i32, &[String], Vec<(i64, i32, &str)>) {
    let bands = score.bands.iter().map(|band| (band.from, band.level, finnish(band.text.as_ref())));
    (score.kind, score.link_ids.as_slice(), bands.collect())
}

/// The words of which all others are translations.
fn finnish(text: Option<&LocalizedString>) -> &str {
    text.and_then(|text| text.texts.get("fi")).map(|text| text.trim()).unwrap_or_default()
}
