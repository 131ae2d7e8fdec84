//! Where an item stands: steps on the top level, not too deep, and nothing below what is no group.

use kajo_proto::survey::v1::ItemType;

use super::Looked;
use crate::problem::Problem;

/// Deepest level; steps lie on level 1.
const DEEPEST: usize = 5;

pub(super) fn type_missing(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(looked.item.r#type() == ItemType::Unspecified, "type_missing")
}

pub(super) fn not_a_step(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(looked.level == 1 && !is_group(looked), "not_a_step")
}

pub(super) fn too_deep(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(looked.level > DEEPEST, "too_deep")
}

pub(super) fn step_empty(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(is_group(looked) && looked.item.items.is_empty(), "step_empty")
}

/// Of the item that has others below it.
pub(super) fn items_misplaced(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(!is_group(looked) && !looked.item.items.is_empty(), "items_misplaced")
}

fn is_group(looked: &Looked<'_>) -> bool {
    looked.item.r#type() == ItemType::Group
}
