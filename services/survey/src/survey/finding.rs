//! What an assessment of symptoms needs beyond other surveys (CHA-09): whoever answers it is told what it came to, and how serious that is.

use kajo_proto::survey::v1::{ItemType, Level, Questionnaire, Score};
use questionnaire::in_order;

/// Whether a finding comes of it: a score that is shown says what it means, and each that is shown and does also how serious that is.
pub(super) fn comes_of(asked: &Questionnaire) -> bool {
    let scores = in_order(asked).into_iter().filter(|item| item.r#type() == ItemType::Score).filter_map(|item| item.score.as_ref());
    let shown: Vec<&Score> = scores.filter(|score| score.shown).collect();
    let mut bands = shown.iter().flat_map(|score| &score.bands);
    shown.iter().any(|score| !score.bands.is_empty()) && bands.all(|band| band.level() != Level::Unspecified)
}
