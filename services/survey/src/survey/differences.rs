//! What a version has that the one before it had not.

use std::collections::{HashMap, HashSet};

use kajo_proto::survey::v1::{Item, Questionnaire};
use questionnaire::in_order;

/// Link IDs of items, in document order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Were not there.
    pub added: Vec<String>,
    /// Were otherwise.
    pub changed: Vec<String>,
    /// Are not there any more.
    pub removed: Vec<String>,
}

/// Between two versions. A group is another one by what it says itself: what is in it is told item by item.
pub fn between(before: &Questionnaire, after: &Questionnaire) -> Differences {
    let (then, now) = (in_order(before), in_order(after));
    let earlier: HashMap<_, _> = then.iter().map(|item| (item.link_id.as_str(), *item)).collect();
    let later: HashSet<_> = now.iter().map(|item| item.link_id.as_str()).collect();
    let mut differences = Differences::default();
    for item in &now {
        match earlier.get(item.link_id.as_str()) {
            None => differences.added.push(item.link_id.clone()),
            Some(earlier) if alone(earlier) != alone(item) => differences.changed.push(item.link_id.clone()),
            Some(_) => {}
        }
    }
    differences.removed = then.iter().filter(|item| !later.contains(item.link_id.as_str())).map(|item| item.link_id.clone()).collect();
    differences
}

fn alone(item: &Item) -> Item {
    Item { items: Vec::new(), ..item.clone() }
}
