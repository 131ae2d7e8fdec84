//! What whoever answers is told of scores: the values of those that are for them, and of no other one what it means.

use std::collections::HashSet;

use kajo_proto::survey::v1::{Item, Questionnaire, ScoreValue};

use crate::in_order;

/// Those of the scores of what was sent that whoever answers is shown.
pub fn shown(questionnaire: &Questionnaire, scores: Vec<ScoreValue>) -> Vec<ScoreValue> {
    let is_shown = |item: &&Item| item.score.as_ref().is_some_and(|score| score.shown);
    let shown: HashSet<&str> = in_order(questionnaire).into_iter().filter(is_shown).map(|item| item.link_id.as_str()).collect();
    scores.into_iter().filter(|score| shown.contains(score.link_id.as_str())).collect()
}

/// What whoever answers gets: of a score that is not for them nobody tells what it means.
pub fn without_hidden_findings(questionnaire: Questionnaire) -> Questionnaire {
    Questionnaire { items: questionnaire.items.into_iter().map(without_hidden_finding).collect() }
}

fn without_hidden_finding(mut item: Item) -> Item {
    if let Some(score) = item.score.as_mut().filter(|score| !score.shown) {
        score.bands.clear();
    }
    item.items = item.items.into_iter().map(without_hidden_finding).collect();
    item
}

#[cfg(test)]
mod tests {
    use kajo_proto::survey::v1::{Band, Score};

    use super::*;

    #[test]
    fn sur_03_whoever_answers_is_shown_the_scores_that_are_for_them() {
        let score =
            |link_id: &str, shown: bool| Item { link_id: link_id.to_owned(), score: Some(Score { shown, ..Score::default() }), ..Item::default() };
        let step = Item { items: vec![score("for-them", true), score("for-others", false)], ..Item::default() };
        let questionnaire = Questionnaire { items: vec![step] };
        let value = |link_id: &str| ScoreValue { link_id: link_id.to_owned(), value: Some(1_000_000), band: None };
        assert_eq!(shown(&questionnaire, vec![value("for-them"), value("for-others"), value("gone")]), [value("for-them")]);
    }

    #[test]
    fn sur_03_whoever_answers_is_not_told_what_a_score_means_that_is_not_for_them() {
        let asked = |hidden: usize| {
            let score = |shown: bool, bands: usize| Item {
                score: Some(Score { shown, bands: vec![Band { from: 1, ..Band::default() }; bands], ..Score::default() }),
                ..Item::default()
            };
            let inner = Item { items: vec![score(true, 2), score(false, hidden)], ..Item::default() };
            Questionnaire { items: vec![Item { items: vec![inner, score(false, hidden)], ..Item::default() }] }
        };
        assert_eq!(without_hidden_findings(asked(2)), asked(0));
    }
}
