//! What follows from answers, in one pass in document order: what stands later changes nothing before it.

use chassis_domain::Date;
use kajo_proto::survey::v1::{Answers, Evaluation, ItemType, Questionnaire, answer_value::Value};

use crate::{
    condition,
    enabled::Enabled,
    kept::{self, Kept},
    limits, score,
    walk::Walk,
};

/// What is enabled, which answers count, what is wrong with them and what the scores come to. `today` is the day in Helsinki.
pub fn evaluate(questionnaire: &Questionnaire, answers: &Answers, today: Date) -> Evaluation {
    let given = kept::given(answers);
    let (mut enabled, mut problems) = (Enabled::default(), Vec::new());
    let mut walk = Walk::begin(questionnaire);
    while let Some(place) = walk.step() {
        let item = place.item;
        if !condition::are_met(item, &enabled) {
            continue;
        }
        let values = match item.r#type() {
            ItemType::Group | ItemType::Display => Vec::new(),
            ItemType::Score => score::value(item, &enabled).map(Value::Decimal).into_iter().collect(),
            kind => {
                let kept = Kept::of(kind, given.get(item.link_id.as_str()).copied().unwrap_or_default());
                problems.extend(limits::problems(item, &kept, today));
                kept.values
            }
        };
        enabled.add(item, values);
        walk.enter(place);
    }
    enabled.into_evaluation(problems)
}
