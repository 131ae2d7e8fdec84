//! What becomes of a resident's chats when their account is deleted: places in lines are given up, chats end, and calls with them; what was
//! written, and what was assessed before, stays in the care record. Of calls ids are kept alone, who was in them and when, so there is nothing to
//! erase. Nothing stands against the deletion.

use chassis::{
    Kernel,
    due::EffectError,
    personal_data::{Fate, PersonalData},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, Refusal as _, RetentionClass, Uuid};
use kajo_proto::common::v1::{DeletionSubject, DeletionVeto};

use crate::{
    call_of_chat::end_chat,
    chat::{ChatId, Command, LeaveReason, Refused},
    line,
    projections::{assessments, chats},
};

/// The data of residents here.
pub(crate) struct Chats;

impl PersonalData for Chats {
    async fn preview(kernel: &Kernel, person: PersonId) -> Result<Fate, sqlx::Error> {
        // What was assessed is part of the chat that it was for.
        let count = chats::count(&kernel.pool, person).await? + assessments::count(&kernel.pool, person).await?;
        Ok(Fate::default().kept_if_any(DeletionSubject::Chats, count))
    }

    async fn vetoes(_: &Kernel, _: PersonId) -> Result<Vec<DeletionVeto>, sqlx::Error> {
        Ok(Vec::new())
    }

    async fn erase(kernel: &Kernel, effect_id: Uuid, person: PersonId) -> Result<(), EffectError> {
        kernel.keyring.destroy(person, RetentionClass::Account).await.map_err(again)?;
        for id in chats::live_of(&kernel.pool, person).await.map_err(again)? {
            let chat = ChatId::from_uuid(id);
            let meta = |step: &[u8]| CommandMeta::system(Uuid::new_v5(&effect_id, &[id.as_bytes().as_slice(), step].concat())).caused_by(effect_id);
            done(line::let_go(kernel, meta(b"leave"), chat, LeaveReason::AccountDeleted).await)?;
            done(end_chat(kernel, meta(b"end_chat"), chat, Command::EndBySystem).await)?;
        }
        Ok(())
    }
}

fn done(result: Result<(), ExecuteError<Refused>>) -> Result<(), EffectError> {
    match result {
        Ok(()) => Ok(()),
        Err(ExecuteError::Refused(refusal)) => Err(EffectError::Failed(refusal.code().to_owned())),
        Err(error) => Err(again(error)),
    }
}

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
