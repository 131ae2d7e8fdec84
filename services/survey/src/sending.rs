//! Sending answers: the activation is answered, the answers are there for ever, and what was begun is forgotten, in one unit of work. So nobody is
//! told of an answer that is not there, and of two who send at once the first one counts.

use std::{collections::HashSet, sync::Arc};

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::Date;
use kajo_proto::survey::v1::{Answers, Evaluation, Item, Questionnaire, ScoreValue};

use crate::{
    activation::{ActivationId, Command, Refusal, SurveyActivation},
    answer_drafts,
    doer::By,
    response::{self, ResponseId, Sending, SurveyResponse},
    survey::in_order,
};

/// What of answers counts, and the day by which it does: today, or, when they break a rule today, the last day, which is over since a few minutes,
/// if by that they break none.
pub(crate) fn evaluated(asked: &Questionnaire, answers: &Answers, (today, last): (Date, Option<Date>)) -> (Evaluation, Date) {
    let now = questionnaire::evaluate(asked, answers, today);
    let last = last.filter(|last| *last < today && !now.problems.is_empty());
    let then = last.map(|last| (questionnaire::evaluate(asked, answers, last), last));
    then.filter(|(then, _)| then.problems.is_empty()).unwrap_or((now, today))
}

/// Whether something is answered that is not asked: then it was asked somewhere else.
pub(crate) fn answers_another(asked: &Questionnaire, answers: &Answers) -> bool {
    let asked: HashSet<&str> = in_order(asked).into_iter().map(|item| item.link_id.as_str()).collect();
    answers.answers.iter().any(|answer| !asked.contains(answer.link_id.as_str()))
}

/// Sends answers to an activation, once and for ever.
pub(crate) async fn send(
    kernel: &Kernel,
    meta: CommandMeta,
    activation: ActivationId,
    by: By,
    sending: Sending,
) -> Result<(), ExecuteError<Refusal>> {
    let response = response::id_of(activation.uuid());
    let commands = Arc::new((Command::Answer { by, response: response.uuid() }, response::Command::Send(Box::new(sending))));
    let sent = kernel.store.transact(meta, move |unit| {
        let commands = Arc::clone(&commands);
        Box::pin(async move { send_in(unit, (activation, response), &commands).await })
    });
    sent.await
}

/// The activation first: who comes too late is told why.
async fn send_in(
    unit: &mut UnitOfWork,
    (activation, response): (ActivationId, ResponseId),
    (answer, send): &(Command, response::Command),
) -> Result<(), WorkError<Refusal>> {
    unit.execute::<SurveyActivation>(activation, answer).await?;
    // Its id is the activation's own, so that nothing else can have been sent under it.
    unit.execute::<SurveyResponse>(response, send).await.map_err(|error| error.map(|_| Refusal::AlreadyAnswered))?;
    answer_drafts::forget_in_tx(unit.tx(), activation.uuid()).await.map_err(StoreError::from)?;
    Ok(())
}

/// Those of the scores of what was sent that whoever answers is shown.
pub(crate) fn shown(questionnaire: &Questionnaire, scores: Vec<ScoreValue>) -> Vec<ScoreValue> {
    let (mut ahead, mut shown): (Vec<&Item>, HashSet<&str>) = (questionnaire.items.iter().collect(), HashSet::new());
    while let Some(item) = ahead.pop() {
        ahead.extend(&item.items);
        if item.score.as_ref().is_some_and(|score| score.shown) {
            shown.insert(item.link_id.as_str());
        }
    }
    scores.into_iter().filter(|score| shown.contains(score.link_id.as_str())).collect()
}

/// What whoever answers gets: of a score that is not for them nobody tells what it means.
pub(crate) fn without_hidden_findings(questionnaire: Questionnaire) -> Questionnaire {
    Questionnaire { items: questionnaire.items.into_iter().map(without_hidden_finding).collect() }
}

fn without_hidden_finding(mut item: Item) -> Item {
    if let Some(score) = item.score.as_mut().filter(|score| !score.shown) {
        score.bands.clear();
    }
    item.items = item.items.into_iter().map(without_hidden_finding).collect();
    item
}

#[cfg(test)]
mod tests {
    use kajo_proto::survey::v1::{Answer, AnswerValue, Band, DateLimit, ItemType, Score, answer_value::Value};

    use super::*;

    #[test]
    fn sur_03_whoever_answers_is_shown_the_scores_that_are_for_them() {
        let score =
            |link_id: &str, shown: bool| Item { link_id: link_id.to_owned(), score: Some(Score { shown, ..Score::default() }), ..Item::default() };
        let step = Item { items: vec![score("for-them", true), score("for-others", false)], ..Item::default() };
        let questionnaire = Questionnaire { items: vec![step] };
        let value = |link_id: &str| ScoreValue { link_id: link_id.to_owned(), value: Some(1_000_000), band: None };
        assert_eq!(shown(&questionnaire, vec![value("for-them"), value("for-others"), value("gone")]), [value("for-them")]);
    }

    #[test]
    fn sur_06_who_answers_what_is_not_asked_answers_another_form() {
        let item = |link_id: &str, items: Vec<Item>| Item { link_id: link_id.to_owned(), items, ..Item::default() };
        let asked = Questionnaire { items: vec![item("step", vec![item("where", Vec::new())])] };
        for (answered, is_another) in [(vec![], false), (vec!["where"], false), (vec!["where", "when"], true)] {
            let answer = |link_id: &&str| Answer { link_id: (*link_id).to_owned(), values: Vec::new() };
            let answers = Answers { answers: answered.iter().map(answer).collect() };
            assert_eq!(answers_another(&asked, &answers), is_another, "{answered:?}");
        }
    }

    #[test]
    fn sur_03_whoever_answers_is_not_told_what_a_score_means_that_is_not_for_them() {
        let asked = |hidden: usize| {
            let score = |shown: bool, bands: usize| Item {
                score: Some(Score { shown, bands: vec![Band { from: 1, ..Band::default() }; bands], ..Score::default() }),
                ..Item::default()
            };
            let inner = Item { items: vec![score(true, 2), score(false, hidden)], ..Item::default() };
            Questionnaire { items: vec![Item { items: vec![inner, score(false, hidden)], ..Item::default() }] }
        };
        assert_eq!(without_hidden_findings(asked(2)), asked(0));
    }

    #[test]
    fn sur_03_answers_of_the_last_day_that_come_a_few_minutes_after_it_count_by_it_when_they_do_not_by_today() {
        let day = |text: &str| text.parse::<Date>().expect("a day");
        let when = Item { link_id: "when".to_owned(), r#type: ItemType::Date.into(), date_limit: DateLimit::NotInPast.into(), ..Item::default() };
        let asked = Questionnaire { items: vec![Item { items: vec![when], r#type: ItemType::Group.into(), ..Item::default() }] };
        let (before, last, today) = ("2026-11-21", "2026-11-22", "2026-11-23");
        for (answered, last_day, problems, by) in [
            (last, Some(last), 0, last),
            (today, Some(last), 0, today),
            (before, Some(last), 1, today),
            (last, Some(today), 1, today),
            (last, None, 1, today),
        ] {
            let values = vec![AnswerValue { value: Some(Value::Date(answered.to_owned())) }];
            let answers = Answers { answers: vec![Answer { link_id: "when".to_owned(), values }] };
            let (evaluation, counted) = evaluated(&asked, &answers, (day(today), last_day.map(day)));
            assert_eq!((evaluation.problems.len(), counted), (problems, day(by)), "{answered} until {last_day:?}");
        }
    }
}
