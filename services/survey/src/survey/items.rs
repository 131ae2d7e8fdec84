//! All items of a questionnaire.

use kajo_proto::survey::v1::{Item, Questionnaire};

/// In document order, those inside of groups behind their group.
pub fn in_order(questionnaire: &Questionnaire) -> Vec<&Item> {
    let (mut found, mut waiting) = (Vec::new(), questionnaire.items.iter().rev().collect::<Vec<_>>());
    while let Some(item) = waiting.pop() {
        found.push(item);
        waiting.extend(item.items.iter().rev());
    }
    found
}
