//! What a QuestionnaireResponse answers, to the version that it names: each item in its own group or flat, and what of it breaks the rules of the
//! version.

use std::collections::{HashMap, HashSet};

use ::fhir::{Problem, json::Object};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{Answer, AnswerValue, Answers, Evaluation, Item, ItemProblem, ItemType, Questionnaire, answer_value::Value},
};

use super::{incoming::Incoming, value};

/// What an item says: what it is called stands in the version.
const ELEMENTS: [&str; 6] = ["id", "linkId", "definition", "text", "answer", "item"];

/// An item of the version, and the group that it stands in.
#[derive(Clone, Copy)]
struct Asked<'q> {
    item: &'q Item,
    /// `None`: it is a step.
    group: Option<&'q str>,
}

/// What was answered to an item, and where that stands.
struct Told {
    values: Vec<Value>,
    path: String,
}

/// The items of the version, and what was answered so far.
#[derive(Default)]
struct Reading<'q> {
    asked: HashMap<&'q str, Asked<'q>>,
    told: HashMap<&'q str, Told>,
}

/// What is kept of the answers: as they were given, with the scores that they come to and with what breaks the rules of the version on that day.
pub(crate) fn content(incoming: &Incoming<'_>, questionnaire: &Questionnaire) -> Result<SentAnswers, Problem> {
    let mut reading = Reading::default();
    reading.asks(&questionnaire.items, None);
    reading.read(&incoming.response.objects("item")?, None)?;
    let told = reading.told;
    let items = ::questionnaire::in_order(questionnaire);
    let answered = |item: &&&Item| item.r#type() != ItemType::Score;
    let answers = Answers { answers: items.iter().filter(answered).filter_map(|item| answer(item, &told)).collect() };
    let evaluation = ::questionnaire::evaluate(questionnaire, &answers, incoming.day);
    are_enabled(&items, &told, &evaluation)?;
    let differing = differing(&items, &told, &evaluation);
    Ok(SentAnswers {
        answers: answers.answers,
        scores: evaluation.scores,
        patient_name: incoming.patient_name.clone(),
        date: incoming.day.to_string(),
        problems: evaluation.problems.into_iter().chain(differing).collect(),
    })
}

impl<'q> Reading<'q> {
    fn asks(&mut self, items: &'q [Item], group: Option<&'q str>) {
        for item in items {
            self.asked.insert(item.link_id.as_str(), Asked { item, group });
            self.asks(&item.items, Some(item.link_id.as_str()));
        }
    }

    /// Items that stand in a group; `None`: in none.
    fn read(&mut self, items: &[Object<'_>], group: Option<&str>) -> Result<(), Problem> {
        for item in items {
            item.only(&ELEMENTS)?;
            let link = item.required("linkId")?;
            let known = self.asked.get_key_value(link.text()?.as_str()).map(|(link_id, asked)| (*link_id, *asked));
            let Some((link_id, asked)) = known else {
                return Err(Problem::value(link.path(), "the version of the survey has no such item"));
            };
            let (kind, is_flat) = (asked.item.r#type(), group.is_none());
            if asked.group != group && (kind == ItemType::Group || !is_flat) {
                return Err(Problem::value(link.path(), "the item stands in another group of the survey"));
            }
            let told = Told { values: value::all(item, kind)?, path: item.path().to_owned() };
            if self.told.insert(link_id, told).is_some() {
                return Err(Problem::value(link.path(), "the item stands here twice"));
            }
            if kind == ItemType::Group {
                self.read(&item.objects("item")?, Some(link_id))?;
            } else if let Some(below) = item.get("item") {
                return Err(Problem::not_supported(below.path(), "nothing stands below a question"));
            }
        }
        Ok(())
    }
}

/// `None`: nothing was answered.
fn answer(item: &Item, told: &HashMap<&str, Told>) -> Option<Answer> {
    let values = &told.get(item.link_id.as_str()).filter(|told| !told.values.is_empty())?.values;
    let values = values.iter().map(|value| AnswerValue { value: Some(value.clone()) }).collect();
    Some(Answer { link_id: item.link_id.clone(), values })
}

/// An answer to what is not asked would count nowhere, and must not be dropped in silence.
fn are_enabled(items: &[&Item], told: &HashMap<&str, Told>, evaluation: &Evaluation) -> Result<(), Problem> {
    let enabled: HashSet<_> = evaluation.enabled_link_ids.iter().map(String::as_str).collect();
    let disabled = items.iter().filter(|item| !enabled.contains(item.link_id.as_str()));
    let answered = disabled.filter_map(|item| told.get(item.link_id.as_str())).find(|told| !told.values.is_empty());
    answered.map_or(Ok(()), |told| Err(Problem::value(told.path.as_str(), "the item is not enabled by the other answers")))
}

/// Scores that came to something else there.
fn differing(items: &[&Item], told: &HashMap<&str, Told>, evaluation: &Evaluation) -> Vec<ItemProblem> {
    let values = evaluation.scores.iter().filter_map(|score| Some((score.link_id.as_str(), score.value?)));
    let ours: HashMap<_, _> = values.collect();
    let differs = |item: &&&Item| {
        let link_id = item.link_id.as_str();
        let theirs = told.get(link_id).and_then(|told| told.values.first());
        theirs.is_some_and(|theirs| ours.get(link_id).is_none_or(|ours| *theirs != Value::Decimal(*ours)))
    };
    let scores = items.iter().filter(|item| item.r#type() == ItemType::Score).filter(differs);
    scores.map(|item| ItemProblem { link_id: item.link_id.clone(), code: "score_differs".to_owned(), ..ItemProblem::default() }).collect()
}
