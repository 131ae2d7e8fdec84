//! What may be chosen, and bounds that can be met.

use super::Looked;
use crate::{kept::is_choice, problem::Problem};

pub(super) fn option_missing(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(is_choice(looked.item.r#type()) && looked.item.options.is_empty(), "option_missing")
}

pub(super) fn options_misplaced(looked: &Looked<'_>) -> Option<Problem> {
    Problem::when(!is_choice(looked.item.r#type()) && !looked.item.options.is_empty(), "options_misplaced")
}

/// Of numbers and of how many options are chosen: more at least than at most, or than there are.
pub(super) fn min_above_max(looked: &Looked<'_>) -> Option<Problem> {
    let item = looked.item;
    let of_number = item.min.zip(item.max).is_some_and(|(min, max)| min > max);
    let of_choices = item.max_choices > 0 && item.min_choices > item.max_choices;
    let of_options = usize::try_from(item.min_choices).is_ok_and(|min| min > item.options.len());
    Problem::when(of_number || of_choices || of_options, "min_above_max")
}
