//! Sending answers: the activation is answered, the answers are there for ever, and what was begun is forgotten, in one unit of work. So nobody is
//! told of an answer that is not there, and of two who send at once the first one counts.

use std::{collections::HashSet, sync::Arc};

use chassis::{
    Kernel,
    store::{CommandMeta, ExecuteError, StoreError, UnitOfWork, WorkError},
};
use kajo_proto::survey::v1::{Item, Questionnaire, ScoreValue};

use crate::{
    activation::{ActivationId, Command, Refusal, SurveyActivation},
    answer_drafts,
    doer::By,
    response::{self, ResponseId, Sending, SurveyResponse},
};

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

#[cfg(test)]
mod tests {
    use kajo_proto::survey::v1::Score;

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
}
