//! What a score is computed of, and what it means.

use kajo_proto::survey::v1::{ItemType, Score, ScoreKind};

use super::Looked;
use crate::problem::Problem;

pub(super) fn score_without_items(looked: &Looked<'_>) -> Option<Problem> {
    found(looked, "score_without_items", |score| score.is_none_or(|score| score.link_ids.is_empty()))
}

pub(super) fn score_kind_missing(looked: &Looked<'_>) -> Option<Problem> {
    found(looked, "score_kind_missing", |score| score.is_none_or(|score| score.kind() == ScoreKind::Unspecified))
}

/// It names what is not before it, or what gives it nothing.
pub(super) fn score_item_ahead(looked: &Looked<'_>) -> Option<Problem> {
    let gives = |kind, link_id: &String| looked.named(link_id).is_some_and(|item| gives_an_amount(kind, item.r#type()));
    found(looked, "score_item_ahead", |score| score.is_some_and(|score| !score.link_ids.iter().all(|link_id| gives(score.kind(), link_id))))
}

pub(super) fn bands_in_order(looked: &Looked<'_>) -> Option<Problem> {
    let are_rising = |score: &Score| score.bands.is_sorted_by(|one, next| one.from < next.from);
    found(looked, "bands_in_order", |score| score.is_some_and(|score| !are_rising(score)))
}

/// The problem of a score, where it has it.
fn found(looked: &Looked<'_>, code: &'static str, has: impl Fn(Option<&Score>) -> bool) -> Option<Problem> {
    Problem::when(looked.item.r#type() == ItemType::Score && has(looked.item.score.as_ref()), code)
}

/// Whatever can be answered can be counted.
fn gives_an_amount(kind: ScoreKind, of: ItemType) -> bool {
    match of {
        ItemType::Group | ItemType::Display => false,
        ItemType::String | ItemType::Text | ItemType::Date | ItemType::Time => kind == ScoreKind::Count,
        ItemType::Unspecified
        | ItemType::Boolean
        | ItemType::Integer
        | ItemType::Decimal
        | ItemType::Choice
        | ItemType::OpenChoice
        | ItemType::Score => true,
    }
}
