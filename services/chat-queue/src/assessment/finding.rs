//! What an assessment comes to, in the words of those who wrote its questions: what each of its scores means that is shown to whoever answers.

use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{Item, Level, Questionnaire, ScoreValue},
};

/// What a score means.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What the score is called.
    pub name: LocalizedString,
    /// What it means.
    pub text: LocalizedString,
    /// How serious that is.
    pub level: Level,
}

/// Of the scores that are shown and mean something, in their order.
pub fn findings(questionnaire: &Questionnaire, scores: &[ScoreValue]) -> Vec<Finding> {
    scores.iter().filter_map(|score| finding(questionnaire, score)).collect()
}

/// The most serious one; unspecified: there is none.
pub fn level(findings: &[Finding]) -> Level {
    findings.iter().map(|finding| finding.level).max().unwrap_or_default()
}

fn finding(questionnaire: &Questionnaire, came_to: &ScoreValue) -> Option<Finding> {
    let item = find(&questionnaire.items, &came_to.link_id)?;
    let score = item.score.as_ref().filter(|score| score.shown)?;
    let band = came_to.band.filter(|_| came_to.value.is_some())?;
    let band = score.bands.get(usize::try_from(band).ok()?)?;
    Some(Finding { name: item.text.clone().unwrap_or_default(), text: band.text.clone().unwrap_or_default(), level: band.level() })
}

/// Wherever it lies.
fn find<'a>(items: &'a [Item], link_id: &str) -> Option<&'a Item> {
    items.iter().find_map(|item| if item.link_id == link_id { Some(item) } else { find(&item.items, link_id) })
}
