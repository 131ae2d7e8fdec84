//! What holds of every questionnaire and of all answers to it (SUR-01).

use chassis_domain::Date;
use kajo_proto::survey::v1::{
    Answer, AnswerValue, Answers, Condition, EnableBehavior, Evaluation, Item, ItemType, Operator, Option as Choice, Questionnaire, Score, ScoreKind,
    answer_value::Value,
};
use proptest::{collection::vec, option, prelude::*, sample::select};

use crate::evaluate;

const TODAY: Date = Date::constant(2026, 11, 28);
/// Every type that is one.
const TYPES: [ItemType; 12] = [
    ItemType::Group,
    ItemType::Display,
    ItemType::Boolean,
    ItemType::String,
    ItemType::Text,
    ItemType::Integer,
    ItemType::Decimal,
    ItemType::Date,
    ItemType::Time,
    ItemType::Choice,
    ItemType::OpenChoice,
    ItemType::Score,
];
const OPERATORS: [Operator; 7] =
    [Operator::Exists, Operator::Equal, Operator::NotEqual, Operator::Greater, Operator::GreaterOrEqual, Operator::Less, Operator::LessOrEqual];

/// An item, what its condition says, and what is answered to it.
#[derive(Clone, Debug)]
struct Sketch {
    kind: ItemType,
    required: bool,
    repeats: bool,
    /// About which of those before, compared with what.
    condition: Option<(usize, Operator, Value)>,
    score: ScoreKind,
    values: Vec<AnswerValue>,
}

fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(texts).prop_map(str::to_owned)
}

/// What answers to such an item are.
fn value_of(kind: ItemType) -> BoxedStrategy<Value> {
    let text = || one_of(&["", " ", "a", " a ", "b\nc", "ä"]);
    let code = || one_of(&["a", "b", "none", "unknown"]).prop_map(Value::Code);
    match kind {
        ItemType::Group | ItemType::Display | ItemType::Score | ItemType::Unspecified | ItemType::Boolean => {
            any::<bool>().prop_map(Value::Boolean).boxed()
        }
        ItemType::String | ItemType::Text => text().prop_map(Value::Text).boxed(),
        ItemType::Integer => prop_oneof![-3..4_i64, any::<i64>()].prop_map(Value::Integer).boxed(),
        ItemType::Decimal => prop_oneof![-3_000_000..4_000_000_i64, any::<i64>()].prop_map(Value::Decimal).boxed(),
        ItemType::Date => one_of(&["2026-11-27", "2026-11-28", "2026-11-29", "2026-02-30", ""]).prop_map(Value::Date).boxed(),
        ItemType::Time => one_of(&["08:30", "23:59", "24:00", "8"]).prop_map(Value::Time).boxed(),
        ItemType::Choice => code().boxed(),
        ItemType::OpenChoice => prop_oneof![code(), text().prop_map(Value::Other)].boxed(),
    }
}

fn kind() -> impl Strategy<Value = ItemType> {
    select(TYPES.to_vec())
}

fn sketch() -> impl Strategy<Value = Sketch> {
    kind().prop_flat_map(|kind| {
        let value = prop_oneof![8 => value_of(kind), 1 => value_of(ItemType::Boolean)];
        let given = option::weighted(0.9, value).prop_map(|value| AnswerValue { value });
        let condition = (any::<usize>(), select(OPERATORS.to_vec()), self::kind().prop_flat_map(value_of));
        let score = select(vec![ScoreKind::Sum, ScoreKind::Mean, ScoreKind::Count]);
        (any::<bool>(), any::<bool>(), option::weighted(0.3, condition), score, vec(given, 0..4))
            .prop_map(move |(required, repeats, condition, score, values)| Sketch { kind, required, repeats, condition, score, values })
    })
}

fn named(place: usize) -> String {
    format!("item-{place}")
}

fn options() -> Vec<Choice> {
    let option = |code: &str, ordinal, exclusive| Choice { code: code.to_owned(), ordinal, exclusive, ..Choice::default() };
    vec![option("a", Some(1_500_000), false), option("b", Some(-1_000_000), false), option("none", None, true)]
}

