//! Sending answers: the activation is answered, the answers are there for ever, and what was begun is forgotten, in one unit of work. So nobody is
//! told of an answer that is not there, and of two who send at once the first one counts.

use std::sync::Arc;

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use chassis_domain::Date;
use kajo_proto::survey::v1::{Answers, Evaluation, Questionnaire};

use crate::{
    activation::{ActivationId, Command, Refusal, SurveyActivation},
    answer_drafts,
    doer::By,
    response::{self, ResponseId, Sending, SurveyResponse},
};

/// What of answers counts, and the day by which it does: today, or, when they break a rule today, the last day, which is over since a few minutes,
/// if by that they break none.
pub(crate) fn evaluated(asked: &Questionnaire, answers: &Answers, (today, last): (Date, Option<Date>)) -> (Evaluation, Date) {
    let now = questionnaire::evaluate(asked, answers, today);
    let last = last.filter(|last| *last < today && !now.problems.is_empty());
    let then = last.map(|last| (questionnaire::evaluate(asked, answers, last), last));
    then.filter(|(then, _)| then.problems.is_empty()).unwrap_or((now, today))
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

#[cfg(test)]
mod tests {
    use kajo_proto::survey::v1::{Answer, AnswerValue, DateLimit, Item, ItemType, answer_value::Value};

    use super::*;

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
