//! Scores and numbers over time, for plots that stay true: a line breaks where an item means something else than before. Pure: of answers that were
//! opened and of the versions that they were answers to.

use std::collections::{BTreeMap, HashMap, HashSet};

use chassis_domain::{Timestamp, Uuid, timestamp};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{Answer, Item, ItemType, Questionnaire, Score, Series, SeriesPoint, answer_value::Value},
};

use crate::survey::meaning;

/// One, in millionths.
const MILLION: i64 = 1_000_000;

/// What was asked, by the version of the survey.
pub(crate) type Versions = BTreeMap<u32, Questionnaire>;

/// What was answered at one time.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    /// In which response.
    pub(crate) response: Uuid,
    /// When it was sent.
    pub(crate) sent_at: Timestamp,
    /// To which version.
    pub(crate) published_version: u32,
    /// What counted.
    pub(crate) content: SentAnswers,
}

/// Whatever can be drawn of answers, the oldest first, to these versions: in the order of the newest one, then what is in it no more. What was never
/// answered is left out, and an item is told as the version of its last point has it.
pub(crate) fn series(answered: &[Answered], versions: &Versions) -> Vec<Series> {
    let answered: Vec<_> = answered.iter().map(|answered| (answered, values(&answered.content))).collect();
    let mut meanings = Meanings { versions, changed: HashMap::new() };
    drawn(versions).into_iter().filter_map(|item| of_item(item, &answered, &mut meanings)).collect()
}

/// A value, and the band of a score.
type Drawn = (i64, Option<u32>);

/// What of an answer can be drawn, by link id. What a condition hid was not answered, and a score without a value has none.
fn values(content: &SentAnswers) -> HashMap<&str, Drawn> {
    let numbers = content.answers.iter().filter_map(|answer| Some((answer.link_id.as_str(), (number(answer)?, None))));
    let scores = content.scores.iter().filter_map(|score| Some((score.link_id.as_str(), (score.value?, score.band))));
    numbers.chain(scores).collect()
}

/// In millionths; `None` of what is no number.
fn number(answer: &Answer) -> Option<i64> {
    match answer.values.first()?.value.as_ref()? {
        Value::Integer(integer) => integer.checked_mul(MILLION),
        Value::Decimal(millionths) => Some(*millionths),
        Value::Boolean(_) | Value::Text(_) | Value::Date(_) | Value::Time(_) | Value::Code(_) | Value::Other(_) => None,
    }
}

/// Each item that can be drawn, as the newest version has it in which it can.
fn drawn(versions: &Versions) -> Vec<&Item> {
    let mut known = HashSet::new();
    let newest_first = versions.values().rev().flat_map(|questionnaire| in_order(&questionnaire.items));
    newest_first.filter(|item| is_drawn(item.r#type()) && known.insert(item.link_id.as_str())).collect()
}

fn is_drawn(kind: ItemType) -> bool {
    matches!(kind, ItemType::Integer | ItemType::Decimal | ItemType::Score)
}

/// Document order: an item, then what is below it.
fn in_order(items: &[Item]) -> Vec<&Item> {
    items.iter().flat_map(|item| [item].into_iter().chain(in_order(&item.items))).collect()
}

fn of_item(item: &Item, answered: &[(&Answered, HashMap<&str, Drawn>)], meanings: &mut Meanings<'_>) -> Option<Series> {
    let points: Vec<_> = answered.iter().filter_map(|(answered, values)| Some(point(answered, *values.get(item.link_id.as_str())?))).collect();
    let pairs = points.iter().zip(points.iter().skip(1)).zip(1..);
    let breaks = pairs.filter(|((before, after), _)| meanings.differ(&item.link_id, before.published_version, after.published_version));
    let breaks = breaks.map(|(_, place)| place).collect();
    let last = meanings.item(&item.link_id, points.last()?.published_version).unwrap_or(item);
    Some(Series { link_id: item.link_id.clone(), item: Some(last.clone()), points, breaks })
}

fn point(answered: &Answered, (value, band): Drawn) -> SeriesPoint {
    SeriesPoint {
        survey_response_id: answered.response.to_string(),
        sent_at: Some(timestamp(answered.sent_at)),
        published_version: answered.published_version,
        value,
        band,
    }
}

/// What means something else between which versions, found out once for all items.
struct Meanings<'a> {
    versions: &'a Versions,
    changed: HashMap<(u32, u32), HashSet<String>>,
}

impl<'a> Meanings<'a> {
    fn item(&self, link_id: &str, version: u32) -> Option<&'a Item> {
        in_order(&self.versions.get(&version)?.items).into_iter().find(|item| item.link_id == link_id)
    }

    fn differ(&mut self, link_id: &str, before: u32, after: u32) -> bool {
        if before == after {
            return false;
        }
        let versions = self.versions;
        let changed = self.changed.entry((before, after)).or_insert_with(|| {
            let both = versions.get(&before).zip(versions.get(&after));
            both.map(|(before, after)| changed_between(before, after)).unwrap_or_default()
        });
        changed.contains(link_id)
    }
}

