//! Erases what was kept for a deleted account: drafts, files that were never sent, and the keys of both. Each step may be repeated.

use chassis::{
    Kernel,
    policy::EffectError,
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, RetentionClass, Uuid};
use kajo_proto::identity::v1::AccountDeleted;
use prost::Message;

use super::failed;
use crate::{
    adapters::files::Files,
    attachment::{Attachment, AttachmentId, Command, key_of, retention},
    conversation::ParticipantKind,
    drafts,
    projections::attachments,
};

/// Erases. The key goes first: what is written for it meanwhile is lost at once.
pub(crate) async fn erase_account(kernel: Kernel, effect_id: Uuid, body: Vec<u8>) -> Result<(), EffectError> {
    let fact = AccountDeleted::decode(body.as_slice()).map_err(|_| failed("the effect's body is no fact"))?;
    let person = PersonId::parse(&fact.account_id).ok_or_else(|| failed("the account's id is no id"))?;
    kernel.keyring.destroy(person, RetentionClass::Account).await.map_err(again)?;
    drafts::forget_all_of(&kernel, person).await.map_err(again)?;
    let files = Files::try_new(kernel.clone()).map_err(again)?;
    for row in attachments::unsent(&kernel.pool, person.uuid()).await.map_err(again)? {
        let id = AttachmentId::from_uuid(row.attachment_id);
        let meta = CommandMeta::system(Uuid::new_v5(&effect_id, id.uuid().as_bytes()));
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

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