/// The item that stands at a place: its score is over all before it.
fn item(place: usize, sketch: &Sketch) -> Item {
    let condition = sketch.condition.as_ref().filter(|_| place > 0).map(|(of, operator, value)| Condition {
        link_id: named(of % place.max(1)),
        operator: (*operator).into(),
        value: Some(AnswerValue { value: Some(value.clone()) }),
    });
    Item {
        link_id: named(place),
        r#type: sketch.kind.into(),
        required: sketch.required,
        repeats: sketch.repeats,
        enable_when: condition.into_iter().collect(),
        enable_behavior: EnableBehavior::Any.into(),
        options: options(),
        min: Some(-2),
        max: Some(2_000_000),
        min_choices: 1,
        max_choices: 2,
        score: Some(Score {
            kind: sketch.score.into(),
            link_ids: (0..place).map(named).collect(),
            decimals: 1,
            partial: sketch.required,
            ..Score::default()
        }),
        ..Item::default()
    }
}

/// A group holds all that follows it in its step.
fn nested(items: Vec<Item>) -> Vec<Item> {
    let mut below: Vec<Item> = Vec::new();
    for mut item in items.into_iter().rev() {
        if item.r#type() == ItemType::Group {
            item.items = std::mem::take(&mut below);
        }
        below.insert(0, item);
    }
    below
}

/// A questionnaire in steps of four, and an answer to each item.
fn made(sketches: Vec<Sketch>) -> (Questionnaire, Vec<Answer>) {
    let items: Vec<_> = sketches.iter().enumerate().map(|(place, sketch)| item(place, sketch)).collect();
    let step = |items: &[Item]| Item { r#type: ItemType::Group.into(), items: nested(items.to_vec()), ..Item::default() };
    let answers = sketches.into_iter().enumerate().map(|(place, sketch)| Answer { link_id: named(place), values: sketch.values });
    (Questionnaire { items: items.chunks(4).map(step).collect() }, answers.collect())
}

fn questions() -> impl Strategy<Value = (Questionnaire, Vec<Answer>)> {
    vec(sketch(), 1..16).prop_map(made)
}

fn evaluated(questionnaire: &Questionnaire, answers: Vec<Answer>) -> Evaluation {
    evaluate(questionnaire, &Answers { answers }, TODAY)
}

/// Whether nothing is enabled below what is not.
fn hold_together(items: &[Item], is_enabled: &dyn Fn(&Item) -> bool, parent: bool) -> bool {
    items.iter().all(|item| (parent || !is_enabled(item)) && hold_together(&item.items, is_enabled, is_enabled(item)))
}

proptest! {
    #[test]
    fn sur_01_answers_that_count_come_to_the_same_again((questionnaire, answers) in questions()) {
        let once = evaluated(&questionnaire, answers);
        let again = evaluated(&questionnaire, once.answers.clone());
        let problems = once.problems.iter().filter(|problem| problem.code != "wrong_kind").cloned().collect();
        prop_assert_eq!(again, Evaluation { problems, ..once });
    }

    #[test]
    fn sur_01_the_order_of_answers_changes_nothing(
        (questionnaire, answers, shuffled) in questions().prop_flat_map(|(questionnaire, answers)| {
            (Just(questionnaire), Just(answers.clone()), Just(answers).prop_shuffle())
        })
    ) {
        prop_assert_eq!(evaluated(&questionnaire, answers), evaluated(&questionnaire, shuffled));
    }

    #[test]
    fn sur_01_what_is_disabled_counts_nowhere((questionnaire, answers) in questions()) {
        let evaluation = evaluated(&questionnaire, answers);
        let is_enabled = |link_id: &String| evaluation.enabled_link_ids.contains(link_id);
        prop_assert!(evaluation.answers.iter().all(|answer| is_enabled(&answer.link_id) && !answer.values.is_empty()));
        prop_assert!(evaluation.problems.iter().all(|problem| is_enabled(&problem.link_id)));
        prop_assert!(evaluation.scores.iter().all(|score| is_enabled(&score.link_id)));
        prop_assert!(hold_together(&questionnaire.items, &|item: &Item| is_enabled(&item.link_id), true));
    }
}
