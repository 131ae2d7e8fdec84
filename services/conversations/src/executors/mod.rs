//! What policies decide, done: each effect is one command under the effect's own id, so it counts once.

pub(crate) mod forms;

use chassis::{
    Kernel,
    due::{Effect, EffectError},
    store::ExecuteError,
};
use chassis_domain::{Refusal as _, Uuid};
use kajo_proto::conversations::v1::ConsultationRequested;
use prost::Message;

use crate::conversation::{Command, Conversation, ConversationId, Refusal, command::ConsultationOpening};

/// Opens the consultation that was asked for, with what the conversation it is about knows.
pub(crate) async fn open_consultation(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let fact = ConsultationRequested::decode(effect.body.as_slice()).map_err(|_| failed("the effect's body is no request"))?;
    let of = ConversationId::parse(&fact.conversation_id).ok_or_else(|| failed("the conversation's id is no id"))?;
    let id = ConversationId::from_uuid(Uuid::try_parse(&fact.consultation_id).map_err(|_| failed("the consultation's id is no id"))?);
    let asked = kernel.store.load::<Conversation>(of).await.map_err(|error| EffectError::Retry(error.to_string()))?;
    let opening = opening(of, id, &asked.state).ok_or_else(|| failed(Refusal::Erased.code()))?;
    let command = Command::OpenConsultation(Box::new(opening));
    match kernel.store.execute(id, command, effect.meta()).await {
        Ok(_) | Err(ExecuteError::Refused(Refusal::AlreadyStarted(_))) => Ok(()),
        Err(ExecuteError::Refused(refusal)) => Err(failed(refusal.code())),
        Err(error) => Err(EffectError::Retry(error.to_string())),
    }
}

/// `None` when a name or text that is needed was erased. Nothing is asked about a form of nobody.
fn opening(of: ConversationId, id: ConversationId, asked: &Conversation) -> Option<ConsultationOpening> {
    let (request, about) = (asked.consultations.get(&id)?, asked.opening.as_ref()?);
    let asker = asked.participants.get(&request.by)?;
    Some(ConsultationOpening {
        id,
        of: Some(of),
        asker: request.by,
        asker_name: asker.name.as_ref()?.open()?.clone(),
        resident: about.patient()?,
        resident_name: about.resident_name.open()?.clone(),
        service_area: about.service_area,
        place: request.place,
        topic: about.topic.open()?.clone(),
        text: request.text.open()?.clone(),
        attachments: request.attachments.clone(),
    })
}

fn failed(reason: &str) -> EffectError {
    EffectError::Failed(reason.to_owned())
}
