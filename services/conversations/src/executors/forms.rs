//! A form that was sent becomes a conversation in its queue, once, also when the queue was archived meanwhile: its sender was told that it was sent.

use chassis::{
    Kernel,
    due::{Effect, EffectError, Lane},
    store::ExecuteError,
};
use chassis_domain::{Refusal as _, SignedDuration};
use kajo_proto::survey::v1::FormSent;
use prost::Message;

use super::failed;
use crate::{
    adapters::forms::Forms,
    category::CategoryId,
    conversation::{Command, Conversation, ConversationId, Place, Refusal, command::FormOpening, value::FormResponseId},
    projections::categories,
    settings::ConversationsSettings,
};

/// Survey is asked: while it is silent, nothing else waits. Somebody waits for an answer to every form, so it is tried for a week.
pub(crate) const SURVEY: Lane = Lane::new("survey").limit(SignedDuration::from_hours(7 * 24));

/// Opens the conversation about a form, with what survey knows of it.
pub(crate) async fn open(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let fact = FormSent::decode(effect.body.as_slice()).map_err(|_| failed("the effect's body is no form"))?;
    let id = ConversationId::parse(&fact.conversation_id).ok_or_else(|| failed("the conversation's id is no id"))?;
    let response = FormResponseId::parse(&fact.form_response_id).ok_or_else(|| failed("the form's id is no id"))?;
    let known = kernel.store.load::<Conversation>(id).await.map_err(again)?;
    if let Some(begun) = known.state.opening {
        // Of what was opened before nothing needs to be asked again. A form whose conversation is another one is not forgotten: people look at it.
        return if begun.kind.form() == Some(response) { Ok(()) } else { Err(failed(Refusal::AlreadyStarted(id).code())) };
    }
    let opening = opening(&kernel, &effect, response).await?;
    match kernel.store.execute(id, Command::OpenForForm(Box::new(opening)), effect.meta()).await {
        Ok(_) => Ok(()),
        // Somebody was faster: the next try looks at what they began.
        Err(ExecuteError::Refused(refusal @ Refusal::AlreadyStarted(_))) => Err(again(refusal)),
        Err(ExecuteError::Refused(refusal)) => Err(failed(refusal.code())),
        Err(error) => Err(again(error)),
    }
}

async fn opening(kernel: &Kernel, effect: &Effect, response: FormResponseId) -> Result<FormOpening, EffectError> {
    let settings: ConversationsSettings = kernel.settings.part().map_err(again)?;
    let forms = Forms::try_new(kernel, settings.survey_url.as_deref()).map_err(again)?;
    let sent = forms.sent(&effect.trace, response).await.map_err(|status| again(format!("survey answers {:?}", status.code())))?;
    let sent = sent.ok_or_else(|| failed(Refusal::Erased.code()))?;
    let category = categories::category_of(&kernel.pool, sent.queue.uuid()).await.map_err(again)?;
    let category = category.ok_or_else(|| failed("there is no such queue"))?;
    Ok(FormOpening {
        response,
        patient: sent.patient,
        place: Place { category: CategoryId::from_uuid(category), subcategory: sent.queue },
        matter: sent.matter,
        visible_to_guardians: sent.visible_to_guardians,
    })
}

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
