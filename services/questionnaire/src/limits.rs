//! What is wrong with the answer to an item that is enabled. Values stay what they are: they are shown and refused, not lost.

use chassis_domain::Date;
use kajo_proto::survey::v1::{Item, ItemProblem, answer_value::Value};

use crate::{kept::Kept, problem::Problem};

mod choices;
mod days;
mod numbers;
mod texts;

/// An item with what counts of its answer.
struct Answered<'a> {
    item: &'a Item,
    kept: &'a Kept,
    today: Date,
}

impl Answered<'_> {
    fn values(&self) -> &[Value] {
        &self.kept.values
    }
}

/// Each finds one problem at most; they are told in this order. Most look at values of one kind, which only items of its type have.
const RULES: [fn(&Answered<'_>) -> Option<Problem>; 17] = [
    wrong_kind,
    required,
    more_than_one,
    choices::unknown_option,
    choices::too_few,
    choices::too_many,
    choices::exclusive,
    texts::too_long,
    texts::several_lines,
    numbers::below_min,
    numbers::above_max,
    numbers::too_many_decimals,
    numbers::out_of_range,
    days::malformed,
    days::in_future,
    days::in_past,
    texts::format,
];

pub(crate) fn problems(item: &Item, kept: &Kept, today: Date) -> Vec<ItemProblem> {
    let answered = Answered { item, kept, today };
    RULES.iter().filter_map(|rule| rule(&answered)).map(|problem| problem.at(&item.link_id)).collect()
}

fn wrong_kind(answered: &Answered<'_>) -> Option<Problem> {
    Problem::when(answered.kept.wrong_kind, "wrong_kind")
}

fn required(answered: &Answered<'_>) -> Option<Problem> {
    Problem::when(answered.item.required && answered.values().is_empty(), "required")
}

fn more_than_one(answered: &Answered<'_>) -> Option<Problem> {
    let problem = Problem::when(!answered.item.repeats && answered.values().len() > 1, "too_many");
    problem.map(|problem| problem.with("max", 1))
}
