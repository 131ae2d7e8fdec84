//! What becomes of a resident's messages and tasks when their account is deleted: drafts, files that were never sent and the keys of both
//! go, tasks that are not done are taken back, conversations and tasks stay in the care record.

use chassis::{
    Kernel,
    due::EffectError,
    personal_data::{Fate, PersonalData},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, RetentionClass, Uuid};
use kajo_proto::common::v1::{DeletionSubject, DeletionVeto, DeletionVetoReason};

use crate::{
    adapters::files::Files,
    attachment::{Attachment, AttachmentId, Command, key_of, retention},
    conversation::ParticipantKind,
    customer_task::{self, CustomerTaskId},
    drafts,
    projections::{attachments, customer_tasks, my_conversations},
    task_ends,
};

/// The data of residents here.
pub(crate) struct Messages;

impl PersonalData for Messages {
    async fn preview(kernel: &Kernel, person: PersonId) -> Result<Fate, sqlx::Error> {
        Ok(Fate::default()
            .erased_if_any(DeletionSubject::Drafts, drafts::count(&kernel.pool, person).await?)
            .erased_if_any(DeletionSubject::UnsentFiles, attachments::count_unsent(&kernel.pool, person.uuid()).await?)
            .kept_if_any(DeletionSubject::Conversations, my_conversations::count(&kernel.pool, person.uuid()).await?)
            .kept_if_any(DeletionSubject::CustomerTasks, customer_tasks::count(&kernel.pool, person.uuid()).await?))
    }

    async fn vetoes(kernel: &Kernel, person: PersonId) -> Result<Vec<DeletionVeto>, sqlx::Error> {
        let open = my_conversations::open(&kernel.pool, person.uuid()).await?;
        let veto = |id: Uuid| DeletionVeto { reason: DeletionVetoReason::OpenConversation.into(), object_id: id.to_string() };
        Ok(open.into_iter().map(veto).collect())
    }

    /// The key goes first: what is written for it meanwhile is lost at once.
    async fn erase(kernel: &Kernel, effect_id: Uuid, person: PersonId) -> Result<(), EffectError> {
        kernel.keyring.destroy(person, RetentionClass::Account).await.map_err(again)?;
        drafts::forget_all_of(kernel, person).await.map_err(again)?;
        for task in customer_tasks::open(&kernel.pool, person.uuid()).await.map_err(again)? {
            let meta = CommandMeta::system(Uuid::new_v5(&effect_id, task.as_bytes())).caused_by(effect_id);
            let withdrawn = task_ends::end(kernel, CustomerTaskId::from_uuid(task), customer_task::Command::WithdrawWithAccount, meta);
            withdrawn.await.map_err(again)?;
        }
        let files = Files::try_new(kernel.clone()).map_err(again)?;
        for row in attachments::unsent(&kernel.pool, person.uuid()).await.map_err(again)? {
            let id = AttachmentId::from_uuid(row.attachment_id);
            let meta = CommandMeta::system(Uuid::new_v5(&effect_id, id.uuid().as_bytes())).caused_by(effect_id);
            match kernel.store.execute::<Attachment>(id, Command::Discard { by: person }, meta).await {
                Ok(_) => {}
                // Sent while this looked: it belongs to a care record now.
                Err(ExecuteError::Refused(_)) => continue,
                Err(error) => return Err(again(error)),
            }
            files.remove(&row.object_name).await.map_err(again)?;
            kernel.keyring.destroy(key_of(id), retention(ParticipantKind::Resident)).await.map_err(again)?;
        }
        Ok(())
    }
}

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
