//! Parts of questionnaires of the demo.

use chassis_domain::rich_text;
use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{AnswerValue, Band, Condition, EnableBehavior, Item, ItemType, Level, Operator, Option as Choice, answer_value::Value},
};

/// One, where numbers are told in millionths.
pub(super) const ONE: i64 = 1_000_000;

/// In fi, sv, en; a language in which nothing is written is left out.
pub(super) fn text([fi, sv, en]: [&str; 3]) -> Option<LocalizedString> {
    let written = [("fi", fi), ("sv", sv), ("en", en)].into_iter().filter(|(_, text)| !text.is_empty());
    Some(LocalizedString { texts: written.map(|(language, text)| (language.to_owned(), text.to_owned())).collect() })
}

pub(super) fn question(link_id: &str, kind: ItemType, words: [&str; 3]) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: text(words), ..Item::default() }
}

/// A text to read, in fi, sv, en.
pub(super) fn read(link_id: &str, [fi, sv, en]: [&str; 3]) -> Item {
    let texts = [("fi", fi), ("sv", sv), ("en", en)];
    let display = texts.into_iter().filter_map(|(language, markdown)| Some((language.to_owned(), rich_text(markdown).ok()?)));
    Item { link_id: link_id.to_owned(), r#type: ItemType::Display.into(), display: display.collect(), ..Item::default() }
}

pub(super) fn step(link_id: &str, words: [&str; 3], items: impl IntoIterator<Item = Item>) -> Item {
    Item { items: items.into_iter().collect(), ..question(link_id, ItemType::Group, words) }
}

pub(super) fn required(item: Item) -> Item {
    Item { required: true, ..item }
}

/// A whole number between two, both included.
pub(super) fn number(link_id: &str, words: [&str; 3], (min, max): (i64, i64)) -> Item {
    Item { min: Some(min), max: Some(max), ..question(link_id, ItemType::Integer, words) }
}

/// One of these options, each with what it counts.
pub(super) fn choice<const N: usize>(link_id: &str, words: [&str; 3], options: [(&str, i64, [&str; 3]); N]) -> Item {
    let options =
        options.map(|(code, counts, words)| Choice { code: code.to_owned(), text: text(words), ordinal: Some(counts * ONE), ..Choice::default() });
    Item { options: options.into(), ..question(link_id, ItemType::Choice, words) }
}

/// One of these options, which count nothing.
pub(super) fn one_of<const N: usize>(link_id: &str, words: [&str; 3], options: [(&str, [&str; 3]); N]) -> Item {
    let options = options.map(|(code, words)| Choice { code: code.to_owned(), text: text(words), ..Choice::default() });
    Item { options: options.into(), ..question(link_id, ItemType::Choice, words) }
}

/// Asked when this is answered with yes.
pub(super) fn answered(item: Item, link_id: &str) -> Item {
    when(item, link_id, Operator::Equal, Value::Boolean(true))
}

/// Asked when an answer stands so to a value.
pub(super) fn when(item: Item, link_id: &str, operator: Operator, value: Value) -> Item {
    let condition = Condition { link_id: link_id.to_owned(), operator: operator.into(), value: Some(AnswerValue { value: Some(value) }) };
    Item { enable_when: vec![condition], enable_behavior: EnableBehavior::All.into(), ..item }
}

/// What a score means from a whole number on.
pub(super) fn band(from: i64, level: Level, words: [&str; 3]) -> Band {
    Band { from: from * ONE, text: text(words), level: level.into() }
}
