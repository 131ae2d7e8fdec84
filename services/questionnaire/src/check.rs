//! What stands against publishing a questionnaire.

use std::collections::HashMap;

use kajo_proto::survey::v1::{Item, ItemProblem, ItemType, Questionnaire};

use crate::{problem::Problem, walk::Walk};

mod conditions;
mod names;
mod options;
mod places;
mod scores;
mod translations;

/// Most items of a questionnaire.
const MOST_ITEMS: usize = 500;

/// An item where it stands.
struct Looked<'a> {
    item: &'a Item,
    /// How deep: steps on level 1.
    level: usize,
    /// All before it in document order, by their link ID.
    before: &'a HashMap<&'a str, &'a Item>,
}

impl<'a> Looked<'a> {
    /// What conditions and scores may name.
    fn named(&self, link_id: &str) -> Option<&'a Item> {
        let named = self.before.get(link_id).copied();
        named.filter(|item| !matches!(item.r#type(), ItemType::Group | ItemType::Display))
    }
}

/// Each finds one problem at most; they are told in this order.
const RULES: [fn(&Looked<'_>) -> Option<Problem>; 21] = [
    names::link_id_missing,
    names::link_id_malformed,
    names::link_id_taken,
    places::type_missing,
    places::not_a_step,
    places::too_deep,
    translations::translation_missing,
    places::step_empty,
    places::items_misplaced,
    options::option_missing,
    options::options_misplaced,
    names::option_code_malformed,
    names::option_code_taken,
    options::min_above_max,
    conditions::condition_ahead,
    conditions::condition_value,
    conditions::behavior_missing,
    scores::score_without_items,
    scores::score_kind_missing,
    scores::score_item_ahead,
    scores::bands_in_order,
];

/// The problems of each item in document order; what is wrong with the whole comes last, of no item.
pub fn check(questionnaire: &Questionnaire) -> Vec<ItemProblem> {
    let (mut before, mut problems, mut items) = (HashMap::new(), Vec::new(), 0);
    let mut walk = Walk::begin(questionnaire);
    while let Some(place) = walk.step() {
        let item = place.item;
        let looked = Looked { item, level: place.level, before: &before };
        problems.extend(RULES.into_iter().filter_map(|rule| rule(&looked)).map(|problem| problem.at(&item.link_id)));
        before.insert(item.link_id.as_str(), item);
        items += 1;
        walk.enter(place);
    }
    let of_all = [Problem::when(items > MOST_ITEMS, "too_many_items"), Problem::when(items == 0, "no_step")];
    problems.extend(of_all.into_iter().flatten().map(|problem| problem.at("")));
    problems
}

#[cfg(test)]
mod tests {
    use kajo_proto::{common::v1::LocalizedString, survey::v1::Condition};

    use super::*;

    fn item(link_id: &str, kind: ItemType) -> Item {
        let texts = ["fi", "sv", "en"].map(|language| (language.to_owned(), link_id.to_owned())).into();
        Item { link_id: link_id.to_owned(), r#type: kind.into(), text: Some(LocalizedString { texts }), ..Item::default() }
    }

    fn step(items: Vec<Item>) -> Questionnaire {
        Questionnaire { items: vec![Item { items, ..item("step", ItemType::Group) }] }
    }

    fn codes(questionnaire: &Questionnaire) -> Vec<(String, String)> {
        check(questionnaire).into_iter().map(|problem| (problem.link_id, problem.code)).collect()
    }

    fn code(link_id: &str, code: &str) -> (String, String) {
        (link_id.to_owned(), code.to_owned())
    }

    #[test]
    fn sur_01_a_questionnaire_has_items_and_not_too_many() {
        let many = |count: usize| step((1..count).map(|number| item(&format!("i{number}"), ItemType::Boolean)).collect());
        assert!(check(&many(500)).is_empty());
        assert_eq!(codes(&many(501)), [code("", "too_many_items")]);
        assert_eq!(codes(&Questionnaire::default()), [code("", "no_step")]);
    }

    #[test]
    fn sur_01_problems_are_told_in_their_order_and_once_of_an_item() {
        let conditions = vec![Condition { link_id: "later".to_owned(), ..Condition::default() }; 2];
        let broken = Item { items: vec![item("below", ItemType::Date)], enable_when: conditions, ..Item::default() };
        let expected = [
            "link_id_missing",
            "type_missing",
            "not_a_step",
            "translation_missing",
            "items_misplaced",
            "condition_ahead",
            "condition_value",
            "behavior_missing",
        ];
        assert_eq!(codes(&Questionnaire { items: vec![broken] }), expected.map(|problem| code("", problem)));
    }

    #[test]
    fn sur_01_a_text_says_in_which_languages_it_is_missing() {
        let mut boolean = item("a", ItemType::Boolean);
        boolean.hint = Some(LocalizedString { texts: [("sv".to_owned(), "tips".to_owned())].into() });
        boolean.unit = Some(LocalizedString { texts: [("fi".to_owned(), " ".to_owned())].into() });
        let problems = check(&step(vec![boolean]));
        assert_eq!(problems.len(), 1);
        assert_eq!((problems[0].code.as_str(), problems[0].params["languages"].as_str()), ("translation_missing", "fi,en"));
    }
}
