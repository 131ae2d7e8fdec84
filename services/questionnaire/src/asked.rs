//! What is asked: all items of a questionnaire, and whether answers are to it.

use std::collections::HashSet;

use kajo_proto::survey::v1::{Answers, Item, Questionnaire};

use crate::walk::Walk;

/// All items in document order, those inside of groups behind their group.
pub fn in_order(questionnaire: &Questionnaire) -> Vec<&Item> {
    let (mut found, mut walk) = (Vec::new(), Walk::begin(questionnaire));
    while let Some(place) = walk.step() {
        found.push(place.item);
        walk.enter(place);
    }
    found
}

/// Whether something is answered that is not asked: then it was asked somewhere else.
pub fn answers_another(asked: &Questionnaire, answers: &Answers) -> bool {
    let asked: HashSet<&str> = in_order(asked).into_iter().map(|item| item.link_id.as_str()).collect();
    answers.answers.iter().any(|answer| !asked.contains(answer.link_id.as_str()))
}

#[cfg(test)]
mod tests {
    use kajo_proto::survey::v1::Answer;

    use super::*;

    fn item(link_id: &str, items: Vec<Item>) -> Item {
        Item { link_id: link_id.to_owned(), items, ..Item::default() }
    }

    #[test]
    fn sur_01_items_are_told_in_document_order() {
        let first = item("first", vec![item("group", vec![item("inner", Vec::new())]), item("behind", Vec::new())]);
        let asked = Questionnaire { items: vec![first, item("second", vec![item("last", Vec::new())])] };
        let told: Vec<_> = in_order(&asked).into_iter().map(|item| item.link_id.as_str()).collect();
        assert_eq!(told, ["first", "group", "inner", "behind", "second", "last"]);
    }

    #[test]
    fn sur_06_who_answers_what_is_not_asked_answers_another_form() {
        let asked = Questionnaire { items: vec![item("step", vec![item("where", Vec::new())])] };
        for (answered, is_another) in [(vec![], false), (vec!["where"], false), (vec!["where", "when"], true)] {
            let answer = |link_id: &&str| Answer { link_id: (*link_id).to_owned(), values: Vec::new() };
            let answers = Answers { answers: answered.iter().map(answer).collect() };
            assert_eq!(answers_another(&asked, &answers), is_another, "{answered:?}");
        }
    }
}