/// By link id. A score means something else when something does that it counts; what that is stands before it.
fn changed_between(before: &Questionnaire, after: &Questionnaire) -> HashSet<String> {
    let mut changed: HashSet<String> = meaning::changed(before, after).into_iter().collect();
    for item in in_order(&before.items).into_iter().chain(in_order(&after.items)) {
        let counts = |score: &Score| score.link_ids.iter().any(|link_id| changed.contains(link_id));
        if item.score.as_ref().is_some_and(counts) {
            changed.insert(item.link_id.clone());
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use kajo_proto::{
        common::v1::LocalizedString,
        survey::v1::{AnswerValue, Band, Condition, Option as Choice, ScoreKind, ScoreValue},
    };

    use super::*;

    fn texts(text: &str) -> Option<LocalizedString> {
        Some(LocalizedString { texts: ["fi", "sv", "en"].map(|language| (language.to_owned(), text.to_owned())).into() })
    }

    fn item(link_id: &str, kind: ItemType) -> Item {
        Item { link_id: link_id.to_owned(), r#type: kind.into(), text: texts(link_id), ..Item::default() }
    }

    fn weight(unit: &str) -> Item {
        Item { unit: texts(unit), decimals: 1, ..item("weight", ItemType::Decimal) }
    }

    fn sum(link_ids: &[&str], bands: &[i64]) -> Item {
        let score = Score {
            kind: ScoreKind::Sum.into(),
            link_ids: link_ids.iter().map(|link_id| (*link_id).to_owned()).collect(),
            partial: true,
            bands: bands.iter().map(|from| Band { from: *from, text: texts("band"), ..Band::default() }).collect(),
            ..Score::default()
        };
        Item { score: Some(score), ..item("sum", ItemType::Score) }
    }

    fn mood(ordinal: i64) -> Item {
        let option = Choice { code: "low".to_owned(), text: texts("low"), ordinal: Some(ordinal), ..Choice::default() };
        Item { options: vec![option], ..item("mood", ItemType::Choice) }
    }

    fn step(items: Vec<Item>) -> Questionnaire {
        Questionnaire { items: vec![Item { items, ..item("step", ItemType::Group) }] }
    }

    fn versions(questionnaires: Vec<Questionnaire>) -> Versions {
        (1..).zip(questionnaires).collect()
    }

    /// The answers of one day to a version.
    fn answered(day: u32, published_version: u32, answers: &[(&str, Value)], scores: &[(&str, Option<i64>, Option<u32>)]) -> Answered {
        let answer = |(link_id, value): &(&str, Value)| {
            let values = vec![AnswerValue { value: Some(value.clone()) }];
            Answer { link_id: (*link_id).to_owned(), values }
        };
        let score = |(link_id, value, band): &(&str, Option<i64>, Option<u32>)| {
            let link_id = (*link_id).to_owned();
            ScoreValue { link_id, value: *value, band: *band }
        };
        let (answers, scores) = (answers.iter().map(answer).collect(), scores.iter().map(score).collect());
        Answered {
            response: response(day),
            sent_at: Timestamp::from_second(i64::from(day) * 86_400).unwrap(),
            published_version,
            content: SentAnswers { answers, scores, ..SentAnswers::default() },
        }
    }

    fn response(day: u32) -> Uuid {
        Uuid::from_u128(u128::from(day))
    }

    /// Of each series its name, the values with their days, and its breaks.
    fn told(series: &[Series]) -> Vec<(&str, Vec<(i64, i64)>, Vec<u32>)> {
        let day = |point: &SeriesPoint| point.sent_at.as_ref().unwrap().seconds / 86_400;
        let of_one = |series: &Series| series.points.iter().map(|point| (day(point), point.value)).collect::<Vec<_>>();
        series.iter().map(|series| (series.link_id.as_str(), of_one(series), series.breaks.clone())).collect()
    }

    #[test]
    fn sur_04_numbers_and_scores_stand_in_the_order_of_the_questionnaire_and_of_time_in_millionths() {
        let asked = step(vec![item("pain", ItemType::Integer), item("where", ItemType::Text), weight("kg"), sum(&["pain"], &[0, 5_000_000])]);
        let place = || Value::Text("Polvi".to_owned());
        let answers = |pain: i64, weight: i64| [("pain", Value::Integer(pain)), ("where", place()), ("weight", Value::Decimal(weight))];
        let all = [
            answered(1, 1, &answers(3, 71_500_000), &[("sum", Some(3_000_000), Some(0))]),
            answered(2, 1, &answers(7, 70_000_000), &[("sum", Some(7_000_000), Some(1))]),
        ];
        let found = series(&all, &versions(vec![asked.clone()]));
        assert_eq!(
            told(&found),
            [
                ("pain", vec![(1, 3_000_000), (2, 7_000_000)], vec![]),
                ("weight", vec![(1, 71_500_000), (2, 70_000_000)], vec![]),
                ("sum", vec![(1, 3_000_000), (2, 7_000_000)], vec![]),
            ]
        );
        assert_eq!(found[2].points.iter().map(|point| point.band).collect::<Vec<_>>(), [Some(0), Some(1)]);
        assert_eq!(found[1].item.as_ref(), asked.items[0].items.get(2));
        let newest = &found[0].points[1];
        assert_eq!((&newest.survey_response_id, newest.published_version), (&response(2).to_string(), 1));
    }

    #[test]
    fn sur_04_what_a_condition_hid_and_a_score_without_a_value_have_no_point() {
        let hidden = Item { enable_when: vec![Condition { link_id: "pain".to_owned(), ..Condition::default() }], ..weight("kg") };
        let items = vec![item("pain", ItemType::Integer), hidden, item("never", ItemType::Integer), sum(&["pain", "weight"], &[])];
        let asked = versions(vec![step(items)]);
        let all = [
            answered(1, 1, &[("pain", Value::Integer(3)), ("weight", Value::Decimal(70_000_000))], &[("sum", Some(73_000_000), None)]),
            // Nothing is shown of the weight, so nothing of it is sent; the score is partial all the same.
            answered(2, 1, &[("pain", Value::Integer(0))], &[("sum", Some(0), None)]),
            answered(3, 1, &[], &[("sum", None, None)]),
        ];
        assert_eq!(
            told(&series(&all, &asked)),
            [
                ("pain", vec![(1, 3_000_000), (2, 0)], vec![]),
                ("weight", vec![(1, 70_000_000)], vec![]),
                ("sum", vec![(1, 73_000_000), (2, 0)], vec![]),
            ]
        );
        assert!(series(&[], &asked).is_empty());
    }

    #[test]
    fn sur_04_a_line_breaks_where_an_item_means_something_else_and_not_where_its_words_change() {
        let reworded = Item { text: texts("Weight in the morning"), ..weight("kg") };
        let asked = versions(vec![step(vec![weight("kg")]), step(vec![reworded.clone()]), step(vec![weight("lb")])]);
        let answer = |day: u32, version: u32| answered(day, version, &[("weight", Value::Decimal(70_000_000))], &[]);
        let found = series(&[answer(1, 1), answer(2, 2), answer(3, 3), answer(4, 3)], &asked);
        assert_eq!(found[0].item, Some(weight("lb")));
        let found = series(&[answer(1, 1), answer(2, 2), answer(3, 3), answer(4, 3), answer(5, 2)], &asked);
        assert_eq!(found[0].breaks, [2, 4], "and where an old version is answered once more");
        assert_eq!(found[0].item.as_ref(), Some(&reworded), "as the version of the last point has it");
        let found = series(&[answer(1, 1), answer(2, 2)], &versions(vec![step(vec![weight("kg")]), step(vec![reworded])]));
        assert!(found[0].breaks.is_empty());
    }

    #[test]
    fn sur_04_a_score_breaks_with_its_bands_and_with_the_ordinals_that_it_counts() {
        let asked = |ordinal: i64, bands: &[i64]| step(vec![mood(ordinal), sum(&["mood"], bands)]);
        let low = || Value::Code("low".to_owned());
        let all = [1, 2, 3].map(|version| answered(version, version, &[("mood", low())], &[("sum", Some(1_000_000), None)]));
        let found = series(&all, &versions(vec![asked(1_000_000, &[0]), asked(1_000_000, &[500_000]), asked(2_000_000, &[500_000])]));
        assert_eq!(told(&found), [("sum", vec![(1, 1_000_000), (2, 1_000_000), (3, 1_000_000)], vec![1, 2])]);
    }

    #[test]
    fn sur_04_what_the_newest_version_asks_no_more_stands_behind() {
        let asked = versions(vec![step(vec![item("pain", ItemType::Integer), weight("kg")]), step(vec![weight("kg")])]);
        let all = [
            answered(1, 1, &[("pain", Value::Integer(3)), ("weight", Value::Decimal(70_000_000))], &[]),
            answered(2, 2, &[("weight", Value::Decimal(71_000_000))], &[]),
        ];
        assert_eq!(told(&series(&all, &asked)), [("weight", vec![(1, 70_000_000), (2, 71_000_000)], vec![]), ("pain", vec![(1, 3_000_000)], vec![])]);
    }
}
