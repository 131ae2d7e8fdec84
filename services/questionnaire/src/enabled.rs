//! What is enabled so far, in document order, with the answers that count.

use std::collections::HashMap;

use kajo_proto::survey::v1::{Answer, AnswerValue, Evaluation, Item, ItemProblem, ItemType, ScoreValue, answer_value::Value};

use crate::score;

/// An item that is enabled. The value of a score stands where answers stand of others.
pub(crate) struct Answered<'a> {
    pub(crate) item: &'a Item,
    pub(crate) values: Vec<Value>,
}

#[derive(Default)]
pub(crate) struct Enabled<'a> {
    items: Vec<Answered<'a>>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Enabled<'a> {
    pub(crate) fn add(&mut self, item: &'a Item, values: Vec<Value>) {
        self.places.insert(item.link_id.as_str(), self.items.len());
        self.items.push(Answered { item, values });
    }

    pub(crate) fn find(&self, link_id: &str) -> Option<&Answered<'a>> {
        self.items.get(*self.places.get(link_id)?)
    }

    /// What is answered to an item; nothing where it is not enabled, or not there.
    pub(crate) fn values(&self, link_id: &str) -> &[Value] {
        self.find(link_id).map(|answered| answered.values.as_slice()).unwrap_or_default()
    }

    pub(crate) fn into_evaluation(self, problems: Vec<ItemProblem>) -> Evaluation {
        let mut evaluation = Evaluation { problems, ..Evaluation::default() };
        for Answered { item, values } in self.items {
            let link_id = item.link_id.clone();
            evaluation.enabled_link_ids.push(link_id.clone());
            if item.r#type() == ItemType::Score {
                evaluation.scores.push(score_value(item, &values));
            } else if !values.is_empty() {
                let values = values.into_iter().map(|value| AnswerValue { value: Some(value) }).collect();
                evaluation.answers.push(Answer { link_id, values });
            }
        }
        evaluation
    }
}

fn score_value(item: &Item, values: &[Value]) -> ScoreValue {
    let value = if let [Value::Decimal(millionths)] = values { Some(*millionths) } else { None };
    let band = value.and_then(|value| score::band(item, value));
    ScoreValue { link_id: item.link_id.clone(), value, band }
}
