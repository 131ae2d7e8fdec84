//! Steps: on the top level of a survey are groups alone, while a Questionnaire may have questions there. Those that follow each other without a group
//! become a step, which is called as the survey.

use std::{collections::HashSet, mem};

use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{Item, ItemType, Questionnaire},
};

/// The same items, each of them in a step.
pub(super) fn of(items: Vec<Item>, title: &LocalizedString) -> Questionnaire {
    let whole = Questionnaire { items };
    let mut taken: HashSet<_> = questionnaire::in_order(&whole).into_iter().map(|item| item.link_id.clone()).collect();
    let (mut steps, mut loose) = (Vec::new(), Vec::new());
    for item in whole.items {
        if item.r#type() == ItemType::Group {
            steps.extend(step(mem::take(&mut loose), title, &mut taken));
            steps.push(item);
        } else {
            loose.push(item);
        }
    }
    steps.extend(step(loose, title, &mut taken));
    Questionnaire { items: steps }
}

fn step(items: Vec<Item>, title: &LocalizedString, taken: &mut HashSet<String>) -> Option<Item> {
    if items.is_empty() {
        return None;
    }
    let link_id = (1..=u32::MAX).map(|number| format!("step-{number}")).find(|link_id| !taken.contains(link_id))?;
    taken.insert(link_id.clone());
    Some(Item { link_id, r#type: ItemType::Group.into(), text: Some(title.clone()), items, ..Item::default() })
}
