//! Document order: an item, then what is below it.

use kajo_proto::survey::v1::{Item, Questionnaire};

/// An item, and how deep it lies: steps on level 1.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) item: &'a Item,
    pub(crate) level: usize,
}

/// A way through a questionnaire. Whoever goes it says which items are entered: below the others nobody comes.
pub(crate) struct Walk<'a> {
    /// The nearest last.
    ahead: Vec<Place<'a>>,
}

impl<'a> Walk<'a> {
    pub(crate) fn begin(questionnaire: &'a Questionnaire) -> Self {
        let mut walk = Self { ahead: Vec::new() };
        walk.add(&questionnaire.items, 1);
        walk
    }

    pub(crate) fn step(&mut self) -> Option<Place<'a>> {
        self.ahead.pop()
    }

    pub(crate) fn enter(&mut self, place: Place<'a>) {
        self.add(&place.item.items, place.level + 1);
    }

    fn add(&mut self, items: &'a [Item], level: usize) {
        self.ahead.extend(items.iter().rev().map(|item| Place { item, level }));
    }
}
