//! A summary of a chat is made: what was written is handed to the language model without who people are, and what it answers becomes the summary
//! (CHA-10). Where the queue has no summaries, or there is no model, nothing is sent anywhere.
//!
//! A process that dies meanwhile leaves it to the next one, which asks the model anew. An answer names the request that it answers: one that was
//! cleared since changes nothing.

use std::time::Duration;

use chassis::{
    Kernel, admin_record,
    due::{Effect, EffectError, Lane},
    store::ExecuteError,
};
use chassis_domain::{Refusal as _, Sealed, Uuid};

use crate::{
    adapters::summariser::Summariser,
    chat::{Chat, ChatId, thread::thread},
    chat_queue::Details,
    chat_summary::{ChatSummary, ChatSummaryId, Command, Failure, State},
    settings::SummarySettings,
    summarising::{Spoken, spoken},
};

/// While a model is silent, nothing else waits. It is asked twice at the most, and waited for each time.
pub(crate) const LANE: Lane = Lane::new("chat-summary").patience(Duration::from_mins(5));

/// Looks at where chats would be sent before any of them is: a service that would send them in clear does not start.
///
/// # Errors
/// When the settings cannot be read, or are wrong.
pub(crate) fn check_settings(kernel: &Kernel) -> anyhow::Result<()> {
    Summariser::of(&kernel.settings.part::<SummarySettings>()?).map(drop)
}

/// Makes a summary that was asked for. Where none is awaited any more, nothing happens.
pub(crate) async fn summarise(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let chat = Uuid::from_slice(&effect.body).map_err(|_| EffectError::Failed("the effect's body is no id".to_owned()))?;
    let id = ChatSummaryId::from_uuid(chat);
    let summary = kernel.store.load::<ChatSummary>(id).await.map_err(again)?.state;
    if summary.state != State::Creating {
        return Ok(());
    }
    let request = summary.requests;
    let chat = ChatId::from_uuid(chat);
    let answer = match to_be_sent(&kernel, chat, &summary).await? {
        Some((summariser, messages)) => summariser.ask(&messages).await,
        None => Err(Failure::SwitchedOff),
    };
    // A colleague may have taken the chat over while the model was at work.
    let has_it = kernel.store.load::<Chat>(chat).await.map_err(again)?.state.standing.and_then(|standing| standing.practitioner);
    let command = match answer {
        Ok(sentences) => Command::Complete { request, has_it, sentences },
        Err(failure) => Command::Fail { request, has_it, failure },
    };
    // Performed again, it may answer a later request than the first time.
    let meta = effect.meta_of(&request.to_be_bytes());
    match kernel.store.execute::<ChatSummary>(id, command, meta).await {
        Ok(_) => Ok(()),
        Err(ExecuteError::Refused(refusal)) => Err(EffectError::Failed(refusal.code().to_owned())),
        Err(error) => Err(again(error)),
    }
}

/// Who is asked, and what they are handed; `None`: nothing is to be sent. Whether summaries are on is asked now, and not as it was when this one
/// was asked for.
async fn to_be_sent(kernel: &Kernel, chat: ChatId, summary: &ChatSummary) -> Result<Option<(Summariser, Vec<Spoken>)>, EffectError> {
    let settings: SummarySettings = kernel.settings.part().map_err(again)?;
    let Some(summariser) = Summariser::of(&settings).map_err(again)? else { return Ok(None) };
    let history = kernel.store.history::<Chat>(chat).await.map_err(again)?;
    let thread = thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event)));
    let Some(standing) = &thread.state.standing else { return Ok(None) };
    let queue = admin_record::details_of::<Details>(&kernel.pool, &[standing.queue]).await.map_err(again)?.into_iter().next();
    if !queue.is_some_and(|(_, details, _)| details.summary_enabled) {
        return Ok(None);
    }
    // Where nobody can say any more what people are called, their key is gone, and what they wrote with it.
    let Some(names) = summary.names.as_ref().and_then(Sealed::open) else { return Ok(None) };
    let messages = spoken(&thread.messages, summary.until_number, names);
    Ok((!messages.is_empty()).then_some((summariser, messages)))
}

/// Perhaps later.
fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
